public import MomentumDiff
public import MomentumModel

/// The names that a report uses for a version of a model.
public struct VersionLabel: Sendable, Hashable {
  /// The version's name: `Model 3`.
  public var name: String
  /// The bundle, file or store, as the user wrote it.
  public var path: String
  /// The git ref that the version was read at, as the user wrote it; `nil` for the working tree.
  public var ref: String?

  public init(name: String, path: String, ref: String? = nil) {
    self.name = name
    self.path = path
    self.ref = ref
  }
}

/// Two versions and their differences: the input of every report of a diff.
public struct ComparedVersions: Sendable {
  public var old: VersionLabel
  public var new: VersionLabel
  public var oldModel: ObjectModel
  public var newModel: ObjectModel
  public var diff: ModelDiff
  /// Whether the new version is an edit of the old one that no release has in its old form: only
  /// developers' stores have that form, so the change does not make a check fail.
  public var isUnreleasedEdit: Bool

  public init(
    old: VersionLabel, new: VersionLabel, oldModel: ObjectModel, newModel: ObjectModel,
    diff: ModelDiff, isUnreleasedEdit: Bool = false
  ) {
    self.old = old
    self.new = new
    self.oldModel = oldModel
    self.newModel = newModel
    self.diff = diff
    self.isUnreleasedEdit = isUnreleasedEdit
  }

  /// The sentence about an edit that only developers' stores can notice; `nil` for other changes.
  var unreleasedSentence: String? {
    isUnreleasedEdit
      ? "No release has this version as it was, so only the stores of developers and testers are concerned."
      : nil
  }
}

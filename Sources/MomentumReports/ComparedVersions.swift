public import MomentumDiff
public import MomentumModel

/// A version of a model as a report names it.
public struct VersionLabel: Sendable, Hashable {
  /// The version's name: `Model 3`.
  public var name: String
  /// The bundle, file or store, as the user gave it.
  public var path: String
  /// The git ref it was read at, as the user gave it; `nil` for the working tree.
  public var ref: String?

  public init(name: String, path: String, ref: String? = nil) {
    self.name = name
    self.path = path
    self.ref = ref
  }
}

/// Two versions with what differs: what every report of a diff is made of.
public struct ComparedVersions: Sendable {
  public var old: VersionLabel
  public var new: VersionLabel
  public var oldModel: ObjectModel
  public var newModel: ObjectModel
  public var diff: ModelDiff
  /// Whether the new version is the old one, edited, and no release has it as it was: only developers' stores have
  /// the old form, so the change does not fail.
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

  /// What a report says of an edit that only developers' stores can notice; `nil` for other changes.
  var unreleasedSentence: String? {
    isUnreleasedEdit
      ? "No release has this version as it was, so only the stores of developers and testers are concerned."
      : nil
  }
}

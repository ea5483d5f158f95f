package import MomentumDiff
package import MomentumModel

/// The name and path of a version in a report.
package struct VersionLabel: Sendable, Hashable {
  /// The version's name, for example `Model 3`.
  package var name: String
  /// The bundle, file or store, as the user wrote it.
  package var path: String
  /// The git ref that the version was read at, as the user wrote it; `nil` for the working tree.
  package var ref: String?

  package init(name: String, path: String, ref: String? = nil) {
    self.name = name
    self.path = path
    self.ref = ref
  }
}

/// Two versions and their differences: the input of every report of a diff.
package struct ComparedVersions: Sendable {
  package var old: VersionLabel
  package var new: VersionLabel
  package var oldModel: ObjectModel
  package var newModel: ObjectModel
  package var diff: ModelDiff
  /// Whether the old version was edited and no release contains it. Only developers have stores of
  /// such a version, so the change does not make a check fail.
  package var isUnreleasedEdit: Bool

  package init(
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

public import MomentumMigration
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

  public init(
    old: VersionLabel, new: VersionLabel, oldModel: ObjectModel, newModel: ObjectModel,
    diff: ModelDiff
  ) {
    self.old = old
    self.new = new
    self.oldModel = oldModel
    self.newModel = newModel
    self.diff = diff
  }
}

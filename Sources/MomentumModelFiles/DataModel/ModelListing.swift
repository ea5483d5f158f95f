import MomentumDiagnostics

/// What stands at the path of a model: names and paths, no contents.
struct ModelListing: Sendable, Hashable {
  struct Version: Sendable, Hashable {
    /// Without `.xcdatamodel`.
    var name: String
    var path: String
    /// `nil` where the folder has no `contents`.
    var contentsPath: String?
    /// Whether the folder holds the files of Xcode 3.
    var isOldFormat = false
  }

  /// As the user gave it.
  var path: String
  /// Whether it is a folder of versions.
  var isBundle: Bool
  /// In the order in which a person counts them.
  var versions: [Version]
  var currentVersionFile: SourceFile?

  init(
    path: String, isBundle: Bool, versions: [Version], currentVersionFile: SourceFile? = nil
  ) {
    self.path = path
    self.isBundle = isBundle
    self.versions = versions.sorted { VersionName.isBefore($0.name, $1.name) }
    self.currentVersionFile = currentVersionFile
  }
}

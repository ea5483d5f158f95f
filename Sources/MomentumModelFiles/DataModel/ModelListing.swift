import MomentumDiagnostics
import MomentumModel

/// What stands at the path of a model: names and paths, no contents.
struct ModelListing: Sendable, Hashable {
  struct Version: Sendable, Hashable {
    /// What a version is kept as.
    enum Format: Sendable, Hashable {
      /// A `contents` file: XML.
      case contents(path: String)
      /// A `.mom` file: a keyed archive.
      case compiled(path: String)
      /// An `.omo` file, whose format is not known.
      case optimized
      /// The files of Xcode 3.
      case xcode3
      /// A folder without any of these.
      case empty
    }

    /// Without the suffix of its file or folder.
    var name: String
    var path: String
    var format: Format
  }

  /// As the user gave it.
  var path: String
  /// As findings name it.
  var shownPath: String
  /// Whether a listing without a version is that of a bundle which lacks one, and not of something else.
  var isBundle: Bool
  /// In the order in which a person counts them.
  var versions: [Version]
  /// `.xccurrentversion` of a bundle, or `VersionInfo.plist` of a compiled one.
  var currentVersionFile: SourceFile?
  /// Whether it is a `.momd` folder.
  var isCompiled: Bool

  init(
    path: String, shownPath: String, isBundle: Bool = true, versions: [Version],
    currentVersionFile: SourceFile? = nil,
    isCompiled: Bool = false
  ) {
    self.path = path
    self.shownPath = shownPath
    self.isBundle = isBundle
    self.versions = versions.sorted { VersionOrder.isBefore($0.name, $1.name) }
    self.currentVersionFile = currentVersionFile
    self.isCompiled = isCompiled
  }
}

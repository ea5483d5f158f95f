import MomentumDiagnostics
import MomentumModel
import MomentumSwiftData

/// The versions at the path of a model: names and paths, no contents.
struct ModelListing: Sendable {
  struct Version: Sendable, Hashable {
    /// The form in which a version is stored.
    enum Format: Sendable, Hashable {
      /// A `contents` file: XML.
      case contents(path: String)
      /// A `.mom` file: a keyed archive.
      case compiled(path: String)
      /// An `.omo` file, whose format is unknown.
      case optimized
      /// The files of Xcode 3.
      case xcode3
      /// A SwiftData schema in the sources of the listing.
      case swift
      /// A folder without any of these files.
      case empty
    }

    /// The name without the suffix of the file or folder.
    var name: String
    var path: String
    var format: Format
  }

  /// The path as the user wrote it.
  var path: String
  /// The path as findings show it.
  var shownPath: String
  /// Whether the path is that of a bundle. A listing without versions then means that the bundle
  /// lacks them; otherwise the folder is not a model.
  var isBundle: Bool
  /// The versions in natural order (`Model 2` before `Model 10`).
  var versions: [Version]
  /// The file that names the current version: `.xccurrentversion` of a bundle, or
  /// `VersionInfo.plist` of a compiled one; `nil` if it is missing.
  var currentVersionFile: SourceFile?
  /// Whether the path is a `.momd` folder.
  var isCompiled: Bool
  /// The Swift sources at the path, if they have SwiftData schemas; otherwise `nil`.
  var swiftData: SwiftDataFolder?
  /// The version's name in the path itself, such as `SchemaV2` in `Models@SchemaV2`, if the sources
  /// have no such version; otherwise `nil`.
  var requested: String?

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

  /// The SwiftData schemas of Swift sources, in the order of their version identifiers.
  init(path: String, shownPath: String, swiftData: SwiftDataFolder) {
    self.init(path: path, shownPath: shownPath, versions: [])
    // Do not sort the schemas by name: the reader has sorted them by version identifier.
    versions = swiftData.reader.schemas.map {
      Version(name: $0.name, path: "\(path)@\($0.name)", format: .swift)
    }
    self.swiftData = swiftData
  }
}

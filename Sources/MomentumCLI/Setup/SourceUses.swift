import Foundation

/// The imports of Core Data and SwiftData in the sources of a repository. They are found by searching
/// the text for `import CoreData`, which is enough for hints.
struct SourceUses {
  /// The numbers of files with `import CoreData`, and with `import SwiftData`.
  private(set) var coreDataCount = 0
  private(set) var swiftDataCount = 0
  /// A file that names the container which syncs with CloudKit.
  private(set) var cloudKitFile: String?

  /// Folders that hold no sources of the app.
  static let packages = [
    ".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel", ".momd", ".xcassets", ".xcframework",
    ".framework", ".bundle",
  ]
  private static let suffixes = [".swift", ".m", ".mm", ".h"]
  /// The number of files after which the search ends: the facts decide hints and one setting, and
  /// are not worth reading a whole monorepo.
  private static let filesMax = 20_000
  private static let bytesMax = 4 << 20

  init(of files: [String]) {
    let sources = files.lazy.filter { path in Self.suffixes.contains { path.hasSuffix($0) } }
    for path in sources.prefix(Self.filesMax) {
      // A file that was deleted meanwhile is left out.
      guard let text = FileManager.default.contents(atPath: path), text.count <= Self.bytesMax
      else { continue }
      func has(_ word: String) -> Bool { text.range(of: Data(word.utf8)) != nil }
      if has("import CoreData") || has("<CoreData/") { coreDataCount += 1 }
      if has("import SwiftData") { swiftDataCount += 1 }
      if cloudKitFile == nil, has("NSPersistentCloudKitContainer") { cloudKitFile = path }
    }
  }
}

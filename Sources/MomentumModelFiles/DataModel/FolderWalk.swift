internal import Foundation

/// Finds files below a folder. Symbolic links are not followed: they may lead to a place outside
/// the folder, or back to it without end.
package struct FolderWalk {
  /// The number of entries after which the walk ends, so that the search of a wrong folder, such as
  /// the root of a disk, does not take for ever.
  package static let entriesMax = 200_000
  static let depthMax = 32
  /// Folders of builds and version control, which hold copies of every model. They are not
  /// searched.
  private static let skipped: Set<String> = [
    ".git", ".build", ".swiftpm", "node_modules", "DerivedData", "SourcePackages", "Pods",
    "Carthage",
  ]

  /// The paths of regular files, sorted.
  package private(set) var files: [String] = []
  /// The paths of folders with one of `packageSuffixes`. Their contents are not visited.
  package private(set) var packages: [String] = []
  /// Whether a limit ended the walk.
  package private(set) var isCut = false
  private let packageSuffixes: [String]
  private let entriesMax: Int
  private var entries = 0

  /// Finds the files below a folder. If `folder` is a file, the file is the only result.
  ///
  /// - Parameter progress: Called with the number of entries so far, after every 1000.
  package init(
    _ folder: String, packageSuffixes: [String], entriesMax: Int = FolderWalk.entriesMax,
    progress: (Int) -> Void = { _ in }
  ) throws {
    self.packageSuffixes = packageSuffixes
    self.entriesMax = entriesMax
    try visit(folder, depth: 0, isTop: true, progress)
    files.sort()
    packages.sort()
  }

  private mutating func visit(
    _ path: String, depth: Int, isTop: Bool = false, _ progress: (Int) -> Void
  ) throws {
    entries += 1
    if entries % 1000 == 0 { progress(entries) }
    guard entries <= entriesMax, depth <= Self.depthMax else {
      isCut = true
      return
    }
    // A link is followed only if it is the path that the user named.
    let place = isTop ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
    let type = try FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
    if type == .typeRegular {
      files.append(path)
    } else if type == .typeDirectory {
      let name = URL(fileURLWithPath: path).lastPathComponent
      if packageSuffixes.contains(where: { name.hasSuffix($0) }) {
        packages.append(path)
        return
      }
      if !isTop, Self.skipped.contains(name) { return }
      for inner in try FileManager.default.contentsOfDirectory(atPath: place).sorted() {
        // Leave out a file that was deleted meanwhile or may not be read.
        do {
          let place = path.hasSuffix("/") ? path + inner : path + "/" + inner
          try visit(place, depth: depth + 1, progress)
        } catch { continue }
      }
    }
  }
}

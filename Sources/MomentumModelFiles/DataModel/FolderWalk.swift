internal import Foundation

/// Finds files below a folder. Symbolic links are not followed: they may lead out of it, or in a circle.
package struct FolderWalk {
  /// A tree with more entries than this is not one of fixtures.
  package static let entriesMax = 200_000
  static let depthMax = 32
  /// What builds and version control leave, which holds copies of everything.
  private static let skipped: Set<String> = [
    ".git", ".build", ".swiftpm", "node_modules", "DerivedData", "SourcePackages", "Pods",
    "Carthage",
  ]

  /// Regular files, sorted by path.
  package private(set) var files: [String] = []
  /// Folders with one of the suffixes that ask for it; what is in them is not looked at.
  package private(set) var packages: [String] = []
  /// Whether a limit ended the walk.
  package private(set) var isCut = false
  private let packageSuffixes: [String]
  private var entries = 0

  /// `folder` may be a file, which is then the only one.
  package init(_ folder: String, packageSuffixes: [String]) throws {
    self.packageSuffixes = packageSuffixes
    try visit(folder, depth: 0, isTop: true)
    files.sort()
    packages.sort()
  }

  private mutating func visit(_ path: String, depth: Int, isTop: Bool = false) throws {
    entries += 1
    guard entries <= Self.entriesMax, depth <= Self.depthMax else {
      isCut = true
      return
    }
    // A link is followed only where the user named it.
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
        // What went away meanwhile, or may not be read, is not there.
        do {
          try visit(path.hasSuffix("/") ? path + inner : path + "/" + inner, depth: depth + 1)
        } catch { continue }
      }
    }
  }
}

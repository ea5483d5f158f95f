import Foundation

/// The folders that the server may read, with all symbolic links resolved.
package struct RootFolders: Sendable, Hashable {
  /// Why a path is refused: a sentence for the assistant.
  package struct Refusal: Error, Sendable, Hashable {
    package var text: String

    package init(_ text: String) { self.text = text }
  }

  /// The real paths, in the order in which they were given.
  package let paths: [String]

  /// - Throws: A refusal if a path is no folder.
  package init(_ folders: [String]) throws(Refusal) {
    var paths: [String] = []
    for folder in folders {
      guard let real = RootFolders.realPath(folder), RootFolders.isFolder(real) else {
        throw Refusal("'\(folder)' is no folder")
      }
      if !paths.contains(real) { paths.append(real) }
    }
    self.paths = paths
  }

  /// The real path of an existing file or folder in one of the roots.
  ///
  /// A relative path begins at the first root in which it exists. What is in a folder may still be a
  /// link that leads out: see `checkLinks(in:)`.
  package func resolve(_ path: String) throws(Refusal) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw Refusal("a path cannot be empty") }
    let candidates =
      path.hasPrefix("/") ? [path] : paths.map { $0 == "/" ? "/" + path : $0 + "/" + path }
    for candidate in candidates {
      guard let real = RootFolders.realPath(candidate) else { continue }
      guard contains(real) else { throw outside(path) }
      return real
    }
    // The same answer for what exists outside and for what does not, so that nobody can find out.
    guard candidates.contains(where: { contains(RootFolders.nearestReal($0)) }) else {
      throw outside(path)
    }
    throw Refusal("'\(path)' does not exist")
  }

  package func contains(_ real: String) -> Bool {
    paths.contains { $0 == "/" || real == $0 || real.hasPrefix($0 + "/") }
  }

  private func outside(_ path: String) -> Refusal {
    let roots = paths.map { "'\($0)'" }.joined(separator: ", ")
    return Refusal("'\(path)' is outside of the folders that may be read: \(roots)")
  }

  // MARK: - Links

  /// Refuses a model, a folder or a store in which a link leads out of the roots.
  ///
  /// The commands follow the links of what they read: of everything inside a model, of Swift files and
  /// folders of them, of the settings beside a model, and of what SQLite keeps beside a store.
  package func checkLinks(in real: String) throws(Refusal) {
    if RootFolders.isFolder(real) {
      var seen: Set<String> = []
      try checkContents(of: real, isModel: RootFolders.isModel(real), depth: 0, &seen)
    }
    for suffix in ["-wal", "-shm", "-journal"] { try check(real + suffix, shown: real + suffix) }
    var folder = real
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
      for name in RootFolders.settings { try check(folder + "/" + name, shown: name) }
      if paths.contains(folder) { return }
    }
  }

  private static let settings = [".momentum.json", ".momentum-baseline.json"]
  private static let depthMax = 32

  private static func isModel(_ path: String) -> Bool {
    [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel", ".momd"].contains { path.hasSuffix($0) }
  }

  private func checkContents(
    of folder: String, isModel: Bool, depth: Int, _ seen: inout Set<String>
  ) throws(Refusal) {
    guard depth <= Self.depthMax, let real = Self.realPath(folder), seen.insert(real).inserted,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return }
    for name in names.sorted() where isModel || !Self.skipped.contains(name) {
      let path = folder + "/" + name
      let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
      switch type as? FileAttributeType {
      case .typeDirectory?:
        try checkContents(
          of: path, isModel: isModel || Self.isModel(path), depth: depth + 1, &seen)
      case .typeSymbolicLink? where isModel || Self.isFollowed(name):
        try check(path, shown: path)
        if Self.isFolder(path) {
          try checkContents(of: path, isModel: isModel, depth: depth + 1, &seen)
        }
      case _: continue
      }
    }
  }

  /// Whether a link outside of models may be followed, by its name: as a folder of Swift sources, a
  /// Swift source, or settings.
  private static func isFollowed(_ name: String) -> Bool {
    !name.contains(".") || name.hasSuffix(".swift") || settings.contains(name)
  }

  /// Folders that commands do not search either, often with many links.
  private static let skipped: Set<String> = [
    ".git", ".build", ".swiftpm", "node_modules", "DerivedData", "SourcePackages", "Pods",
    "Carthage",
  ]

  private func check(_ path: String, shown: String) throws(Refusal) {
    if let real = Self.realPath(path), !contains(real) {
      throw Refusal("'\(shown)' is a link to a place outside of the folders that may be read")
    }
  }

  // MARK: - The file system

  /// The path without links, `.` and `..`; `nil` if it does not exist.
  private static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The real path of the nearest folder above a path that does not exist.
  private static func nearestReal(_ path: String) -> String {
    var path = path
    while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      path = String(path[..<slash])
      if let real = realPath(path) { return real }
    }
    return "/"
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

import Foundation
import MomentumDiagnostics
import MomentumGeneration

/// The files that a command reads, as they were at one time.
///
/// Two snapshots tell what has changed, however many events the system reports for it: an atomic
/// replacement is one changed file, and a file that was written with the same date is none.
struct InputSnapshot: Equatable {
  /// What changes when a file does.
  struct Stamp: Equatable {
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64
    var number: UInt64
  }

  private(set) var files: [String: Stamp] = [:]
  /// The folders in which a change may matter, sorted.
  private(set) var folders: [String] = []
  private let excluded: String?
  private var entries = 0

  /// - Parameters:
  ///   - inputs: Models, files, or folders to search.
  ///   - excluded: The folder that the command writes to.
  init(of inputs: [String], excluded: String? = nil) {
    self.excluded = excluded.map { Self.realPath($0) ?? $0 }
    for input in inputs {
      visit(input, isInside: Self.isModel(input), isTop: true, depth: 0)
      visitAbove(input)
    }
    folders = Set(folders).sorted()
  }

  /// Lines such as `changed: Shop.xcdatamodeld/Shop.xcdatamodel/contents`, sorted by path.
  func changes(since before: InputSnapshot) -> [String] {
    Set(files.keys).union(before.files.keys).sorted().compactMap { path in
      switch (before.files[path], files[path]) {
      case (nil, _?): "new: \(path)"
      case (_?, nil): "gone: \(path)"
      case (let old?, let new?): old == new ? nil : "changed: \(path)"
      case (nil, nil): nil
      }
    }
  }

  // MARK: - Walking

  private static let entriesMax = 200_000
  private static let depthMax = 32
  private static let modelSuffixes = [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel", ".momd"]
  private static let fileSuffixes = [".swift", ".mom", ".cdm"]
  /// Folders of builds and dependencies, which commands do not search either.
  private static let skipped: Set<String> = [
    ".git", ".build", ".swiftpm", "node_modules", "DerivedData", "SourcePackages", "Pods",
    "Carthage",
  ]
  private static let settings: Set<String> = [
    CheckConfiguration.fileName, LintBaseline.fileName, GenerationConfiguration.fileName,
  ]

  private static func isModel(_ path: String) -> Bool {
    let name = path.hasSuffix("/") ? String(path.dropLast()) : path
    return modelSuffixes.contains { name.hasSuffix($0) }
  }

  /// - Parameter isInside: Whether the path is in a model, all of whose files matter.
  private mutating func visit(_ path: String, isInside: Bool, isTop: Bool, depth: Int) {
    entries += 1
    guard entries <= Self.entriesMax, depth <= Self.depthMax else { return }
    var status = stat()
    // Links inside of models are followed when models are read; links to other folders are not.
    guard (isTop || isInside ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR {
      if let excluded, Self.realPath(path) == excluded { return }
      folders.append(path)
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
      let start = path.hasSuffix("/") ? path : path + "/"
      for name in names where isInside || !Self.skipped.contains(name) {
        let inner = path == "." ? name : start + name
        visit(inner, isInside: isInside || Self.isModel(name), isTop: false, depth: depth + 1)
      }
    } else if kind == S_IFREG, isTop || Self.isRelevant(path, isInside: isInside) {
      files[path] = Stamp(status)
    }
  }

  /// Other hidden files in a model are those of a program that is just writing, such as the file that
  /// replaces another one; they come and go with each change.
  private static func isRelevant(_ path: String, isInside: Bool) -> Bool {
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    if isInside {
      return name == ".xccurrentversion" || !name.hasPrefix(".") && !name.hasSuffix("~")
    }
    return settings.contains(name)
      || !name.hasPrefix(".") && fileSuffixes.contains { name.hasSuffix($0) }
  }

  /// The folder above an input shows that it is replaced, deleted or made again. The settings are
  /// searched in it and in the folders above, up to the root of the repository.
  private mutating func visitAbove(_ input: String) {
    var folder = URL(fileURLWithPath: input).standardizedFileURL
    var isNearest = true
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: folder.path) {
        folders.append(Self.shown(folder.path))
        isNearest = false
      }
      for name in Self.settings.sorted() {
        let path = Self.shown(folder.appendingPathComponent(name).path)
        var status = stat()
        if stat(path, &status) == 0 { files[path] = Stamp(status) }
      }
      let isRoot = FileManager.default.fileExists(atPath: folder.path + "/.git")
      if !isNearest, isRoot || RepositoryFolder(above: folder.path) == nil { return }
    }
  }

  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    if path == here { return "." }
    return path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
  }

  private static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

extension InputSnapshot.Stamp {
  init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec),
      number: UInt64(status.st_ino))
  }
}

/// Files of a commit, in memory, that are read like a folder.
///
/// Links are followed only inside the tree: a link of a commit must not read files of this machine.
package struct FileTree: Sendable, Hashable {
  package enum Node: Sendable, Hashable {
    case file([UInt8])
    /// A file that is larger than any model; its bytes were not read.
    case oversized
    /// A symbolic link, with the path that it holds.
    case link(String)
    /// A submodule: a commit of another repository.
    case submodule
  }

  /// The text before a path in findings, such as `origin/main:`.
  package let label: String
  private let nodes: [String: Node]
  /// The sorted names in each folder, by the folder's path; the top folder has the empty path.
  private let folders: [String: [String]]

  /// The number of links in one path after which a loop is assumed; Linux has the same limit.
  private static let linksMax = 40

  /// - Parameter files: The files by path from the top folder, with `/` and without `.` and `..`.
  package init(label: String, files: [(path: String, node: Node)]) {
    self.label = label
    var nodes: [String: Node] = [:]
    var folders: [String: Set<String>] = ["": []]
    for (path, node) in files {
      nodes[path] = node
      var ancestor = path[...]
      while true {
        let slash = ancestor.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(ancestor[..<$0]) } ?? ""
        let name =
          slash.map { String(ancestor[ancestor.utf8.index(after: $0)...]) } ?? String(ancestor)
        let isKnown = folders[folder] != nil
        folders[folder, default: []].insert(name)
        guard slash != nil, !isKnown else { break }
        ancestor = folder[...]
      }
    }
    self.nodes = nodes
    self.folders = folders.mapValues { $0.sorted() }
  }

  /// Paths of all files and links, sorted.
  package var paths: [String] { nodes.keys.sorted() }

  /// Whether a file or folder is at a path; links are not followed.
  package func contains(_ path: String) -> Bool { nodes[path] != nil || folders[path] != nil }

  func kind(of path: String) throws(ModelFileError) -> ModelFileSource.Kind {
    let target = try resolve(path)
    if folders[target] != nil { return .folder }
    switch nodes[target] {
    case .file, .oversized: return .file
    case .submodule:
      throw failure(.read, path, "it is a submodule; run the command in that repository")
    case .link, nil: throw failure(.find, path, "no such file or folder")
    }
  }

  func entries(of path: String) throws(ModelFileError) -> [String] {
    folders[try resolve(path)] ?? []
  }

  func read(_ path: String, sizeMax: Int) throws(ModelFileError) -> [UInt8]? {
    guard try kind(of: path) == .file else { throw failure(.read, path, "it is a folder") }
    guard case .file(let bytes) = nodes[try resolve(path)] else { return nil }
    return bytes.count > sizeMax ? nil : bytes
  }

  /// The path without links, `.` and `..`.
  private func resolve(_ path: String) throws(ModelFileError) -> String {
    var pending = Array(FileTree.components(path).reversed())
    var resolved: [String] = []
    var linkCount = 0
    while let name = pending.popLast() {
      if name == ".." {
        guard resolved.popLast() != nil else { throw failure(.find, path, Self.outside) }
        continue
      }
      resolved.append(name)
      guard case .link(let target) = nodes[resolved.joined(separator: "/")] else { continue }
      linkCount += 1
      guard linkCount <= Self.linksMax else { throw failure(.find, path, "a loop of links") }
      guard !target.hasPrefix("/") else { throw failure(.find, path, Self.outside) }
      resolved.removeLast()
      pending += FileTree.components(target).reversed()
    }
    return resolved.joined(separator: "/")
  }

  private static let outside = "it leads out of the repository"

  private static func components(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  private func failure(
    _ operation: ModelFileError.Operation, _ path: String, _ reason: String
  ) -> ModelFileError {
    ModelFileError(operation: operation, path: label + path, reason: reason)
  }
}

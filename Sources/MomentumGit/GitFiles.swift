public import MomentumModelFiles

/// A file in a commit.
public struct GitFile: Sendable, Hashable {
  /// From the root of the repository.
  public var path: String
  public var mode: GitFileMode
  public var id: GitObjectID
}

extension GitRepository {
  /// All files of a commit, sorted as git sorts them.
  public func files(at commit: GitObjectID) throws(GitError) -> [GitFile] {
    let output = try process.output(["ls-tree", "-r", "-z", "--full-tree", commit.text])
    return output.bytes.split(separator: 0).compactMap { line in
      // `<mode> <kind> <id>`, a tab, the path.
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let fields = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard fields.count == 3, let id = GitObjectID(fields[2]) else { return nil }
      return GitFile(
        path: String(decoding: line[(tab + 1)...], as: UTF8.self),
        mode: GitFileMode(String(fields[0])), id: id)
    }
  }

  /// Paths of the work tree that are tracked, or would be: not those that `.gitignore` names. Sorted.
  ///
  /// A file that a sparse checkout leaves out is not among them but in the second list.
  public func workTreeFiles() throws(GitError) -> (present: [String], sparse: [String]) {
    guard let root else { return ([], []) }
    var process = process
    process.folder = root
    let output = try process.output([
      "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard",
    ])
    var present: Set<String> = []
    var sparse: Set<String> = []
    for line in output.bytes.split(separator: 0) {
      let text = String(decoding: line, as: UTF8.self)
      let path = String(text.dropFirst(2))
      if text.hasPrefix("S ") { sparse.insert(path) } else { present.insert(path) }
    }
    return (present.sorted(), sparse.sorted())
  }

  /// Files of a commit as a tree to read models from.
  ///
  /// - Parameters:
  ///   - files: Those that matter, as `files(at:)` lists them: their contents are read at once.
  ///   - label: What findings put before a path.
  public func tree(of files: [GitFile], label: String) throws(GitError) -> FileTree {
    let contents = try contents(
      of: files.filter { $0.mode == .file || $0.mode == .link }.map(\.id),
      sizeMax: ModelBundle.sizeMax)
    return FileTree(
      label: label,
      files: files.map { file in
        switch (file.mode, contents[file.id]) {
        case (.link, let bytes?): (file.path, .link(String(decoding: bytes, as: UTF8.self)))
        case (.submodule, _): (file.path, .submodule)
        case (_, let bytes?): (file.path, .file(bytes))
        case (_, nil): (file.path, .oversized)
        }
      })
  }

  /// What stands at paths in many commits: by commit, then by path, without those that are not there.
  ///
  /// One process for each level of folders, whatever the number of commits: most share their folders.
  public func ids(
    of paths: [String], in commits: [GitObjectID]
  ) throws(GitError) -> [GitObjectID: [String: GitObjectID]] {
    // Two tags may name one commit: it takes every step once.
    let commits = Set(commits).sorted { $0.text < $1.text }
    let roots = try rootTrees(commits)
    var known: [GitObjectID: [GitTreeEntry]] = [:]
    var found = Dictionary(
      uniqueByLast: commits.map { commit in
        (commit, roots[commit].map { root in paths.map { Walk(path: $0, at: root) } } ?? [])
      })
    let depthMax = paths.map { $0.utf8.count { $0 == UInt8(ascii: "/") } + 1 }.max() ?? 0
    for _ in 0..<depthMax {
      let wanted = Set(found.values.joined().filter { !$0.rest.isEmpty }.map(\.at))
      let unknown = wanted.filter { known[$0] == nil }.sorted { $0.text < $1.text }
      known.merge(try trees(unknown)) { first, _ in first }
      for commit in commits {
        found[commit] = found[commit]?.compactMap { $0.step(known) }
      }
    }
    return found.mapValues { walks in
      Dictionary(uniqueByLast: walks.filter(\.rest.isEmpty).map { ($0.path, $0.at) })
    }
  }

  /// On the way to a path.
  private struct Walk {
    var path: String
    /// The tree that has the rest, or what stands at the path where nothing is left.
    var at: GitObjectID
    var rest: ArraySlice<Substring>

    init(path: String, at root: GitObjectID) {
      self.path = path
      at = root
      rest = path.split(separator: "/")[...]
    }

    /// One folder further; `nil` where there is none.
    func step(_ trees: [GitObjectID: [GitTreeEntry]]) -> Walk? {
      guard let name = rest.first else { return self }
      guard let entry = trees[at]?.first(where: { $0.name == name }) else { return nil }
      var next = self
      next.at = entry.id
      next.rest = rest.dropFirst()
      return next
    }
  }
}

extension Dictionary {
  /// The last value counts where a key comes twice.
  fileprivate init(uniqueByLast pairs: [(Key, Value)]) {
    self.init(pairs) { _, last in last }
  }
}

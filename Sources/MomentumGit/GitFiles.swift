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
  /// What a sparse checkout leaves out is not among them.
  public func workTreeFiles() throws(GitError) -> [String] {
    let output = try inWorkTree([
      "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard",
    ])
    let paths = output.split(separator: 0).compactMap { line -> String? in
      let text = String(decoding: line, as: UTF8.self)
      return text.hasPrefix("S ") ? nil : String(text.dropFirst(2))
    }
    return Set(paths).sorted()
  }

  /// The files that a sparse checkout leaves out, as the index has them.
  public func filesLeftOut() throws(GitError) -> [GitFile] {
    let output = try inWorkTree(["ls-files", "-z", "-t", "--stage", "--cached"])
    return output.split(separator: 0).compactMap { line in
      // `S <mode> <id> <stage>`, a tab, the path.
      guard line.first == UInt8(ascii: "S"), let tab = line.firstIndex(of: UInt8(ascii: "\t"))
      else { return nil }
      let fields = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard fields.count == 4, let id = GitObjectID(fields[2]) else { return nil }
      return GitFile(
        path: String(decoding: line[(tab + 1)...], as: UTF8.self),
        mode: GitFileMode(String(fields[1])), id: id)
    }
  }

  /// Nothing without a work tree.
  private func inWorkTree(_ arguments: [String]) throws(GitError) -> [UInt8] {
    guard let root else { return [] }
    var process = process
    process.folder = root
    return try process.output(arguments).bytes
  }

  /// Files of a commit as a tree to read models from.
  ///
  /// - Parameters:
  ///   - files: Those that matter, as `files(at:)` lists them: their contents are read at once.
  ///   - label: What findings put before a path.
  public func tree(of files: [GitFile], label: String) throws(GitError) -> FileTree {
    FileTree(label: label, files: try nodes(of: files))
  }

  /// The same, to be put together with others.
  func nodes(
    of files: [GitFile]
  ) throws(GitError) -> [(path: String, node: FileTree.Node)] {
    let contents = try contents(
      of: files.filter { $0.mode == .file || $0.mode == .link }.map(\.id),
      sizeMax: ModelBundle.sizeMax)
    return files.map { file in
      switch (file.mode, contents[file.id]) {
      case (.link, let bytes?): (file.path, .link(String(decoding: bytes, as: UTF8.self)))
      case (.submodule, _): (file.path, .submodule)
      case (_, let bytes?): (file.path, .file(bytes))
      case (_, nil): (file.path, .oversized)
      }
    }
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
    var known: [GitObjectID: [String: GitObjectID]] = [:]
    let split = paths.map { (path: $0, parts: $0.split(separator: "/").map(String.init)) }
    var found = Dictionary(
      uniqueByLast: commits.map { commit in
        (
          commit,
          roots[commit].map { root in
            split.map { Walk(path: $0.path, at: root, rest: $0.parts[...]) }
          } ?? []
        )
      })
    let depthMax = split.map(\.parts.count).max() ?? 0
    for _ in 0..<depthMax {
      let wanted = Set(found.values.joined().filter { !$0.rest.isEmpty }.map(\.at))
      let unknown = wanted.filter { known[$0] == nil }.sorted { $0.text < $1.text }
      for (id, entries) in try trees(unknown) {
        known[id] = Dictionary(uniqueByLast: entries.map { ($0.name, $0.id) })
      }
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
    var rest: ArraySlice<String>

    /// One folder further; `nil` where there is none.
    func step(_ trees: [GitObjectID: [String: GitObjectID]]) -> Walk? {
      guard let name = rest.first else { return self }
      guard let id = trees[at]?[name] else { return nil }
      return Walk(path: path, at: id, rest: rest.dropFirst())
    }
  }
}

extension Dictionary {
  /// The last value counts where a key comes twice.
  fileprivate init(uniqueByLast pairs: [(Key, Value)]) {
    self.init(pairs) { _, last in last }
  }
}

package import MomentumModelFiles

/// A file in a commit.
package struct GitFile: Sendable, Hashable {
  /// The path from the root of the repository.
  package var path: String
  package var mode: GitFileMode
  package var id: GitObjectID
}

extension GitRepository {
  /// All files of a commit, sorted as git sorts them.
  package func files(at commit: GitObjectID) throws(GitError) -> [GitFile] {
    let output = try process.output(["ls-tree", "-r", "-z", "--full-tree", commit.text])
    return output.bytes.split(separator: 0).compactMap { line in
      // A line is `<mode> <kind> <id>`, a tab and the path.
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let fields = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard fields.count == 3, let id = GitObjectID(fields[2]) else { return nil }
      return GitFile(
        path: String(decoding: line[(tab + 1)...], as: UTF8.self),
        mode: GitFileMode(String(fields[0])), id: id)
    }
  }

  /// The paths in the work tree that git tracks or could track, sorted: files that `.gitignore`
  /// excludes are left out.
  ///
  /// Files that a sparse checkout leaves out are not included.
  package func workTreeFiles() throws(GitError) -> [String] {
    let output = try inWorkTree([
      "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard",
    ])
    let paths = output.split(separator: 0).compactMap { line -> String? in
      let text = String(decoding: line, as: UTF8.self)
      return text.hasPrefix("S ") ? nil : String(text.dropFirst(2))
    }
    return Set(paths).sorted()
  }

  /// The files that a sparse checkout leaves out; they are read from the index.
  package func filesLeftOut() throws(GitError) -> [GitFile] {
    let output = try inWorkTree(["ls-files", "-z", "-t", "--stage", "--cached"])
    return output.split(separator: 0).compactMap { line in
      // A line is `S <mode> <id> <stage>`, a tab and the path; `S` marks files that are left out.
      guard line.first == UInt8(ascii: "S"), let tab = line.firstIndex(of: UInt8(ascii: "\t"))
      else { return nil }
      let fields = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard fields.count == 4, let id = GitObjectID(fields[2]) else { return nil }
      return GitFile(
        path: String(decoding: line[(tab + 1)...], as: UTF8.self),
        mode: GitFileMode(String(fields[1])), id: id)
    }
  }

  /// Runs a command in the work tree; returns no bytes for a repository without a work tree.
  private func inWorkTree(_ arguments: [String]) throws(GitError) -> [UInt8] {
    guard let root else { return [] }
    var process = process
    process.folder = root
    return try process.output(arguments).bytes
  }

  /// Makes a tree from files of a commit, so that models can be read from it.
  ///
  /// - Parameters:
  ///   - files: The files of the tree, from `files(at:)`. Their contents are read at once.
  ///   - label: The text before a path in findings.
  package func tree(of files: [GitFile], label: String) throws(GitError) -> FileTree {
    FileTree(label: label, files: try nodes(of: files))
  }

  /// The nodes of a tree, so that they can be combined with nodes from elsewhere.
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

  /// The objects at paths in many commits, by commit and then by path; paths that do not exist are
  /// left out.
  ///
  /// Runs one process for each level of folders, whatever the number of commits: most commits share
  /// their folders.
  package func ids(
    of paths: [String], in commits: [GitObjectID]
  ) throws(GitError) -> [GitObjectID: [String: GitObjectID]] {
    // Two tags may name one commit: handle each commit once.
    let commits = Set(commits).sorted { $0.text < $1.text }
    let roots = try rootTrees(commits)
    var entriesByTree: [GitObjectID: [String: GitObjectID]] = [:]
    let split = paths.map { (path: $0, parts: $0.split(separator: "/").map(String.init)) }
    var walksByCommit = Dictionary(
      uniqueByLast: commits.map { commit in
        (
          commit,
          roots[commit].map { root in
            split.map { Walk(path: $0.path, at: root, remaining: $0.parts[...]) }
          } ?? []
        )
      })
    let depthMax = split.map(\.parts.count).max() ?? 0
    for _ in 0..<depthMax {
      let wanted = Set(walksByCommit.values.joined().filter { !$0.remaining.isEmpty }.map(\.at))
      let unknown = wanted.filter { entriesByTree[$0] == nil }.sorted { $0.text < $1.text }
      for (id, entries) in try trees(unknown) {
        entriesByTree[id] = Dictionary(uniqueByLast: entries.map { ($0.name, $0.id) })
      }
      for commit in commits {
        walksByCommit[commit] = walksByCommit[commit]?.compactMap { $0.step(entriesByTree) }
      }
    }
    return walksByCommit.mapValues { walks in
      Dictionary(uniqueByLast: walks.filter(\.remaining.isEmpty).map { ($0.path, $0.at) })
    }
  }

  /// A position on the way from a commit's root to a path.
  private struct Walk {
    var path: String
    /// The id of the folder that contains the remaining parts; at the end of the path, that of the
    /// object.
    var at: GitObjectID
    var remaining: ArraySlice<String>

    /// The position after the next part of the path; `nil` if the folder has no entry of this name.
    func step(_ trees: [GitObjectID: [String: GitObjectID]]) -> Walk? {
      guard let name = remaining.first else { return self }
      guard let id = trees[at]?[name] else { return nil }
      return Walk(path: path, at: id, remaining: remaining.dropFirst())
    }
  }
}

extension Dictionary {
  /// Makes a dictionary; if a key occurs several times, its last value counts.
  fileprivate init(uniqueByLast pairs: [(Key, Value)]) {
    self.init(pairs) { _, last in last }
  }
}

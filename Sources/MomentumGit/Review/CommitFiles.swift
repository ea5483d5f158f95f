import MomentumModelFiles

/// All files of a commit, with a name for it.
struct CommitFiles: Sendable {
  let repository: GitRepository
  let commit: GitObjectID
  /// What findings put before a path.
  let label: String
  let files: [GitFile]

  init(_ repository: GitRepository, _ commit: GitObjectID, label: String) throws(GitError) {
    self.repository = repository
    self.commit = commit
    self.label = label
    files = try repository.files(at: commit)
  }

  /// The files at and below a path, and those that links there lead to.
  func tree(of path: String) throws(GitError) -> FileTree {
    try repository.tree(of: try reachable(from: path), label: label)
  }

  /// The links of one path are followed no further than this.
  private static let roundsMax = 40

  private func reachable(from path: String) throws(GitError) -> [GitFile] {
    var wanted = [path]
    var seen: Set<String> = []
    var result: [GitFile] = []
    for _ in 0..<Self.roundsMax where !wanted.isEmpty {
      let found = files.filter { file in
        guard !seen.contains(file.path) else { return false }
        return wanted.contains { place in
          place.isEmpty || file.path == place || file.path.hasPrefix(place + "/")
            || (file.mode != .file && place.hasPrefix(file.path + "/"))
        }
      }
      seen.formUnion(found.map(\.path))
      result += found
      let links = found.filter { $0.mode == .link }
      let targets = try repository.contents(of: links.map(\.id), sizeMax: 1 << 12)
      wanted = links.flatMap { link -> [String] in
        guard let bytes = targets[link.id],
          let target = CommitFiles.target(String(decoding: bytes, as: UTF8.self), of: link.path)
        else { return [] }
        // Also what a path behind the link means.
        let rests = wanted.filter { $0.hasPrefix(link.path + "/") }
          .map { target + $0.dropFirst(link.path.count) }
        return [target] + rests
      }
    }
    return result
  }

  /// Where a link leads; `nil` for out of the repository.
  private static func target(_ text: String, of link: String) -> String? {
    guard !text.hasPrefix("/") else { return nil }
    var parts = link.split(separator: "/").dropLast().map(String.init)
    for part in text.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}

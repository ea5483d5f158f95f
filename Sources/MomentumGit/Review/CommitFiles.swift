public import MomentumModelFiles

/// All files of a commit, with a name for it.
public struct CommitFiles: Sendable {
  public let repository: GitRepository
  public let commit: GitObjectID
  /// What findings put before a path: `origin/main:`.
  public let label: String
  /// Sorted as git sorts them.
  public let files: [GitFile]

  public init(_ repository: GitRepository, _ commit: GitObjectID, label: String) throws(GitError) {
    self.repository = repository
    self.commit = commit
    self.label = label
    files = try repository.files(at: commit)
  }

  /// Whether a file or folder stands at a path, from the repository's root; links are not followed.
  public func contains(_ path: String) -> Bool {
    files.contains { $0.path == path || $0.path.hasPrefix(path + "/") }
  }

  /// The files at and below a path, and those that links there lead to; what is beside it is not read.
  public func tree(of path: String) throws(GitError) -> FileTree {
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
            // A link on the way.
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

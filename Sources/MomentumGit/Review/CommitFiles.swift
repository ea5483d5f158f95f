package import MomentumModelFiles

/// All files of a commit, with a label for findings.
package struct CommitFiles: Sendable {
  package let repository: GitRepository
  package let commit: GitObjectID
  /// The text before a path in findings, for example `origin/main:`.
  package let label: String
  /// The files in git's order.
  package let files: [GitFile]

  package init(_ repository: GitRepository, _ commit: GitObjectID, label: String) throws(GitError) {
    self.repository = repository
    self.commit = commit
    self.label = label
    files = try repository.files(at: commit)
  }

  /// Whether a file or folder is at a path, relative to the repository's root; links are not
  /// followed.
  package func contains(_ path: String) -> Bool {
    files.contains { $0.path == path || $0.path.hasPrefix(path + "/") }
  }

  /// The files at and below a path, and the files that links among them lead to. Other files are
  /// not read.
  package func tree(of path: String) throws(GitError) -> FileTree {
    try repository.tree(of: try reachable(from: path), label: label)
  }

  /// The files of the model at a path. For a folder that is no bundle, only Swift sources are read,
  /// since it may have many other files.
  package func modelTree(of path: String) throws(GitError) -> FileTree {
    guard ModelPlaces.isSwift(path, among: files) else { return try tree(of: path) }
    let sources = files.filter {
      $0.path.hasSuffix(".swift") && RepositoryPath.is($0.path, atOrBelow: path)
    }
    return try repository.tree(of: sources, label: label)
  }

  /// The number of links that are followed in a row; a longer chain is a loop.
  private static let roundsMax = 40

  private func reachable(from path: String) throws(GitError) -> [GitFile] {
    var wanted = [path]
    var seen: Set<String> = []
    var result: [GitFile] = []
    for _ in 0..<Self.roundsMax where !wanted.isEmpty {
      let newFiles = files.filter { file in
        guard !seen.contains(file.path) else { return false }
        return wanted.contains { place in
          place.isEmpty || file.path == place || file.path.hasPrefix(place + "/")
            // The file is a link in the path of a wanted file.
            || (file.mode != .file && place.hasPrefix(file.path + "/"))
        }
      }
      seen.formUnion(newFiles.map(\.path))
      result += newFiles
      let links = newFiles.filter { $0.mode == .link }
      let targets = try repository.contents(of: links.map(\.id), sizeMax: 1 << 12)
      wanted = links.flatMap { link -> [String] in
        guard let bytes = targets[link.id],
          let target = CommitFiles.target(String(decoding: bytes, as: UTF8.self), of: link.path)
        else { return [] }
        // Wanted paths that go through the link continue at the link's target.
        let rests = wanted.filter { $0.hasPrefix(link.path + "/") }
          .map { target + $0.dropFirst(link.path.count) }
        return [target] + rests
      }
    }
    return result
  }

  /// The path that a link leads to; `nil` if it is outside of the repository.
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

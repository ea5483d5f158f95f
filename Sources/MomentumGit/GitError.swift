/// The reason why a repository could not be read.
package enum GitError: Error, Sendable, Hashable {
  /// No executable `git` was found.
  case noGit
  /// The folder is not in a repository.
  case notARepository(path: String)
  /// The repository belongs to another user, and git refuses to read it.
  case untrusted(path: String)
  /// The path is a bare repository among the files of another repository; its settings could run
  /// programs.
  case embedded(path: String)
  /// No commit, branch or tag has the name, or the name is not allowed.
  case unknownRef(String)
  /// The name is unknown, but `near` is known: `origin/main` for `main`.
  case unknownRefNear(String, near: String)
  /// The name is unknown, in a clone without the whole history.
  case unknownRefInShallowClone(String)
  /// The name is known, but a shallow clone lacks the commit where both histories parted.
  case noMergeBaseInShallowClone(String)
  /// git failed for another reason; `message` is the first line that it printed.
  case failed(command: String, message: String)
}

extension GitError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noGit: "git cannot be run; install it, or give two paths instead of a ref"
    case .notARepository(let path): "'\(path)' is in no git repository"
    case .untrusted(let path):
      "the repository of '\(path)' belongs to another user, so git does not read it; run: git config --global --add safe.directory '\(path)'"
    case .embedded(let path):
      "'\(path)' is a bare repository among the files of another one, and is not read"
    case .unknownRef(let ref):
      "'\(ref)' names no commit, branch or tag; in a shallow clone fetch it first (git fetch origin)"
    case .unknownRefNear(let ref, let near):
      "'\(ref)' names no commit, branch or tag; did you mean '\(near)'?"
    case .unknownRefInShallowClone(let ref):
      "'\(ref)' names no commit, branch or tag in this shallow clone; \(fetchAll)"
    case .noMergeBaseInShallowClone(let ref):
      "this shallow clone does not reach back to where its history left '\(ref)', so what others did there since cannot be told from what was done here; \(fetchAll)"
    case .failed(let command, let message): "git \(command) failed: \(message)"
    }
  }
  private var fetchAll: String {
    "fetch all of the history (actions/checkout: fetch-depth: 0, GitLab: GIT_DEPTH: 0, by hand: git fetch --unshallow --tags)"
  }
}

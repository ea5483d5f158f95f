/// Why something could not be had of a repository.
public enum GitError: Error, Sendable, Hashable {
  /// There is no `git` to run.
  case noGit
  /// The folder is in no repository.
  case notARepository(path: String)
  /// git does not read a repository that belongs to somebody else.
  case untrusted(path: String)
  /// A bare repository among the files of another one: its settings could run programs.
  case embedded(path: String)
  /// No commit, branch or tag has the name, or it is not one that git takes.
  case unknownRef(String)
  /// The same, where another name would do: `origin/main` for `main`.
  case unknownRefNear(String, near: String)
  /// The same, in a clone that has not all of the history.
  case unknownRefInShallowClone(String)
  /// The ref is there, but not the commit where the history of now left it.
  case noMergeBaseInShallowClone(String)
  /// git said something else; its first line.
  case failed(command: String, message: String)
}

extension GitError: CustomStringConvertible {
  public var description: String {
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

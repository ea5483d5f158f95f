/// Why something could not be had of a repository.
public enum GitError: Error, Sendable, Hashable {
  /// There is no `git` to run.
  case noGit
  /// The folder is in no repository.
  case notARepository(path: String)
  /// No commit, branch or tag has the name, or it is not one that git takes.
  case unknownRef(String)
  /// git said something else; its first line.
  case failed(command: String, message: String)
}

extension GitError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noGit: "git cannot be run; install it, or give two paths instead of a ref"
    case .notARepository(let path): "'\(path)' is in no git repository"
    case .unknownRef(let ref):
      "'\(ref)' names no commit, branch or tag; in a shallow clone fetch it first (git fetch origin)"
    case .failed(let command, let message): "git \(command) failed: \(message)"
    }
  }
}

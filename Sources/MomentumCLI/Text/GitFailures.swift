import MomentumGit

/// Runs what reads a repository; its failures become the command's.
func gitFailures<Result>(_ body: () throws(GitError) -> Result) throws -> Result {
  do throws(GitError) {
    return try body()
  } catch {
    throw CommandFailure(error)
  }
}

extension CommandFailure {
  init(_ error: GitError) {
    let status: ExitStatus =
      switch error {
      case .notARepository, .unknownRef, .unknownRefNear, .unknownRefInShallowClone,
        .noMergeBaseInShallowClone, .embedded:
        .badInput
      case .noGit, .untrusted, .failed: .failure
      }
    self.init(error.description, status: status)
  }
}

import MomentumGit

/// Runs a function that reads a repository; its errors become the command's errors.
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

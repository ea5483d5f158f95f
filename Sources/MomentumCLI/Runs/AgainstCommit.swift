import Foundation
import Momentum
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumModelFiles

/// The models of a repository at a commit and now; errors become the command's errors.
struct AgainstCommit {
  let review: RepositoryReview
  /// Whether the new models are read from a commit too, so that no file can be written beside them.
  let isOfCommit: Bool

  /// - Parameter model: A path in the repository; `nil` for the repository of the current folder.
  static func open(_ ref: String, at head: String?, _ model: String?) throws -> AgainstCommit {
    try gitFailures { () throws(GitError) in
      let repository = try GitRepository.containing(path: model ?? ".")
      return AgainstCommit(
        review: try RepositoryReview(repository, against: ref, at: head),
        isOfCommit: head != nil || repository.root == nil)
    }
  }

  /// The note that a merge base is compared instead of the ref, or that the ref has another
  /// history; `nil` otherwise.
  var mergeBaseNote: String? {
    if review.isUnrelated {
      return
        "'\(review.ref)' and this history have no commit in common; comparing with '\(review.ref)' as it is"
    }
    return review.isMergeBase
      ? "comparing with \(review.commit.short), where this history left '\(review.ref)'" : nil
  }

  func pairs() throws -> [RepositoryReview.Pair] {
    try gitFailures { () throws(GitError) in try review.pairs() }
  }

  func pairs(below folder: String) throws -> [RepositoryReview.Pair] {
    try gitFailures { () throws(GitError) in try review.pairs(below: folder) }
  }

  func pair(_ path: String) throws -> RepositoryReview.Pair {
    try gitFailures { () throws(GitError) in try review.pair(path: path) }
  }

  /// The review of a model as it was at the commit and as it is now; `nil` if nothing changed.
  func review(
    _ pair: RepositoryReview.Pair, released: [String]? = nil, usesStagedMigration: Bool = false,
    isStrict: Bool = false
  ) throws -> VersionReview? {
    try failures {
      try review.review(
        pair, released: released ?? RepositoryReview.releasePatterns,
        usesStagedMigration: usesStagedMigration, isStrict: isStrict)
    }
  }

  /// Reads the current version of a model, as it was at the commit or as it is now.
  func input(_ pair: RepositoryReview.Pair, atCommit: Bool) throws -> ModelInput {
    var found = Diagnostics()
    let file = try failures {
      try review.currentFile(of: pair, atCommit: atCommit, &found)
    }
    guard let file else { throw InputRejected(diagnostics: found) }
    return ModelInput.read(file, found)
  }

  /// The error that says why the current version of one side cannot be used.
  func rejected(_ pair: RepositoryReview.Pair, atCommit: Bool) throws -> InputRejected {
    InputRejected(diagnostics: try input(pair, atCommit: atCommit).diagnostics)
  }

  /// The file `.momentum.json` beside a model, in its present state.
  func configuration(of pair: RepositoryReview.Pair, or given: String? = nil) throws
    -> ConfigurationFile
  {
    if let given { return try .beside(given, or: given) }
    let found = try failures { try review.file(named: CheckConfiguration.fileName, beside: pair) }
    return try ConfigurationFile(path: found.path, file: found.file)
  }

  /// Refuses `--baseline` in a bare repository, where it cannot write files.
  func requireWorkTree() throws {
    guard isOfCommit else { return }
    throw CommandFailure(
      "--baseline writes files beside models, and a bare repository has none", status: .usage)
  }

  func bundleName(of pair: RepositoryReview.Pair) -> String {
    URL(fileURLWithPath: pair.new ?? pair.old ?? "").deletingPathExtension().lastPathComponent
  }

  func failures<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GitError {
      throw CommandFailure(error)
    } catch let error as ModelFileError {
      throw CommandFailure(error.description)
    }
  }
}

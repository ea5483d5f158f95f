import ArgumentParser
import MomentumDiagnostics
import MomentumModelFiles

/// What `check` finds in a repository before `init` has written anything.
struct FirstCheck {
  /// The baselines that hold the findings of today; none is written.
  let baselines: [LintBaselines.Pending]
  /// The findings that no baseline can hide.
  let open: Diagnostics
  /// The files that could not be read.
  let failures: [CommandFailure]
  /// Whether a check fails although the baselines are used.
  let isFailure: Bool

  /// - Parameter settings: The settings of a `.momentum.json` that is not written yet.
  init(_ survey: RepositorySurvey, _ settings: ProjectSettings?) throws {
    let options = try CheckOptions.parse(["--write-baseline"] + (settings?.checkArguments ?? []))
    var run = CheckRun(options: options, targets: survey.models)
    run.baselines = LintBaselines(
      LintBaselines.Options(isWritten: true, newFolder: survey.root))
    for model in survey.models { try run.check(model) }
    try run.reviewAll()
    baselines = run.baselines.pending()
    open = run.findings
    failures = run.failures
    isFailure = run.isFailure || run.isUnreadable || !run.failures.isEmpty
  }
}

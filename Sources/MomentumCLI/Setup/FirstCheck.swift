import ArgumentParser
import MomentumDiagnostics
import MomentumModelFiles

/// The findings of `check` in a repository before `init` has written anything.
struct FirstCheck {
  /// The new baselines, which hold the present findings; none is written.
  let baselines: [LintBaselines.Pending]
  /// The baselines that exist.
  let keptBaselines: [String]
  /// The findings that no baseline hides: errors of models, and findings that the existing
  /// baselines do not list.
  let open: Diagnostics
  /// The files that could not be read.
  let failures: [CommandFailure]
  /// Whether a check fails although the baselines are used.
  let isFailure: Bool

  /// - Parameter settings: The settings of a `.momentum.json` that is not written yet.
  init(
    _ survey: RepositorySurvey, _ settings: ProjectSettings?, _ progress: StepProgress
  ) throws {
    let options = try CheckCommand.parse(["--write-baseline"] + (settings?.checkArguments ?? []))
    var run = CheckRun(options: options, targets: survey.models)
    run.baselines = LintBaselines(
      LintBaselines.Options(isWritten: true, newFolder: survey.root, keepsFiles: true))
    for (index, model) in survey.models.enumerated() {
      progress.show(index, of: survey.models.count, model)
      try run.check(model)
    }
    try run.reviewAll()
    baselines = run.baselines.pending()
    keptBaselines = run.baselines.keptFiles
    open = run.findings
    failures = run.failures
    isFailure = run.isFailure || run.isUnreadable || !run.failures.isEmpty
  }
}

import ArgumentParser
import Momentum
import MomentumDiagnostics
import MomentumDiff

extension CheckCommand {
  func run(_ console: Console) throws -> ExitStatus {
    var run = try checked(console)
    if fix {
      let files = try FixedFiles.write(run.findings)
      for file in files where !global.quiet {
        console.note("\(file.path): \(plural(file.count, "repair")) made")
      }
      if !files.isEmpty { run = try checked(console) }
    }
    let all = run.findings.all
    switch format {
    case .text:
      global.report(
        run.findings, to: console.writeOutput, isTerminal: console.outputIsTerminal,
        isPedantic: pedantic)
      if !global.quiet { console.note(summary(run)) }
      if !global.quiet, run.unreviewedCount > 0 {
        console.note(
          "not looked at because of errors: stored predicates and the review of \(plural(run.unreviewedCount, "model")); repair the errors and check again"
        )
      }
    case .json: console.writeOutput(JSONRenderer().render(all, baseline: run.baselineCounts))
    case .sarif:
      console.writeOutput(
        SARIFRenderer(version: MomentumTool.version, rules: DiagnosticCatalogue.all.reportRules)
          .render(run.findingsFromRoot, baseline: run.baselineCounts))
    case .github: console.writeOutput(GitHubRenderer().render(run.findingsFromRoot))
    case .gitlab: console.writeOutput(GitLabRenderer().render(run.findingsFromRoot))
    case .junit:
      console.writeOutput(
        JUnitRenderer(checked: run.paths, failsFrom: junitThreshold).render(run.failingAsErrors))
    }
    if !global.quiet {
      for note in run.notes { console.note(note) }
      if run.failingByClassCount > 0 {
        console.note(
          "fails because of \(plural(run.failingByClassCount, "change")) of class \(failOn?.rawValue ?? "drops-data") or graver: repair, or acknowledge in \(CheckConfiguration.fileName) (--baseline writes it)"
        )
      }
    }
    // The other formats have no place for files that could not be read, so print these failures to
    // standard error.
    if format != .text {
      for failure in run.failures { console.note("error: \(failure.text)") }
    }
    if let failure = run.failures.first { return failure.status }
    return run.isUnreadable ? .badInput : run.isFailure ? .findings : .success
  }

  /// The least severity that a JUnit report shows as a failure; `nil` shows none. Only `--fail-on`
  /// sets it: thresholds in configuration files can differ between bundles and change the exit
  /// status only.
  private var junitThreshold: Severity? {
    switch failOn ?? .error {
    case .warning: .warning
    case .never: nil
    case .error, .lossless, .dropsData, .dependsOnData, .notInferrable, .unproven: .error
    }
  }

  private func checked(_ console: Console) throws -> CheckRun {
    let progress = StepProgress("checking", console, isQuiet: global.quiet)
    defer { progress.clear() }
    guard let against = against else { return try checkedAlone(console, progress) }
    var run = CheckRun(options: self, targets: models)
    do {
      let review = try AgainstCommit.open(
        against, at: commit.at, models.first)
      run.isOfCommit = review.isOfCommit
      if baseline { try review.requireWorkTree() }
      try run.check(against: review, models, progress)
    }
    try run.finish()
    return run
  }

  private func checkedAlone(_ console: Console, _ progress: StepProgress) throws -> CheckRun {
    let search = StepProgress("searching", console, isQuiet: global.quiet)
    defer { search.clear() }
    var found: [String] = []
    var empty: [String] = []
    for path in models.isEmpty ? ["."] : models {
      let isSearched = ModelDiscovery.isSearched(path)
      let inner = isSearched ? try ModelDiscovery.models(below: path, search) : [path]
      if inner.isEmpty { empty.append(path) }
      found += inner
    }
    var run = CheckRun(options: self, targets: found)
    for folder in models.isEmpty ? ["."] : models.filter(ModelDiscovery.isSearched) {
      run.baselines.addSearched(folder)
    }
    for path in empty {
      run.fail(
        CommandFailure(
          "no data model below '\(path)'; a '.xcdatamodeld', '.xcdatamodel', '.xcmappingmodel' or Swift sources with '@Model' classes were expected",
          status: .badInput), at: path)
    }
    search.clear()
    for (index, path) in found.enumerated() {
      progress.show(index, of: found.count, path)
      try run.check(path)
    }
    try run.finish()
    return run
  }

  private func summary(_ run: CheckRun) -> String {
    let all = run.findings.all
    let errors = all.count { $0.severity == .error }
    let warnings = all.count { $0.severity == .warning }
    return
      "\(plural(run.paths.count, "model")) checked: \(plural(errors, "error")), \(plural(warnings, "warning"))"
  }
}

extension DiagnosticCatalogue {
  /// The rules that a SARIF report lists: one for each kind of finding.
  var reportRules: [SARIFRenderer.Rule] { rules.map(\.reportRule) }
}

extension DiagnosticRule {
  fileprivate var reportRule: SARIFRenderer.Rule {
    SARIFRenderer.Rule(id: id, summary: summary, help: explanation, severity: severity)
  }
}

import ArgumentParser
import Momentum
import MomentumDiagnostics
import MomentumDiff

struct CheckCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with a model, with file, line and column.",
    discussion: """
      Runs all checks on the current version of each bundle, looks for errors in the other versions, and \
      compares versions and bundles with each other. 'momentum explain-diagnostic ID' says why a finding \
      matters and how to repair it.

      Without a model, every model and mapping model below the current folder is checked; with a folder, those \
      below that folder. Folders of builds and dependencies (.build, DerivedData, Pods, Carthage, node_modules) \
      are skipped. A model that cannot be read is an error in every format, with exit status 74 or 65.

      A file .momentum.json beside a bundle, or in a folder above it up to the repository's root, changes \
      severities for all who check it:
        { "diagnostics": { "model.missing-inverse": "allow" },
          "overrides": [{ "bundle": "Shop", "version": "Shop 1*", "diagnostics": { "model.*": "allow" } }],
          "cloudKit": true, "failOn": "warning", "strictCoreData": true }

      In a project with many old findings, run --write-baseline once and commit .momentum-baseline.json: later \
      checks show only new findings. Errors of a model are never hidden.

      A mapping model (.xcmappingmodel, .cdm) is compared with the versions of the bundles named on the command \
      line, or of those in its folder. The check says whether Core Data still finds the mapping model, whether \
      it does more than an inferred migration, and what it loses.

      With --against, the models are compared with those at a branch, tag or commit. The check reports released \
      versions that were edited, deleted or made current again, what the change of the current version means \
      for users' stores, and for which stores of older versions it makes the migration worse. Without a model, \
      every model of the repository that has changed is checked. The check fails for changes that drop data or \
      are worse, unless .momentum.json acknowledges them:
        { "released": ["v*"], "stagedMigration": true, "acknowledged": [ … ] }

      Acknowledgements of changes are written by --baseline, findings about models as they are by --write-baseline. \
      "released" names the tags of releases, or branches and commits that count as releases; an edit of a \
      version that is in no release is only a note. With --strict every version at the ref counts as released. \
      If the app has a mapping model for the two versions, the change is judged by that mapping model. Other \
      findings are shown only if the change adds them.

      In sarif, github and gitlab, paths are relative to the root of the repository.

      momentum check
      momentum check --write-baseline
      momentum check --fail-on warning
      momentum check --against origin/main
      momentum check 'App/Model.xcdatamodeld@Model 3'
      momentum check App/Model.xcdatamodeld App/Model1to2.xcmappingmodel
      momentum check Model.xcdatamodeld --format sarif > findings.sarif
      """)

  @OptionGroup var options: CheckOptions

  var global: GlobalOptions { options.global }

  func run(_ console: Console) throws -> ExitStatus {
    var run = try checked(console)
    if options.fix {
      let files = try FixedFiles.write(run.findings)
      for file in files where !global.quiet {
        console.note("\(file.path): \(plural(file.count, "repair")) made")
      }
      if !files.isEmpty { run = try checked(console) }
    }
    let all = run.findings.all
    switch options.format {
    case .text:
      global.report(
        run.findings, to: console.writeOutput, isTerminal: console.outputIsTerminal,
        isPedantic: options.pedantic)
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
          "fails because of \(plural(run.failingByClassCount, "change")) of class \(options.failOn?.rawValue ?? "drops-data") or graver: repair, or acknowledge in \(CheckConfiguration.fileName) (--baseline writes it)"
        )
      }
    }
    // The other formats have no place for files that could not be read, so print these failures to
    // standard error.
    if options.format != .text {
      for failure in run.failures { console.note("error: \(failure.text)") }
    }
    if let failure = run.failures.first { return failure.status }
    return run.isUnreadable ? .badInput : run.isFailure ? .findings : .success
  }

  /// The least severity that a JUnit report shows as a failure; `nil` shows none. Only `--fail-on`
  /// sets it: thresholds in configuration files can differ between bundles and change the exit
  /// status only.
  private var junitThreshold: Severity? {
    switch options.failOn ?? .error {
    case .warning: .warning
    case .never: nil
    case .error, .lossless, .dropsData, .dependsOnData, .notInferrable, .unproven: .error
    }
  }

  private func checked(_ console: Console) throws -> CheckRun {
    let progress = StepProgress("checking", console, isQuiet: global.quiet)
    defer { progress.clear() }
    guard let against = options.against else { return try checkedAlone(console, progress) }
    var run = CheckRun(options: options, targets: options.models)
    do {
      let review = try AgainstCommit.open(
        against, at: options.commit.at, options.models.first)
      run.isOfCommit = review.isOfCommit
      if options.baseline { try review.requireWorkTree() }
      try run.check(against: review, options.models, progress)
    }
    try run.finish()
    return run
  }

  private func checkedAlone(_ console: Console, _ progress: StepProgress) throws -> CheckRun {
    let search = StepProgress("searching", console, isQuiet: global.quiet)
    defer { search.clear() }
    var found: [String] = []
    var empty: [String] = []
    for path in options.models.isEmpty ? ["."] : options.models {
      let isSearched = ModelDiscovery.isSearched(path)
      let inner = isSearched ? try ModelDiscovery.models(below: path, search) : [path]
      if inner.isEmpty { empty.append(path) }
      found += inner
    }
    var run = CheckRun(options: options, targets: found)
    for folder in options.models.isEmpty ? ["."] : options.models.filter(ModelDiscovery.isSearched)
    {
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

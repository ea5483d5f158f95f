import ArgumentParser
import Momentum
import MomentumDiagnostics

struct CheckCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with a model, with file, line and column.",
    discussion: """
      Checks the current version of each bundle whole, the other versions for errors, and versions and \
      bundles against each other. 'momentum explain-diagnostic ID' says why a finding matters and how it \
      is repaired.

      A file .momentum.json beside a bundle changes severities for all who check it:
        { "diagnostics": { "model.optional-scalar": "allow" },
          "cloudKit": true, "failOn": "warning" }

      momentum check App/Model.xcdatamodeld --fail-on warning
      momentum check Model.xcdatamodeld --format sarif > findings.sarif
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case sarif
    case github
    case gitlab
    case junit
  }

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case never
  }

  @Argument(help: .model)
  var models: [String]

  @Option(
    help:
      "How to print the findings: sarif is for code scanning, github for Actions, gitlab for code quality, junit for test reports."
  )
  var format: Format = .text

  @Option(
    help:
      "Exit with 1 when there are findings of this severity (default: error, or what .momentum.json says)."
  )
  var failOn: FailureThreshold?

  @Option(help: ArgumentHelp("Report findings of this id as errors.", valueName: "id"))
  var error: [String] = []

  @Option(help: ArgumentHelp("Report findings of this id as warnings.", valueName: "id"))
  var warn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Do not report findings of this id. What keeps a model from being read stays.",
      valueName: "id"))
  var allow: [String] = []

  @Flag(help: "Apply the rules of models that sync with CloudKit too.")
  var cloudkit = false

  @Flag(
    help:
      "Make the repairs that findings offer in the contents files, then report what is left. Not for a version that has shipped: some repairs change its hashes."
  )
  var fix = false

  @Option(
    help: ArgumentHelp(
      "The configuration to use instead of .momentum.json beside the bundle.", valueName: "file"))
  var config: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    for id in error + warn + allow where DiagnosticCatalogue[id] == nil {
      let near = DiagnosticCatalogue.near(id).map { "; did you mean '\($0)'?" }
      throw ValidationError(
        "no diagnostic has the id '\(id)'\(near ?? "; 'momentum explain-diagnostic' lists them")")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    var run = try checked()
    if fix {
      let files = try FixedFiles.write(run.findings)
      for file in files where !global.quiet {
        console.note("\(file.path): \(plural(file.count, "repair")) made")
      }
      if !files.isEmpty { run = try checked() }
    }
    let all = run.findings.all
    switch format {
    case .text:
      global.report(run.findings, to: console.writeOutput, isTerminal: console.outputIsTerminal)
      if !global.quiet { console.note(summary(all)) }
      if !global.quiet, run.unreviewedCount > 0 {
        console.note(
          "not looked at because of errors: stored predicates and the review of \(plural(run.unreviewedCount, "model")); repair the errors and check again"
        )
      }
    case .json: console.writeOutput(JSONRenderer().render(all))
    case .sarif:
      let rules = DiagnosticCatalogue.all.map(\.rule)
      console.writeOutput(
        SARIFRenderer(version: MomentumTool.version, rules: rules).render(all))
    case .github: console.writeOutput(GitHubRenderer().render(all))
    case .gitlab: console.writeOutput(GitLabRenderer().render(all))
    case .junit:
      console.writeOutput(JUnitRenderer(checked: models, failsFrom: junitThreshold).render(all))
    }
    for failure in run.failures { console.note("error: \(failure.text)") }
    guard run.failures.isEmpty else { return .failure }
    return run.isUnreadable ? .badInput : run.isFailure ? .findings : .success
  }

  /// What `--fail-on` says; a configuration file's threshold differs from bundle to bundle and is left
  /// to the exit status.
  private var junitThreshold: Severity? {
    switch failOn ?? .error {
    case .error: .error
    case .warning: .warning
    case .never: nil
    }
  }

  private func checked() throws -> CheckRun {
    var run = CheckRun(options: self)
    for path in models { try run.check(path) }
    run.finish()
    return run
  }

  private func summary(_ all: [Diagnostic]) -> String {
    let errors = all.count { $0.severity == .error }
    let warnings = all.count { $0.severity == .warning }
    return
      "\(plural(models.count, "model")) checked: \(plural(errors, "error")), \(plural(warnings, "warning"))"
  }

  /// What the options say, above any file.
  var levels: CheckConfiguration {
    var levels: [String: CheckConfiguration.Level] = [:]
    for id in allow { levels[id] = .allow }
    for id in warn { levels[id] = .warning }
    for id in error { levels[id] = .error }
    return CheckConfiguration(
      levels: levels, cloudKit: cloudkit ? true : nil,
      failOn: failOn.flatMap { CheckConfiguration.FailureThreshold(rawValue: $0.rawValue) })
  }
}

extension DiagnosticExplanation {
  fileprivate var rule: SARIFRenderer.Rule {
    SARIFRenderer.Rule(id: id, summary: summary, help: explanation, severity: severity)
  }
}

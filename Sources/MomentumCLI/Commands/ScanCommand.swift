import ArgumentParser
import Foundation
import MomentumDiagnostics

struct ScanCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Check predicates, sort descriptors and names in Swift and Objective-C sources.",
    discussion: """
      Finds each format of NSPredicate, each key of a sort descriptor or of key-value coding, each name of an \
      entity or of a stored fetch request, and checks it against the model. The entity is that of the request, \
      the object, the extension or the function that the code belongs to. Where nothing says which entity is \
      meant, only a key that no entity has is a finding, and that is a warning.

      Predicates for arrays, for the persistent history and for other frameworks are left alone, and names that \
      the program declares itself count as known. With several models a name of any of them is known. Without \
      --model, a model that cannot be read is reported, and the sources are checked with the others.

      A comment switches rules off: '// momentum:disable:next scan.unknown-key', also ':this' and ':previous', or \
      from '// momentum:disable RULE' to '// momentum:enable RULE'. 'all' stands for every rule.

      Severities are set by options, or by .momentum.json beside the sources or in a folder above them, as for \
      'momentum check'. 'momentum explain-diagnostic ID' says why a finding matters and how to repair it.

      momentum scan Sources --model Models/BubbleTea.xcdatamodeld
      momentum scan
      momentum scan --format xcode --fail-on warning
      momentum scan App --format sarif > findings.sarif
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case xcode
    case github
    case gitlab
    case sarif
    case json
    case checkstyle
    case junit
  }

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case never
  }

  @Argument(
    help: ArgumentHelp(
      "Swift and Objective-C files, or folders to search. Without one the current folder is searched.",
      valueName: "path"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "A model that the sources use, as for 'momentum check'; repeat for several. Without one the models in the folders are used.",
      valueName: "model"))
  var model: [String] = []

  @Option(
    help:
      "How to print the findings: xcode is for a build phase, sarif for code scanning, github for Actions, gitlab for code quality, checkstyle and junit for reports."
  )
  var format: Format = .text

  @Option(
    help:
      "Exit with 1 when there are findings of this severity (default: error, or what .momentum.json says)."
  )
  var failOn: FailureThreshold?

  @OptionGroup var severities: SeverityOptions

  @Flag(help: "Make the repairs that findings offer in the sources, then report what is left.")
  var fix = false

  @Option(
    help: ArgumentHelp(
      "The configuration to use instead of the nearest .momentum.json.", valueName: "file"))
  var config: String?

  @OptionGroup var strictness: CoreDataOption
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if version.modelVersion != nil, model.count != 1 {
      throw ValidationError("--model-version needs one --model")
    }
  }

  /// The severities that the options set; they override the ones of configuration files.
  var levels: CheckConfiguration {
    CheckConfiguration(
      levels: severities.levels(isStrict: strictness.strictCoreData),
      failOn: failOn.flatMap { CheckConfiguration.FailureThreshold(rawValue: $0.rawValue) })
  }
}

extension ScanCommand {
  func run(_ console: Console) throws -> ExitStatus {
    var run = ScanRun(self)
    try run.scan(console)
    if fix {
      let files = try FixedFiles.write(run.findings)
      for file in files where !global.quiet {
        console.note("\(file.path): \(plural(file.count, "repair")) made")
      }
      if !files.isEmpty {
        run = ScanRun(self)
        try run.scan(console)
      }
    }
    print(run, console)
    for failure in run.failures { console.note("error: \(failure.text)") }
    if let failure = run.failures.first { return failure.status }
    return run.isFailure ? .findings : .success
  }

  private func print(_ run: ScanRun, _ console: Console) {
    let all = run.findings.all
    let places = FindingPlaces(labels: [])
    var fromRoot: [Diagnostic] { all.map(places.fromRoot) }
    switch format {
    case .text:
      global.report(
        run.findings, to: console.writeOutput, isTerminal: console.outputIsTerminal)
    case .xcode:
      console.writeOutput(
        XcodeRenderer(folder: FileManager.default.currentDirectoryPath).render(all))
    case .github: console.writeOutput(GitHubRenderer().render(fromRoot))
    case .gitlab: console.writeOutput(GitLabRenderer().render(fromRoot))
    case .sarif:
      console.writeOutput(
        SARIFRenderer(version: MomentumTool.version, rules: DiagnosticCatalogue.all.reportRules)
          .render(fromRoot))
    case .json: console.writeOutput(JSONRenderer().render(all))
    case .checkstyle: console.writeOutput(CheckstyleRenderer().render(all))
    case .junit:
      console.writeOutput(
        JUnitRenderer(checked: run.paths, failsFrom: failOn == .warning ? .warning : .error)
          .render(all))
    }
    guard !global.quiet, format == .text else { return }
    let errors = all.count { $0.severity == .error }
    let warnings = all.count { $0.severity == .warning }
    console.note(
      "\(plural(run.fileCount, "file")) scanned with \(plural(run.modelCount, "model")): \(plural(errors, "error")), \(plural(warnings, "warning"))"
    )
  }
}

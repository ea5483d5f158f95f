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

  @OptionGroup var options: ScanOptions

  var global: GlobalOptions { options.global }

  func run(_ console: Console) throws -> ExitStatus {
    var run = ScanRun(options)
    try run.scan(console)
    if options.fix {
      let files = try FixedFiles.write(run.findings)
      for file in files where !global.quiet {
        console.note("\(file.path): \(plural(file.count, "repair")) made")
      }
      if !files.isEmpty {
        run = ScanRun(options)
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
    switch options.format {
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
        JUnitRenderer(checked: run.paths, failsFrom: options.failOn == .warning ? .warning : .error)
          .render(all))
    }
    guard !global.quiet, options.format == .text else { return }
    let errors = all.count { $0.severity == .error }
    let warnings = all.count { $0.severity == .warning }
    console.note(
      "\(plural(run.fileCount, "file")) scanned with \(plural(run.modelCount, "model")): \(plural(errors, "error")), \(plural(warnings, "warning"))"
    )
  }
}

import ArgumentParser
import Foundation
import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate

struct CheckCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with a model, with file, line and column.",
    discussion: """
      Checks the current version of each bundle whole, the other versions for errors, and versions and \
      bundles against each other. 'momentum explain-diagnostic ID' says why a finding matters and how it \
      is repaired.

      A file .momentum.json beside a bundle changes severities for all who check it:
        { "diagnostics": { "model.optional-scalar": "allow" }, "cloudKit": true, "failOn": "warning" }

      momentum check App/Model.xcdatamodeld --fail-on warning
      momentum check Model.xcdatamodeld --format sarif > findings.sarif
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case sarif
    case github
  }

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case never
  }

  @Argument(help: .model)
  var models: [String]

  @Option(help: "How to print the findings: sarif is for code scanning, github for Actions.")
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

  @Option(help: ArgumentHelp("Do not report findings of this id.", valueName: "id"))
  var allow: [String] = []

  @Flag(help: "Apply the rules of models that sync with CloudKit too.")
  var cloudkit = false

  @Flag(
    help:
      "Make the repairs that findings offer in the contents files, then report what is left.")
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
    case .json: console.writeOutput(JSONRenderer().render(all))
    case .sarif:
      let rules = DiagnosticCatalogue.all.map(\.rule)
      console.writeOutput(
        SARIFRenderer(version: MomentumTool.version, rules: rules).render(all))
    case .github: console.writeOutput(GitHubRenderer().render(all))
    }
    return run.isUnreadable ? .badInput : run.isFailure ? .findings : .success
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
  fileprivate var levels: CheckConfiguration {
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

/// Repairs on their way into `contents` files.
private enum FixedFiles {
  /// Writes each file at once or not at all. A file that holds other bytes than were checked is left alone:
  /// the text of a compiled model stands in no file.
  static func write(_ findings: Diagnostics) throws -> [FixedFile] {
    try findings.applyingFixIts().filter { file in
      let url = URL(fileURLWithPath: file.path)
      guard file.fixed != file.original, let found = try? Data(contentsOf: url),
        Array(found) == file.original
      else { return false }
      do {
        // A link stays one, and so do the permissions of what it leads to.
        try Data(file.fixed).write(to: url.resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw CommandFailure("cannot write '\(file.path)'")
      }
      return true
    }
  }
}

/// One run over all models of a command.
private struct CheckRun {
  let options: CheckCommand
  var findings = Diagnostics()
  /// Whether a model could not be read at all.
  var isUnreadable = false
  /// Whether a finding reaches the threshold of its model.
  var isFailure = false
  private var models: [CheckedModel] = []

  init(options: CheckCommand) { self.options = options }

  mutating func check(_ path: String) throws {
    let configuration = try configuration(for: path).overridden(by: options.levels)
    var found = Diagnostics()
    do {
      let input = try ModelInput.read(path, version: options.version.modelVersion)
      found.append(contentsOf: input.diagnostics)
      isUnreadable = isUnreadable || input.syntax == nil
      if let checked = input.checked {
        checked.review(cloudKit: configuration.cloudKit ?? false, &found)
        models.append(checked)
      }
      if input.file.path != path {
        try reviewBundle(path, checked: input.file.versionName, &found)
      }
    } catch let rejected as InputRejected {
      found.append(contentsOf: rejected.diagnostics)
      isUnreadable = true
    }
    report(found, configuration)
  }

  /// What can be said of the bundles together.
  mutating func finish() {
    guard models.count > 1 else { return }
    var found = Diagnostics()
    BundleReview.reviewNames(of: models, &found)
    report(found, options.levels)
  }

  private func reviewBundle(
    _ path: String, checked: String, _ found: inout Diagnostics
  ) throws {
    do throws(ModelFileError) {
      try BundleReview.review(path: path, checked: checked, &found)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  private mutating func report(_ found: Diagnostics, _ configuration: CheckConfiguration) {
    let shown = configuration.apply(to: found)
    findings.append(contentsOf: shown)
    switch configuration.failOn ?? .error {
    case .error: isFailure = isFailure || shown.hasErrors
    case .warning: isFailure = isFailure || shown.all.contains { $0.severity >= .warning }
    case .never: break
    }
  }

  // MARK: - Configuration

  private func configuration(for model: String) throws -> CheckConfiguration {
    let path = options.config ?? CheckRun.configurationPath(beside: model)
    guard options.config != nil || FileManager.default.fileExists(atPath: path) else {
      return CheckConfiguration()
    }
    let file = SourceFile(path: path, utf8: try InputFile.read(path))
    var problems = Diagnostics()
    guard let result = CheckConfiguration.read(file, &problems) else {
      throw InputRejected(diagnostics: problems)
    }
    return result
  }

  /// In the folder that holds the bundle, also where a version or its file was given.
  private static func configurationPath(beside model: String) -> String {
    var url = URL(fileURLWithPath: model)
    repeat {
      url.deleteLastPathComponent()
    } while [
      "xcdatamodel", "xcdatamodeld", "momd",
    ].contains(url.pathExtension)
    let path = url.appendingPathComponent(CheckConfiguration.fileName).path
    // Shown as the user would write it.
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}

/// `1 error`, `2 errors`
func plural(_ count: Int, _ noun: String) -> String {
  let ending = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : noun + "s"
  return count == 1 ? "1 \(noun)" : "\(count) \(ending)"
}

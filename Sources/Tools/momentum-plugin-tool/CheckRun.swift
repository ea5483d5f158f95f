import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate

/// `check`: reports everything about models that does not need SQLite's planner.
struct CheckRun {
  private var models: [String] = []
  private var options = CheckConfiguration()
  private var isPedantic = false
  /// Baseline files by path; `nil` for a file that cannot be read. A listed finding is removed from
  /// this value (not from the file) once a model has it, so that it hides only one.
  private var baselines: [String: LintBaselineFile?] = [:]
  private var hiddenCount = 0

  /// Reads the arguments of the command; `nil` if they cannot be used.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--cloudkit": options.cloudKit = true
      case "--pedantic": isPedantic = true
      case "--fail-on":
        guard let threshold = rest.popFirst().flatMap(CheckConfiguration.FailureThreshold.init)
        else { return nil }
        options.failOn = threshold
      case _ where word.hasPrefix("--"): return nil
      case _: models.append(word)
      }
    }
    guard !models.isEmpty else { return nil }
  }

  mutating func run() -> PluginTool.Status {
    var status = PluginTool.Status.success
    var counts = (errors: 0, warnings: 0)
    for model in models {
      do {
        let (findings, result) = try check(model)
        PluginTool.report(findings)
        counts.errors += findings.all.count { $0.severity == .error }
        counts.warnings += findings.all.count { $0.severity == .warning }
        if result.rawValue > status.rawValue { status = result }
      } catch {
        PluginTool.report("error: \(error)")
        status = .failure
      }
    }
    PluginTool.report(
      "\(plural(models.count, "model")) checked: \(plural(counts.errors, "error")), "
        + plural(counts.warnings, "warning")
        + (hiddenCount > 0 ? "; \(hiddenCount) more hidden by \(LintBaseline.fileName)" : ""))
    return status
  }

  private mutating func check(_ path: String) throws -> (Diagnostics, PluginTool.Status) {
    var found = Diagnostics()
    guard let configuration = try configuration(beside: path, &found) else {
      return (found, .badInput)
    }
    let loaded = try ModelBundle.load(path: path, &found)
    let read = loaded.map { ReadModel($0.contents, found: found) }
    found = read?.diagnostics ?? found
    if let checked = read?.checked {
      ModelReview.review(
        checked.model, checked.syntax, cloudKit: configuration.cloudKit ?? false, &found)
      StoredRequestReview.review(
        checked.storedRequests, checked.syntax, checked.model, &found)
    }
    let (findings, isKnown) = try newFindings(found, of: path, configuration)
    guard read?.syntax != nil, isKnown else { return (findings, .badInput) }
    let isFailure =
      switch configuration.failOn ?? .error {
      case .error: findings.hasErrors
      case .warning: findings.all.contains { $0.severity >= .warning }
      case .never: false
      }
    return (findings, isFailure ? .findings : .success)
  }

  /// The findings that the nearest baseline does not contain.
  ///
  /// - Returns: The findings and `true`; if the baseline cannot be read, its errors and `false`.
  private mutating func newFindings(
    _ found: Diagnostics, of model: String, _ configuration: CheckConfiguration
  ) throws -> (Diagnostics, isKnown: Bool) {
    let folder = URL(fileURLWithPath: model).standardizedFileURL.deletingLastPathComponent().path
    let place = SettingsFile.nearest(LintBaseline.fileName, from: folder) ?? ""
    if baselines[place] == nil, let file = try PluginTool.file(place) {
      var problems = Diagnostics()
      let baseline = LintBaseline.read(file, &problems)
      baselines[place] = .some(baseline.map { LintBaselineFile(path: place, $0) })
      if baseline == nil { return (problems, false) }
    }
    var result = Diagnostics()
    for finding in found.all {
      var one = Diagnostics()
      one.report(finding)
      let shown = configuration.apply(to: one).from(isPedantic ? .info : .note)
      if shown.isEmpty { continue }
      if baselines[place]??.take(finding, of: model) == nil {
        result.append(contentsOf: shown)
      } else {
        hiddenCount += 1
      }
    }
    return (result, true)
  }

  /// `.momentum.json` beside the bundle or in a folder above, overridden by the options; `nil` if
  /// the file has errors.
  private func configuration(
    beside path: String, _ found: inout Diagnostics
  ) throws -> CheckConfiguration? {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    let place = SettingsFile.nearest(CheckConfiguration.fileName, from: folder)
    guard let place, let file = try PluginTool.file(place) else { return options }
    return CheckConfiguration.read(file, knowledge: PluginTool.catalogue.knowledge(of:), &found)?
      .overridden(by: options)
  }
}

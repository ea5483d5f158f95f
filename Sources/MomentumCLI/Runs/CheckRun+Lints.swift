import Momentum
import MomentumDiagnostics

extension CheckRun {
  /// Reports findings about a model by itself, without those that a baseline hides.
  mutating func reportLints(
    _ found: Diagnostics, of model: String, _ configuration: CheckConfiguration
  ) throws {
    let least: Severity = options.pedantic ? .info : .note
    var open = Diagnostics()
    for finding in found.all {
      var one = Diagnostics()
      one.report(finding)
      // A finding that the configuration hides needs no entry in the baseline.
      if let shown = configuration.apply(to: one).all.first {
        if try isHidden(finding, of: model, isShown: shown.severity >= least) { continue }
      }
      open.report(finding)
    }
    report(open, configuration)
  }

  var baselineCounts: BaselineCounts? {
    baselines.isUsed
      ? BaselineCounts(hidden: baselines.hiddenCount, stale: baselines.staleCount) : nil
  }

  /// Whether the baseline hides a finding. The error of a baseline that cannot be read is reported
  /// once.
  private mutating func isHidden(
    _ finding: Diagnostic, of model: String, isShown: Bool
  ) throws -> Bool {
    do {
      return try baselines.hide(finding, of: model, isShown: isShown)
    } catch let rejected as InputRejected {
      report(rejected.diagnostics, options.levels)
      isUnreadable = true
    } catch let failure as CommandFailure {
      fail(failure)
    }
    // Hide the finding: without the baseline it is not known to be new. The error is reported
    // instead.
    return true
  }

  /// Runs the checks that need all models.
  mutating func reviewAll() throws {
    try reviewTogether()
    var found = Diagnostics()
    overrides.review(&found)
    report(found, options.levels)
  }

  /// Runs the checks that need all models, and writes the baselines.
  mutating func finish() throws {
    try reviewAll()
    if options.writeBaseline {
      notes += try baselines.write()
    } else {
      notes += baselines.notes()
    }
  }
}

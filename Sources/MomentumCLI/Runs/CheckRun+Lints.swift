import Momentum
import MomentumDiagnostics

extension CheckRun {
  /// Reports what is wrong with a model as it is, without what a baseline holds.
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

  /// A baseline that cannot be read is reported once.
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

  /// What needs all models to be known.
  mutating func finish() throws {
    try reviewTogether()
    var found = Diagnostics()
    overrides.review(&found)
    report(found, options.levels)
    if options.writeBaseline {
      notes += try baselines.write()
    } else {
      notes += baselines.notes()
    }
  }
}

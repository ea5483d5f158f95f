import MomentumDiagnostics
import MomentumServer

/// Compares a database with a model, for `inspect` and `diff`.
struct DriftRun {
  /// The address as the user wrote it.
  var database: String
  var model: VersionedPath
  var isJSON: Bool

  /// Prints the differences; returns `findings` if there are any.
  func run(_ console: Console) throws -> ExitStatus {
    let inspection = DriftInspection(
      try ModelInput.compiled(model), at: try ServerRun.address(database))
    let report = try ServerRun.wait { try await inspection.run() }
    console.writeOutput(
      isJSON ? DriftText.json(report).versioned().pretty : DriftText.text(report))
    return report.hasDrift ? .findings : .success
  }
}

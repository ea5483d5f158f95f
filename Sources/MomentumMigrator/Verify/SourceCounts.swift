import MomentumMigration
import MomentumSQL

/// What a plan's invariants are in the source: taken before anything changes.
struct SourceCounts {
  /// By place in the plan.
  var invariants: [SQLValue?]
  /// What the result may have of each thing that should not be: what the source had already.
  var tolerated: [Int64]

  init(of plan: MigrationPlan, _ source: SourceReader) throws {
    invariants = try plan.invariants.map { try source.value($0.source) }
    tolerated = try plan.mustBeZero.map {
      $0.sourceSQL.isEmpty ? 0 : try source.number($0.source) ?? 0
    }
  }
}

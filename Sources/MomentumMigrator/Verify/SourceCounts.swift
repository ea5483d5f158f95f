import MomentumMigration
import MomentumSQL

/// The values of a plan's invariants in the source, computed before anything changes.
struct SourceCounts {
  /// The values in the order of the plan's invariants.
  var invariants: [SQLValue?]
  /// For each statement of `mustBeZero`, the number that the source already had and the result may
  /// have too.
  var tolerated: [Int64]

  init(of plan: MigrationPlan, _ source: SourceReader) throws {
    invariants = try plan.invariants.map { try source.value($0.source) }
    tolerated = try plan.mustBeZero.map {
      $0.sourceSQL.isEmpty ? 0 : try source.number($0.source) ?? 0
    }
  }
}

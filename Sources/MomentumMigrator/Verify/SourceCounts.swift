import MomentumMigration
import MomentumSQL

/// The values of a plan's invariants in the old store, computed before anything changes.
struct SourceCounts {
  /// The values in the order of the plan's invariants; `nil` if a statement returned no row.
  var invariants: [SQLValue?]
  /// The number that each statement of `mustBeZero` finds in the old store, in the same order. The
  /// migrated store may have as many.
  var tolerated: [Int64]

  init(of plan: MigrationPlan, _ source: SourceReader) throws {
    invariants = try plan.invariants.map { try source.value($0.source) }
    tolerated = try plan.mustBeZero.map {
      $0.sourceSQL.isEmpty ? 0 : try source.number($0.source) ?? 0
    }
  }
}

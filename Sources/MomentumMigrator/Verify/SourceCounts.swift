import MomentumMigration
import MomentumSQL
import MomentumSQLite

/// What a plan's invariants count in the source: taken before anything changes.
struct SourceCounts {
  /// By place in the plan.
  var invariants: [Int64?]
  /// What the result may have of each thing that should not be: what the source had already.
  var tolerated: [Int64]

  init(of plan: MigrationPlan, _ connection: Connection, _ gate: CallGate) throws {
    invariants = try plan.invariants.map {
      try SourceCounts.number($0.sourceSQL, connection, gate)
    }
    tolerated = try plan.mustBeZero.map {
      $0.sourceSQL.isEmpty ? 0 : try SourceCounts.number($0.sourceSQL, connection, gate) ?? 0
    }
  }

  /// The one number that a statement gives.
  static func number(
    _ sql: String, _ connection: Connection, _ gate: CallGate
  ) throws -> Int64? {
    try gate.pass(.read, sql)
    guard case .integer(let number)? = try connection.firstValue(sql) else { return nil }
    return number
  }
}

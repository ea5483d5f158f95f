package import MomentumMigration
package import MomentumSQL
package import MomentumSQLite

/// Runs what changes the store, inside the one transaction of a migration.
package final class StepRunner {
  package let connection: Connection
  let gate: CallGate
  let meter: ProgressMeter

  init(_ connection: Connection, gate: CallGate, meter: ProgressMeter) {
    self.connection = connection
    self.gate = gate
    self.meter = meter
  }

  /// - Parameter before: Runs before the step of each index.
  package func run(
    _ steps: [MigrationPlan.Step], before: (_ index: Int) throws -> Void = { _ in }
  ) throws {
    for (index, step) in steps.enumerated() {
      try before(index)
      try meter.begin(
        .migrating, step.comment, weight: StepRunner.weight(of: step), step: index + 1,
        of: steps.count)
      for statement in step.statements { try execute(statement) }
    }
  }

  /// Runs one statement to its end.
  ///
  /// - Returns: The rows that it changed.
  @discardableResult
  package func execute(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
    try meter.checkCancelled()
    try gate.pass(.statement, sql)
    return try connection.execute(sql, values)
  }

  /// Throws where the migration is to stop; for work between statements.
  package func checkCancelled() throws(MigrationError) { try meter.checkCancelled() }

  /// In bytes; every statement costs something.
  static func weight(of step: MigrationPlan.Step) -> Int64 {
    let bytes = step.byteCount ?? step.rowCount.map { $0.multipliedReportingOverflow(by: 100).0 }
    return max(4096, bytes ?? 0)
  }
}

package import MomentumMigration
package import MomentumSQL
package import MomentumSQLite

/// Runs the statements that change the store, inside the transaction of a migration.
package final class StepRunner {
  package let connection: Connection
  let faults: FaultPoint
  let meter: ProgressMeter
  private let bytesPerRow: Int64

  init(_ connection: Connection, faults: FaultPoint, meter: ProgressMeter, bytesPerRow: Int64) {
    self.connection = connection
    self.faults = faults
    self.meter = meter
    self.bytesPerRow = bytesPerRow
  }

  /// - Parameter before: Called with the index of each step before it runs.
  package func run(
    _ steps: [MigrationPlan.Step], before: (_ index: Int) throws -> Void = { _ in }
  ) throws {
    for (index, step) in steps.enumerated() {
      try before(index)
      try meter.begin(
        .migrating, step.comment, weight: StepRunner.weight(of: step, bytesPerRow: bytesPerRow),
        step: index + 1, of: steps.count)
      for statement in step.statements { try execute(SQLFragment(printed: statement)) }
    }
  }

  /// Runs one statement to its end.
  ///
  /// - Parameter values: The values for the placeholders that are written as `?`.
  /// - Returns: The number of rows that the statement changed.
  @discardableResult
  package func execute(_ sql: SQLFragment, _ values: [SQLValue] = []) throws -> Int {
    try meter.checkCancelled()
    try faults.willCall(.statement, sql.text)
    return try connection.execute(sql, values)
  }

  /// Throws if the migration was cancelled. Call it in long work between statements.
  package func checkCancelled() throws(MigrationError) { try meter.checkCancelled() }

  /// The largest weight of a step, so that the sum over all steps cannot overflow.
  private static let weightMax: Int64 = 1 << 40

  /// The smallest weight of a step: one page, so that progress moves.
  private static let weightMin: Int64 = 4096

  /// The weight of a step in bytes.
  static func weight(of step: MigrationPlan.Step, bytesPerRow: Int64) -> Int64 {
    let bytes =
      step.byteCount
      ?? step.rowCount.map { rows in
        let (bytes, isOver) = rows.multipliedReportingOverflow(by: bytesPerRow)
        return isOver ? weightMax : bytes
      }
    return min(weightMax, max(weightMin, bytes ?? weightMin))
  }
}

import MomentumCompiler
import MomentumMigration
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Runs a plan's checks on the rows of a store.
struct RowChecks {
  /// The most rows that are named for a failed check.
  static let rowsMax = 5

  let source: SourceReader
  let input: PlanningInput

  /// The checks that at least one row fails, in the order of the plan.
  func failures(of plan: MigrationPlan, _ meter: ProgressMeter) throws -> [FailedCheck] {
    var failures: [FailedCheck] = []
    for (index, check) in plan.checks.enumerated() {
      try meter.begin(
        .checking, check.place, weight: 0, step: index + 1, of: plan.checks.count)
      let count = try source.number(check.count) ?? 0
      guard count > 0 else { continue }
      failures.append(
        FailedCheck(
          check: check, count: count, firstRows: try firstRows(check.rows))
      )
    }
    return failures
  }

  private func firstRows(_ sql: SQLFragment) throws -> [FailedCheck.Row] {
    try source.willRead(sql)
    let statement = try source.connection.prepare(sql)
    defer { statement.reset() }
    var rows: [FailedCheck.Row] = []
    while rows.count < RowChecks.rowsMax, try statement.step() {
      rows.append(
        FailedCheck.Row(
          entity: entityName(statement.integer(at: 0)), key: statement.integer(at: 1) ?? 0))
    }
    return rows
  }

  /// The name of an entity number in the source model; if the model does not have the number, the
  /// name in the store.
  private func entityName(_ number: Int64?) -> String {
    guard let number = number.flatMap({ Int(exactly: $0) }) else { return "" }
    if let name = input.source.planned.entityName(ofNumber: number, in: input.catalog) {
      return name
    }
    return input.catalog.entityNumbers.first { $0.number == number }?.name ?? ""
  }
}

package import MomentumSQL
package import MomentumSQLite

/// Runs statements on a connection that the caller has.
package enum StatementRun {
  /// All rows of a statement whose values are all bound.
  package static func rows(_ sql: SQLText, on connection: Connection) throws -> [[SQLValue]] {
    let statement = try connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }
}

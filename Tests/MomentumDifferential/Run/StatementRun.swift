import MomentumQuery
public import MomentumSQL
public import MomentumSQLite

/// Runs statements on a connection that the caller has.
public enum StatementRun {
  /// All rows of a statement whose values are all bound.
  public static func rows(_ sql: SQLText, on connection: Connection) throws -> [[SQLValue]] {
    for array in sql.arrays { try fill(array, connection) }
    let statement = try connection.prepare(sql.text)
    try statement.bind(
      sql.bindings.map { binding in
        switch binding {
        case .value(let value): value
        case .parameter: .null
        }
      })
    var rows: [[SQLValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }

  private static func fill(_ array: SQLValueArray, _ connection: Connection) throws {
    let name = PlainRows.quoted(array.name)
    try connection.execute("CREATE TEMP TABLE IF NOT EXISTS \(name) (value)")
    try connection.execute("DELETE FROM temp.\(name)")
    let statement = try connection.prepare("INSERT INTO temp.\(name) VALUES (?)")
    for value in array.values {
      try statement.bind([value])
      _ = try statement.step()
    }
  }
}

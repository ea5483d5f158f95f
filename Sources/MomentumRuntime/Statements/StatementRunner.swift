package import MomentumSQL
package import MomentumSQLite

/// Makes the statements of one connection ready to step: those of typed and of untyped fetches.
///
/// Each text is prepared once while it is in use now and then. An object, since the kept statements change
/// with every call.
package final class StatementRunner {
  package let connection: Connection
  private var kept = StatementCache()

  package init(_ connection: Connection) { self.connection = connection }

  /// The statement of a text, prepared when it is asked for the first time. It is reset, and has its old
  /// bindings.
  ///
  /// Another one while the rows of the first are being read: a loop may run what it runs in itself.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = kept.take(sql) { return known }
    let made = try connection.prepare(sql: sql)
    kept.keep(made)
    return made
  }

  /// A statement with its values and its lists of keys.
  package func statement(_ sql: SQLText) throws(StoreError) -> Statement {
    // A list belongs to its statement: used for another list, the statement would find the old keys.
    guard sql.arrays.isEmpty, !sql.isTooLong else { return try connection.prepare(sql) }
    var values: [SQLValue] = []
    values.reserveCapacity(sql.bindings.count)
    for binding in sql.bindings {
      // The connection says which parameter has no value.
      guard case .value(let value) = binding else { return try connection.prepare(sql) }
      values.append(value)
    }
    do throws(SQLiteError) {
      let statement = try statement(sql.text)
      try statement.bind(values)
      return statement
    } catch { throw .sqlite(error) }
  }

  /// All rows of a statement, each as an array of its own.
  package func rows(_ sql: SQLText) throws(StoreError) -> [[SQLValue]] {
    let statement = try statement(sql)
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    do throws(SQLiteError) {
      while let row = try statement.nextRow() { rows.append(row) }
    } catch { throw .sqlite(error) }
    return rows
  }

  /// Calls `body` with each row, until it returns `false`. No more than one row is held at a time.
  ///
  /// - Returns: The number of rows that were read.
  package func forEachRow(_ sql: SQLText, _ body: ([SQLValue]) throws -> Bool) throws -> Int {
    let statement = try statement(sql)
    // A statement that stands on a row keeps the store's lock.
    defer { statement.reset() }
    var count = 0
    while let row = try statement.nextRow() {
      count += 1
      guard try body(row) else { break }
    }
    return count
  }
}

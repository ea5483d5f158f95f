package import MomentumSQL
package import MomentumSQLite

/// Prepares the statements of one connection, for fetches with and without generated types.
///
/// Frequent statements are prepared only once. This is a class because every call changes the kept
/// statements.
package final class StatementRunner {
  package let connection: Connection
  private var kept = StatementCache()

  package init(_ connection: Connection) { self.connection = connection }

  /// The statement for a text, prepared at the first call. It is reset and still has its old
  /// bindings.
  ///
  /// While the rows of a kept statement are being read, a second one is prepared: the body of a
  /// loop may run the same statement as the loop.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = kept.take(sql) { return known }
    let made = try connection.prepare(sql: sql)
    kept.keep(made)
    return made
  }

  /// A statement with its values and lists of keys bound.
  package func statement(_ sql: SQLText) throws(StoreError) -> Statement {
    // A list of keys is bound when its statement is prepared. A kept statement would find the old
    // keys.
    guard sql.arrays.isEmpty, !sql.isTooLong else { return try connection.prepare(sql) }
    var values: [SQLValue] = []
    values.reserveCapacity(sql.bindings.count)
    for binding in sql.bindings {
      // If a parameter has no value, the connection throws an error that names the parameter.
      guard case .value(let value) = binding else { return try connection.prepare(sql) }
      values.append(value)
    }
    do throws(SQLiteError) {
      let statement = try statement(sql.text)
      try statement.bind(values)
      return statement
    } catch { throw .sqlite(error) }
  }

  /// All rows of a statement, each as an array.
  package func rows(_ sql: SQLText) throws(StoreError) -> [[SQLValue]] {
    let statement = try statement(sql)
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    do throws(SQLiteError) {
      while let row = try statement.nextRow() { rows.append(row) }
    } catch { throw .sqlite(error) }
    return rows
  }

  /// Calls `body` with each row until it returns `false`. Only one row is in memory at a time.
  ///
  /// - Returns: The number of rows that were read.
  package func forEachRow(_ sql: SQLText, _ body: ([SQLValue]) throws -> Bool) throws -> Int {
    let statement = try statement(sql)
    // Reset the statement even if `body` stops early: an unfinished statement keeps the store's
    // lock.
    defer { statement.reset() }
    var count = 0
    while let row = try statement.nextRow() {
      count += 1
      guard try body(row) else { break }
    }
    return count
  }
}

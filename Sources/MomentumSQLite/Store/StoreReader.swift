package import MomentumSQL

/// A store opened for reading; neither its file nor the files beside it change.
package final class StoreReader {
  package let connection: Connection

  package init(
    path: String, options: ConnectionOptions = ConnectionOptions()
  ) throws(SQLiteError) {
    connection = try ReadOnlyStore.open(path, options: options)
  }

  package func metadata() throws(StoreError) -> StoreMetadata {
    try StoreMetadata.read(from: connection)
  }

  /// Runs a statement whose parameters all have values, row by row.
  ///
  /// - Parameter row: Reads the columns with the typed functions of the statement; the statement is
  ///   valid only until the closure returns. Returns `false` to stop.
  /// - Returns: The number of rows that were passed to `row`.
  @discardableResult
  package func run(
    _ sql: SQLText, parameters: [String: SQLValue] = [:], row: (Statement) throws -> Bool
  ) throws -> Int {
    let statement = try prepare(sql, parameters: parameters)
    defer { statement.reset() }
    var count = 0
    while try statement.step() {
      count += 1
      guard try row(statement) else { break }
    }
    return count
  }

  /// Passes each row to `row` as values; `row` returns `false` to stop. One row at a time is in
  /// memory.
  ///
  /// - Returns: The number of rows that were passed to `row`.
  @discardableResult
  package func forEachRow(
    _ sql: SQLText, parameters: [String: SQLValue] = [:], row: ([SQLValue]) throws -> Bool
  ) throws -> Int {
    try run(sql, parameters: parameters) { try row($0.values) }
  }

  /// Returns all rows of a statement at once, in the form that is quickest for many rows.
  package func fetch(
    _ sql: SQLText, parameters: [String: SQLValue] = [:]
  ) throws(StoreError) -> SQLRows {
    try asStoreError { try prepare(sql, parameters: parameters).remainingRows() }
  }

  package func rows(
    _ sql: SQLText, parameters: [String: SQLValue] = [:]
  ) throws(StoreError) -> [[SQLValue]] {
    try asStoreError {
      let statement = try prepare(sql, parameters: parameters)
      var result: [[SQLValue]] = []
      while let row = try statement.nextRow() { result.append(row) }
      return result
    }
  }

  /// Prepares a statement and binds its parameters; the caller steps it.
  package func prepare(
    _ sql: SQLText, parameters: [String: SQLValue] = [:]
  ) throws(StoreError) -> Statement {
    try connection.prepare(sql, parameters: parameters)
  }
}

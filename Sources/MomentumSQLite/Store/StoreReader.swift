public import MomentumSQL

/// A store opened for reading; neither its file nor the files beside it change.
public final class StoreReader {
  public let connection: Connection

  public init(
    path: String, options: ConnectionOptions = ConnectionOptions()
  ) throws(SQLiteError) {
    connection = try ReadOnlyStore.open(path, options: options)
  }

  public func metadata() throws(StoreError) -> StoreMetadata {
    try StoreMetadata.read(from: connection)
  }

  /// Runs a statement whose parameters all have values, row by row.
  ///
  /// - Parameter row: Reads the columns it wants with the typed readers of the statement, which stands
  ///   on the row only until the closure returns. Gives `false` to stop.
  /// - Returns: The number of rows that were given.
  @discardableResult
  public func run(
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

  /// All rows of a statement at once.
  public func rows(
    _ sql: SQLText, parameters: [String: SQLValue] = [:]
  ) throws(StoreError) -> [[SQLValue]] {
    try asStoreError {
      var result: [[SQLValue]] = []
      try run(sql, parameters: parameters) { statement in
        result.append(statement.values)
        return true
      }
      return result
    }
  }

  /// The statement, ready to step.
  public func prepare(
    _ sql: SQLText, parameters: [String: SQLValue] = [:]
  ) throws(StoreError) -> Statement {
    try asStoreError {
      let values = try sql.bindings.map { binding in
        switch binding {
        case .value(let value): return value
        case .parameter(let name):
          guard let value = parameters[name] else { throw StoreError.unboundParameter(name) }
          return value
        }
      }
      let statement = try connection.prepare(sql.text)
      try statement.bind(values)
      return statement
    }
  }
}

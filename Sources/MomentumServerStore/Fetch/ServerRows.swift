internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime

/// The rows of a statement, as generated code reads them.
struct ServerRows {
  private let rows: PostgreSQLRows
  private let meaning: ColumnMeaning

  init(_ rows: PostgreSQLRows, _ meaning: ColumnMeaning) {
    self.rows = rows
    self.meaning = meaning
  }

  var count: Int { rows.count }

  /// What `read` makes of each row. The row is valid only during the call.
  func map<Value>(
    _ read: (Row) throws(RowError) -> Value
  ) throws(StoreFailure) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(rows.count)
    let values = RowValues()
    for row in rows { result.append(try value(of: row, values, read)) }
    return result
  }

  /// Calls `body` with what `read` makes of each row; returns `false` once `body` has.
  func forEach<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ read: (Row) throws(RowError) -> Value, _ body: (Value) async throws -> Bool
  ) async throws -> Bool {
    let values = RowValues()
    for row in rows {
      guard try await body(try value(of: row, values, read)) else { return false }
    }
    return true
  }

  /// - Parameter values: Keeps the memory of one row's values for the next.
  private func value<Value>(
    of row: PostgreSQLRow, _ values: RowValues, _ read: (Row) throws(RowError) -> Value
  ) throws(StoreFailure) -> Value {
    do {
      values.values.removeAll(keepingCapacity: true)
      for column in 0..<row.count {
        values.values.append(ServerValue.read(try row.value(at: column)))
      }
    } catch { throw StoreFailure(error, nil) }
    do throws(RowError) { return try read(Row(values)) } catch { throw failure(error) }
  }

  /// The failure for a value that cannot be read. It names the property but not the stored value,
  /// which may be private.
  private func failure(_ error: RowError) -> StoreFailure {
    let place = meaning.place(of: error.column) ?? "column \(error.column) of the result"
    return StoreFailure(.row, "\(place): what is stored is no \(error.expected)")
  }
}

extension ServerDatabase {
  func rows(
    _ statement: ServerStatement, in session: ServerSession?
  ) async throws(StoreFailure) -> ServerRows {
    ServerRows(
      try await read(statement.sql, in: session),
      ColumnMeaning(model: model, entity: statement.entity, columns: statement.columns))
  }

  func rows(
    _ request: FetchRequest, in session: ServerSession?
  ) async throws(StoreFailure) -> ServerRows {
    try await rows(statement(request), in: session)
  }
}

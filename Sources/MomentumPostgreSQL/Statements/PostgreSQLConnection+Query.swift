internal import CLibPQ

// Statements with placeholders, and scripts.

extension PostgreSQLConnection {
  /// Runs a statement and returns its rows; the statement stays prepared for the next call.
  ///
  /// - Parameters:
  ///   - sql: One statement with `$1`, `$2` … for its values.
  ///   - values: They are sent in the types that the server finds for the placeholders.
  @discardableResult
  package func query(
    _ sql: String, _ values: [PostgreSQLValue] = []
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    try await request(.execute, sql: sql) { handle throws(PostgreSQLError) in
      try await self.rows(handle, sql, values)
    }
  }

  /// Runs a statement without values, which is not kept: FETCH has other columns with the next cursor.
  package func queryOnce(_ sql: String) async throws(PostgreSQLError) -> PostgreSQLRows {
    guard !sql.utf8.contains(0) else { throw PostgreSQLError(.execute, .zeroByte, sql: sql) }
    return try await request(.execute, sql: sql) { handle throws(PostgreSQLError) in
      guard PQsendQueryParams(handle.pointer, sql, 0, nil, nil, nil, nil, 1) == 1 else {
        throw self.notSent(handle, .execute, sql: sql)
      }
      guard let result = try await self.finish(handle, .execute, sql: sql) else {
        throw PostgreSQLError(.execute, .connectionLost, sql: sql)
      }
      return PostgreSQLRows(result, PostgreSQLColumns(result))
    }
  }

  /// Runs statements without values, separated by semicolons, and ignores their rows.
  ///
  /// Outside of a transaction the server runs the script as one transaction. Returns the tag of the
  /// last statement: `INSERT 0 3`.
  @discardableResult
  package func execute(script: String) async throws(PostgreSQLError) -> String {
    try await execute(script: script, .execute)
  }

  func execute(
    script: String, _ operation: PostgreSQLError.Operation, isShielded: Bool = false
  ) async throws(PostgreSQLError) -> String {
    try await request(operation, sql: script, isShielded: isShielded) {
      handle throws(PostgreSQLError) in
      try await self.run(handle, script: script, operation)
    }
  }

  func run(
    _ handle: ConnectionHandle, script: String, _ operation: PostgreSQLError.Operation
  ) async throws(PostgreSQLError) -> String {
    guard !script.utf8.contains(0) else {
      throw PostgreSQLError(operation, .zeroByte, sql: script)
    }
    guard PQsendQuery(handle.pointer, script) == 1 else {
      throw notSent(handle, operation, sql: script)
    }
    return try await finish(handle, operation, sql: script)?.commandTag ?? ""
  }

  /// The rows of a statement, which is prepared if it is not yet.
  func rows(
    _ handle: ConnectionHandle, _ sql: String, _ values: [PostgreSQLValue]
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    let known = statements.statement(sql)
    do {
      let statement: PreparedStatement
      if let known { statement = known } else { statement = try await prepare(handle, sql) }
      return try await rows(handle, statement, values)
    } catch {
      guard known != nil, error.isOfStaleStatement else { throw error }
      // The columns of a table have changed, or DEALLOCATE ALL was run: prepare the statement anew.
      statements.remove(sql)
      guard PQtransactionStatus(handle.pointer) == PQTRANS_IDLE else { throw error }
      return try await rows(handle, prepare(handle, sql), values)
    }
  }

  private func rows(
    _ handle: ConnectionHandle, _ statement: PreparedStatement, _ values: [PostgreSQLValue]
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    let parameters = try ParameterBuffer(values, statement.parameters, sql: statement.sql)
    guard parameters.send(statement, on: handle.pointer) else {
      throw notSent(handle, .execute, sql: statement.sql)
    }
    guard let result = try await finish(handle, .execute, sql: statement.sql) else {
      throw PostgreSQLError(.execute, .connectionLost, sql: statement.sql)
    }
    return PostgreSQLRows(result, statement.columns)
  }

  /// Prepares a statement and asks the server for the types of its values and columns.
  func prepare(
    _ handle: ConnectionHandle, _ sql: String, removesOldest: Bool = true
  ) async throws(PostgreSQLError) -> PreparedStatement {
    guard !sql.utf8.contains(0) else { throw PostgreSQLError(.prepare, .zeroByte, sql: sql) }
    while removesOldest, let oldest = statements.oldest() {
      let name = oldest.name.dropLast().map { String(UnicodeScalar(UInt8(bitPattern: $0))) }
      _ = try await run(handle, script: "DEALLOCATE \(name.joined())", .prepare)
      statements.remove(oldest.sql)
    }
    let name = statements.newName()
    guard PQsendPrepare(handle.pointer, name, sql, 0, nil) == 1 else {
      throw notSent(handle, .prepare, sql: sql)
    }
    _ = try await finish(handle, .prepare, sql: sql)
    guard PQsendDescribePrepared(handle.pointer, name) == 1 else {
      throw notSent(handle, .prepare, sql: sql)
    }
    guard let described = try await finish(handle, .prepare, sql: sql) else {
      throw PostgreSQLError(.prepare, .connectionLost, sql: sql)
    }
    let statement = PreparedStatement(name: name, sql: sql, described: described)
    statements.insert(statement)
    return statement
  }
}

extension PostgreSQLError {
  /// Whether a prepared statement no longer fits the tables, or is gone.
  ///
  /// "cached plan must not change result type" has only the general state 0A000; no other error of
  /// a statement that had been prepared has it in practice, and preparing anew is harmless.
  fileprivate var isOfStaleStatement: Bool {
    state == .featureNotSupported || state == .invalidStatementName
  }
}

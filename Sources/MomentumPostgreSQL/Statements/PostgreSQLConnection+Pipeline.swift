internal import CLibPQ

/// A statement with its values.
package struct PostgreSQLRequest: Sendable, Hashable {
  package var sql: String
  package var values: [PostgreSQLValue]

  package init(_ sql: String, _ values: [PostgreSQLValue] = []) {
    self.sql = sql
    self.values = values
  }
}

// Many statements in one round trip.

extension PostgreSQLConnection {
  /// Runs statements one after another without waiting for the answer of each.
  ///
  /// All or nothing: outside of a transaction they are one transaction, which the server ends at the
  /// last statement; the first error is thrown, and no statement after it runs. Documented:
  /// <https://www.postgresql.org/docs/current/libpq-pipeline-mode.html>.
  package func pipeline(
    _ requests: [PostgreSQLRequest]
  ) async throws(PostgreSQLError) -> [PostgreSQLRows] {
    guard !requests.isEmpty else { return [] }
    return try await request(.execute) { handle throws(PostgreSQLError) in
      try await self.runPipeline(handle, requests)
    }
  }

  private func runPipeline(
    _ handle: ConnectionHandle, _ requests: [PostgreSQLRequest]
  ) async throws(PostgreSQLError) -> [PostgreSQLRows] {
    // Values are checked before anything is sent: half a pipeline cannot be taken back.
    var prepared: [PreparedStatement] = []
    var parameters: [ParameterBuffer] = []
    for request in requests {
      let known = statements.statement(request.sql)
      let statement: PreparedStatement
      if let known {
        statement = known
      } else {
        // A statement of this pipeline must not be removed for another one.
        statement = try await prepare(handle, request.sql, removesOldest: false)
      }
      prepared.append(statement)
      parameters.append(
        try ParameterBuffer(request.values, statement.parameters, sql: request.sql))
    }
    guard PQenterPipelineMode(handle.pointer) == 1 else {
      throw notSent(handle, .execute, sql: nil)
    }
    try await send(handle, prepared, parameters)
    let results = await collect(handle, prepared)
    guard PQexitPipelineMode(handle.pointer) == 1 else {
      drop()
      return try results.get()
    }
    do { return try results.get() } catch {
      // The statements may no longer fit the tables, so the next pipeline prepares them anew.
      if error.reason == .server, let sql = error.sql { statements.remove(sql) }
      throw error
    }
  }

  private func send(
    _ handle: ConnectionHandle, _ prepared: [PreparedStatement], _ parameters: [ParameterBuffer]
  ) async throws(PostgreSQLError) {
    for (index, statement) in prepared.enumerated() {
      guard parameters[index].send(statement, on: handle.pointer) else {
        throw notSent(handle, .execute, sql: statement.sql)
      }
      // Otherwise all of the pipeline would be in memory before the server sees its first part.
      if index % 64 == 63 { try await flush(handle, .execute) }
    }
    guard PQpipelineSync(handle.pointer) == 1 else { throw notSent(handle, .execute, sql: nil) }
    try await flush(handle, .execute)
  }

  /// The results of all statements up to the synchronisation point, which is read in any case.
  private func collect(
    _ handle: ConnectionHandle, _ prepared: [PreparedStatement]
  ) async -> Result<[PostgreSQLRows], PostgreSQLError> {
    var rows: [PostgreSQLRows] = []
    var failure: PostgreSQLError?
    do throws(PostgreSQLError) {
      for statement in prepared {
        while let result = try await nextResult(handle, .execute) {
          if let error = error(in: result, handle, .execute, sql: statement.sql) {
            failure = failure ?? error
          } else if result.status != PGRES_PIPELINE_ABORTED {
            rows.append(PostgreSQLRows(result, statement.columns))
          }
          if handle.isLost { break }
        }
        if handle.isLost { break }
      }
      if !handle.isLost { _ = try await nextResult(handle, .execute) }
    } catch {
      return .failure(failure ?? error)
    }
    if let failure { return .failure(failure) }
    guard rows.count == prepared.count else {
      return .failure(PostgreSQLError(.execute, .connectionLost))
    }
    return .success(rows)
  }
}

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
      var rows: [PostgreSQLRows] = []
      try await self.runPipeline(handle, requests) { rows.append($1) }
      return rows
    }
  }

  /// Runs statements that change nothing as one pipeline, and passes on the rows of each as they come.
  ///
  /// The first one that fails ends the pipeline; it and those after it have no rows.
  func readTogether(
    _ requests: [PostgreSQLRequest], _ pass: (_ index: Int, PostgreSQLRows) -> Void
  ) async {
    do throws(PostgreSQLError) {
      try await request(.execute) { handle throws(PostgreSQLError) in
        try await self.runPipeline(handle, requests, pass)
      }
    } catch {
      // Each statement without rows is run again by itself, which tells its error.
    }
  }

  private func runPipeline(
    _ handle: ConnectionHandle, _ requests: [PostgreSQLRequest],
    _ pass: (_ index: Int, PostgreSQLRows) -> Void
  ) async throws(PostgreSQLError) {
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
    let failure = await collect(handle, prepared, pass)
    if PQexitPipelineMode(handle.pointer) != 1 { drop() }
    guard let failure else { return }
    // The statements may no longer fit the tables, so the next pipeline prepares them anew.
    if failure.reason == .server, let sql = failure.sql { statements.remove(sql) }
    throw failure
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

  /// Reads the results of all statements up to the synchronisation point, which is read in any case;
  /// returns the first error.
  private func collect(
    _ handle: ConnectionHandle, _ prepared: [PreparedStatement],
    _ pass: (_ index: Int, PostgreSQLRows) -> Void
  ) async -> PostgreSQLError? {
    var count = 0
    var failure: PostgreSQLError?
    do throws(PostgreSQLError) {
      for statement in prepared {
        while let result = try await nextResult(handle, .execute) {
          if let error = error(in: result, handle, .execute, sql: statement.sql) {
            failure = failure ?? error
          } else if result.status != PGRES_PIPELINE_ABORTED {
            pass(count, PostgreSQLRows(result, statement.columns))
            count += 1
          }
          if handle.isLost { break }
        }
        if handle.isLost { break }
      }
      if !handle.isLost { _ = try await nextResult(handle, .execute) }
    } catch {
      return failure ?? error
    }
    if let failure { return failure }
    return count == prepared.count ? nil : PostgreSQLError(.execute, .connectionLost)
  }
}

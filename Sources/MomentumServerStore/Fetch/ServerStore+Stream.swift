internal import MomentumPostgreSQL
internal import MomentumQuery
public import MomentumRuntime
internal import MomentumSQL

// Reads objects one after another: `fetch` has all of them in memory at once, which a large table
// would fill.

extension ServerStore {
  /// Calls `body` with each object of a fetch, without keeping the objects, until it returns `false`.
  ///
  /// ```swift
  /// try await store.forEach(Venue.all.sorted(by: \.name)) { venue in
  ///   try await writer.write(venue.name)
  ///   return true
  /// }
  /// ```
  ///
  /// All objects are as they were when the call began: no later change shows, nor one that `body`
  /// makes. The call keeps a connection until the last object; `body` may use the store, which then
  /// borrows another one. The store of a transaction uses the transaction's connection for both.
  ///
  /// - Throws: What `body` throws, or a `StoreFailure`.
  public func forEach<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, isolation: isolated (any Actor)? = #isolation,
    _ body: (Entity) async throws -> Bool
  ) async throws where Entity.Model == Model {
    let statement = database.statement(try fetch.parts.request(in: database.compiled))
    try await database.stream(
      statement, in: session, { (row: Row) throws(RowError) in try Entity(row: row) }, body)
  }

  /// Calls `body` with each row of a stored fetch request until it returns `false`.
  public func forEach<Value: Sendable>(
    _ fetch: PreparedFetch<Value>, isolation: isolated (any Actor)? = #isolation,
    _ body: (Value) async throws -> Bool
  ) async throws {
    let statement = database.statement(
      try database.request(fetch.requestName, fetch.namedBindings))
    try await database.stream(
      statement, in: session, { (row: Row) throws(RowError) in try fetch.decoded(row) }, body)
  }
}

extension ServerDatabase {
  /// The number of rows that the server sends at once.
  static let streamedRows = 500

  fileprivate func stream<Value: Sendable>(
    _ statement: ServerStatement, in session: ServerSession?,
    isolation: isolated (any Actor)? = #isolation,
    _ read: (Row) throws(RowError) -> Value, _ body: (Value) async throws -> Bool
  ) async throws {
    do {
      if let session { return try await stream(statement, on: session, read, body) }
      // A cursor lives as long as its transaction.
      try await transaction(ServerTransaction(isReadOnly: true)) { session in
        // Without it the server plans for the first tenth of the rows.
        try await session.run("SET LOCAL cursor_tuple_fraction = 1", [])
        try await stream(statement, on: session, read, body)
      }
    } catch let error as PostgreSQLError { throw failure(error) }
  }

  private func stream<Value: Sendable>(
    _ statement: ServerStatement, on session: ServerSession,
    isolation: isolated (any Actor)? = #isolation,
    _ read: (Row) throws(RowError) -> Value, _ body: (Value) async throws -> Bool
  ) async throws {
    let cursor = try await session.openCursor(
      SQLFragment(printed: statement.sql.text), try ServerValue.parameters(of: statement.sql))
    let meaning = ColumnMeaning(
      model: model, entity: statement.entity, columns: statement.columns)
    do {
      while true {
        let rows = try await session.rows(of: cursor, Self.streamedRows)
        guard try await ServerRows(rows, meaning).forEach(read, body),
          rows.count == Self.streamedRows
        else { break }
      }
    } catch {
      // After an error the server may refuse to close the cursor; it goes with the transaction.
      do { try await session.close(cursor) } catch {}
      throw error
    }
    try await session.close(cursor)
  }
}

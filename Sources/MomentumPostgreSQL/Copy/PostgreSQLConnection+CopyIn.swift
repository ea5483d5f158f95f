internal import CLibPQ

// COPY … FROM STDIN.

extension PostgreSQLConnection {
  /// Inserts rows by COPY in binary form, and returns their number.
  ///
  /// A row is asked for when the server has taken those before it. All or nothing: if the sequence
  /// throws or the task is cancelled, no row is kept. libpq shows a refused row at the end only, so
  /// the rows after it are sent, too.
  ///
  /// - Parameters:
  ///   - table: The table's name, with its schema before it if it has one: `["shop", "venue"]`.
  ///   - columns: One for each value of a row.
  package func copy<Rows: AsyncSequence & Sendable>(
    into table: [String], columns: [String], rows: Rows
  ) async throws -> Int where Rows.Element == [PostgreSQLValue] {
    let name = try PostgreSQLName.path(table, .copy)
    var names: [String] = []
    for column in columns { names.append(try PostgreSQLName.path([column], .copy)) }
    let list = names.joined(separator: ", ")
    let sql = "COPY \(name) (\(list)) FROM STDIN (FORMAT binary)"
    // The server reads the binary form of each column's own type, and does not convert.
    let forms = try await request(.copy, sql: sql) { handle throws(PostgreSQLError) in
      try await self.prepare(handle, "SELECT \(list) FROM \(name)").columns.forms
    }
    return try await copy(in: sql) { connection in
      var encoder = CopyEncoder(forms)
      try await connection.put(encoder.header)
      for try await row in rows {
        try encoder.append(row)
        if encoder.count >= Self.chunkBytes { try await connection.put(encoder.take()) }
      }
      encoder.appendEnd()
      try await connection.put(encoder.take())
    }
  }

  /// Inserts rows by a COPY statement of the caller, from its text or binary form in any chunks.
  ///
  /// - Parameter sql: `COPY venue (id, name) FROM STDIN (FORMAT csv)`
  package func copy<Chunks: AsyncSequence & Sendable>(
    in sql: String, from chunks: Chunks
  ) async throws -> Int where Chunks.Element == [UInt8] {
    try await copy(in: sql) { connection in
      for try await chunk in chunks { try await connection.put(chunk) }
    }
  }

  /// Large enough that system calls cost little, small enough to stay in a cache.
  static let chunkBytes = 1 << 16

  private func copy(
    in sql: String, _ produce: @Sendable (PostgreSQLConnection) async throws -> Void
  ) async throws -> Int {
    // An error of the caller's sequence passes the typed errors of a request.
    var foreign: (any Error)?
    do throws(PostgreSQLError) {
      return try await request(.copy, sql: sql) { handle throws(PostgreSQLError) in
        try await self.beginCopy(handle, sql, PGRES_COPY_IN)
        self.isCopying = true
        defer { self.isCopying = false }
        do {
          try await produce(self)
        } catch {
          foreign = error
        }
        // A sequence that ends because the task is cancelled has not sent all of its rows.
        let isComplete = foreign == nil && !Task.isCancelled
        return try await self.endCopyIn(handle, sql, isComplete: isComplete)
      }
    } catch {
      if let foreign, !(foreign is PostgreSQLError) { throw foreign }
      if Task.isCancelled { throw PostgreSQLError(.copy, .cancelled, sql: sql) }
      if let refused = foreign as? PostgreSQLError, refused.reason != .notACopy { throw refused }
      throw error
    }
  }

  private func put(_ chunk: [UInt8]) async throws(PostgreSQLError) {
    guard let handle else { throw PostgreSQLError(.copy, .connectionLost) }
    let sent = chunk.withUnsafeBytes { bytes in
      PQputCopyData(
        handle.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(truncatingIfNeeded: bytes.count))
    }
    // The server has refused a row: the reason comes with the end of the copy.
    guard sent == 1 else { throw PostgreSQLError(.copy, .notACopy) }
    try await flush(handle, .copy)
  }

  private func endCopyIn(
    _ handle: ConnectionHandle, _ sql: String, isComplete: Bool
  ) async throws(PostgreSQLError) -> Int {
    // Fails only if the server has ended the copy; then its results say why.
    _ = PQputCopyEnd(handle.pointer, isComplete ? nil : "the rows are incomplete")
    let result = try await finish(handle, .copy, sql: sql)
    return result?.affectedCount ?? 0
  }

  /// Sends a COPY statement and waits until the server begins to copy.
  func beginCopy(
    _ handle: ConnectionHandle, _ sql: String, _ direction: ExecStatusType
  ) async throws(PostgreSQLError) {
    guard !sql.utf8.contains(0) else { throw PostgreSQLError(.copy, .zeroByte, sql: sql) }
    guard PQsendQuery(handle.pointer, sql) == 1 else { throw notSent(handle, .copy, sql: sql) }
    try await flush(handle, .copy)
    guard let first = try await nextResult(handle, .copy) else {
      throw PostgreSQLError(.copy, .connectionLost, sql: sql)
    }
    if first.status == direction { return }
    let failure = error(in: first, handle, .copy, sql: sql)
    if first.isCopy { try await endCopy(handle, first, .copy) }
    if !handle.isLost {
      do { _ = try await finish(handle, .copy, sql: sql) } catch { throw failure ?? error }
    }
    throw failure ?? PostgreSQLError(.copy, .notACopy, sql: sql)
  }

  /// Ends a copy that nobody wants; its results are still to be read.
  func endCopy(
    _ handle: ConnectionHandle, _ result: ResultHandle, _ operation: PostgreSQLError.Operation
  ) async throws(PostgreSQLError) {
    guard result.status == PGRES_COPY_IN else {
      return try await skipCopyOut(handle, operation)
    }
    _ = PQputCopyEnd(handle.pointer, "no rows were expected")
    try await flush(handle, operation)
  }
}

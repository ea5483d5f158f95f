internal import CLibPQ

// COPY … TO STDOUT.

extension PostgreSQLConnection {
  /// Passes the rows of a query to `body` as a sequence, which reads from the server as it is read.
  ///
  /// `body` may end at any row; the server is then asked to end the copy, which makes a transaction
  /// fail if the copy runs in one. Inside of `body` the connection runs no other statement.
  package func copyRows<Value>(
    of query: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLCopiedRows) async throws -> Value
  ) async throws -> Value {
    let forms = try await forms(of: query)
    return try await copy(out: "COPY (\(query)) TO STDOUT (FORMAT binary)") { chunks in
      try await body(PostgreSQLCopiedRows(chunks: chunks, forms: forms))
    }
  }

  /// Passes what a COPY statement of the caller writes to `body`, in chunks of whole rows.
  ///
  /// - Parameter sql: `COPY venue TO STDOUT (FORMAT csv, HEADER)`
  package func copy<Value>(
    out sql: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLCopiedChunks) async throws -> Value
  ) async throws -> Value {
    try await beginCopyOut(sql)
    let value: Value
    do { value = try await body(PostgreSQLCopiedChunks(connection: self)) } catch {
      await endCopyOut()
      throw error
    }
    await endCopyOut()
    return value
  }

  private func forms(of query: String) async throws(PostgreSQLError) -> [PostgreSQLForm] {
    try await request(.copy, sql: query) { handle throws(PostgreSQLError) in
      try await self.prepare(handle, query).columns.forms
    }
  }

  /// Keeps the connection until ``endCopyOut()``.
  private func beginCopyOut(_ sql: String) async throws(PostgreSQLError) {
    if isCopying { throw PostgreSQLError(.copy, .copyUnderWay, sql: sql) }
    await enter()
    do {
      try await run(.copy, sql: sql) { handle throws(PostgreSQLError) in
        try await self.beginCopy(handle, sql, PGRES_COPY_OUT)
      }
      isCopying = true
    } catch {
      leave()
      throw error
    }
  }

  private func endCopyOut() async {
    isCopying = false
    if let handle, PQtransactionStatus(handle.pointer) == PQTRANS_ACTIVE {
      // Reading the rest to its end could take hours.
      await skipOrDrop(handle)
    }
    leave()
  }

  /// Asks the server to end the copy, and reads what it had sent before.
  private func skipOrDrop(_ handle: ConnectionHandle) async {
    let cancellation = Cancellation(Canceller(handle), waiter, seconds: options.cancelSeconds)
    cancellation.request(cancellation.begin())
    do throws(PostgreSQLError) {
      try await skipCopyOut(handle, .copy)
      _ = try await finish(handle, .copy, sql: nil)
    } catch {
      // The statement was to end with an error.
    }
    if await !cancellation.finish() || handle.isLost { drop() }
  }

  func skipCopyOut(
    _ handle: ConnectionHandle, _ operation: PostgreSQLError.Operation
  ) async throws(PostgreSQLError) {
    while true {
      var buffer: UnsafeMutablePointer<CChar>?
      switch PQgetCopyData(handle.pointer, &buffer, 1) {
      case 0: try await wait(handle, for: .readable, operation)
      case let count where count > 0: PQfreemem(buffer)
      case _: return
      }
    }
  }

  /// The next whole rows, at least one; `nil` at the end.
  func nextCopiedChunk() async throws(PostgreSQLError) -> [UInt8]? {
    guard isCopying else { return nil }
    return try await run(.copy) { handle throws(PostgreSQLError) in
      var chunk: [UInt8] = []
      while chunk.count < Self.chunkBytes {
        var buffer: UnsafeMutablePointer<CChar>?
        let count = PQgetCopyData(handle.pointer, &buffer, 1)
        if count > 0, let buffer {
          chunk.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: Int(count)))
          PQfreemem(buffer)
        } else if count == 0 {
          guard chunk.isEmpty else { return chunk }
          try await self.wait(handle, for: .readable, .copy)
        } else {
          // The end, or an error, which the result tells.
          if chunk.isEmpty { _ = try await self.finish(handle, .copy, sql: nil) }
          return chunk.isEmpty ? nil : chunk
        }
      }
      return chunk
    }
  }
}

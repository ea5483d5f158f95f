internal import CLibPQ

// Sends and receives without blocking.

extension PostgreSQLConnection {
  /// Hands all that libpq has to the system.
  func flush(_ handle: ConnectionHandle, _ operation: PostgreSQLError.Operation)
    async throws(PostgreSQLError)
  {
    while true {
      switch PQflush(handle.pointer) {
      case 0: return
      case 1:
        // The server may wait for us to read before it reads on.
        try await wait(handle, for: .either, operation)
      case _:
        // The server's last words, such as "terminating connection", are still to be read.
        return
      }
    }
  }

  /// Waits for the socket and reads what is there.
  func wait(
    _ handle: ConnectionHandle, for interest: SocketInterest,
    _ operation: PostgreSQLError.Operation
  ) async throws(PostgreSQLError) {
    switch await handle.wait(for: interest) {
    case .ready:
      // If the connection is lost, the next result says so.
      _ = PQconsumeInput(handle.pointer)
    case .interrupted, .failed:
      drop()
      throw PostgreSQLError(operation, .connectionLost)
    }
  }

  /// The next result of what was sent; `nil` after the last one.
  func nextResult(
    _ handle: ConnectionHandle, _ operation: PostgreSQLError.Operation
  ) async throws(PostgreSQLError) -> ResultHandle? {
    while PQisBusy(handle.pointer) == 1 { try await wait(handle, for: .readable, operation) }
    return PQgetResult(handle.pointer).map { ResultHandle($0) }
  }

  /// All results of what was sent; throws the first error, after the last result was read.
  func finish(
    _ handle: ConnectionHandle, _ operation: PostgreSQLError.Operation, sql: String?
  ) async throws(PostgreSQLError) -> ResultHandle? {
    try await flush(handle, operation)
    var last: ResultHandle?
    var failure: PostgreSQLError?
    while let result = try await nextResult(handle, operation) {
      last = result
      if let error = error(in: result, handle, operation, sql: sql), failure == nil {
        failure = error
      }
      // A statement of COPY that was run as another statement would never end.
      if result.isCopy {
        try await endCopy(handle, result, operation)
        failure = failure ?? PostgreSQLError(operation, .copyUnderWay, sql: sql)
      }
      if handle.isLost { break }
    }
    if let failure { throw failure }
    if last == nil, handle.isLost {
      throw PostgreSQLError(operation, .connectionLost, sql: sql)
    }
    return last
  }

  /// The error that a result stands for; `nil` if it stands for none.
  func error(
    in result: ResultHandle, _ handle: ConnectionHandle, _ operation: PostgreSQLError.Operation,
    sql: String?
  ) -> PostgreSQLError? {
    switch result.status {
    case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
      // The server's last words may arrive before the end of the connection.
      if result.endsSession { drop() }
      return PostgreSQLError(
        operation, result, isLost: handle.isLost || result.endsSession, sql: sql,
        keepsDetail: options.keepsDetail)
    case _: return nil
    }
  }

  /// The error for a call of libpq that refused to send.
  func notSent(
    _ handle: ConnectionHandle, _ operation: PostgreSQLError.Operation, sql: String?
  ) -> PostgreSQLError {
    drop()
    return PostgreSQLError(operation, .connectionLost, sql: sql)
  }
}

extension ResultHandle {
  var isCopy: Bool {
    switch status {
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: true
    case _: false
    }
  }
}

internal import CSQLite

/// Prepares a statement; refuses a text that is not exactly one statement.
enum StatementText {
  static func prepare(
    _ sql: String, on connection: Connection
  ) throws(SQLiteError) -> OpaquePointer {
    // SQLite stops at a NUL and would run the part before it.
    guard !sql.utf8.contains(0) else {
      throw SQLiteError(
        .prepare, code: .misuse, message: "the text holds a NUL character", sql: sql)
    }
    guard sql.utf8.count < Int(Int32.max) else {
      throw SQLiteError(.prepare, code: .misuse, message: "the text is longer than 2 GB")
    }
    var text = sql
    let outcome = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { first(in: $0, connection.handle) }
    }
    switch outcome {
    case .failure(let code): throw connection.error(.prepare, code, sql: sql).namingLimit
    case .empty:
      throw SQLiteError(.prepare, code: .misuse, reason: .noStatement, sql: sql)
    case .several:
      throw SQLiteError(.prepare, code: .misuse, reason: .severalStatements, sql: sql)
    case .one(let handle): return handle
    }
  }

  private enum Outcome {
    case one(OpaquePointer)
    case empty
    case several
    case failure(Int32)
  }

  private static func first(
    in bytes: UnsafeBufferPointer<CChar>, _ database: OpaquePointer
  ) -> Outcome {
    guard let start = bytes.baseAddress else { return .empty }
    let end = start + bytes.count
    var handle: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let code = sqlite3_prepare_v3(database, start, Int32(bytes.count), 0, &handle, &tail)
    guard code == SQLITE_OK else { return .failure(code) }
    guard let handle else { return .empty }
    guard hasOnlyBlanks(tail ?? end, end, database) else {
      sqlite3_finalize(handle)
      return .several
    }
    return .one(handle)
  }

  /// Whether SQLite's own lexer finds nothing but blanks, comments and semicolons. It reads on to
  /// the end of the text, or to the end of a statement.
  private static func hasOnlyBlanks(
    _ start: UnsafePointer<CChar>, _ end: UnsafePointer<CChar>, _ database: OpaquePointer
  ) -> Bool {
    if start == end { return true }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, start, Int32(end - start), 0, &handle, nil)
    sqlite3_finalize(handle)
    return code == SQLITE_OK && handle == nil
  }
}

internal import CSQLite
package import MomentumSQL

/// A prepared statement, which may run any number of times.
///
/// Columns are read with the typed functions after `step()` returned `true`; otherwise, and past
/// the last column, they return `nil`. Whole rows: `nextRow()`, `remainingRows()`.
package final class Statement {
  package let sql: String
  package let columnCount: Int
  package let parameterCount: Int
  /// Whether the statement does not change the database's content.
  package let isReadOnly: Bool

  let connection: Connection
  let handle: OpaquePointer
  private(set) var hasRow = false
  /// Whether the statement was stepped since the last reset. If not, a reset is skipped, because it
  /// costs as much as binding a value.
  private var isRunning = false
  private let isMeasured: Bool
  private var run: StatementRun?
  /// The texts and blobs that were bound one by one; SQLite reads them during the run.
  let scratch = BindingScratch()
  /// The lists of values that the SQL reads as tables. Each list has a slot, the object from which
  /// its table reads the values while the statement runs.
  private let arrays: [BoundArray]

  init(
    _ sql: String, arrays: [BoundArray] = [], on connection: Connection
  ) throws(SQLiteError) {
    handle = try StatementText.prepare(sql, on: connection)
    self.arrays = arrays
    isMeasured = connection.options.report != nil
    self.sql = sql
    self.connection = connection
    columnCount = Int(sqlite3_column_count(handle))
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
  }

  deinit {
    run?.finish()
    sqlite3_finalize(handle)
  }

  /// Binds the values to the placeholders in order, and makes the statement ready to run again.
  package func bind(_ values: [SQLValue]) throws(SQLiteError) {
    reset()
    guard values.count == parameterCount else {
      throw SQLiteError(
        .bind, code: .range, reason: .bindingCount,
        message: "\(values.count) values for \(parameterCount) placeholders", sql: sql)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw connection.error(.bind, code, sql: sql) }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      // With an explicit length, a NUL inside the text is kept.
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(
            handle, index, $0.baseAddress ?? emptyText, UInt64($0.count),
            momentum_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(
          handle, index, $0.baseAddress, UInt64($0.count), momentum_sqlite_transient())
      }
    }
  }

  /// Steps to the next row; `false` at the end, after which `step()` would start again.
  package func step() throws(SQLiteError) -> Bool {
    // Bind lists for this step only: statements whose steps alternate may use the same names.
    for array in arrays { array.lend() }
    isRunning = true
    let code = isMeasured ? measuredStep() : sqlite3_step(handle)
    for array in arrays { array.takeBack() }
    switch code {
    case SQLITE_ROW:
      hasRow = true
      return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let error = connection.error(.step, code, sql: sql)
      reset()
      throw error
    }
  }

  private func measuredStep() -> Int32 {
    if run == nil {
      run = StatementRun(
        sql: sql, bindingCount: parameterCount, report: connection.options.report)
    }
    let start = ContinuousClock.now
    let code = sqlite3_step(handle)
    run?.add(ContinuousClock.now - start, gaveRow: code == SQLITE_ROW)
    return code
  }

  /// Ends the run and so releases its locks. Values stay bound.
  package func reset() {
    hasRow = false
    guard isRunning else { return }
    isRunning = false
    // `sqlite3_reset` returns the error of the last step again, which was thrown already: ignore
    // it.
    sqlite3_reset(handle)
    guard isMeasured else { return }
    run?.finish()
    run = nil
  }

  /// The name of a result column; `nil` past the last one.
  package func columnName(at column: Int) -> String? {
    guard column >= 0, column < columnCount else { return nil }
    return sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) }
  }
}

/// SQLite reads a null pointer as NULL, but an empty text is not NULL. This pointer leads to a
/// literal, which lives as long as the program.
var emptyText: UnsafePointer<CChar> {
  let literal: StaticString = ""
  return UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Collects the time and the row count of one run for its report.
private struct StatementRun {
  var sql: String
  var bindingCount: Int
  var report: (@Sendable (StatementReport) -> Void)?
  var duration = Duration.zero
  var rowCount = 0

  mutating func add(_ more: Duration, gaveRow: Bool) {
    duration += more
    if gaveRow { rowCount += 1 }
  }

  func finish() {
    let parts = duration.components
    report?(
      StatementReport(
        sql: sql, bindingCount: bindingCount,
        seconds: Double(parts.seconds) + Double(parts.attoseconds) * 1e-18, rowCount: rowCount))
  }
}

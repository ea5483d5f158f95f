internal import CSQLite
internal import MomentumSQL

/// Passes the result of a function, or the value of a virtual table's column, to SQLite.
struct FunctionResult {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { self.context = context }

  func give(_ value: SQLValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    // SQLite converts NaN to NULL, here as in a binding.
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text): give(text)
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
      bytes.withUnsafeBytes {
        sqlite3_result_blob64(
          context, $0.baseAddress, UInt64($0.count), momentum_sqlite_transient())
      }
    }
  }

  func give(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_result_text64(
          context, $0.baseAddress ?? emptyText, UInt64($0.count), momentum_sqlite_transient(),
          UInt8(SQLITE_UTF8))
      }
    }
  }

  func give(error message: String) { sqlite3_result_error(context, message, -1) }
}

internal import CSQLite
package import MomentumSQL

// Reads the current row of a statement.
//
// A cell is looked up once, with `sqlite3_column_value`, and read with the `sqlite3_value_…` calls:
// each `sqlite3_column_…` call looks up the row, takes the connection's lock and clears an error
// anew (measured: reading six columns costs 30 % less this way). SQLite documents the two kinds of
// value as interchangeable if connections take no locks, and ours are opened with NOMUTEX:
// https://sqlite.org/c3ref/value.html.

extension Statement {
  /// A cell of the current row; `nil` if there is no current row, and past the last column.
  @inline(__always)
  private func cell(_ column: Int) -> Cell? {
    guard hasRow, column >= 0, column < columnCount else { return nil }
    return Cell(handle, Int32(truncatingIfNeeded: column))
  }

  package func isNull(at column: Int) -> Bool { cell(column)?.isNull ?? true }

  /// A cell as an integer; `nil` for NULL. Text and reals are converted by SQLite's rules.
  package func integer(at column: Int) -> Int64? {
    guard let cell = cell(column), !cell.isNull else { return nil }
    return cell.integer
  }

  /// A cell as a real; `nil` for NULL. Text and integers are converted by SQLite's rules.
  package func real(at column: Int) -> Double? {
    guard let cell = cell(column), !cell.isNull else { return nil }
    return cell.real
  }

  /// A cell as text; `nil` for NULL. Bytes that are not UTF-8 become U+FFFD.
  package func text(at column: Int) -> String? { cell(column)?.text }

  /// A copy of a cell's bytes; `nil` for NULL.
  package func blob(at column: Int) -> [UInt8]? {
    withBytes(at: column) { Array($0) }
  }

  /// Passes the bytes of a blob, or the UTF-8 of any other value, to `body` without a copy; returns
  /// `nil` for NULL.
  package func withBytes<Result>(
    at column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    guard let cell = cell(column), !cell.isNull else { return nil }
    return try body(cell.bytes)
  }

  /// The value in its storage class, without conversion.
  package func value(at column: Int) -> SQLValue { cell(column)?.value ?? .null }

  /// The values of the whole row; NULLs if there is no current row.
  package var values: [SQLValue] {
    guard hasRow else { return Array(repeating: .null, count: columnCount) }
    return [SQLValue](unsafeUninitializedCapacity: columnCount) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      readRow(into: start)
      count = columnCount
    }
  }

  /// Reads the current row into uninitialized memory for `columnCount` values. The statement must
  /// have a current row.
  @inline(__always)
  func readRow(into start: UnsafeMutablePointer<SQLValue>) {
    for column in 0..<columnCount {
      (start + column).initialize(to: Cell(handle, Int32(truncatingIfNeeded: column)).value)
    }
  }
}

/// A column of the current row; valid until the statement is stepped or reset.
struct Cell {
  private let pointer: OpaquePointer?

  /// - Parameter column: A column of the statement, which must have a current row.
  @inline(__always)
  init(_ statement: OpaquePointer, _ column: Int32) {
    pointer = sqlite3_column_value(statement, column)
  }

  /// An argument of a function; valid until the call returns.
  init(value: OpaquePointer?) { pointer = value }

  /// `SQLITE_INTEGER` and the like. Read it before the value: reading the value may convert it.
  @inline(__always)
  var storageClass: Int32 { sqlite3_value_type(pointer) }
  @inline(__always)
  var isNull: Bool { sqlite3_value_type(pointer) == SQLITE_NULL }
  @inline(__always)
  var integer: Int64 { sqlite3_value_int64(pointer) }
  @inline(__always)
  var real: Double { sqlite3_value_double(pointer) }

  /// The cell as text; `nil` for NULL.
  @inline(__always)
  var text: String? {
    guard let bytes = sqlite3_value_text(pointer) else { return nil }
    // Read the length after the text: only then SQLite returns the length of the UTF-8.
    let count = Int(sqlite3_value_bytes(pointer))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes of a blob, or the UTF-8 of any other value, whatever encoding the database has.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer {
    let isBlob = sqlite3_value_type(pointer) == SQLITE_BLOB
    let start = isBlob ? sqlite3_value_blob(pointer) : UnsafeRawPointer(sqlite3_value_text(pointer))
    // SQLite returns a null pointer for an empty blob.
    guard let start else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
  }

  /// The value in its storage class, without conversion.
  @inline(__always)
  var value: SQLValue {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: .integer(integer)
    case SQLITE_FLOAT: .real(real)
    case SQLITE_TEXT: .text(text ?? "")
    case SQLITE_NULL: .null
    default: .blob(Array(bytes))
    }
  }
}

internal import CSQLite
public import MomentumSQL

// Reading the row a statement stands on.
//
// A cell is asked for once, with `sqlite3_column_value`, and read with the `sqlite3_value_…` calls:
// each `sqlite3_column_…` call looks for the row, takes the connection's lock and clears an error anew
// (measured: reading six columns costs 30 % less so). SQLite documents the two kinds of value as
// interchangeable where connections take no locks of their own, and ours are opened with NOMUTEX:
// https://sqlite.org/c3ref/value.html.

extension Statement {
  /// `nil` outside of a row and past the last column.
  @inline(__always)
  private func cell(_ column: Int) -> Cell? {
    guard hasRow, column >= 0, column < columnCount else { return nil }
    return Cell(handle, Int32(truncatingIfNeeded: column))
  }

  public func isNull(at column: Int) -> Bool { cell(column)?.isNull ?? true }

  /// `nil` for NULL; text and reals are converted by SQLite's rules.
  public func integer(at column: Int) -> Int64? {
    guard let cell = cell(column), !cell.isNull else { return nil }
    return cell.integer
  }

  /// `nil` for NULL; text and integers are converted by SQLite's rules.
  public func real(at column: Int) -> Double? {
    guard let cell = cell(column), !cell.isNull else { return nil }
    return cell.real
  }

  /// `nil` for NULL; bytes that are not UTF-8 become U+FFFD.
  public func text(at column: Int) -> String? { cell(column)?.text }

  /// `nil` for NULL.
  public func blob(at column: Int) -> [UInt8]? {
    withBytes(at: column) { Array($0) }
  }

  /// Lends the bytes of a blob, or the UTF-8 of anything else, without a copy; `nil` for NULL.
  public func withBytes<Result>(
    at column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    guard let cell = cell(column), !cell.isNull else { return nil }
    return try body(cell.bytes)
  }

  /// The value in the storage class it has.
  public func value(at column: Int) -> SQLValue { cell(column)?.value ?? .null }

  /// The whole row; NULLs outside of one.
  public var values: [SQLValue] {
    guard hasRow else { return Array(repeating: .null, count: columnCount) }
    return [SQLValue](unsafeUninitializedCapacity: columnCount) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      readRow(into: start)
      count = columnCount
    }
  }

  /// Initializes `columnCount` places. The statement has to stand on a row.
  @inline(__always)
  func readRow(into start: UnsafeMutablePointer<SQLValue>) {
    for column in 0..<columnCount {
      (start + column).initialize(to: Cell(handle, Int32(truncatingIfNeeded: column)).value)
    }
  }
}

/// A column of the row a statement stands on; valid until it is stepped or reset.
struct Cell {
  private let pointer: OpaquePointer?

  /// `column` is one of the statement's, which stands on a row.
  @inline(__always)
  init(_ statement: OpaquePointer, _ column: Int32) {
    pointer = sqlite3_column_value(statement, column)
  }

  /// An argument of a function; valid until the call returns.
  init(value: OpaquePointer?) { pointer = value }

  /// `SQLITE_INTEGER` and the like. To be asked for before the value, whose reading may convert it.
  @inline(__always)
  var storageClass: Int32 { sqlite3_value_type(pointer) }
  @inline(__always)
  var isNull: Bool { sqlite3_value_type(pointer) == SQLITE_NULL }
  @inline(__always)
  var integer: Int64 { sqlite3_value_int64(pointer) }
  @inline(__always)
  var real: Double { sqlite3_value_double(pointer) }

  /// `nil` for NULL.
  @inline(__always)
  var text: String? {
    guard let bytes = sqlite3_value_text(pointer) else { return nil }
    // After the text was asked for: only then its length is that of the UTF-8.
    let count = Int(sqlite3_value_bytes(pointer))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Those of the UTF-8 where it is no blob, whatever encoding the database has.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer {
    let isBlob = sqlite3_value_type(pointer) == SQLITE_BLOB
    let start = isBlob ? sqlite3_value_blob(pointer) : UnsafeRawPointer(sqlite3_value_text(pointer))
    // SQLite gives a null pointer for a blob of no bytes.
    guard let start else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
  }

  /// The value in the storage class it has.
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

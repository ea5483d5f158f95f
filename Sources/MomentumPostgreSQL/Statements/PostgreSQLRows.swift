internal import CLibPQ

/// The rows of a statement, in libpq's memory: a value is made when it is read, and not before.
///
///     let rows = try await connection.query("SELECT id, name FROM venue WHERE rating > $1", [3])
///     for row in rows { print(try row.text(at: 1) ?? "–") }
package struct PostgreSQLRows: Sendable, RandomAccessCollection {
  let result: ResultHandle
  let columns: PostgreSQLColumns
  package let count: Int

  init(_ result: ResultHandle, _ columns: PostgreSQLColumns) {
    self.result = result
    self.columns = columns
    count = Int(PQntuples(result.pointer))
  }

  /// The number of rows that the statement inserted, changed, deleted or returned.
  package var affectedCount: Int { result.affectedCount }
  package var columnNames: [String] { columns.names }
  package var columnTypes: [PostgreSQLType] { columns.types }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(row: Int) -> PostgreSQLRow {
    precondition(row >= 0 && row < count, "a result has no row \(row)")
    return PostgreSQLRow(result: result, columns: columns, row: Int32(truncatingIfNeeded: row))
  }

  /// All values, row by row.
  package func values() throws(PostgreSQLError) -> [PostgreSQLValue] {
    let forms = columns.forms
    var values: [PostgreSQLValue] = []
    values.reserveCapacity(count * forms.count)
    for row in 0..<Int32(truncatingIfNeeded: count) {
      for (column, form) in forms.enumerated() {
        guard let value = result.value(row, Int32(truncatingIfNeeded: column), form) else {
          throw columns.malformed(column)
        }
        values.append(value)
      }
    }
    return values
  }
}

/// The names and types of a result's columns; a prepared statement keeps them.
final class PostgreSQLColumns: Sendable {
  let names: [String]
  let types: [PostgreSQLType]
  let forms: [PostgreSQLForm]

  init(_ result: ResultHandle) {
    let columns = 0..<PQnfields(result.pointer)
    names = columns.map { column in
      PQfname(result.pointer, column).map { String(cString: $0) } ?? ""
    }
    types = columns.map { PostgreSQLType(rawValue: PQftype(result.pointer, $0)) }
    forms = types.map(\.form)
  }

  func malformed(_ column: Int) -> PostgreSQLError {
    PostgreSQLError(
      .read, .malformedValue,
      message: "\(PostgreSQLError.Reason.malformedValue.rawValue) ('\(names[column])')")
  }
}

/// One row of a result: a collection of its values.
package struct PostgreSQLRow: Sendable {
  let result: ResultHandle
  let columns: PostgreSQLColumns
  let row: Int32

  package var count: Int { columns.forms.count }

  /// The value of a column, the first at 0.
  package func value(at column: Int) throws(PostgreSQLError) -> PostgreSQLValue {
    let form = columns.forms[column]
    guard let value = result.value(row, Int32(truncatingIfNeeded: column), form) else {
      throw columns.malformed(column)
    }
    return value
  }

  package func values() throws(PostgreSQLError) -> [PostgreSQLValue] {
    var values: [PostgreSQLValue] = []
    values.reserveCapacity(count)
    for column in 0..<count { values.append(try value(at: column)) }
    return values
  }

  /// An integer; `nil` for NULL. A column of another type is an error.
  package func integer(at column: Int) throws(PostgreSQLError) -> Int64? {
    switch try value(at: column) {
    case .integer(let number): number
    case .null: nil
    case _: throw mismatch(column, "an integer")
    }
  }

  /// A text; `nil` for NULL. A column of another type is an error.
  package func text(at column: Int) throws(PostgreSQLError) -> String? {
    switch try value(at: column) {
    case .text(let text): text
    case .null: nil
    case _: throw mismatch(column, "a text")
    }
  }

  /// A bool; `nil` for NULL. A column of another type is an error.
  package func bool(at column: Int) throws(PostgreSQLError) -> Bool? {
    switch try value(at: column) {
    case .bool(let flag): flag
    case .null: nil
    case _: throw mismatch(column, "a bool")
    }
  }

  /// Passes the bytes of a value, as the server sent them, to `body` without a copy; returns `nil`
  /// for NULL.
  package func withBytes<Result>(
    at column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    precondition(column >= 0 && column < count, "a row has no column \(column)")
    guard let bytes = result.bytes(row, Int32(truncatingIfNeeded: column)) else { return nil }
    return try withExtendedLifetime(result) { try body(bytes) }
  }

  private func mismatch(_ column: Int, _ wanted: String) -> PostgreSQLError {
    PostgreSQLError(
      .read, .valueType, message: "the column '\(columns.names[column])' is not \(wanted)")
  }
}

extension ResultHandle {
  /// The bytes of a value, valid as long as the result; `nil` for NULL.
  @inline(__always)
  func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
    let length = PQgetlength(pointer, row, column)
    // NULL has no length; an empty value has none, too.
    if length == 0, PQgetisnull(pointer, row, column) == 1 { return nil }
    return UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: Int(length))
  }

  /// A value; `nil` if the bytes are not one of the form.
  @inline(__always)
  func value(_ row: Int32, _ column: Int32, _ form: PostgreSQLForm) -> PostgreSQLValue? {
    guard let bytes = bytes(row, column) else { return .null }
    return BinaryReader.value(bytes, form)
  }
}

internal import CSQLite

// Reads a cell only if it has the expected storage class: SQLite's own conversions would turn a
// text into 0 where a number is expected.

/// The value of a column for a reader that expects one storage class.
package enum StoredCell<Value> {
  case value(Value)
  case null
  /// The cell has another storage class, is past the last column, or there is no current row.
  case other
}

extension Statement {
  @inline(__always)
  private func cell<Value>(
    _ column: Int, _ read: (Int32, Cell) -> StoredCell<Value>
  ) -> StoredCell<Value> {
    guard hasRow, column >= 0, column < columnCount else { return .other }
    let cell = Cell(handle, Int32(truncatingIfNeeded: column))
    return read(cell.storageClass, cell)
  }

  /// Reads a cell that must be an INTEGER.
  package func integerCell(at column: Int) -> StoredCell<Int64> {
    cell(column) { type, cell in
      type == SQLITE_INTEGER ? .value(cell.integer) : type == SQLITE_NULL ? .null : .other
    }
  }

  /// Reads a cell that must be a REAL or an INTEGER: in a column of numeric affinity SQLite stores
  /// a whole REAL as an INTEGER.
  package func numberCell(at column: Int) -> StoredCell<Double> {
    cell(column) { type, cell in
      switch type {
      case SQLITE_FLOAT, SQLITE_INTEGER: .value(cell.real)
      case SQLITE_NULL: .null
      case _: .other
      }
    }
  }

  /// Reads a cell that must be a TEXT; bytes that are not UTF-8 become U+FFFD.
  package func textCell(at column: Int) -> StoredCell<String> {
    cell(column) { type, cell in
      switch type {
      case SQLITE_TEXT: cell.text.map { .value($0) } ?? .other
      case SQLITE_NULL: .null
      case _: .other
      }
    }
  }

  /// The UTF-8 of a TEXT, unchecked. The bytes are valid until the cell is read in another way, or
  /// the statement is stepped or reset.
  package func textBytes(at column: Int) -> StoredCell<UnsafeRawBufferPointer> {
    cell(column) { type, cell in
      type == SQLITE_TEXT ? .value(cell.bytes) : type == SQLITE_NULL ? .null : .other
    }
  }

  /// The bytes of a BLOB. They are valid until the cell is read in another way, or the statement is
  /// stepped or reset.
  package func blobBytes(at column: Int) -> StoredCell<UnsafeRawBufferPointer> {
    blobCell(at: column) { $0 }
  }

  /// Passes the bytes of a BLOB to `body`; they are valid until `body` returns.
  @inline(__always)
  package func blobCell<Value>(
    at column: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> StoredCell<Value> {
    cell(column) { type, cell in
      type == SQLITE_BLOB ? .value(body(cell.bytes)) : type == SQLITE_NULL ? .null : .other
    }
  }

  /// Whether the statement has a current row: binding the statement again would end the run while
  /// its rows are still read.
  package var standsOnRow: Bool { hasRow }
}

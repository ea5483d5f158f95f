package import MomentumSQL

// Reads whole rows: one by one, or all at once in a few large blocks.

extension Statement {
  /// Steps and returns the row; `nil` at the end.
  package func nextRow() throws(SQLiteError) -> [SQLValue]? {
    try step() ? values : nil
  }

  /// The rows from the next one to the end, read at once.
  /// A row needs no allocation of its own: a value costs 24 bytes, and its text or blob further
  /// memory only if it has more than 15 bytes.
  package func remainingRows() throws(SQLiteError) -> SQLRows {
    var rows = SQLRows(columnCount: columnCount)
    // Without result columns rows cannot be counted, and SQLite returns no rows.
    guard columnCount != 0 else {
      while try step() {}
      return rows
    }
    while true {
      let (block, isLast) = try readBlock(rowsMax: rows.rowsPerBlock)
      rows.append(block)
      if isLast { return rows }
    }
  }

  private func readBlock(
    rowsMax: Int
  ) throws(SQLiteError) -> (values: [SQLValue], isLast: Bool) {
    var isLast = false
    var failure: SQLiteError?
    let block = [SQLValue](unsafeUninitializedCapacity: rowsMax * columnCount) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      do throws(SQLiteError) {
        for _ in 0..<rowsMax {
          guard try step() else {
            isLast = true
            return
          }
          readRow(into: start + count)
          count += columnCount
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return (block, isLast)
  }
}

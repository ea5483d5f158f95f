public import MomentumSQL

// Whole rows: one by one, or all at once in few large blocks.

extension Statement {
  /// Steps and gives the row; `nil` at the end.
  public func nextRow() throws(SQLiteError) -> [SQLValue]? {
    try step() ? values : nil
  }

  /// The rows from the next one to the end, read at once.
  ///
  /// A row costs no allocation of its own: 24 bytes a value, and the text or the blob where it has
  /// more than 15 bytes.
  public func remainingRows() throws(SQLiteError) -> SQLRows {
    var rows = SQLRows(columnCount: columnCount)
    // Without result columns there is nothing to count rows by, and SQLite gives none.
    guard columnCount > 0 else {
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

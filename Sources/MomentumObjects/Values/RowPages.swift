/// Rows in pages, in the order in which they are added.
struct RowPages {
  private var closed: [RowPage] = []
  private var closedCount = 0
  private var readAt: Double
  var builder = RowPageBuilder()

  init(readAt: Double) { self.readAt = readAt }

  var count: Int { closedCount + builder.rowCount }

  /// Changes the time at which the next rows were read.
  mutating func setReadAt(_ time: Double) {
    guard readAt != time else { return }
    if builder.rowCount > 0 { closePage() }
    readAt = time
  }

  /// Must be called after the last value of each row. Closes the page if it is full.
  mutating func endRow() { if builder.isFull { closePage() } }

  private mutating func closePage() {
    closedCount = count
    closed.append(builder.close(readAt: readAt))
  }

  /// The pages of all rows that were added.
  mutating func endPages() -> [RowPage] {
    if builder.rowCount > 0 { closePage() }
    return closed
  }

  /// All rows that were added.
  mutating func end() -> [RowSnapshot] { endPages().rows }
}

extension [RowPage] {
  /// The rows of all pages.
  var rows: [RowSnapshot] {
    var rows: [RowSnapshot] = []
    rows.reserveCapacity(reduce(0) { $0 + $1.heads.count })
    for page in self {
      for index in page.heads.indices { rows.append(RowSnapshot(page, index)) }
    }
    return rows
  }
}

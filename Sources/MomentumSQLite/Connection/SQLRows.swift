package import MomentumSQL

/// The rows of a result, in large blocks of values.
///
/// A block holds some thousand values: appending does not move earlier rows, and a row needs no
/// allocation of its own.
package struct SQLRows: Sendable, RandomAccessCollection {
  /// About 100 KB: for larger blocks the C library maps memory anew for each allocation.
  private static let valuesPerBlock = 4096

  package let columnCount: Int
  package private(set) var count = 0
  /// A power of two, so that the block of a row is found with a shift in place of a division.
  let rowsPerBlock: Int
  private let shift: Int
  /// Each block has `rowsPerBlock` rows; the last one may have fewer.
  private var blocks: [[SQLValue]] = []

  init(columnCount: Int) {
    self.columnCount = columnCount
    let wanted = Swift.max(1, Self.valuesPerBlock / Swift.max(1, columnCount))
    shift = Int.bitWidth - 1 - wanted.leadingZeroBitCount
    rowsPerBlock = 1 << shift
  }

  /// Appends the values of `rowsPerBlock` rows; only the last block may have fewer.
  mutating func append(_ block: [SQLValue]) {
    guard !block.isEmpty else { return }
    count += block.count / columnCount
    guard block.count * 2 < block.capacity else { return blocks.append(block) }
    var fitting: [SQLValue] = []
    fitting.reserveCapacity(block.count)
    fitting.append(contentsOf: block)
    blocks.append(fitting)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(row: Int) -> SQLRow {
    SQLRow(
      block: blocks[row >> shift], start: (row & (rowsPerBlock - 1)) * columnCount,
      count: columnCount)
  }
}

/// One row of a result: a collection of its values, the first at 0.
package struct SQLRow: Sendable, Hashable, RandomAccessCollection {
  private let block: [SQLValue]
  private let start: Int
  package let count: Int

  init(block: [SQLValue], start: Int, count: Int) {
    self.block = block
    self.start = start
    self.count = count
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(column: Int) -> SQLValue {
    precondition(column >= 0 && column < count, "a row has no column \(column)")
    return block[start + column]
  }

  package static func == (left: SQLRow, right: SQLRow) -> Bool { left.elementsEqual(right) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for value in self { hasher.combine(value) }
  }
}

import MomentumSQL
import MomentumSQLite

/// The numbers of rows in a store, and the store's statistics about its indexes.
final class StoreCounts {
  private let connection: Connection
  private var counts: [String: Int] = [:]
  private var statistics: [String: [Int]]?

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The number of rows of a table. Each table is counted once.
  func rows(of table: String) throws(StoreError) -> Int {
    if let count = counts[table] { return count }
    let value = try asStoreError {
      try connection.firstValue("SELECT COUNT(*) FROM \(name: table)")
    }
    var count = 0
    if case .integer(let number)? = value { count = Int(clamping: number) }
    counts[table] = count
    return count
  }

  /// The statistics of an index, such as `100000 10 1`: the number of all rows, of rows with the
  /// same value in the first column, in the first two columns, and so on. `nil` if ANALYZE has not
  /// run.
  func numbers(of index: String) throws(StoreError) -> [Int]? {
    if statistics == nil {
      statistics = try asStoreError {
        try PlanningDatabase.statistics(of: connection)
      }.reduce(into: [:]) { result, row in
        if let index = row.index { result[index] = row.numbers }
      }
    }
    return statistics?[index]
  }
}

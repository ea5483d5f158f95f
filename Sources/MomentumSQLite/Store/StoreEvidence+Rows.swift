import MomentumSQL
package import MomentumStore

extension StoreEvidence {
  /// Reads from the first and the last rows of a store's tables which entities use which column.
  ///
  ///     SELECT DISTINCT number FROM (SELECT Z_ENT AS number, ZTITLE1 AS value FROM ZITEM …)
  ///     WHERE value IS NOT NULL
  ///
  /// Reads some rows only, so that a store with a million rows opens as quickly as one with ten.
  package init(rowsOf connection: Connection) {
    self.init(
      entityNumbers: { table, column in
        StoreEvidence.integers(
          "SELECT DISTINCT number FROM (\(sql: StoreEvidence.some("Z_ENT", column, table))) "
            + "WHERE value IS NOT NULL", connection)
      },
      hasStrayKey: { table, column, destination, numbers in
        let found = StoreEvidence.integers(
          "SELECT 1 FROM (\(sql: StoreEvidence.some("0", column, table))) WHERE value IS NOT NULL "
            + "AND NOT EXISTS (SELECT 1 FROM \(name: destination) WHERE Z_PK = value "
            + "AND Z_ENT IN (\(numbers: numbers))) "
            + "LIMIT 1", connection)
        return found.map { !$0.isEmpty }
      })
  }

  private static let rowsMax = 500

  private static func some(
    _ number: SQLFragment, _ column: String, _ table: String
  ) -> SQLFragment {
    let directions: [SQLFragment] = ["ASC", "DESC"]
    let parts = directions.map { direction -> SQLFragment in
      "SELECT * FROM (SELECT \(sql: number) AS number, \(name: column) AS value "
        + "FROM \(name: table) ORDER BY rowid \(sql: direction) LIMIT \(number: rowsMax))"
    }
    return parts.joined(separator: " UNION ALL ")
  }

  /// The integers that a statement returns. `nil` if it does not run, because a table has no rowid,
  /// or is a virtual table whose module is not linked.
  private static func integers(_ sql: SQLFragment, _ connection: Connection) -> Set<Int>? {
    do throws(SQLiteError) {
      let statement = try connection.prepare(sql)
      var result: Set<Int> = []
      while try statement.step() {
        if let number = statement.integer(at: 0) { result.insert(Int(clamping: number)) }
      }
      return result
    } catch {
      return nil
    }
  }
}

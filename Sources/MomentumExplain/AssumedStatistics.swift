import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Statistics for a store that is still empty: 100,000 rows in each table.
///
/// Without statistics SQLite takes the index on `Z_ENT` to be as good as any other, and would then
/// read a quarter of a table for a request for one of its four entities.
enum AssumedStatistics {
  static let rowCount = 100_000
  /// The number of rows that share an indexed value, as SQLite assumes without statistics
  /// (documented: <https://sqlite.org/fileformat2.html#stat1tab>).
  private static let rowsOfAValue = 10

  static func of(_ tables: [EntityTable], _ names: SchemaNames) -> [PlanningDatabase.Statistic] {
    tables.flatMap { table in
      ([table.name] + table.joinTables.map(\.name)).map {
        PlanningDatabase.Statistic(table: $0, index: nil, numbers: [rowCount])
      } + table.indexes.map { statistic($0, names) }
    }
  }

  private static func statistic(
    _ index: SQLIndex, _ names: SchemaNames
  ) -> PlanningDatabase.Statistic {
    var rows = rowCount
    var numbers = [rowCount]
    for term in index.terms {
      let column = term.names.first ?? ""
      let isCoarse = names.coarseColumns.contains(.init(table: index.table, column: column))
      rows =
        isCoarse ? rows / values(column, index, names) : min(rowsOfAValue, rows / 2)
      numbers.append(max(1, rows))
    }
    if index.isUnique { numbers[numbers.count - 1] = 1 }
    return PlanningDatabase.Statistic(table: index.table, index: index.name, numbers: numbers)
  }

  /// The number of different values in a column with few of them: for `Z_ENT` the number of the
  /// table's entities, otherwise 2.
  private static func values(_ column: String, _ index: SQLIndex, _ names: SchemaNames) -> Int {
    guard column == "Z_ENT", case .entity(let root)? = names.tables[index.table] else { return 2 }
    return max(2, names.schema[root].familyNumbers.count)
  }
}

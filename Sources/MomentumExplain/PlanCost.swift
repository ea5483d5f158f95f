import MomentumSQLite

/// Estimates how many rows and index entries a plan reads.
///
/// The steps of one list are nested loops. How many rows of a scan satisfy a condition is not
/// known, so all are counted: the estimate is closer to the worst case than to the average.
struct PlanCost {
  let counts: StoreCounts
  let tables: StatementTables
  /// The largest estimate; a larger product could overflow an integer.
  private static let rowsMax = 1e15

  func rowsRead(_ plan: QueryPlan) throws(StoreError) -> Int {
    let rows = try read(plan.nodes).read
    return rows < PlanCost.rowsMax ? Int(rows.rounded()) : Int(PlanCost.rowsMax)
  }

  private func read(
    _ nodes: [QueryPlan.Node], depth: Int = 0
  ) throws(StoreError) -> (read: Double, given: Double) {
    var loops = 1.0
    var total = 0.0
    // SQLite's parser allows 100 nested selects, so a deeper plan is a mistake.
    guard depth < 200 else { return (0, 1) }
    for node in nodes {
      switch node.step {
      case .scan(let access):
        let rows = try Double(rowCount(access))
        total += loops * rows
        loops *= max(1, rows)
      case .search(let access):
        let rows = try found(access)
        total += loops * rows
        loops *= max(1, rows)
      case .multipleIndexes:
        let inner = try read(node.children.flatMap(\.children), depth: depth + 1)
        total += loops * inner.read
        loops *= max(1, inner.given)
      case .subquery(let subquery):
        let inner = try read(node.children, depth: depth + 1)
        total += (subquery.isCorrelated ? loops : 1) * inner.read
      case .constantRows, .temporaryTree, .coroutine, .materialize, .compound, .branch,
        .bloomFilter, .inOperator, .other:
        total += try read(node.children, depth: depth + 1).read
      }
      total = min(total, PlanCost.rowsMax)
      loops = min(loops, PlanCost.rowsMax)
    }
    return (total, loops)
  }

  private func rowCount(_ access: TableAccess) throws(StoreError) -> Int {
    guard let table = tables[access.name] else { return 0 }
    return try counts.rows(of: table.name)
  }

  /// The number of rows that a search finds. Without statistics it is what SQLite assumes: ten rows
  /// with one value, a quarter of the rows within a bound (documented:
  /// <https://sqlite.org/fileformat2.html#stat1tab>).
  private func found(_ access: TableAccess) throws(StoreError) -> Double {
    let count = try Double(rowCount(access))
    let equal = access.constraints.filter { $0.comparison == .equal }.count
    var rows = count
    if equal > 0 {
      switch access.method {
      case .rowKey, .primaryKey: rows = 1
      case .index(let name, _):
        let numbers = try counts.numbers(of: name) ?? []
        rows = equal < numbers.count ? Double(numbers[equal]) : min(count, 10)
      case .rows, .automaticIndex, .virtualTable: rows = min(count, 10)
      }
    }
    let bounds = access.constraints.count - equal
    for _ in 0..<bounds { rows /= 4 }
    return max(1, rows)
  }
}

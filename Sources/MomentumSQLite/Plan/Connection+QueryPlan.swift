package import MomentumSQL

extension Connection {
  /// Returns the plan of a statement without running the statement.
  ///
  /// - Parameters:
  ///   - values: The values of the statement's parameters, by name; a parameter without a value is
  ///     NULL. SQLite reads values where statistics or a LIKE make the plan depend on them.
  ///   - tables: The table aliases in the statement. The parser of the plan needs them, because
  ///     SQLite does not quote names and a name may look like a keyword of the plan.
  ///   - indexes: The names of the database's indexes, for the same reason.
  package func queryPlan(
    of sql: SQLText, values: [String: SQLValue] = [:], tables: [String] = [],
    indexes: [String] = []
  ) throws(SQLiteError) -> QueryPlan {
    let statement = try Statement(
      "EXPLAIN QUERY PLAN " + sql.text, arrays: bound(sql.arrays), on: self)
    try statement.bind(
      sql.bindings.map { binding in
        switch binding {
        case .value(let value): value
        case .parameter(let name): values[name] ?? .null
        }
      })
    let parser = QueryPlanParser(tables: tables, indexes: indexes)
    var rows: [(id: Int64, parent: Int64, detail: String)] = []
    while try statement.step() {
      rows.append(
        (
          statement.integer(at: 0) ?? 0, statement.integer(at: 1) ?? 0,
          statement.text(at: 3) ?? ""
        ))
    }
    return QueryPlan(rows: rows, parser: parser)
  }
}

extension QueryPlan {
  /// - Parameter rows: The rows of `EXPLAIN QUERY PLAN`; each parent comes before its children.
  init(rows: [(id: Int64, parent: Int64, detail: String)], parser: QueryPlanParser) {
    // Go from the end, so that a row's children are complete when the row is put below its parent.
    var below: [Int64: [Node]] = [:]
    for row in rows.reversed() {
      let children = below.removeValue(forKey: row.id) ?? []
      let node = Node(
        detail: row.detail, step: parser.parse(row.detail), children: children.reversed())
      below[row.parent, default: []].append(node)
    }
    self.init(nodes: (below[0] ?? []).reversed())
  }
}

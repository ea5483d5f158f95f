import MomentumSQL
import MomentumSQLite
import Testing

/// A database without rows plans as the one it was copied from.
@Suite struct PlanningDatabaseTests {
  private func lines(_ plan: QueryPlan) -> [String] { plan.lines.map(\.node.detail) }

  private let byBoth = SQLText(text: "SELECT * FROM A WHERE few = 1 AND many = 1")

  /// 2,000 rows with two values of `few` and 1,000 of `many`.
  private func filled() throws -> Connection {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE A (id INTEGER PRIMARY KEY, few, many)")
    try connection.execute("CREATE INDEX byMany ON A (many)")
    try connection.execute("CREATE INDEX byFew ON A (few)")
    try connection.execute(
      """
      INSERT INTO A WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000) \
      SELECT x, x % 2, x % 1000 FROM n
      """)
    return connection
  }

  @Test func statisticsComeAlong() throws {
    let connection = try filled()
    try connection.execute("ANALYZE")
    let scratch = try PlanningDatabase(schemaOf: connection)
    #expect(lines(try scratch.plan(byBoth)) == ["SEARCH A USING INDEX byMany (many=?)"])
    #expect(lines(try connection.queryPlan(of: byBoth)) == lines(try scratch.plan(byBoth)))
    #expect(scratch.statistics.count == 2)
  }

  @Test func givenStatisticsDecide() throws {
    let statements = [
      "CREATE TABLE A (few, many)", "CREATE INDEX byMany ON A (many)",
      "CREATE INDEX byFew ON A (few)",
    ]
    func plan(few: Int, many: Int) throws -> [String] {
      lines(
        try PlanningDatabase(
          statements: statements,
          statistics: [
            .init(table: "A", index: "byMany", numbers: [100_000, many]),
            .init(table: "A", index: "byFew", numbers: [100_000, few]),
          ]
        ).plan(byBoth))
    }
    #expect(try plan(few: 50_000, many: 10) == ["SEARCH A USING INDEX byMany (many=?)"])
    #expect(try plan(few: 10, many: 50_000) == ["SEARCH A USING INDEX byFew (few=?)"])
  }

  @Test func virtualTablesWithTheirShadowsAndTriggersAreCopiedOrLeft() throws {
    let connection = try filled()
    try connection.execute("CREATE VIRTUAL TABLE R USING RTREE (id, a, b)")
    try connection.execute("CREATE TRIGGER T AFTER INSERT ON A BEGIN DELETE FROM R; END")
    try connection.execute("CREATE VIEW V AS SELECT * FROM A")
    let names = try PlanningDatabase(schemaOf: connection).names()
    #expect(names.sorted() == ["A", "R", "R_node", "R_parent", "R_rowid", "byFew", "byMany"])
  }

  @Test func triedIndexesAreGoneAfterwardsAlsoAfterAnError() throws {
    let scratch = try PlanningDatabase(statements: ["CREATE TABLE A (few, many)"])
    let index = (name: "odd \"name\"", statement: "CREATE INDEX \"odd \"\"name\"\"\" ON A (many)")
    #expect(
      lines(try scratch.plan(byBoth, with: [index]))
        == ["SEARCH A USING INDEX odd \"name\" (many=?)"])
    #expect(try scratch.plan(byBoth, with: [index]).indexNames == ["odd \"name\""])
    #expect(throws: SQLiteError.self) {
      try scratch.plan(byBoth, with: [index, (name: "b", statement: "CREATE INDEX b ON B (x)")])
    }
    #expect(try scratch.names() == ["A"])
    #expect(lines(try scratch.plan(byBoth)) == ["SCAN A"])
  }
}

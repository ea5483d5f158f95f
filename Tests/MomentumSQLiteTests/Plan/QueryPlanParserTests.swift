import MomentumSQL
import MomentumSQLite
import Testing

/// Lines of EXPLAIN QUERY PLAN, as SQLite 3.40 to 3.51 write them, and what they are read as.
@Suite struct QueryPlanParserTests {
  private func table(
    _ name: String, _ method: TableAccess.Method = .rows,
    _ constraints: [TableAccess.Constraint] = [], isLeftJoin: Bool = false
  ) -> TableAccess {
    TableAccess(name: name, method: method, constraints: constraints, isLeftJoin: isLeftJoin)
  }

  @Test func tablesThatAreReadWhole() {
    let parser = QueryPlanParser()
    #expect(parser.parse("SCAN t0") == .scan(table("t0")))
    #expect(
      parser.parse("SCAN t0 USING INDEX Z_A_byB")
        == .scan(table("t0", .index("Z_A_byB", isCovering: false))))
    #expect(
      parser.parse("SCAN t0 USING COVERING INDEX Z_A_byB LEFT-JOIN")
        == .scan(table("t0", .index("Z_A_byB", isCovering: true), isLeftJoin: true)))
    #expect(parser.parse("SCAN (subquery-1)") == .scan(table("(subquery-1)")))
    #expect(
      parser.parse("SCAN t0 VIRTUAL TABLE INDEX 2:D0B1")
        == .scan(table("t0", .virtualTable("2:D0B1"))))
    #expect(parser.parse("SCAN CONSTANT ROW") == .constantRows(1))
    #expect(parser.parse("SCAN 3 CONSTANT ROWS") == .constantRows(3))
  }

  @Test func tablesThatAreSearched() {
    let parser = QueryPlanParser()
    #expect(
      parser.parse("SEARCH t0 USING INDEX Z_A_byB (ZB=? AND ZC>? AND ZC<?)")
        == .search(
          table(
            "t0", .index("Z_A_byB", isCovering: false),
            [.init(["ZB"], .equal), .init(["ZC"], .greater), .init(["ZC"], .less)])))
    #expect(
      parser.parse("SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN")
        == .search(table("t1", .rowKey, [.init(["rowid"], .equal)], isLeftJoin: true)))
    #expect(
      parser.parse("SEARCH t1 EXISTS USING PRIMARY KEY (a=?)")
        == .search(table("t1", .primaryKey, [.init(["a"], .equal)])))
    #expect(
      parser.parse("SEARCH t1 USING AUTOMATIC COVERING INDEX (ZA=?)")
        == .search(table("t1", .automaticIndex, [.init(["ZA"], .equal)])))
    #expect(
      parser.parse("SEARCH t1 USING AUTOMATIC PARTIAL COVERING INDEX (ZA=?)")
        == .search(table("t1", .automaticIndex, [.init(["ZA"], .equal)])))
    #expect(
      parser.parse("SEARCH t1 USING COVERING INDEX i (ANY(Z_ENT) AND (ZA,ZB)>(?,?))")
        == .search(
          table(
            "t1", .index("i", isCovering: true),
            [.init(["Z_ENT"], .any), .init(["ZA", "ZB"], .greater)])))
    #expect(
      parser.parse("SEARCH t1 USING INDEX i (<expr>=?)")
        == .search(table("t1", .index("i", isCovering: false), [.init(["<expr>"], .equal)])))
  }

  @Test(arguments: [
    ("USE TEMP B-TREE FOR ORDER BY", QueryPlanStep.temporaryTree(.order)),
    ("USE TEMP B-TREE FOR RIGHT PART OF ORDER BY", .temporaryTree(.lastKeysOfOrder)),
    ("USE TEMP B-TREE FOR LAST TERM OF ORDER BY", .temporaryTree(.lastKeysOfOrder)),
    ("USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY", .temporaryTree(.lastKeysOfOrder)),
    ("USE TEMP B-TREE FOR DISTINCT", .temporaryTree(.distinct)),
    ("USE TEMP B-TREE FOR GROUP BY", .temporaryTree(.group)),
    ("USE TEMP B-TREE FOR count(DISTINCT)", .temporaryTree(.aggregate("count"))),
    (
      "CORRELATED SCALAR SUBQUERY 2",
      .subquery(.init(isList: false, isCorrelated: true, number: 2))
    ),
    ("SCALAR SUBQUERY 1", .subquery(.init(isList: false, isCorrelated: false, number: 1))),
    ("LIST SUBQUERY 3", .subquery(.init(isList: true, isCorrelated: false, number: 3))),
    ("CORRELATED LIST SUBQUERY 3", .subquery(.init(isList: true, isCorrelated: true, number: 3))),
    (
      "REUSE LIST SUBQUERY 3",
      .subquery(.init(isList: true, isCorrelated: false, isReused: true, number: 3))
    ),
    ("CO-ROUTINE (subquery-1)", .coroutine("(subquery-1)")),
    ("MATERIALIZE (subquery-1)", .materialize("(subquery-1)")),
    ("COMPOUND QUERY", .compound("COMPOUND QUERY")),
    ("LEFT-MOST SUBQUERY", .compound("LEFT-MOST SUBQUERY")),
    ("UNION ALL", .compound("UNION ALL")),
    ("EXCEPT USING TEMP B-TREE", .compound("EXCEPT USING TEMP B-TREE")),
    ("MERGE (UNION)", .compound("MERGE (UNION)")),
    ("MULTI-INDEX OR", .multipleIndexes),
    ("INDEX 2", .branch(2)),
    ("BLOOM FILTER ON t1 (rowid=?)", .bloomFilter("t1")),
    ("USING INDEX Z_A_byB FOR IN-OPERATOR", .inOperator(index: "Z_A_byB")),
    ("USING ROWID SEARCH ON TABLE ZA FOR IN-OPERATOR", .inOperator(index: nil)),
    ("CREATE SOMETHING NEW", .other("CREATE SOMETHING NEW")),
    ("", .other("")),
    ("SCAN t0 USING NOTHING KNOWN", .other("SCAN t0 USING NOTHING KNOWN")),
    ("SCALAR SUBQUERY x", .other("SCALAR SUBQUERY x")),
  ])
  func otherLines(detail: String, step: QueryPlanStep) {
    #expect(QueryPlanParser().parse(detail) == step)
  }

  @Test func namesThatLookLikeTheWordsBehindThem() {
    let odd = "Z A USING INDEX B (C=?)"
    let parser = QueryPlanParser(tables: ["t0", odd], indexes: ["Z_\(odd)_byX (y=?)"])
    #expect(parser.parse("SCAN \(odd)") == .scan(table(odd)))
    #expect(
      parser.parse("SEARCH \(odd) USING INDEX Z_\(odd)_byX (y=?) (ZY=?)")
        == .search(
          table(
            odd, .index("Z_\(odd)_byX (y=?)", isCovering: false), [.init(["ZY"], .equal)])))
  }

  @Test func everyCutOfALineIsRead() {
    let line = "SEARCH t1 EXISTS USING COVERING INDEX i (ANY(Z_ENT) AND (ZA,ZB)>(?,?)) LEFT-JOIN"
    for count in 0...line.count {
      _ = QueryPlanParser(tables: ["t1"], indexes: ["i"]).parse(String(line.prefix(count)))
    }
  }

  @Test func childrenStandBelowTheirParents() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE A (x, y)")
    try connection.execute("CREATE TABLE B (x)")
    try connection.execute("CREATE INDEX byX ON A (x)")
    try connection.execute("CREATE INDEX byY ON A (y)")
    let plan = try connection.queryPlan(
      of: SQLText(
        text: """
          SELECT * FROM A a WHERE (a.x = ? OR a.y = ?) \
          AND (SELECT count(*) FROM B b WHERE b.x = a.x) > 0 ORDER BY a.x + 1
          """,
        bindings: [.value(.integer(1)), .parameter("Y")]))
    let lines = plan.lines.map { String(repeating: "  ", count: $0.depth) + $0.node.detail }
    #expect(
      lines == [
        "MULTI-INDEX OR", "  INDEX 1", "    SEARCH a USING INDEX byX (x=?)", "  INDEX 2",
        "    SEARCH a USING INDEX byY (y=?)", "CORRELATED SCALAR SUBQUERY 1", "  SCAN b",
        "USE TEMP B-TREE FOR ORDER BY",
      ])
    #expect(plan.indexNames == ["byX", "byY"])
  }
}

import MomentumSQL
import MomentumSQLite
import Testing

/// Lines of a plan with names that are known, that look like each other, or that hold the words of a plan.
@Suite struct PlanLineTests {
  /// `scan t rows`, `search t index i* a= b>`: the kind of line, the table, how it is read, and the conditions; a star
  /// marks a covering index, `left` a LEFT JOIN.
  private func text(_ step: QueryPlanStep) -> String {
    func access(_ access: TableAccess) -> String {
      let method =
        switch access.method {
        case .rows: "rows"
        case .rowKey: "rowKey"
        case .primaryKey: "primaryKey"
        case .index(let name, let isCovering): "index \(name)\(isCovering ? "*" : "")"
        case .automaticIndex: "automatic"
        case .virtualTable(let index): "virtual \(index)"
        }
      let conditions = access.constraints.map {
        " \($0.columns.joined(separator: "+"))\($0.comparison.rawValue)"
      }
      return access.name + " " + method + conditions.joined() + (access.isLeftJoin ? " left" : "")
    }
    return switch step {
    case .scan(let table): "scan " + access(table)
    case .search(let table): "search " + access(table)
    case .temporaryTree(let purpose): "tree \(purpose)"
    case .subquery(let query):
      "subquery \(query.number)\(query.isList ? " list" : "")"
        + "\(query.isCorrelated ? " correlated" : "")\(query.isReused ? " reused" : "")"
    case .bloomFilter(let name): "bloom " + name
    case .other(let line): "other " + line
    case .inOperator(let index): "in " + (index ?? "rowid")
    default: "\(step)"
    }
  }

  private func check(_ parser: QueryPlanParser, _ lines: [(String, String)]) {
    for (line, expected) in lines { #expect(text(parser.parse(line)) == expected, "\(line)") }
  }

  @Test func theLongestKnownNameCounts() {
    check(
      QueryPlanParser(
        tables: ["t", "t1", "", "t1 USING", "odd (name)"], indexes: ["i", "i (a=?)", ""]),
      [
        ("SCAN t", "scan t rows"), ("SCAN t1", "scan t1 rows"), ("SCAN t2", "scan t2 rows"),
        ("SCAN t1 USING INDEX i", "scan t1 USING rows".replacing("rows", with: "other")),
      ].dropLast() + [
        ("SCAN t EXISTS", "scan t rows"),
        ("SEARCH t EXISTS USING INTEGER PRIMARY KEY (rowid=?)", "search t rowKey rowid="),
        ("SCAN t LEFT-JOIN", "scan t rows left"),
        ("SCAN t VIRTUAL TABLE INDEX 1:a LEFT-JOIN", "scan t virtual 1:a left"),
        ("SEARCH t USING INDEX i (a=?)", "search t index i (a=?)"),
        ("SEARCH t USING INDEX i (a=?) (b=?)", "search t index i (a=?) b="),
        ("SEARCH t USING INDEX i (c=?)", "search t index i c="),
        ("SEARCH t USING COVERING INDEX i", "search t index i*"),
        ("SEARCH t USING INDEX ii (c=?)", "search t index ii c="),
        ("SEARCH t USING INDEX i2", "search t index i2"),
        ("BLOOM FILTER ON t (a=?)", "bloom t"), ("BLOOM FILTER ON t", "bloom t"),
        ("BLOOM FILTER ON t9 (a=?)", "bloom t9"), ("BLOOM FILTER ON (x) (a=?)", "bloom (x)"),
        ("BLOOM FILTER ON t9", "bloom t9"), ("BLOOM FILTER ON odd (name)", "bloom odd (name)"),
        ("BLOOM FILTER ON odd (name) (a=?)", "bloom odd (name)"),
      ])
  }

  @Test func unknownNamesEndBeforeTheWordsOfThePlan() {
    check(
      QueryPlanParser(),
      [
        ("SCAN a b", "scan a b rows"), ("SCAN a EXISTS", "scan a rows"),
        ("SCAN a USING INDEX b USING c", "scan a index b USING c"),
        ("SCAN a VIRTUAL TABLE INDEX 0: USING x", "scan a virtual 0: USING x"),
        ("SCAN a USING INDEX odd (name)", "scan a index odd (name)"),
        ("SCAN a USING INDEX odd(name)", "scan a index odd(name)"),
        ("SCAN a USING INDEX odd(a=?)", "scan a index odd(a=?)"),
        ("SEARCH a USING INDEX odd (name) (b<?)", "search a index odd (name) b<"),
        ("SEARCH a USING INDEX i (a=? AND b=? AND c>?)", "search a index i a= b= c>"),
        ("SEARCH a USING INDEX i (ANY(a) AND ANY(b) AND c=?)", "search a index i aANY bANY c="),
        ("SEARCH a USING INDEX i ((a,b)<(?,?))", "search a index i a+b<"),
        ("SEARCH a USING INDEX i ((a,b)=(?,?))", "search a index i a+b="),
        ("SEARCH a USING INDEX i ((a,b)>(?,?) AND c<?)", "search a index i a+b> c<"),
        (
          "SEARCH a USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
          "search a rowKey rowid> rowid<"
        ),
        ("SEARCH a USING INTEGER PRIMARY KEY (rowid)", "search a rowKey rowid="),
        ("SEARCH a USING PRIMARY KEY (x=? AND y=?)", "search a primaryKey x= y="),
        ("SEARCH a USING AUTOMATIC COVERING INDEX (x=?) LEFT-JOIN", "search a automatic x= left"),
        ("SEARCH a USING AUTOMATIC INDEX (x=?)", "other SEARCH a USING AUTOMATIC INDEX (x=?)"),
        ("SCAN a USING", "scan a USING rows"), ("SCAN ", "scan  rows"), ("SCAN", "other SCAN"),
        ("SCAN 12 CONSTANT ROWS", "constantRows(12)"),
        ("SCAN x CONSTANT ROWS", "scan x CONSTANT ROWS rows"),
        ("SEARCH CONSTANT ROW", "search CONSTANT ROW rows"),
      ])
  }

  @Test func otherLinesHaveTheirWords() {
    check(
      QueryPlanParser(),
      [
        ("USE TEMP B-TREE FOR group_concat(ORDER BY)", "tree aggregate(\"group_concat\")"),
        ("USE TEMP B-TREE FOR sum(DISTINCT)", "tree aggregate(\"sum\")"),
        ("USE TEMP B-TREE FOR LAST 3 TERMS OF ORDER BY", "tree lastKeysOfOrder"),
        ("USE TEMP B-TREE FOR sum(x)", "other USE TEMP B-TREE FOR sum(x)"),
        ("SUBQUERY 3", "subquery 3"), ("REUSE SUBQUERY 4", "subquery 4 reused"),
        ("REUSE CORRELATED LIST SUBQUERY 5", "subquery 5 list correlated reused"),
        ("CORRELATED SUBQUERY 6", "subquery 6 correlated"),
        ("LIST SUBQUERY", "other LIST SUBQUERY"), ("SUBQUERY 3a", "other SUBQUERY 3a"),
        ("USING INDEX i FOR IN-OPERATOR", "in i"),
        ("USING ROWID SEARCH ON TABLE t FOR IN-OPERATOR", "in rowid"),
        ("USING x FOR IN-OPERATOR", "other USING x FOR IN-OPERATOR"),
        ("USING INDEX i", "other USING INDEX i"),
        ("INDEX x", "other INDEX x"), ("INDEX 12", "branch(12)"),
        ("UNION USING TEMP B-TREE", "compound(\"UNION USING TEMP B-TREE\")"),
        ("INTERSECT USING TEMP B-TREE", "compound(\"INTERSECT USING TEMP B-TREE\")"),
        ("LEFT", "compound(\"LEFT\")"), ("RIGHT", "compound(\"RIGHT\")"),
        ("MERGE (EXCEPT)", "compound(\"MERGE (EXCEPT)\")"), ("MERGE (x", "other MERGE (x"),
        ("MERGE x)", "other MERGE x)"), ("left", "other left"),
        ("MATERIALIZE v", "materialize(\"v\")"), ("CO-ROUTINE v", "coroutine(\"v\")"),
        ("MULTI-INDEX", "other MULTI-INDEX"),
      ])
  }

  @Test func thePlanNamesItsIndexes() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE A (x, y)")
    try connection.execute("CREATE INDEX byX ON A (x)")
    try connection.execute("CREATE INDEX byY ON A (y)")
    let plan = try connection.queryPlan(
      of: SQLText(
        text: "SELECT 1 FROM A a CROSS JOIN A b ON b.x = a.y CROSS JOIN A c ON c.x = b.y "
          + "WHERE a.y = ?",
        bindings: [.parameter("Y")]), values: ["Y": .integer(1)], tables: ["a", "b", "c"],
      indexes: ["byX", "byY"])
    #expect(plan.indexNames == ["byY", "byX"])
    #expect(plan.lines.map(\.depth) == [0, 0, 0])
    #expect(plan.nodes.map { text($0.step).prefix(8) } == ["search a", "search b", "search c"])
    #expect(QueryPlan().lines.isEmpty && QueryPlan().indexNames.isEmpty)
  }

  @Test func aStatementNamesItsTablesAndIndexes() throws {
    let (table, index) = ("A USING INDEX B", "I (x=?)")
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE \(name: table) (x, y)")
    try connection.execute("CREATE INDEX \(name: index) ON \(name: table) (y)")
    let sql = SQLText(text: "SELECT * FROM \"\(table)\" WHERE y = 1")
    let plan = try connection.queryPlan(of: sql, tables: [table], indexes: [index])
    #expect(plan.nodes.map { text($0.step) } == ["search \(table) index \(index) y="])
  }

  // MARK: - Statistics

  @Test func statisticsAreReadWithoutWords() throws {
    let connection = try Connection.inMemory()
    #expect(try PlanningDatabase.statistics(of: connection).isEmpty)
    try connection.execute("CREATE TABLE A (x)")
    try connection.execute("ANALYZE sqlite_master")
    try connection.execute("DELETE FROM sqlite_stat1")
    try connection.execute(
      "INSERT INTO sqlite_stat1 VALUES ('A', 'i', '100 10 unordered 1'), ('B', NULL, '7'), (NULL, 'j', NULL)"
    )
    #expect(
      try PlanningDatabase.statistics(of: connection) == [
        .init(table: "A", index: "i", numbers: [100, 10, 1]),
        .init(table: "B", index: nil, numbers: [7]), .init(table: "", index: "j", numbers: []),
      ])
  }

  @Test func aPlanningDatabaseHasTablesAndIndexesAlone() throws {
    let connection = try Connection.inMemory()
    for sql in [
      "CREATE TABLE A (x UNIQUE, y)", "INSERT INTO A VALUES (1, 2)", "CREATE INDEX I ON A (y)",
      "CREATE VIEW V AS SELECT 1", "CREATE TRIGGER T AFTER INSERT ON A BEGIN SELECT 1; END",
      "CREATE TABLE Z_sqlite (a)",
    ] { try connection.execute(sql: sql) }
    let scratch = try PlanningDatabase(schemaOf: connection)
    #expect(try scratch.names() == ["A", "sqlite_autoindex_A_1", "I", "Z_sqlite"])
    #expect(scratch.statistics.isEmpty)
    let given = [PlanningDatabase.Statistic(table: "A", index: nil, numbers: [5])]
    let other = try PlanningDatabase(statements: ["CREATE TABLE A (x)"], statistics: given)
    #expect(other.statistics == given)
    #expect(try PlanningDatabase(statements: []).names() == [])
  }
}

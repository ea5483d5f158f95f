import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct RowReadingTests {
  /// The integers from 1 on.
  private static let numbers =
    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i, i * 0.5, 'text ' || i FROM n"

  private static let odd: [SQLValue] = [
    .null, .integer(.min), .integer(.max), .real(-0.0), .real(.infinity),
    .real(.leastNonzeroMagnitude), .text(""), .text("a\u{0}b"), .text("\u{0}"),
    .text("exactly fifteen"), .text("sixteen bytes 16"), .text("é 漢字 👩‍👩‍👧"), .blob([]),
    .blob([0]), .blob([0xFF, 0xFE]), .blob(Array(repeating: 7, count: 5000)),
  ]

  @Test func theWaysToReadARowAgree() throws {
    let connection = try Connection.inMemory()
    let places = Self.odd.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.prepare(sql: "SELECT \(places) UNION ALL SELECT \(places)")
    try statement.bind(Self.odd + Self.odd.reversed())
    let expected = [Self.odd, Self.odd.reversed()]
    #expect(try statement.remainingRows().map { Array($0) } == expected)
    #expect(
      try [statement.nextRow(), statement.nextRow(), statement.nextRow()] == expected + [nil])
    #expect(try statement.step())
    #expect(Self.odd.indices.map { statement.value(at: $0) } == Self.odd)
    for (column, value) in Self.odd.enumerated() {
      #expect(statement.isNull(at: column) == (value == .null))
      if case .text(let text) = value { #expect(statement.text(at: column) == text) }
      if case .blob(let blob) = value { #expect(statement.blob(at: column) == blob) }
      if case .integer(let number) = value { #expect(statement.integer(at: column) == number) }
      if case .real(let number) = value { #expect(statement.real(at: column) == number) }
    }
  }

  @Test(arguments: [
    ("x'ff41'", "\u{FFFD}A"), ("x'41c3'", "A\u{FFFD}"), ("x'eda080'", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("x'6100ff'", "a\u{0}\u{FFFD}"),
  ])
  func bytesThatAreNoUTF8AreReplaced(_ blob: String, _ expected: String) throws {
    let statement = try Connection.inMemory().prepare(sql: "SELECT CAST(\(blob) AS TEXT)")
    #expect(try statement.remainingRows().first?.first == .text(expected))
    #expect(try statement.step())
    #expect(statement.text(at: 0) == expected)
  }

  @Test func aDatabaseInUTF16ReadsAlike() throws {
    let connection = try Connection.inMemory()
    try connection.execute("PRAGMA encoding = 'UTF-16'")
    try connection.execute("CREATE TABLE t (a)")
    try connection.execute("INSERT INTO t VALUES (?)", [.text("é 漢字 and more than fifteen")])
    let statement = try connection.prepare("SELECT a FROM t")
    #expect(try statement.step())
    #expect(statement.withBytes(at: 0) { $0.count } == 31)
    #expect(statement.values == [.text("é 漢字 and more than fifteen")])
    #expect(
      try connection.firstValue("SELECT MomentumUppercase(a) FROM t")
        == .text("É 漢字 AND MORE THAN FIFTEEN"))
  }

  @Test func notANumberIsNull() throws {
    let connection = try Connection.inMemory()
    #expect(try connection.firstValue("SELECT ?", [.real(.nan)]) == .null)
  }

  @Test func typedReadersConvertAsSQLiteDoes() throws {
    let statement = try Connection.inMemory().prepare("SELECT '12abc', 7.9, x'3433', NULL, 9e99")
    #expect(try statement.step())
    #expect((0..<5).map { statement.integer(at: $0) } == [12, 7, 43, nil, .max])
    #expect((0..<5).map { statement.real(at: $0) } == [12, 7.9, 43, nil, 9e99])
    #expect((0..<4).map { statement.text(at: $0) } == ["12abc", "7.9", "43", nil])
  }

  /// Around the sizes of a block: its rows are a power of two.
  @Test(arguments: [0, 1, 2, 511, 512, 1023, 1024, 1025, 2048, 5000])
  func everyRowIsThereOnce(_ count: Int64) throws {
    let connection = try Connection.inMemory()
    let statement = try connection.prepare(sql: Self.numbers)
    try statement.bind([.integer(max(count, 1))])
    let rows = try statement.remainingRows()
    #expect(rows.count == max(Int(count), 1))
    #expect(rows.columnCount == 3)
    for (index, row) in rows.enumerated() {
      let number = Int64(index + 1)
      #expect(
        Array(row) == [.integer(number), .real(Double(number) / 2), .text("text \(number)")])
    }
  }

  @Test func rowsAreTheSameByTheirValues() throws {
    let statement = try Connection.inMemory().prepare("SELECT 1, 'a' UNION ALL SELECT 1, 'a'")
    let rows = try statement.remainingRows()
    #expect(rows[0] == rows[1])
    #expect(Set(rows).count == 1)
  }

  @Test func aStatementWithoutColumnsHasNoRows() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    let statement = try connection.prepare("INSERT INTO t VALUES (1)")
    #expect(try statement.remainingRows().isEmpty)
    #expect(try connection.firstValue("SELECT COUNT(*) FROM t") == .integer(1))
  }

  @Test func theRestIsReadAfterSomeRows() throws {
    let statement = try Connection.inMemory().prepare(sql: Self.numbers)
    try statement.bind([.integer(5)])
    _ = try statement.nextRow()
    _ = try statement.nextRow()
    #expect(try statement.remainingRows().map(\.first) == [.integer(3), .integer(4), .integer(5)])
  }

  @Test func aResetInTheMiddleStartsAnew() throws {
    let statement = try Connection.inMemory().prepare(sql: Self.numbers)
    try statement.bind([.integer(3)])
    #expect(try statement.nextRow()?.first == .integer(1))
    statement.reset()
    #expect(statement.values == [.null, .null, .null])
    #expect(statement.text(at: 2) == nil)
    #expect(statement.withBytes(at: 2) { $0.count } == nil)
    #expect(try statement.remainingRows().count == 3)
    #expect(statement.values == [.null, .null, .null])
  }

  /// The text that is no JSON stops the statement at its row, in the first block and in a later one.
  @Test(arguments: [1, 2, 700, 3000])
  func anErrorAtARowIsThrownAndTheStatementRunsAgain(_ row: Int64) throws {
    let connection = try Connection.inMemory()
    let statement = try connection.prepare(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) "
        + "SELECT i, 'a text of more than 15 bytes', json(CASE i WHEN ? THEN '{' ELSE '1' END) FROM n"
    )
    try statement.bind([.integer(row)])
    let error = #expect(throws: SQLiteError.self) { try statement.remainingRows() }
    #expect(error?.operation == .step)
    #expect(statement.isNull(at: 0))
    try statement.bind([.integer(0)])
    #expect(try statement.remainingRows().count == 4000)
  }

  @Test func theReportCountsTheRows() throws {
    let box = ReportBox()
    let connection = try Connection.inMemory(options: ConnectionOptions(report: { box.add($0) }))
    box.clear()
    let statement = try connection.prepare(sql: Self.numbers)
    try statement.bind([.integer(2000)])
    _ = try statement.remainingRows()
    #expect(box.reports.map(\.rowCount) == [2000])
  }

  @Test func aReaderGivesRowsInFourWays() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let reader = try StoreReader(path: path)
      let sql = SQLText(
        text: "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < ? ORDER BY Z_ENT",
        bindings: [.parameter("limit")])
      let parameters: [String: SQLValue] = ["limit": .integer(4)]
      let rows = try reader.rows(sql, parameters: parameters)
      #expect(rows.count == 3)
      expectEqual(
        try reader.fetch(sql, parameters: parameters).map { Array($0) }, rows,
        "rows that are fetched: \(sql)")
      var given: [[SQLValue]] = []
      let all = try reader.forEachRow(sql, parameters: parameters) { row in
        given.append(row)
        return true
      }
      #expect(all == 3)
      expectEqual(given, rows, "rows that are given one by one: \(sql)")
      #expect(try reader.forEachRow(sql, parameters: parameters) { _ in false } == 1)
      #expect(throws: StoreError.unboundParameter("limit")) { try reader.fetch(sql) }
    }
  }
}

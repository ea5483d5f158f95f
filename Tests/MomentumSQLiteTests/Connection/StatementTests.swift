import Foundation
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// Cells by their storage class, and what a connection tells of its runs.
@Suite struct StatementTests {
  private func text<Value>(_ cell: StoredCell<Value>) -> String {
    switch cell {
    case .value(let bytes as UnsafeRawBufferPointer): "\(Array(bytes))"
    case .value(let value): "\(value)"
    case .null: "null"
    case .other: "-"
    }
  }

  /// The cells before the first column, of each column, and after the last one.
  private func cells(_ statement: Statement) -> [String] {
    func line<Value>(_ read: (Int) -> StoredCell<Value>) -> String {
      ((-1...statement.columnCount).map { text(read($0)) } + [text(read(.max))])
        .joined(separator: " ")
    }
    return [
      line { statement.integerCell(at: $0) }, line { statement.numberCell(at: $0) },
      line { statement.textCell(at: $0) }, line { statement.textBytes(at: $0) },
      line { statement.blobBytes(at: $0) }, line { statement.blobCell(at: $0) { $0.count } },
    ]
  }

  @Test func aCellIsReadOnlyInItsStorageClass() throws {
    let statement = try Connection.inMemory().prepare(
      "SELECT 7, 1.5, 'a', x'0102', NULL, '', x''")
    let none = Array(repeating: "- - - - - - - - - -", count: 6)
    #expect(cells(statement) == none, "before the first row")
    #expect(!statement.standsOnRow)
    #expect(try statement.step())
    #expect(statement.standsOnRow)
    #expect(
      cells(statement) == [
        "- 7 - - - null - - - -", "- 7.0 1.5 - - null - - - -", "- - - a - null  - - -",
        "- - - [97] - null [] - - -", "- - - - [1, 2] null - [] - -", "- - - - 2 null - 0 - -",
      ])
    #expect(try !statement.step())
    #expect(cells(statement) == none, "after the last row")
    #expect(!statement.standsOnRow)
  }

  @Test func aRowEndsWithItsRun() throws {
    let statement = try Connection.inMemory().prepare("SELECT ? UNION ALL SELECT 2")
    try statement.bind([.integer(1)])
    #expect(try statement.step() && statement.standsOnRow)
    statement.reset()
    #expect(!statement.standsOnRow && statement.integer(at: 0) == nil)
    #expect(try statement.step())
    try statement.beginBinding(count: 1)
    #expect(!statement.standsOnRow)
    statement.bind(integer: 5, at: 0)
    #expect(try statement.nextRow() == [.integer(5)])
    try statement.bind([.integer(6)])
    #expect(!statement.standsOnRow)
    #expect(try statement.nextRow() == [.integer(6)])
    #expect(try statement.nextRow() == [.integer(2)])
    #expect(try statement.nextRow() == nil)
  }

  @Test func aStatementTellsItsShape() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a, b)")
    let shapes = try [
      "SELECT a AS x, ?, ? FROM t", "INSERT INTO t VALUES (?, 1)", "PRAGMA user_version",
      "BEGIN", "DELETE FROM t",
    ].map { sql in
      let statement = try connection.prepare(sql: sql)
      return "\(statement.columnCount) \(statement.parameterCount) \(statement.isReadOnly)"
    }
    #expect(shapes == ["3 2 true", "0 1 false", "1 0 true", "0 0 true", "0 0 false"])
  }

  @Test func aTextThatWasTooLongToPrintIsRefused() throws {
    let connection = try Connection.inMemory()
    var sql = SQLText(text: "SELECT 1")
    #expect(try connection.prepare(sql).nextRow() == [.integer(1)])
    sql.isTooLong = true
    #expect(throws: StoreError.statementTooLong(bytesMax: SQLPrinter.bytesMax)) {
      try connection.prepare(sql)
    }
  }

  /// An empty blob may come as a null pointer, which SQLite reads as NULL.
  @Test func emptyValuesAreNotNull() throws {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let statement = try Connection.inMemory().prepare(sql: "SELECT ?, ?, ?, ?, ?")
    try statement.beginBinding(count: 5)
    statement.bind(blob: nothing, at: 0)
    statement.bind(textBytes: nothing, at: 1)
    statement.bind(.blob([]), at: 2)
    statement.bind(.text(""), at: 3)
    statement.bind(.null, at: 4)
    #expect(try statement.nextRow() == [.blob([]), .text(""), .blob([]), .text(""), .null])
  }

  @Test func everyKindOfValueIsBoundAlone() throws {
    let values: [SQLValue] = [
      .null, .integer(-3), .real(0.25), .text("é"), .blob([0, 9]), .integer(.max),
    ]
    let statement = try Connection.inMemory().prepare(sql: "SELECT ?, ?, ?, ?, ?, ?")
    try statement.beginBinding(count: values.count)
    for (index, value) in values.enumerated() { statement.bind(value, at: index) }
    #expect(try statement.nextRow() == values)
  }

  /// SQLite reads the values during the run, when the caller may have changed its memory.
  @Test(arguments: [8, 5000]) func whatIsBoundIsCopied(count: Int) throws {
    let statement = try Connection.inMemory().prepare(sql: "SELECT ?, ?")
    var memory = [UInt8](repeating: 97, count: count)
    try memory.withUnsafeMutableBytes { bytes in
      try statement.beginBinding(count: 2)
      statement.bind(blob: UnsafeRawBufferPointer(bytes), at: 0)
      statement.bind(textBytes: UnsafeRawBufferPointer(bytes), at: 1)
      for index in bytes.indices { bytes[index] = 98 }
      #expect(
        try statement.nextRow() == [
          .blob([UInt8](repeating: 97, count: count)), .text(String(repeating: "a", count: count)),
        ])
    }
  }

  // MARK: - Keys and transactions

  @Test func theKeyOfTheLastRowTellsWhetherOneWasInserted() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE)")
    func key(_ sql: String) throws -> Int64 {
      connection.lastInsertedKey = 0
      try connection.execute(sql: sql)
      return connection.lastInsertedKey
    }
    #expect(try key("INSERT INTO t VALUES (7, 'x')") == 7)
    #expect(try key("INSERT INTO t(a) VALUES ('y')") == 8)
    #expect(try key("INSERT OR IGNORE INTO t VALUES (20, 'x')") == 0)
    #expect(try key("UPDATE t SET a = 'z' WHERE id = 7") == 0)
  }

  @Test func aTransactionRunsItsStatements() throws {
    struct Stop: Error {}
    let box = ReportBox()
    let connection = try Connection.inMemory(options: ConnectionOptions(report: { box.add($0) }))
    func statements(_ body: () throws -> Void) -> [String] {
      box.clear()
      do { try body() } catch { #expect(error is Stop) }
      return box.reports.map(\.sql)
    }
    let plain = statements { try connection.transaction {} }
    #expect(plain == ["BEGIN IMMEDIATE", "COMMIT"])
    let deferred = statements { try connection.transaction(.deferred) {} }
    #expect(deferred == ["BEGIN DEFERRED", "COMMIT"])
    let stopped = statements { try connection.transaction(.exclusive) { throw Stop() } }
    #expect(stopped == ["BEGIN EXCLUSIVE", "ROLLBACK"])
    // A transaction that has ended already is not rolled back again.
    let ended = statements {
      try connection.transaction {
        try connection.execute("ROLLBACK")
        throw Stop()
      }
    }
    #expect(ended == ["BEGIN IMMEDIATE", "ROLLBACK"])
    #expect(!connection.isInTransaction)
  }

  @Test func aReaderStaysAtOneState() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let reader = try StoreReader(path: try VenueStore.create(in: folder))
      let value = try reader.withOneState {
        #expect(reader.connection.isInTransaction)
        return try reader.connection.firstValue("SELECT count(*) FROM Z_PRIMARYKEY")
      }
      #expect(value == .integer(5) && !reader.connection.isInTransaction)
      #expect(throws: StoreError.unboundParameter("x")) {
        try reader.withOneState { throw StoreError.unboundParameter("x") }
      }
      #expect(!reader.connection.isInTransaction)
    }
  }

  @Test func aReaderCountsTheRowsThatItPassesOn() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let reader = try StoreReader(path: try VenueStore.create(in: folder))
      let sql = SQLText(text: "SELECT Z_ENT FROM Z_PRIMARYKEY ORDER BY Z_ENT")
      var seen: [Int64] = []
      for stop in [1, 3, 9] as [Int64] {
        seen = []
        var last: Statement?
        let count = try reader.run(sql) { statement in
          last = statement
          seen.append(statement.integer(at: 0) ?? 0)
          return seen.last != stop
        }
        #expect(count == min(Int(stop), 5) && seen == (1...min(stop, 5)).map { $0 })
        #expect(last?.standsOnRow == false, "the statement is reset")
      }
    }
  }

  // MARK: - Progress

  @Test func aRunningStatementIsWatched() throws {
    let connection = try Connection.inMemory()
    let sql: SQLFragment =
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT count(*) FROM n"
    var calls = 0
    func run(every count: Int32) throws -> Int {
      calls = 0
      connection.onProgress(everyInstructions: count) {
        calls += 1
        return false
      }
      #expect(try connection.firstValue(sql) == .integer(2000))
      return calls
    }
    let (often, seldom) = try (run(every: 100), run(every: 1000))
    #expect(seldom > 3 && often > 5 * seldom)
    calls = 0
    connection.onProgress(everyInstructions: 100, nil)
    #expect(try connection.firstValue(sql) == .integer(2000))
    #expect(calls == 0)
    connection.onProgress(everyInstructions: 100) { true }
    for _ in 0..<2 {
      let error = #expect(throws: SQLiteError.self) { try connection.firstValue(sql) }
      #expect(error?.reason == .interrupted && error?.operation == .step)
    }
    connection.onProgress(everyInstructions: 100, nil)
    #expect(try connection.firstValue(sql) == .integer(2000))
  }

  @Test func whatTheWatchHoldsIsGivenBack() throws {
    final class Token {}
    let connection = try Connection.inMemory()
    weak var first: Token?
    weak var second: Token?
    do {
      let (one, two) = (Token(), Token())
      (first, second) = (one, two)
      connection.onProgress(everyInstructions: 1) { withExtendedLifetime(one) { false } }
      connection.onProgress(everyInstructions: 1) { withExtendedLifetime(two) { false } }
    }
    #expect(first == nil && second != nil)
    #expect(try connection.firstValue("SELECT 1") == .integer(1))
    connection.onProgress(everyInstructions: 1, nil)
    #expect(second == nil)
  }

  // MARK: - Databases in memory

  @Test(arguments: ["shared one", "ä/?&#%=x", "shared.one"])
  func connectionsOfOneNameShareADatabase(name: String) throws {
    func tables(_ connection: Connection) throws -> SQLValue? {
      try connection.firstValue("SELECT count(*) FROM sqlite_master")
    }
    do {
      let one = try Connection.inMemory(sharedAs: name)
      try one.execute("CREATE TABLE t (a)")
      #expect(try tables(Connection.inMemory(sharedAs: name)) == .integer(1))
      #expect(try tables(Connection.inMemory(sharedAs: name + "-other")) == .integer(0))
      #expect(one.path == ":memory:" && !one.isReadOnly)
      withExtendedLifetime(one) {}
    }
    #expect(try tables(Connection.inMemory(sharedAs: name)) == .integer(0), "the last one closed")
  }

  @Test func namesThatSQLiteReadsInItsOwnWayArePaths() throws {
    for name in [":memory:", "file:none.sqlite?mode=memory"] {
      let error = #expect(throws: SQLiteError.self) {
        try Connection(path: name, access: .readOnly)
      }
      #expect(error?.reason == .noSuchFile && error?.path == name)
    }
  }

  // MARK: - Lists and functions

  @Test func tablesOfListsOutliveATransactionThatIsRolledBack() throws {
    struct Stop: Error {}
    let connection = try Connection.inMemory()
    func names() throws -> String {
      try VenueStore.rows("SELECT name FROM sqlite_temp_master ORDER BY name", connection)
    }
    try connection.makeListTables(["b", "a"])
    #expect(try names() == "a\nb")
    #expect(throws: Stop.self) {
      try connection.transaction {
        let text = SQLText(
          text: "SELECT * FROM c", arrays: [SQLValueArray(name: "c", values: [.integer(1)])])
        #expect(try connection.prepare(text).nextRow() == [.integer(1)])
        throw Stop()
      }
    }
    #expect(try names() == "a\nb")
    let error = #expect(throws: SQLiteError.self) {
      try connection.makeListTables(["d", "e\u{0}f"])
    }
    #expect(error?.message == "the name of a list holds a NUL character")
    #expect(try names() == "a\nb\nd")
  }

  @Test func aListHasRowNumbers() throws {
    let text = SQLText(
      text: "SELECT rowid, value FROM list WHERE rowid > 0",
      arrays: [SQLValueArray(name: "list", values: ["a", "b", "c"].map { .text($0) })])
    let rows = try Connection.inMemory().prepare(text).remainingRows().map { Array($0) }
    #expect(rows == [[.integer(1), .text("b")], [.integer(2), .text("c")]])
  }

  /// SQLite reads the shorter list in the outer loop, whatever the order in the text.
  @Test(arguments: ["a, b", "b, a"], [true, false])
  func thePlannerKnowsTheLengthOfALists(order: String, isFirstLonger: Bool) throws {
    let (short, long) = (1, 5000)
    func list(_ name: String, _ count: Int) -> SQLValueArray {
      SQLValueArray(name: name, values: (0..<count).map { .integer(Int64($0)) })
    }
    let text = SQLText(
      text: "SELECT count(*) FROM \(order) WHERE a.value + b.value = 3",
      arrays: [list("a", isFirstLonger ? long : short), list("b", isFirstLonger ? short : long)])
    let connection = try Connection.inMemory()
    let plan = try connection.queryPlan(of: text, tables: ["a", "b"])
    #expect(plan.nodes.first?.detail.hasPrefix(isFirstLonger ? "SCAN b" : "SCAN a") == true)
    #expect(try connection.prepare(text).nextRow() == [.integer(1)])
  }

  @Test func aFunctionOfTheProgramTakesAndGivesEveryKindOfValue() throws {
    let connection = try Connection.inMemory()
    try connection.addFunction(named: "same", argumentCount: 1) { $0[0] }
    for value in [
      .null, .integer(.min), .real(1.5), .text("a\u{0}é"), .text(""), .blob([0, 255]), .blob([]),
    ] as [SQLValue] {
      #expect(try connection.firstValue("SELECT same(?)", [value]) == value)
    }
    #expect(try connection.firstValue("SELECT typeof(same(?))", [.real(.nan)]) == .text("null"))
  }

  @Test func anErrorOfAFunctionEndsTheStatement() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "not today" } }
    let connection = try Connection.inMemory()
    try connection.addFunction(named: "refuse", argumentCount: 0) { _ in throw Refusal() }
    let error = #expect(throws: SQLiteError.self) { try connection.firstValue("SELECT refuse()") }
    #expect(error?.message == "not today" && error?.operation == .step)
    #expect(throws: SQLiteError.self) { try connection.firstValue("SELECT refuse(1)") }
  }

  /// A file of unknown origin must not run code of the program.
  @Test func aViewCannotCallAFunctionOfTheProgram() throws {
    let connection = try Connection.inMemory()
    try connection.addFunction(named: "own", argumentCount: 0) { _ in .integer(1) }
    #expect(try connection.firstValue("SELECT own()") == .integer(1))
    try connection.execute("CREATE VIEW v AS SELECT own()")
    let error = #expect(throws: SQLiteError.self) { try connection.firstValue("SELECT * FROM v") }
    #expect(error?.message.contains("unsafe use of own()") == true)
  }

  // MARK: - Copies by page

  @Test func aCopyThatFailsIsOver() throws {
    let source = try Connection.inMemory()
    try source.execute("CREATE TABLE t (a)")
    let target = try Connection.inMemory()
    try target.execute("PRAGMA page_size = 512")
    try target.execute("CREATE TABLE other (a)")
    let copy = try PageCopy(from: source, to: target)
    let error = #expect(throws: SQLiteError.self) { try copy.copy(pages: 1) }
    #expect(error?.operation == .copy && error?.primaryCode == .readOnly)
    #expect(error?.message == "attempt to write a readonly database")
    #expect(error?.path == ":memory:" && error?.sql == nil)
    #expect(try !copy.copy(pages: 1))
    #expect(copy.pageCount == 0 && copy.remainingCount == 0 && copy.fractionDone == 0)
  }
}

import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct ConnectionTests {
  @Test func everyKindOfValueComesBackAsItWentIn() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a, b, c, d, e, f, g)")
    let values: [SQLValue] = [
      .null, .integer(.min), .real(0.1), .text("a\u{0}b é"), .blob([0, 255]), .text(""), .blob([]),
    ]
    try connection.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    let statement = try connection.prepare("SELECT * FROM t")
    #expect(try statement.step())
    #expect(statement.values == values)
    #expect(statement.text(at: 3) == "a\u{0}b é")
    #expect(statement.integer(at: 1) == .min)
    #expect(statement.real(at: 2) == 0.1)
    #expect(statement.blob(at: 4) == [0, 255])
    #expect(statement.isNull(at: 0))
  }

  @Test func columnsOutsideOfARowGiveNil() throws {
    let connection = try Connection.inMemory()
    let statement = try connection.prepare("SELECT 7")
    #expect(statement.integer(at: 0) == nil)
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == 7)
    #expect(statement.integer(at: 1) == nil)
    #expect(statement.integer(at: -1) == nil)
    #expect(statement.integer(at: .max) == nil)
    #expect(statement.columnName(at: 1) == nil)
    let named = try Connection.inMemory().prepare(sql: "SELECT 1 AS one, 2 AS two")
    #expect((-1...2).map { named.columnName(at: $0) } == [nil, "one", "two", nil])
    #expect(try !statement.step())
    #expect(statement.value(at: 0) == .null)
  }

  @Test(arguments: [
    ("", "the text holds no statement"),
    (" ; -- nothing", "the text holds no statement"),
    ("SELECT 1; SELECT 2", "the text holds more than one statement"),
    ("SELECT 1; garbage", "the text holds more than one statement"),
    ("SELECT 1 garbage more", "near \"more\": syntax error"),
    ("SELECT 1\u{0}; DROP TABLE t", "the text holds a NUL character"),
    ("SELECT ?", "0 values for 1 placeholders"),
  ])
  func textThatIsNotOneStatementIsRefused(_ sql: String, _ message: String) throws {
    let connection = try Connection.inMemory()
    let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: sql) }
    #expect(error?.message == message)
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1 ; -- end", "SELECT 1;;/* x */\n", "/* a */ SELECT 1"])
  func blanksAndCommentsAroundAStatementAreFine(_ sql: String) throws {
    #expect(try Connection.inMemory().firstValue(sql: sql) == .integer(1))
  }

  @Test func aThrowRollsTheTransactionBack() throws {
    struct Stop: Error {}
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a UNIQUE)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.firstValue("SELECT COUNT(*) FROM t") == .integer(0))
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (?)", [.text("secret")])
        try connection.execute("INSERT INTO t VALUES (?)", [.text("secret")])
      }
    }
    #expect(error?.reason == .constraint)
    #expect(error?.code.rawValue == 2067)
    #expect(error?.primaryCode == .constraint)
    #expect(error?.description.contains("secret") == false)
    #expect(try connection.firstValue("SELECT COUNT(*) FROM t") == .integer(0))
  }

  @Test func aTransactionInsideAnotherIsRefusedAndTheOuterOneGoesOn() throws {
    let connection = try Connection.inMemory()
    try connection.transaction {
      #expect(throws: SQLiteError.self) { try connection.transaction {} }
      #expect(connection.isInTransaction)
    }
  }

  @Test func everyFinishedRunIsReportedOnce() throws {
    let box = ReportBox()
    let connection = try Connection.inMemory(
      options: ConnectionOptions(report: { box.add($0) }))
    box.clear()
    let statement = try connection.prepare(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n")
    try statement.bind([.integer(5)])
    while try statement.step() {}
    _ = try statement.step()
    statement.reset()
    #expect(box.reports.map(\.rowCount) == [5, 1])
    #expect(box.reports.map(\.bindingCount) == [1, 1])
    #expect(box.reports.allSatisfy { $0.seconds >= 0 && $0.sql == statement.sql })
  }

  /// A thread of its own, because a task would wait for one of the few threads that all tests share, and the statement
  /// has no end until then.
  @Test func anotherThreadCanInterrupt() throws {
    let connection = try Connection.inMemory()
    let interrupter = connection.interrupter
    let isDone = Locked(false)
    Thread.detachNewThread {
      while !isDone.withLock({ $0 }) {
        interrupter.interrupt()
        sched_yield()
      }
    }
    defer { isDone.withLock { $0 = true } }
    let error = #expect(throws: SQLiteError.self) {
      try connection.firstValue(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n")
    }
    #expect(error?.reason == .interrupted)
  }

  @Test func interruptingAClosedConnectionDoesNothing() throws {
    let interrupter = try Connection.inMemory().interrupter
    interrupter.interrupt()
  }

  @Test func aLockedDatabaseIsBusy() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let one = try Connection(path: path, access: .readWrite, options: VenueStore.options)
      let other = try Connection(path: path, access: .readWrite, options: VenueStore.options)
      let error = #expect(throws: SQLiteError.self) {
        try one.transaction(.exclusive) { try other.transaction(.immediate) {} }
      }
      #expect(error?.reason == .busy)
      #expect(error?.operation == .begin)
    }
  }
}

/// Collects reports from a closure that may be called anywhere.
final class ReportBox: @unchecked Sendable {
  // A lock guards the only state.
  private let lock = NSLock()
  private var all: [StatementReport] = []

  var reports: [StatementReport] { lock.withLock { all } }
  func add(_ report: StatementReport) { lock.withLock { all.append(report) } }
  func clear() { lock.withLock { all = [] } }
}

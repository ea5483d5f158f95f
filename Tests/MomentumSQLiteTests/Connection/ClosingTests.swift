import MomentumSQL
import MomentumSQLite
import Testing

/// What a connection holds for its functions is given back when it is closed.
@Suite struct ClosingTests {
  private final class Token: Sendable {}

  @Test(arguments: [false, true]) func whatTheClockHoldsIsGivenBack(isUsed: Bool) throws {
    weak var left: Token?
    do {
      let token = Token()
      left = token
      var options = ConnectionOptions()
      options.now = { withExtendedLifetime(token) { 12.5 } }
      let connection = try Connection.inMemory(options: options)
      if isUsed {
        #expect(try connection.firstValue("SELECT NSCoreDataNow()") == .real(12.5))
      }
      withExtendedLifetime(connection) { #expect(left != nil) }
    }
    #expect(left == nil)
  }

  @Test func whatFunctionsHoldIsGivenBack() throws {
    weak var first: Token?
    weak var second: Token?
    do {
      let connection = try Connection.inMemory()
      func register(_ token: Token) throws {
        try connection.addFunction(named: "held", argumentCount: 0) { _ in
          withExtendedLifetime(token) { .integer(1) }
        }
      }
      do {
        let (one, two) = (Token(), Token())
        (first, second) = (one, two)
        try register(one)
        try register(two)
      }
      #expect(first == nil, "a function that is replaced gives back what it holds")
      #expect(second != nil)
      #expect(try connection.firstValue("SELECT held()") == .integer(1))
    }
    #expect(second == nil)
  }

  /// A statement that nobody finishes would keep the connection open.
  @Test func aTextThatIsRefusedLeavesNothing() throws {
    weak var left: Token?
    do {
      let connection = try Connection.inMemory()
      let token = Token()
      left = token
      try connection.addFunction(named: "held", argumentCount: 0) { _ in
        withExtendedLifetime(token) { .integer(1) }
      }
      for text in ["SELECT held(); SELECT held()", "SELECT held(); nonsense", ";", "nonsense"] {
        #expect(throws: SQLiteError.self) { try connection.execute(sql: text) }
      }
      let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT ?") }
      #expect(error?.reason == .bindingCount)
    }
    #expect(left == nil)
  }

  // MARK: - Texts of statements

  /// A text is one statement. Blanks, comments and semicolons may follow it.
  @Test(arguments: [
    "SELECT 1", "SELECT 1;", " SELECT 1 ; ", "SELECT 1;;;", "SELECT 1; -- more", "SELECT 1 -- more",
    "SELECT 1; /* a */ ; /* b", "-- before\nSELECT 1\n", "/**/SELECT 1;\t\n\u{c} ;",
    "SELECT 1; -- a\n-- b\n;",
  ])
  func oneStatementIsRun(_ text: String) throws {
    #expect(try Connection.inMemory().firstValue(sql: text) == .integer(1))
  }

  @Test(arguments: [
    ("", SQLiteError.Reason.noStatement), (" ", .noStatement), (";", .noStatement),
    ("-- only", .noStatement), ("/* only */ ;", .noStatement), ("/* open", .noStatement),
    ("SELECT 1; SELECT 2", .severalStatements), ("SELECT 1;; SELECT 2;", .severalStatements),
    ("SELECT 1; nonsense", .severalStatements), ("SELECT 1; -- a\nSELECT 2", .severalStatements),
    ("SELECT 1; /* a */ x", .severalStatements), ("SELECT 1; 'open", .severalStatements),
  ])
  func noneAndSeveralAreRefused(_ text: String, _ reason: SQLiteError.Reason) throws {
    let connection = try Connection.inMemory()
    let error = #expect(throws: SQLiteError.self) { try connection.firstValue(sql: text) }
    #expect(error?.reason == reason)
    #expect(error?.operation == .prepare)
  }

  // MARK: - Blocks of rows

  /// Rows are read in blocks of 4,096 values, rounded down to a power of two of rows.
  @Test(arguments: [
    (1, [0, 1, 4095, 4096, 4097, 8192, 8193]), (3, [0, 1023, 1024, 1025, 2048]),
    (5, [511, 512, 513, 1024]), (1000, [0, 3, 4, 5, 8]),
  ])
  func everyRowIsReadWhateverTheBlocks(_ columns: Int, _ counts: [Int]) throws {
    let connection = try Connection.inMemory()
    let list = (0..<columns).map { "i + \($0)" }.joined(separator: ", ")
    for count in counts {
      let statement = try connection.prepare(
        sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) "
          + "SELECT \(list) FROM n WHERE \(count) > 0")
      for _ in 0..<2 {
        let rows = try statement.remainingRows()
        #expect(rows.count == count && rows.isEmpty == (count == 0))
        #expect(rows.columnCount == columns)
        #expect(rows.map { $0[0] } == (0..<count).map { .integer(Int64($0 + 1)) })
        #expect(rows.allSatisfy { $0.count == columns })
        guard let last = rows.last else { continue }
        #expect(last[columns - 1] == .integer(Int64(count + columns - 1)))
      }
    }
  }

  @Test func aStatementWithoutColumnsHasNoRows() throws {
    let connection = try Connection.inMemory()
    let rows = try connection.prepare("CREATE TABLE t (a)").remainingRows()
    #expect(rows.isEmpty && rows.count == 0 && rows.columnCount == 0)
    #expect(try connection.prepare("INSERT INTO t VALUES (1), (2)").remainingRows().isEmpty)
    #expect(try connection.firstValue("SELECT count(*) FROM t") == .integer(2))
  }
}

import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct ValueArrayTests {
  private static func text(
    _ sql: String, _ arrays: [(String, [SQLValue])], _ bindings: [SQLValue] = []
  ) -> SQLText {
    SQLText(
      text: sql, bindings: bindings.map { .value($0) },
      arrays: arrays.map { SQLValueArray(name: $0.0, values: $0.1) })
  }

  private static func integers(_ range: some Sequence<Int64>) -> [SQLValue] {
    range.map { .integer($0) }
  }

  private func rows(_ connection: Connection, _ text: SQLText) throws -> [[SQLValue]] {
    try connection.prepare(text).remainingRows().map { Array($0) }
  }

  private func numbered(_ count: Int64) throws -> Connection {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (Z_PK INTEGER PRIMARY KEY, name VARCHAR)")
    try connection.execute(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO t SELECT i, 'n' || i FROM n",
      [.integer(count)])
    return connection
  }

  @Test func aListIsReadAsCoreDataReadsIt() throws {
    let connection = try numbered(10)
    let text = Self.text(
      "SELECT t0.Z_PK FROM t t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)  AND t0.Z_PK > ?  LIMIT 9",
      [("_Z_intarray0", Self.integers([7, 2, 9, 9, 40, 1]))], [.integer(1)])
    #expect(try rows(connection, text) == [[.integer(2)], [.integer(7)], [.integer(9)]])
    #expect(try rows(connection, text) == [[.integer(2)], [.integer(7)], [.integer(9)]])
  }

  @Test func valuesComeAsTheyAre() throws {
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("a\u{0}b"),
      .text("é 漢字"), .blob([]), .blob([0, 255]),
    ]
    let connection = try Connection.inMemory()
    #expect(
      try rows(connection, Self.text("SELECT * FROM list", [("list", values)]))
        == values.map { [$0] })
    let found = try rows(
      connection,
      Self.text(
        "SELECT ? IN (SELECT * FROM list), ? IN (SELECT * FROM list), ? IN (SELECT * FROM list)",
        [("list", values.filter { $0 != .null })],
        [.text("a\u{0}b"), .integer(.max), .integer(.max - 1)]))
    #expect(found == [[.integer(1), .integer(1), .integer(0)]])
  }

  /// The column of a list has no type: numbers find numbers however they are written, texts only
  /// texts (documented: <https://sqlite.org/datatype3.html#comparison_expressions>).
  @Test func aListIsComparedByTheTypeOfTheOtherSide() throws {
    let connection = try numbered(3)
    try connection.execute("INSERT INTO t VALUES (4, '12')")
    func keys(_ column: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
      try rows(
        connection,
        Self.text("SELECT Z_PK FROM t WHERE \(column) IN (SELECT * FROM list)", [("list", values)]))
    }
    #expect(try keys("Z_PK", [.real(2), .text("3")]) == [[.integer(2)], [.integer(3)]])
    #expect(try keys("name", [.integer(12), .text("n2")]) == [[.integer(2)]])
  }

  @Test func twoListsInOneStatementAndNoValues() throws {
    let connection = try numbered(10)
    let text = Self.text(
      "SELECT Z_PK FROM t WHERE Z_PK IN (SELECT * FROM _Z_intarray0) AND NOT Z_PK IN (SELECT * FROM _Z_intarray1) AND NOT Z_PK IN (SELECT * FROM _Z_intarray2)",
      [
        ("_Z_intarray0", Self.integers(3...8)), ("_Z_intarray1", Self.integers(5...20)),
        ("_Z_intarray2", []),
      ])
    #expect(try rows(connection, text) == [[.integer(3)], [.integer(4)]])
  }

  @Test func statementsThatRunByTurnsKeepTheirOwnLists() throws {
    let connection = try Connection.inMemory()
    let sql = "SELECT * FROM _Z_intarray0"
    let one = try connection.prepare(Self.text(sql, [("_Z_intarray0", Self.integers(1...4))]))
    let other = try connection.prepare(Self.text(sql, [("_Z_INTARRAY0", Self.integers(11...14))]))
    var seen: [SQLValue] = []
    while let row = try one.nextRow() {
      seen += row
      seen += try other.nextRow() ?? []
    }
    #expect(seen == Self.integers([1, 11, 2, 12, 3, 13, 4, 14]))
    // A condition that is first evaluated after the other statement ran.
    let late = try connection.prepare(
      Self.text(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i, i > 1 AND i IN (SELECT * FROM _Z_intarray0) FROM n",
        [("_Z_intarray0", Self.integers(2...2))]))
    #expect(try late.nextRow() == [.integer(1), .integer(0)])
    #expect(try one.remainingRows().count == 4)
    #expect(try late.nextRow() == [.integer(2), .integer(1)])
    #expect(try late.nextRow() == [.integer(3), .integer(0)])
  }

  @Test func afterTheRunTheTableIsEmpty() throws {
    let connection = try Connection.inMemory()
    _ = try rows(connection, Self.text("SELECT * FROM list", [("list", Self.integers(1...9))]))
    #expect(try connection.firstValue("SELECT COUNT(*) FROM list") == .integer(0))
    #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO list VALUES (1)") }
  }

  @Test func aNameStandsForOneList() throws {
    let connection = try Connection.inMemory()
    let error = #expect(throws: StoreError.self) {
      try connection.prepare(
        Self.text("SELECT 1", [("a", Self.integers(1...1)), ("A", Self.integers(2...2))]))
    }
    #expect(error?.description.contains("two lists have the name 'A'") == true)
    let same = Self.text(
      "SELECT * FROM a", [("a", Self.integers(1...1)), ("a", Self.integers(1...1))])
    #expect(try rows(connection, same) == [[.integer(1)]])
  }

  @Test(arguments: ["a\"b", "a b", "; DROP TABLE t", "é", "select", "a'b"])
  func oddNamesAreQuoted(_ name: String) throws {
    let quoted = name.replacingOccurrences(of: "\"", with: "\"\"")
    let text = Self.text("SELECT * FROM \"\(quoted)\"", [(name, Self.integers(1...1))])
    #expect(try rows(Connection.inMemory(), text) == [[.integer(1)]])
  }

  @Test(arguments: ["a\u{0}b", "sqlite_list"])
  func namesThatNoTableCanHaveAreRefused(_ name: String) throws {
    let connection = try Connection.inMemory()
    #expect(throws: StoreError.self) {
      try connection.prepare(Self.text("SELECT 1", [(name, [])]))
    }
  }

  @Test func aTableOfTheFileWithThatNameIsNotRead() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE _Z_intarray0 (a)")
    try connection.execute("INSERT INTO _Z_intarray0 VALUES (99)")
    let text = Self.text("SELECT * FROM _Z_intarray0", [("_Z_intarray0", Self.integers(1...1))])
    #expect(try rows(connection, text) == [[.integer(1)]])
  }

  @Test func aTransactionThatIsRolledBackTakesNothingAway() throws {
    struct Stop: Error {}
    let connection = try Connection.inMemory()
    let text = Self.text("SELECT * FROM list", [("list", Self.integers(1...2))])
    #expect(throws: Stop.self) {
      try connection.transaction {
        #expect(try rows(connection, text).count == 2)
        throw Stop()
      }
    }
    #expect(try rows(connection, text).count == 2)
  }

  @Test func readOnlyStoresTakeLists() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let text = Self.text(
        "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT IN (SELECT * FROM _Z_intarray0)",
        [("_Z_intarray0", Self.integers(2...3))])
      for _ in 0..<2 {
        #expect(try StoreReader(path: path).rows(text) == [[.integer(2)], [.integer(3)]])
      }
      let readOnly = try Connection(path: path, access: .readOnly)
      #expect(try rows(readOnly, text).count == 2)
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path)), before,
        "a value list writes nothing to the file")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }
  }

  /// Also where the header asks for a log, and the file is opened as one that cannot change.
  @Test func immutableStoresTakeLists() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("log.sqlite").path
      do {
        let writer = try Connection(path: path, access: .createExclusively)
        _ = try writer.firstValue("PRAGMA journal_mode = WAL")
        try writer.execute("CREATE TABLE t (a)")
      }
      let text = Self.text("SELECT * FROM list", [("list", Self.integers(1...2))])
      #expect(try StoreReader(path: path).rows(text).count == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.sqlite"])
    }
  }

  @Test func triggersAndViewsOfAFileCannotReadLists() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE VIRTUAL TABLE stolen USING MomentumArray")
    try connection.execute("CREATE VIEW v AS SELECT * FROM stolen")
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM v") }
  }

  @Test func ahundredThousandValuesAreExact() throws {
    let connection = try numbered(200_000)
    let keys = Self.integers(stride(from: 200_000, to: 0, by: -2))
    let text = Self.text(
      "SELECT COUNT(*), SUM(Z_PK) FROM t WHERE Z_PK IN (SELECT * FROM _Z_intarray0)",
      [("_Z_intarray0", keys)])
    #expect(try rows(connection, text) == [[.integer(100_000), .integer(10_000_100_000)]])
  }

  @Test func listsOfALongStatementLiveAsLongAsIt() throws {
    let statement: Statement = try {
      try Connection.inMemory().prepare(
        Self.text("SELECT * FROM list", [("list", [.text("a text of more than 15 bytes")])]))
    }()
    #expect(try statement.nextRow() == [.text("a text of more than 15 bytes")])
    #expect(try statement.nextRow() == nil)
    #expect(try statement.remainingRows().count == 1)
  }

  /// SQLite reads the schema again, and connects the table of the list anew.
  @Test func aListStaysWhenAnotherConnectionChangesTheSchema() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      let connection = try Connection(path: path, access: .createExclusively)
      try connection.execute("CREATE TABLE t (Z_PK INTEGER PRIMARY KEY)")
      try connection.execute("INSERT INTO t VALUES (1), (2), (3)")
      let text = Self.text(
        "SELECT Z_PK FROM t WHERE Z_PK IN (SELECT * FROM list)", [("list", Self.integers([1, 3]))])
      #expect(try rows(connection, text) == [[.integer(1)], [.integer(3)]])
      let other = try Connection(path: path, access: .readWrite)
      try other.execute("ALTER TABLE t ADD COLUMN name VARCHAR")
      try other.execute("INSERT INTO t VALUES (4, 'a')")
      #expect(try rows(connection, text) == [[.integer(1)], [.integer(3)]])
      try other.execute("DROP TABLE t")
      try other.execute("CREATE TABLE t (Z_PK INTEGER PRIMARY KEY)")
      try other.execute("INSERT INTO t VALUES (3)")
      #expect(try rows(connection, text) == [[.integer(3)]])
    }
  }
}

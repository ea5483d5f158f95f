import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// What a catalogue says of a database.
@Suite struct CatalogReadingTests {
  private func catalog(_ statements: [String], counting: Bool = true) throws -> StoreCatalog {
    let connection = try Connection.inMemory()
    for statement in statements { try connection.execute(sql: statement) }
    return try StoreCatalog.read(from: connection, counting: counting ? .rowsAndBytes : nil)
  }

  @Test func tablesHaveTheirColumnsAndRows() throws {
    let found = try catalog([
      "CREATE TABLE ZB (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR, ZANY)",
      "CREATE TABLE A (x FLOAT)", "INSERT INTO ZB(Z_PK, Z_ENT) VALUES (3, 1), (9, 2)",
    ])
    #expect(
      found.tables.map { "\($0.name): \($0.columns.map { "\($0.name) \($0.sqlType)" })" } == [
        "A: [\"x FLOAT\"]",
        "ZB: [\"Z_PK INTEGER\", \"Z_ENT INTEGER\", \"ZNAME VARCHAR\", \"ZANY \"]",
      ])
    #expect(found.tables.map(\.rowCount) == [0, 2])
    #expect(found.tables.map(\.lastKey) == [nil, 9])
    #expect(found.entityNumbers.isEmpty)
    let uncounted = try catalog(
      ["CREATE TABLE ZB (Z_PK INTEGER PRIMARY KEY)", "INSERT INTO ZB VALUES (1)"], counting: false)
    #expect(uncounted.tables.map(\.rowCount) == [nil] && uncounted.tables[0].lastKey == nil)
  }

  @Test func objectsAreSortedByNameWithTheirTables() throws {
    let found = try catalog([
      "CREATE TABLE T (x UNIQUE, y)", "CREATE INDEX Z ON T (y)", "CREATE VIEW B AS SELECT x FROM T",
      "CREATE TRIGGER M AFTER INSERT ON T BEGIN SELECT 1; END",
    ])
    #expect(
      found.objects.map { "\($0.kind.rawValue) \($0.name) \($0.table) \($0.sql ?? "nil")" } == [
        "view B B CREATE VIEW B AS SELECT x FROM T",
        "trigger M T CREATE TRIGGER M AFTER INSERT ON T BEGIN SELECT 1; END",
        "index Z T CREATE INDEX Z ON T (y)", "index sqlite_autoindex_T_1 T nil",
      ])
  }

  @Test func entityNumbersAreCounted() throws {
    let found = try catalog([
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "INSERT INTO Z_PRIMARYKEY VALUES (2, 'B', 1, 0), (1, 'A', 0, 7), (3, NULL, NULL, NULL)",
      "CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)",
      "INSERT INTO ZA(Z_ENT) VALUES (1), (2), (2), (9)",
    ])
    #expect(
      found.entityNumbers.map {
        "\($0.number) \($0.name) \($0.parent) \($0.maximumKey) \($0.rowCount ?? -1)"
      } == ["1 A 0 7 1", "2 B 1 0 2", "3  0 0 0"])
  }
}

import MomentumPropertyList
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// How many rows a catalogue counts for each entity: by the family of a table, which is counted in three ways.
@Suite struct CatalogCountingTests {
  private func catalog(
    _ entities: [(Int, String, Int)], _ statements: [String], bytes: Bool = true
  ) throws -> StoreCatalog {
    let connection = try Connection.inMemory()
    try connection.execute(
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"
    )
    for (number, name, parent) in entities {
      try connection.execute(
        "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
        [.integer(Int64(number)), .text(name), .integer(Int64(parent))])
    }
    for statement in statements { try connection.execute(sql: statement) }
    return try StoreCatalog.read(from: connection, counting: bytes ? .rowsAndBytes : .rows)
  }

  private static let columns = "(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)"

  private func rows(_ catalog: StoreCatalog) -> [Int: Int64?] {
    Dictionary(catalog.entityNumbers.map { ($0.number, $0.rowCount) }) { first, _ in first }
  }

  /// `(1), (2), (2)`: rows with these numbers.
  private func insert(_ table: String, _ numbers: [Int]) -> String {
    "INSERT INTO \(table)(Z_ENT) VALUES "
      + numbers.map { "(\($0))" }.joined(separator: ", ")
  }

  @Test func theOnlyEntityOfATableHasAllItsRows() throws {
    let found = try catalog(
      [(1, "A", 0), (2, "B", 0)],
      ["CREATE TABLE ZA \(Self.columns)", "CREATE TABLE ZB \(Self.columns)", insert("ZA", [1, 1])])
    #expect(rows(found) == [1: 2, 2: 0])
    #expect(
      found.tables.map { "\($0.name) \($0.rowCount ?? -1) \($0.lastKey ?? -1)" } == [
        "ZA 2 2", "ZB 0 -1", "Z_PRIMARYKEY 2 -1",
      ])
  }

  @Test func theEntitiesOfAFamilyAreCountedByTheirNumbers() throws {
    let found = try catalog(
      [(1, "A", 0), (2, "B", 1), (3, "C", 2), (4, "D", 0), (16001, "D", 0)],
      [
        "CREATE TABLE za \(Self.columns)", "CREATE TABLE ZD \(Self.columns)",
        "CREATE TABLE AD \(Self.columns)", insert("za", [1, 3, 3, 2, 3, 9]),
        insert("ZD", [4]), insert("AD", [16001, 16001]),
      ])
    #expect(rows(found) == [1: 1, 2: 1, 3: 3, 4: 1, 16001: 2])
    #expect(found.tables.first { $0.name == "za" }?.rowCount == 6, "with the row of no entity")
  }

  /// A family of 500 is counted by one statement, a larger one by groups.
  @Test(arguments: [499, 500, 501])
  func aLargeFamilyIsCounted(size: Int) throws {
    let entities = (1...size).map { ($0, "E\($0)", $0 == 1 ? 0 : 1) }
    let found = try catalog(
      entities,
      ["CREATE TABLE ZE1 \(Self.columns)", insert("ZE1", [1, size, size, 7, size, 9999])])
    let counted = found.entityNumbers.filter { $0.rowCount != 0 }
    #expect(counted.map { "\($0.number) \($0.rowCount ?? -1)" } == ["1 1", "7 1", "\(size) 3"])
    #expect(found.tables[0].rowCount == 6)
  }

  @Test func parentsInACycleEnd() throws {
    let found = try catalog(
      [(1, "A", 2), (2, "B", 1), (3, "C", 3), (4, "D", 77)],
      ["CREATE TABLE ZD \(Self.columns)", insert("ZD", [4])])
    #expect(rows(found) == [1: 0, 2: 0, 3: 0, 4: 1], "an unknown parent ends the way up")
  }

  @Test func aTableWithoutEntityColumnIsCountedAlone() throws {
    let found = try catalog(
      [(1, "A", 0)],
      [
        "CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY)", "INSERT INTO ZA VALUES (5), (6)",
        "CREATE TABLE Z_1X (Z_1A INTEGER, Z_2B INTEGER)", "INSERT INTO Z_1X VALUES (1, 1)",
      ])
    #expect(rows(found) == [1: 0])
    #expect(
      found.tables.map { "\($0.name) \($0.rowCount ?? -1)" } == [
        "ZA 2", "Z_1X 1", "Z_PRIMARYKEY 1",
      ])
    #expect(found.tables.allSatisfy { $0.lastKey == nil }, "without Z_ENT there is no object")
  }

  /// The pages of an index count for the index and for its table.
  @Test func bytesAreThoseOfAllPages() throws {
    let statements = [
      "CREATE TABLE ZA \(Self.columns)", "CREATE INDEX ZI ON ZA (Z_OPT)",
      "CREATE TABLE ZB (x BLOB)", "INSERT INTO ZB VALUES (zeroblob(50000))",
    ]
    let found = try catalog([(1, "A", 0)], statements)
    let hasPages = try Connection.inMemory().firstValue(
      "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'")
    guard hasPages != nil else {
      #expect(found.tables[0].byteCount == nil, "SQLite was built without dbstat")
      return
    }
    #expect(found.objects.map(\.byteCount) == [4096])
    #expect(found.tables[0].byteCount == 8192)
    #expect(found.tables[1].byteCount ?? 0 > 50000)
    let without = try catalog([(1, "A", 0)], statements, bytes: false)
    #expect(without.tables.allSatisfy { $0.byteCount == nil })
    #expect(without.objects.map(\.byteCount) == [nil])
    #expect(without.tables.map(\.rowCount) == [0, 1, 1])
  }

  @Test func theHistoryOfAStoreIsToldByTwoValues() {
    for (value, isTracked) in [
      (.boolean(true), true), (.integer(1), true), (.boolean(false), false), (.integer(0), false),
      (.integer(2), false), (.string("1"), false), (nil, false),
    ] as [(PropertyList?, Bool)] {
      var metadata = VenueStore.metadata
      metadata.others["NSPersistentHistoryTrackingKey"] = value
      #expect(metadata.tracksHistory == isTracked, "\(String(describing: value))")
      metadata.tracksHistory = false
      #expect(metadata.others["NSPersistentHistoryTrackingKey"] == nil)
      metadata.tracksHistory = true
      #expect(metadata.others["NSPersistentHistoryTrackingKey"] == .boolean(true))
    }
  }
}

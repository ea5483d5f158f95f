import MomentumSQL
import Testing

@testable import MomentumSQLite

/// Entities whose row in `Z_PRIMARYKEY` has an old name: which new name belongs to which.
@Suite struct RenamedEntityTests {
  private struct Row {
    var number: Int64
    var name: String
    var parent: Int64 = 0
  }

  private static let columns = "(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)"

  /// The pairs `4=Venue`. A table is written as its name and the entity numbers of its rows; one without numbers has
  /// no column for them.
  private func pairs(
    _ rows: [Row], hashed: [String], _ tables: [(name: String, numbers: [Int64]?)]
  ) throws -> [String] {
    let connection = try Connection.inMemory()
    var names: [String: String] = [:]
    for (name, numbers) in tables {
      names[name.uppercased()] = name
      try connection.execute(
        sql: "CREATE TABLE \(name) \(numbers == nil ? "(Z_PK INTEGER)" : Self.columns)")
      for number in numbers ?? [] {
        try connection.execute(sql: "INSERT INTO \(name)(Z_ENT) VALUES (\(number))")
      }
    }
    let entities = rows.map {
      StoreReport.Entity(
        name: $0.name, number: $0.number, parent: $0.parent, maximumKey: 0, table: nil,
        rowCount: nil, isHistory: $0.number >= 16001)
    }
    let families = Dictionary(grouping: entities) { $0.parent == 0 ? $0.number : $0.parent }
    let found = try RenamedEntities(
      entities, hashed: Set(hashed), tables: names, families: families, connection)
    return found.names.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  @Test func aNameThatIsKnownIsKept() throws {
    let rows = [Row(number: 1, name: "A"), Row(number: 2, name: "B", parent: 1)]
    #expect(try pairs(rows, hashed: ["A", "B"], [("ZA", [1])]) == [])
    #expect(try pairs(rows, hashed: ["A", "B", "C"], [("ZA", [1]), ("ZC", [])]) == [], "C is new")
    #expect(try pairs(rows, hashed: [], [("ZA", [1])]) == [])
    #expect(
      try pairs([Row(number: 1, name: "A")], hashed: ["C"], [("za", [1]), ("ZC", [1])]) == [],
      "the table of its own name is there, in small letters too")
  }

  @Test func theLastRootTakesTheLastTable() throws {
    let rows = [Row(number: 1, name: "Old"), Row(number: 2, name: "B")]
    let tables = [("ZNew", [] as [Int64]?), ("ZB", [])]
    #expect(try pairs(rows, hashed: ["New", "B"], tables) == ["1=New"])
    #expect(
      try pairs(rows, hashed: ["New", "B"], [("ZNEW", nil), ("ZB", [])]) == ["1=New"],
      "one name is left, whatever its table")
    #expect(
      try pairs(rows, hashed: ["New", "Other", "B"], [("ZNEW", nil), ("ZB", [])]) == [],
      "a table without entity numbers is of no entity")
    #expect(
      try pairs(rows, hashed: ["New", "Other", "B"], [("ZNEW", []), ("ZB", [])]) == ["1=New"],
      "the other name has no table, so it is a sub-entity's")
    #expect(
      try pairs(rows, hashed: ["New", "Other", "B"], [("ZNEW", []), ("ZOTHER", []), ("ZB", [])])
        == [])
  }

  @Test func rowsTellTablesApart() throws {
    let rows = [Row(number: 1, name: "Old"), Row(number: 2, name: "Elder")]
    func found(_ one: [Int64], _ other: [Int64]) throws -> [String] {
      try pairs(rows, hashed: ["X", "Y"], [("ZX", one), ("ZY", other)])
    }
    #expect(try found([], []) == [])
    #expect(try found([1], [2]) == ["1=X", "2=Y"])
    #expect(try found([2, 2], [1]) == ["1=Y", "2=X"])
    #expect(try found([2], []) == ["1=Y", "2=X"], "the other table is left")
    #expect(try found([1, 2], []) == [], "rows of both")
    #expect(try found([1], [1]) == [], "two tables with rows of one")
    #expect(try found([7], [2]) == ["1=X", "2=Y"])
  }

  @Test func rowsOfSubEntitiesAreThoseOfTheRoot() throws {
    let rows = [
      Row(number: 1, name: "Old"), Row(number: 2, name: "Sub", parent: 1),
      Row(number: 3, name: "Elder"),
    ]
    #expect(
      try pairs(rows, hashed: ["X", "Y", "Sub"], [("ZX", [3]), ("ZY", [2, 1, 2])])
        == ["1=Y", "3=X"])
    #expect(
      try pairs(rows, hashed: ["X", "Y", "Sub"], [("ZX", [2, 3]), ("ZY", [1])]) == ["1=Y", "3=X"])
  }

  @Test func aSubEntityTakesTheLastName() throws {
    let rows = [Row(number: 1, name: "A"), Row(number: 2, name: "Old", parent: 1)]
    #expect(try pairs(rows, hashed: ["A", "New"], [("ZA", [1, 2])]) == ["2=New"])
    #expect(
      try pairs(rows, hashed: ["A", "New", "More"], [("ZA", [])]) == [], "which of two is not known"
    )
    #expect(try pairs(rows, hashed: ["A"], [("ZA", [])]) == [])
    #expect(
      try pairs(rows + [Row(number: 3, name: "C", parent: 1)], hashed: ["A", "New"], [("ZA", [])])
        == [], "two entities and one name")
    #expect(
      try pairs(rows + [Row(number: 16001, name: "CHANGE")], hashed: ["A", "New"], [("ZA", [])])
        == ["2=New"], "entities of the history are not counted")
    #expect(
      try pairs(
        [Row(number: 1, name: "Before"), Row(number: 2, name: "Old", parent: 1)],
        hashed: ["A", "New"], [("ZA", [1])]) == ["1=A", "2=New"])
  }
}

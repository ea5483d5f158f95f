import Foundation
import GoldenCafe
import Testing

/// The portable golden as a program uses it: a target of the package, compiled and run.
@Suite struct PortableUseTests {
  private let row = SQLiteRow([
    .integer(0), .integer(7), .integer(1), .integer(1), .text("Blue"), .real(60.5), .integer(4),
    .null, .integer(3),
  ])

  @Test func requestHoldsTheParametersAsBindings() {
    let request = Cafe.goodCafes(minRating: 3.5)
    #expect(request.bindings == [.real(3.5), .integer(1)])
    #expect(request.sql.hasSuffix("( t0.ZRATING >= ? AND  t0.ZISOPEN = ?) LIMIT 10"))
  }

  @Test func listParameterSetsTheNumberOfPlaceholders() {
    let town = Town.ID(rawValue: 3)
    let request = Cafe.cafesIn(town: town, names: ["a", "b"])
    #expect(request.sql.hasSuffix("t0.ZNAME IN (?, ?)) "))
    #expect(request.bindings == [.integer(3), .text("a"), .text("b")])
    #expect(Cafe.cafesIn(town: town, names: []).sql.hasSuffix("IN ()) "))
  }

  @Test func rowDecodesToAValue() throws {
    let cafe = try Cafe.goodCafes(minRating: 1).decode(row)
    let expected = Cafe(
      objectID: Cafe.ID(rawValue: 7), name: "Blue", rating: 4, isOpen: true,
      opened: Date(timeIntervalSinceReferenceDate: 60.5), town: Town.ID(rawValue: 3))
    #expect(cafe == expected)
    #expect(cafe.id == Cafe.ID(rawValue: 7))
  }

  @Test func keysAndCountsDecode() throws {
    let key = try Cafe.closedKeys().decode(SQLiteRow([.integer(1), .integer(9)]))
    #expect(key == Cafe.ID(rawValue: 9))
    #expect(try Cafe.busyCount(count: 2).decode(SQLiteRow([.integer(5)])) == 5)
  }

  @Test func columnOfAnotherKindIsAnErrorThatNamesIt() {
    var values = row.values
    values[4] = .null
    #expect(throws: SQLiteRowError(column: 4, found: .null)) {
      try Cafe.goodCafes(minRating: 1).decode(SQLiteRow(values))
    }
    #expect(throws: SQLiteRowError(column: 1, found: nil)) {
      try Cafe.closedKeys().decode(SQLiteRow([]))
    }
  }

  @Test func newValueHasTheDefaultsOfTheModel() {
    let cafe = Cafe(objectID: Cafe.ID(rawValue: 1))
    #expect(cafe.name == "New \"Cafe\"")
    #expect(cafe.isOpen)
    #expect(cafe.rating == nil)
    #expect(Cafe.entityName == "Cafe")
    #expect(Cafe.CodingKeys.allCases.map(\.rawValue).contains("tipCount"))
  }

  @Test func valueGoesThroughJSON() throws {
    let cafe = Cafe(objectID: Cafe.ID(rawValue: 1), name: "x", town: Town.ID(rawValue: 2))
    let data = try JSONEncoder().encode(cafe)
    #expect(try JSONDecoder().decode(Cafe.self, from: data) == cafe)
    #expect(String(decoding: data, as: UTF8.self).contains("\"town\":2"))
  }

  @Test func conversionsGoBothWays() {
    func same<Value: SQLiteConvertible & Equatable>(_ value: Value) -> Bool {
      Value(sqliteValue: value.sqliteValue) == value
    }
    #expect(same(Int16.min) && same(Int32.max) && same(Int64.min) && same(true) && same(false))
    #expect(same(0.1) && same(Float(0.1)) && same("a\u{0}b") && same(Data([0, 255])))
    #expect(same(UUID()) && same(Date(timeIntervalSinceReferenceDate: -1.25)))
    #expect(URL(string: "https://example.org/é").map { same($0) } == true)
    #expect(Decimal(string: "12.34").map { same($0) } == true)
    #expect(Int16(sqliteValue: .integer(70_000)) == nil)
    #expect(UUID(sqliteValue: .blob([1])) == nil)
    #expect(Bool(sqliteValue: .text("1")) == nil)
  }
}

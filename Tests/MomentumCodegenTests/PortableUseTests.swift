import Foundation
import GoldenCafe
import MomentumRuntime
import MomentumSQL
import Testing

/// The portable golden as a program uses it: a target of the package, compiled and run.
@Suite struct PortableUseTests {
  @Test func requestsHoldTheirStatement() {
    let request = Cafe.goodCafes(minRating: 3.5)
    #expect(request.sql.hasSuffix("( t0.ZRATING >= ? AND  t0.ZISOPEN = ?) LIMIT 10"))
    #expect(Cafe.closedKeys().sql == "SELECT t0.Z_ENT, t0.Z_PK FROM ZCAFE t0 WHERE  t0.ZISOPEN = ?")
  }

  @Test func listParameterSetsTheNumberOfPlaceholders() {
    let town = Town.ID(rawValue: 3)
    #expect(Cafe.cafesIn(town: town, names: ["a", "b"]).sql.hasSuffix("t0.ZNAME IN (?,?)) "))
    #expect(Cafe.cafesIn(town: town, names: []).sql.hasSuffix("IN ()) "))
  }

  @Test func valuesAreEncodedInTheOrderOfTheStoredProperties() {
    let cafe = Cafe(
      objectID: Cafe.ID(rawValue: 7), name: "Blue", rating: 4, isOpen: true,
      opened: Date(timeIntervalSinceReferenceDate: 60.5), town: Town.ID(rawValue: 3))
    var row = RowEncoder()
    cafe.encode(into: &row)
    // Without the key, and without what the store derives.
    #expect(Cafe.storedProperties == ["name", "rating", "isOpen", "opened", "town"])
    #expect(row.values == [.text("Blue"), .real(4), .integer(1), .real(60.5), .integer(3)])
  }

  @Test func newValueHasTheDefaultsOfTheModel() {
    let cafe = Cafe()
    #expect(cafe.objectID == .unsaved)
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

  @Test func modelOfAnEntitysNameHasAnother() {
    #expect(CafeModel.model.name == "Cafe")
    #expect(Cafe.Model.self == CafeModel.self)
  }
}

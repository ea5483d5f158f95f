import Foundation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Rows in pages against the values that were put in.
@Suite struct RowPageTests {
  private let values: [AttributeValue?] = [
    nil, .integer(.min), .integer(7), .boolean(true), .boolean(false), .double(-0.5),
    .double(.infinity), .date(1e9), .string(""), .string("a text with more than fifteen bytes: ß"),
    .uri("https://example.org/ä"), .binary([]), .binary([0, 255, 7]), .uuid(UUID()),
    .decimal(Decimal(string: "123456789.123456789") ?? 0),
  ]

  private func id(_ number: Int64) throws -> ObjectID {
    let office = try Office()
    return ObjectID(ObjectPlace(store: "A", entity: office.model.entities[0]), number)
  }

  @Test func aRowHasTheValuesThatWerePutIn() throws {
    let id = try id(3)
    let other = ObjectID(id.place, 9)
    let row = RowSnapshot(id, version: 4, values: values, toOnes: [nil, other], readAt: 12.5)
    #expect(row.values == values && row.toOnes == [nil, other])
    #expect(row.id == id && row.version == 4 && row.readAt == 12.5)
    #expect(row.value(values.count) == nil && row.toOne(2) == nil, "past the last one")
    for (index, value) in values.enumerated() {
      for other in values {
        #expect(row.holds(other, at: index) == (value == other), "\(String(describing: other))")
      }
    }
  }

  @Test func aRowWithoutValuesHasNone() throws {
    let row = RowSnapshot(try id(1), version: 1, values: [], toOnes: [], readAt: 0)
    #expect(row.values.isEmpty && row.value(0) == nil && row.toOne(0) == nil)
    #expect(row.holds(nil, at: 0) && !row.holds(.integer(0), at: 0))
  }

  /// As in Core Data, which writes a text again if its code points differ.
  @Test func textsAreComparedByTheirBytes() throws {
    let row = RowSnapshot(
      try id(1), version: 1, values: [.string("\u{E9}")], toOnes: [], readAt: 0)
    #expect(row.holds(.string("\u{E9}"), at: 0))
    #expect(!row.holds(.string("e\u{301}"), at: 0))
  }

  @Test func rowsOfSeveralPagesAndPlacesKeepTheirOrder() throws {
    let places = try (0..<3).map { _ in try id(0).place }
    var pages = RowPages(readAt: 1)
    let count = RowPage.rowsMax * 3 + 5
    for number in 0..<count {
      if number == 100 { pages.setReadAt(2) }
      let id = ObjectID(places[number % 3], Int64(number))
      pages.builder.begin(id, version: Int64(number), leaves: 1, toOnes: 1)
      pages.builder.append(.string("row \(number)"))
      pages.builder.append(object: ObjectID(places[(number + 1) % 3], Int64(number * 2)))
      pages.endRow()
      #expect(pages.count == number + 1)
    }
    let rows = pages.end()
    #expect(rows.map(\.version) == (0..<Int64(count)).map { $0 })
    for (number, row) in rows.enumerated() {
      #expect(row.place === places[number % 3])
      #expect(row.values == [.string("row \(number)")])
      #expect(row.toOne(0)?.number == Int64(number * 2))
      #expect(row.toOne(0)?.place === places[(number + 1) % 3])
      #expect(row.readAt == (number < 100 ? 1 : 2))
    }
    #expect(Set(rows.map { ObjectIdentifier($0.page) }).count == 4)
  }

  @Test func rowsOfDifferentPagesAreComparedByTheirValues() throws {
    let id = try id(1)
    let row = RowSnapshot(id, version: 1, values: values, toOnes: [id], readAt: 0)
    let same = RowSnapshot(id, version: 2, values: values, toOnes: [id], readAt: 0)
    #expect(values.indices.allSatisfy { row.hasEqualValue(at: $0, as: same) })
    #expect(row.hasEqualObject(at: 0, as: same) && !row.isSame(as: same) && row.isSame(as: row))
    let reversed = Array(values.reversed())
    let others = RowSnapshot(
      id, version: 2, values: reversed, toOnes: [nil], readAt: 0)
    for index in values.indices {
      #expect(
        row.hasEqualValue(at: index, as: others) == (values[index] == reversed[index]))
    }
    #expect(!row.hasEqualObject(at: 0, as: others))
  }
}

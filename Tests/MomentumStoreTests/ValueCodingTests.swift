import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ValueCodingTests {
  private static let values: [(AttributeValue, AttributeType, SQLValue)] = [
    (.integer(-5), .integer64, .integer(-5)), (.double(0.1), .double, .real(0.1)),
    (.double(2), .float, .real(2)), (.boolean(true), .boolean, .integer(1)),
    (.date(60.5), .date, .real(60.5)), (.string("é"), .string, .text("é")),
    (.uri("a:b"), .uri, .text("a:b")), (.binary([0, 255]), .binary, .blob([0, 255])),
    (.decimal(12), .decimal, .real(12)),
  ]

  @Test func valuesComeBackAsTheyWere() {
    for (value, type, stored) in Self.values {
      #expect(value.stored == stored)
      #expect(AttributeValue(stored: stored, type: type) == value)
    }
  }

  @Test func wholeRealsThatSQLiteKeepsAsIntegersAreRead() {
    #expect(AttributeValue(stored: .integer(3), type: .double) == .double(3))
    #expect(AttributeValue(stored: .integer(3), type: .date) == .date(3))
    #expect(AttributeValue(stored: .integer(3), type: .decimal) == .decimal(3))
  }

  @Test func valuesOfAnotherKindAreNotGuessed() {
    #expect(AttributeValue(stored: .text("3"), type: .integer16) == nil)
    #expect(AttributeValue(stored: .blob([1, 2]), type: .uuid) == nil)
    #expect(AttributeValue(stored: .null, type: .string) == nil)
    #expect(AttributeValue(stored: .real(.nan), type: .decimal) == nil)
    #expect(AttributeValue(stored: .real(.infinity), type: .decimal) == nil)
  }
}

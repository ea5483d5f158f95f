import Foundation
import GoldenBubbleTea
import MomentumRuntime
import MomentumTestSupport
import Testing

/// Reading and changing by turns, and what is between two values.
@Suite struct FetchingWhileChangingTests {
  private struct Refused: Error {}

  @Test func aTransactionThatIsRolledBackLeavesTheLoopAroundIt() throws {
    try TestModel.withBubbleTea { (store) throws in
      var seen = 0
      try store.forEach(Venue.all) { venue in
        seen += 1
        do {
          try store.transaction {
            try store.delete(Venue.where(keys: [venue.objectID]))
            throw Refused()
          }
        } catch is Refused {}
        return true
      }
      #expect(seen == 30)
      #expect(try store.count(Venue.all) == 30)
    }
  }

  @Test func anotherSpellingOfATextIsAChange() throws {
    try TestModel.withBubbleTea { (store) throws in
      var venue = try #require(try store.first(Venue.all.sorted(by: \.name)))
      venue.name = "caf\u{E9}"
      try store.update(venue)
      venue.name = "cafe\u{301}"
      try store.update(venue)
      let stored = try #require(try store.object(venue.objectID, as: Venue.self))
      #expect(Array(stored.name.unicodeScalars) == Array("cafe\u{301}".unicodeScalars))
    }
  }

  @Test func objectsWithoutTheOneOnTheWayAreCounted() throws {
    try TestModel.withBubbleTea { (store) throws in
      var venue = try #require(try store.first(Venue.all))
      venue.category = nil
      try store.update(venue)
      let counts = try store.counts(Venue.all, by: \.category.name)
      #expect(counts.first?.value == nil)
      #expect(counts.first?.count == 1)
      #expect(counts.reduce(0) { $0 + $1.count } == 30)
    }
  }

  @Test func alternativesOverManyObjectsAskEachForItself() throws {
    try TestModel.withBubbleTea { (store) throws in
      let deals = try store.fetch(
        VenueCategory.where { category in
          category.venues.any { $0.specialCount > 2 }
            || category.venues.any { $0.name.beginsWith("B") }
            || category.venues.any { $0.name.beginsWith("P") }
        }.sorted(by: \.name))
      let venues = try store.fetch(
        Venue.where {
          $0.specialCount > 2 || $0.name.beginsWith("B") || $0.name.beginsWith("P")
        })
      #expect(Set(deals.map(\.objectID)) == Set(venues.compactMap(\.category)))
    }
  }
}

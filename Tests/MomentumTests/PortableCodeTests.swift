import Foundation
import GoldenBubbleTea
import MomentumDiagnostics
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The portable code of BubbleTea as a program uses it, on a real store.
@Suite struct PortableCodeTests {
  private func withStore(_ body: (Store<BubbleTea>) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("tea.sqlite").path
      let model = try BubbleTea.model.compiled.get()
      try model.createStore(at: path)
      var diagnostics = Diagnostics()
      let seed = SourceFile(
        path: "seed", text: try RepositoryFiles.text("Models/BubbleTea.seed.json"))
      let counts = try model.importObjects(of: seed, into: path, &diagnostics)
      try #require(counts != nil)
      try body(try BubbleTea.open(path))
    }
  }

  @Test func storedRequestsRunAndDecode() throws {
    try withStore { store in
      #expect(try store.fetch(Venue.FetchRequest()).count == 30)
      #expect(try store.fetch(Venue.cheapVenues()).count == 27)
      let one = try store.fetch(Venue.venueFR(name: "Sago House"))
      let venue = try #require(one.first)
      #expect(one.count == 1)
      #expect(venue.name == "Sago House")
      #expect(venue.location != nil)
      #expect(venue.identifier.uuidString.hasPrefix("B0BA0009"))
      let deals = try store.fetch(Venue.dealsNearby(distance: 1e9, category: "Bakery"))
      #expect(deals.allSatisfy { $0.specialCount > 0 })
    }
  }

  @Test func nilAsksForObjectsWithoutAValue() throws {
    try withStore { store in
      let all = try store.fetch(Venue.all)
      let wanted = all.filter { $0.specialCount > 0 && $0.category == nil }
      let found = try store.fetch(Venue.dealsNearby(distance: 1e9, category: nil))
      #expect(Set(found.map(\.name)) == Set(wanted.map(\.name)))
    }
  }

  @Test func storedAndTypedFetchesAgree() throws {
    try withStore { store in
      let typed = try store.fetch(Venue.where { $0.priceInfo.priceCategory == "$" })
      #expect(Set(typed) == Set(try store.fetch(Venue.cheapVenues())))
    }
  }

  @Test func valuesRoundTripThroughJSON() throws {
    try withStore { store in
      let venues = try store.fetch(Venue.FetchRequest())
      let data = try JSONEncoder().encode(venues)
      #expect(try JSONDecoder().decode([Venue].self, from: data) == venues)
    }
  }
}

import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Stored fetch requests, whose generated SQL is that of a Core Data store.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(2)))
struct PreparedTests {
  @Test func variablesAndConstantsAreThoseOfTheRequest() async throws {
    try await Twins<BubbleTea>.with { twins in
      let groups = ["Bakery", "Tea"].map { VenueCategory(categoryID: $0, name: $0) }
      let keys = try twins.store.insert(contentsOf: groups)
      #expect(try await twins.server.insert(contentsOf: groups) == keys)
      for number in 0..<30 {
        let place = Location(distance: Float(number * 40))
        let saved = try twins.store.insert(place)
        try await twins.server.insert(place)
        let venue = Venue(
          identifier: UUID(), name: "v\(number % 3)", specialCount: Int32(number % 4),
          category: number % 5 == 0 ? nil : keys[number % 2], location: saved.objectID)
        try twins.store.insert(venue)
        try await twins.server.insert(venue)
      }
      func compare(_ fetch: PreparedFetch<Venue>, count: Int) async throws {
        let expected = try twins.store.fetch(fetch)
        #expect(expected.count == count)
        let found = try await twins.server.fetch(fetch)
        #expect(Set(found.map(\.name)) == Set(expected.map(\.name)))
        #expect(Set(found.map(\.objectID)) == Set(expected.map(\.objectID)))
      }
      try await compare(Venue.dealsNearby(distance: 900, category: "Bakery"), count: 5)
      try await compare(Venue.dealsNearby(distance: 900, category: nil), count: 3)
      try await compare(Venue.venueFR(name: "v1"), count: 10)
      try await compare(Venue.FetchRequest(), count: 30)
      #expect(try await twins.server.first(Venue.venueFR(name: "none")) == nil)
      #expect(try await twins.server.first(Venue.venueFR(name: "v1"))?.name == "v1")
    }
  }

  @Test func listsObjectsAndDatesAreVariables() async throws {
    try await ServerTest.withStore(of: Newsroom.self) { store, _ in
      let day = Date(timeIntervalSinceReferenceDate: 700_000_000)
      let tag = try await store.insert(Tag(name: "tea"))
      for name in ["Café", "Cafe b", "c"] {
        let article = try await store.insert(
          Article(creationDate: day, identifier: UUID(), name: name))
        if name == "c" { try await store.add([tag.objectID], to: \.tags, of: article) }
      }
      #expect(try await store.fetch(Article.named(names: ["c", "Café", "x"])).count == 2)
      #expect(try await store.fetch(Article.named(names: [])).isEmpty)
      #expect(try await store.fetch(Article.articlesWithTag(tag: "tea")).map(\.name) == ["c"])
      let latest = try await store.fetch(
        Article.latest(since: day.addingTimeInterval(-1), words: "CAFE"))
      #expect(Set(latest.map(\.name)) == ["Café", "Cafe b"])
      #expect(
        try await store.fetch(Article.latest(since: day, words: "CAFE")).isEmpty)
      #expect(try await store.fetch(Article.withoutAttachments()).count == 3)
    }
    try await ServerTest.withStore(of: Staff.self) { store, _ in
      let boss = try await store.transaction { store in
        let department = try await store.insert(Department(name: "Tea"))
        let boss = try await store.insert(
          Employee(badge: 1, hiredOn: Date(), name: "Ann", department: department.objectID))
        try await store.insert(
          Employee(
            badge: 2, hiredOn: Date(), kind: "freelance", name: "Ben",
            department: department.objectID, manager: boss.objectID))
        try await store.insert(
          Contract(sumPlanned: 10, supplierName: "x", owner: boss.objectID))
        return boss
      }
      #expect(try await store.fetch(Employee.teamOf(manager: boss.objectID)).map(\.name) == ["Ben"])
      #expect(try await store.fetch(Employee.teamOf(manager: nil)).map(\.name) == ["Ann"])
      #expect(try await store.fetch(Employee.managers()).map(\.name) == ["Ann"])
      #expect(try await store.fetch(Contract.contractsOver(sum: 9.5, department: "Tea")).count == 1)
      #expect(try await store.fetch(Contract.contractsOver(sum: 10, department: "Tea")).isEmpty)
    }
  }

  /// Code of a version that did not write the request's name.
  @Test func codeOfAnEarlierVersionIsRefused() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let old = PreparedFetch<Venue>(sql: "SELECT 1", bindings: { _ in })
      let failure = await failure { try await store.fetch(old) }
      #expect(failure?.reason == .request)
      #expect(failure?.description.contains("generate it again") == true)
    }
  }
}

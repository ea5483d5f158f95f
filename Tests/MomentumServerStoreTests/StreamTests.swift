import Foundation
import GoldenBubbleTea
import MomentumPostgreSQL
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Objects that are read one after another.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(2)))
struct StreamTests {
  private struct Stop: Error {}
  private let inOrder = Location.all.sorted(by: \.distance)

  private func oneConnection(_ options: inout ServerOptions) {
    options.connectionsMax = 1
    options.waitSeconds = 0.2
  }

  private func fill(_ store: ServerStore<BubbleTea>, _ count: Int) async throws {
    try await store.insert(
      contentsOf: (0..<count).map { Location(city: "c\($0 % 7)", distance: Float($0)) })
  }

  private func distances(
    _ store: ServerStore<BubbleTea>, _ fetch: Fetch<Location>, upTo count: Int = .max
  ) async throws -> [Float] {
    var result: [Float] = []
    try await store.forEach(fetch) { place in
      result.append(place.distance)
      return result.count < count
    }
    return result
  }

  /// The server sends 500 rows at a time.
  @Test(arguments: [0, 1, 499, 500, 501, 1000, 1203])
  func allObjectsComeInOrder(count: Int) async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      try await fill(store, count)
      let wanted = (0..<count).map { Float($0) }
      #expect(try await distances(store, inOrder) == wanted)
      let inTransaction = try await store.transaction { try await distances($0, inOrder) }
      #expect(inTransaction == wanted)
      let (some, other) = (inOrder.where { $0.city == "c3" }, wanted.filter { Int($0) % 7 == 3 })
      #expect(try await distances(store, some) == other)
      let page = try await distances(store, some.offset(1).limit(90))
      #expect(page == Array(other.dropFirst().prefix(90)))
    }
  }

  @Test func itStopsWhereTheClosureSays() async throws {
    try await ServerTest.withStore(of: BubbleTea.self, oneConnection) { store, _ in
      try await fill(store, 1100)
      for count in [1, 500, 501] {
        #expect(try await distances(store, inOrder, upTo: count).count == count)
      }
      await #expect(throws: Stop.self) { try await store.forEach(inOrder) { _ in throw Stop() } }
      // The one connection is free again.
      #expect(try await store.count(Location.all) == 1100)
    }
  }

  @Test func aTransactionReadsAndWritesOnOneConnection() async throws {
    try await ServerTest.withStore(of: BubbleTea.self, oneConnection) { store, _ in
      try await fill(store, 600)
      try await store.transaction { store in
        var pairs = 0
        try await store.forEach(inOrder) { place in
          var changed = place
          changed.distance += 1000
          try await store.update(changed)
          // Another request inside of the first one; both go on.
          guard Int(place.distance) % 100 == 0 else { return true }
          pairs += try await distances(store, Location.where { $0.city == "c1" }).count
          await #expect(throws: Stop.self) {
            try await store.forEach(inOrder) { _ in throw Stop() }
          }
          return true
        }
        #expect(pairs == 6 * 86)
        // A part that is rolled back takes its request along.
        await #expect(throws: Stop.self) {
          try await store.transaction { store in
            try await store.forEach(inOrder) { _ in throw Stop() }
          }
        }
      }
      #expect(try await store.minimum(Location.all, of: \.distance) == 1000)
    }
  }

  @Test func aStatementThatFailsInsideIsTheFailure() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let id = UUID()
      try await store.insert(Venue(identifier: id, name: "first"))
      try await fill(store, 3)
      let refused = await failure {
        try await store.transaction { store in
          try await store.forEach(inOrder) { _ in
            try await store.insert(Venue(identifier: id, name: "second"))
            return true
          }
        }
      }
      #expect(refused?.reason == .validation)
      #expect(try await store.count(Venue.all) == 1)
    }
  }

  @Test func aLostConnectionIsAFailure() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, test in
      try await fill(store, 1500)
      var count = 0
      let lost = await failure {
        try await store.forEach(inOrder) { _ in
          count += 1
          if count == 1 {
            try await test.observer.query(
              """
              SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE state = 'idle in transaction' AND query LIKE 'FETCH FORWARD%'
                AND pid IN (SELECT l.pid FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1)
              """, [.text(test.schema)])
          }
          return true
        }
      }
      #expect(lost?.reason == .unavailable && count == 500)
      #expect(try await store.count(Location.all) == 1500)
    }
  }

  @Test func theOnlyConnectionIsNotLentTwice() async throws {
    try await ServerTest.withStore(of: BubbleTea.self, oneConnection) { store, _ in
      try await fill(store, 2)
      let refused = await failure {
        try await store.forEach(inOrder) { _ in try await store.count(Location.all) > 0 }
      }
      #expect(refused?.reason == .unavailable)
      #expect(try await store.count(Location.all) == 2)
    }
  }

  @Test func storedRequestsComeOneAfterAnother() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      try await store.insert(
        contentsOf: (0..<1003).map { Venue(identifier: UUID(), name: "v\($0 % 3)") })
      var names: Set<String?> = []
      var count = 0
      try await store.forEach(Venue.venueFR(name: "v1")) { venue in
        names.insert(venue.name)
        count += 1
        return true
      }
      #expect(names == ["v1"] && count == 334)
      let wrong = Venue.where(format: "nothing == 1")
      let refused = await failure { try await store.forEach(wrong) { _ in true } }
      #expect(refused?.reason == .request)
    }
  }
}

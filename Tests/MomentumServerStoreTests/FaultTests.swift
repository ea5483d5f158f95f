import Foundation
import GoldenBubbleTea
import MomentumPostgreSQL
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Sessions that end, statements that take too long, and pools that are empty: a typed failure,
/// nothing half done, and the store goes on.
@Suite(
  .tags(.server, .faults),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(3)))
struct FaultTests {
  /// Ends all sessions of a store; the store's address has this name of a program.
  private static func endSessions(_ name: String, _ test: ServerTest) async throws {
    _ = try await test.observer.query(
      "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = $1",
      [.text(name)])
  }

  @Test func aSessionThatEndsInATransactionLeavesNothing() async throws {
    try await ServerTest.with { test in
      let name = "momentum_\(UUID().uuidString)"
      let store = try await BubbleTea.create(
        server: test.address + " application_name=\(name)", options: test.options)
      let lost = await failure {
        try await store.transaction { store in
          try await store.insert(Location(city: "Ulm"))
          try await Self.endSessions(name, test)
          try await store.insert(Location(city: "Bonn"))
        }
      }
      #expect(lost?.reason == .unavailable)
      #expect(try await store.count(Location.all) == 0)
      // While connections are idle.
      try await Self.endSessions(name, test)
      try await store.insert(Location(city: "Kiel"))
      #expect(try await store.fetch(Location.all).map(\.city) == ["Kiel"])
      await store.close()
    }
  }

  @Test func aStatementThatTakesTooLongIsUnavailable() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { patient, test in
      var options = test.options
      options.statementSeconds = 0.05
      let store = try await BubbleTea.open(server: test.address, options: options)
      let place = try await patient.insert(Location(city: "Ulm"))
      try await test.observer.transaction { connection in
        _ = try await connection.query("SELECT 1 FROM location FOR UPDATE")
        var changed = place
        changed.city = "Bonn"
        let late = await failure { try await store.update(changed) }
        #expect(late?.reason == .unavailable)
      }
      #expect(try await patient.fetch(Location.all) == [place])
      await store.close()
    }
  }

  @Test func anEmptyPoolRefusesInTime() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) {
      $0.connectionsMax = 1
      $0.waitSeconds = 0.05
    } _: { store, _ in
      try await store.transaction { inner in
        try await inner.insert(Location(city: "Ulm"))
        // The outer store asks for a second connection.
        let refused = await failure { try await store.count(Location.all) }
        #expect(refused?.reason == .unavailable)
      }
      #expect(try await store.count(Location.all) == 1)
    }
  }

  @Test func aCancelledTaskChangesNothing() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, test in
      try await store.insert(Location(city: "Ulm"))
      try await test.observer.transaction { connection in
        _ = try await connection.query("SELECT 1 FROM location FOR UPDATE")
        let task = Task {
          try await store.update(Location.all, set: [.set(\.city, "Bonn")])
        }
        // The task may not have begun: it is then cancelled before its first statement.
        task.cancel()
        let cancelled = await failure { try await task.value }
        #expect(cancelled?.reason == .cancelled)
      }
      #expect(try await store.fetch(Location.all).map(\.city) == ["Ulm"])
    }
  }

  @Test func aClosedStoreIsUnavailable() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      await store.close()
      let closed = await failure { try await store.count(Location.all) }
      #expect(closed?.reason == .unavailable)
    }
  }

  /// Tables that somebody has changed past Momentum.
  @Test func aLostTableIsAFailureOfTheStore() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, test in
      try await test.observer.execute(script: "DROP TABLE location CASCADE")
      let lost = await failure { try await store.count(Location.all) }
      #expect(lost?.reason == .store)
      let other = await failure { try await store.fetch(Venue.all) }
      #expect(other == nil || other?.reason == .store)
    }
  }
}

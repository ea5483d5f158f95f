import Foundation
import GoldenBubbleTea
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Transactions on a server, one inside the other, and beside each other.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(3)))
struct TransactionTests {
  private struct Stop: Error {}

  @Test func whatIsThrownRollsBack() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      await #expect(throws: Stop.self) {
        try await store.transaction { store in
          try await store.insert(Location(city: "Ulm"))
          throw Stop()
        }
      }
      let count = try await store.count(Location.all)
      #expect(count == 0)
    }
  }

  @Test func aCaughtErrorRollsBackItsOwnPartOnly() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let id = UUID()
      try await store.transaction { store in
        try await store.insert(Venue(identifier: id, name: "first"))
        // A failed change is undone alone, and the transaction goes on.
        let twice = await failure {
          try await store.insert(Venue(identifier: id, name: "second"))
        }
        #expect(twice?.reason == .validation)
        do {
          try await store.transaction { store in
            try await store.insert(Location(city: "inner"))
            try await store.transaction { store in
              try await store.insert(Location(city: "innermost"))
            }
            throw Stop()
          }
        } catch is Stop {}
        try await store.insert(Location(city: "outer"))
      }
      #expect(try await store.fetch(Venue.all).map(\.name) == ["first"])
      #expect(try await store.fetch(Location.all).map(\.city) == ["outer"])
    }
  }

  @Test func theStoreOfATransactionEndsWithIt() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let kept = try await store.transaction { $0 }
      let read = await failure { try await kept.count(Venue.all) }
      #expect(read?.reason == .store)
      #expect(read?.description == "the transaction of this store has ended")
      let written = await failure { try await kept.insert(Location()) }
      #expect(written?.reason == .store)
      #expect(try await store.count(Location.all) == 0)
    }
  }

  @Test func aConflictIsAFailureOrRunsAgain() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let place = try await store.insert(Location(city: "a", distance: 0))
      func raise(_ attemptsMax: Int) async throws {
        var isFirst = true
        let options = ServerTransaction(.repeatableRead, attemptsMax: attemptsMax)
        try await store.transaction(options) { inner in
          guard var value = try await inner.object(place.objectID, as: Location.self) else {
            return
          }
          // Somebody else changes the object between reading and writing.
          if isFirst {
            try await store.update(Location.all, set: [.set(\.distance, value.distance + 10)])
          }
          isFirst = false
          value.distance += 1
          try await inner.update(value)
        }
      }
      let once = await failure { try await raise(1) }
      #expect(once?.reason == .conflict)
      #expect(try await store.first(Location.all)?.distance == 10)
      try await raise(2)
      #expect(try await store.first(Location.all)?.distance == 21)
    }
  }

  @Test func serializableCountersLoseNothing() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let place = try await store.insert(Location(city: "a", distance: 0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let options = ServerTransaction(.serializable, attemptsMax: 100)
            try await store.transaction(options) { store in
              guard var value = try await store.object(place.objectID, as: Location.self) else {
                return
              }
              value.distance += 1
              try await store.update(value)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.first(Location.all)?.distance == 8)
    }
  }

  @Test func aTransactionThatReadsChangesNothing() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      let refused = await failure {
        try await store.transaction(ServerTransaction(isReadOnly: true)) { store in
          #expect(try await store.count(Venue.all) == 0)
          try await store.insert(Location())
        }
      }
      #expect(refused?.reason == .store)
      let count = try await store.count(Location.all)
      #expect(count == 0)
    }
  }

  /// Many tasks over few connections.
  @Test func tasksShareThePool() async throws {
    try await ServerTest.withStore(of: BubbleTea.self) { store, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          group.addTask {
            let saved = try await store.insert(Location(city: "c\(number)"))
            #expect(try await store.object(saved.objectID, as: Location.self) == saved)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.count(Location.all) == 60)
    }
  }
}

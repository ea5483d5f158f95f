import GoldenBubbleTea
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Reads of many tasks over few connections, beside transactions.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(5)))
struct ConcurrentReadTests {
  /// A call may wait long: random suites keep the threads of this process busy meanwhile.
  private func twoConnections(_ options: inout ServerOptions) {
    options.connectionsMax = 2
    options.waitSeconds = 240
  }

  @Test func eachTaskGetsItsObjectsAndReadsWhatItHasWritten() async throws {
    try await ServerTest.withStore(of: BubbleTea.self, twoConnections) { store, _ in
      try await store.insert(
        contentsOf: (0..<200).map { Location(city: "c\($0 % 7)", distance: Float($0)) })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            for _ in 0..<3 {
              let distance = Float(number)
              let place = try await store.first(Location.where { $0.distance == distance })
              #expect(place?.distance == distance && place?.city == "c\(number % 7)")
            }
          }
        }
        for number in 0..<20 {
          group.addTask {
            let distance = Float(1000 + number)
            let key = try await store.transaction { store in
              try await store.insert(Location(city: "new", distance: distance)).id
            }
            // Whatever else runs: the transaction was committed before.
            #expect(try await store.object(key, as: Location.self)?.distance == distance)
            let found = try await store.count(Location.where { $0.distance == distance })
            #expect(found == 1)
          }
        }
        group.addTask {
          for _ in 0..<20 {
            let failure = await #expect(throws: StoreFailure.self) {
              try await store.fetch(Location.where(format: "missing = 1"))
            }
            #expect(failure?.reason == .request)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.count(Location.all) == 220)
    }
  }
}

import GoldenNewsroom
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// The same changes and requests on a store of Core Data and on a server.
@Suite(
  .tags(.server, .random),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(20)))
struct RandomChangeTests {
  private struct Stop: Error {}

  @Test(arguments: 0..<TestLength.choose(short: 4, long: 16))
  func bothDatabasesHoldTheSame(seed: Int) async throws {
    try await Twins<Newsroom>.with { twins in
      var generator = NewsroomGenerator(seed: UInt64(seed))
      var (inStore, onServer) = (NewsroomKeys(), NewsroomKeys())
      for step in 0..<TestLength.choose(short: 60, long: 200) {
        let change = generator.change(inStore)
        let story = "seed \(seed), step \(step): \(change.name)"
        var (first, second) = (inStore, onServer)
        let outcome = await Self.outcome { try await change.apply(twins.store, &first) }
        // On the server a third of the changes are parts of a transaction.
        let other = await Self.outcome {
          guard generator.dice.number(0..<3) == 0 else {
            return try await change.apply(twins.server, &second)
          }
          return try await twins.server.transaction { store in
            // What is rolled back leaves nothing.
            do {
              try await store.transaction { store in
                try await store.insert(Tag(name: "rolled back"))
                throw Stop()
              }
            } catch is Stop {}
            return try await change.apply(store, &second)
          }
        }
        guard outcome == other || outcome.isRefused && other.isRefused else {
          Issue.record("\(story): \(outcome) and \(other)")
          return
        }
        if case .done = outcome { (inStore, onServer) = (first, second) }
        let expected = try await (twins.store as any NewsroomStore).picture(inStore)
        let found = try await (twins.server as any NewsroomStore).picture(onServer)
        guard expected == found else {
          Issue.record("\(story): \(expected.difference(from: found))")
          return
        }
      }
    }
  }

  private static func outcome(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> String
  ) async -> Outcome<String> {
    do { return .done(try await body()) } catch { return Outcome(error) }
  }
}

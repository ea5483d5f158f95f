import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumPostgreSQL
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// Databases that have the tables of a model, of another version, or none.
@Suite(
  .tags(.server),
  .enabled(if: PostgreSQLServer.shared != nil && ServerTest.isEnabled, ServerTest.reason),
  .timeLimit(.minutes(2)))
struct OpeningTests {
  /// The model BubbleTea as it was before: without a property of Venue.
  private enum OldBubbleTea: StoredModel {
    static let model = RuntimeModel(
      name: "BubbleTea",
      contents: (try? RepositoryFiles.text(
        "Models/BubbleTea.xcdatamodeld/BubbleTea.xcdatamodel/contents")) ?? "")
  }

  @Test func tablesAreMadeOnceAndOpened() async throws {
    try await ServerTest.with { test in
      let made = try await BubbleTea.create(server: test.address, options: test.options)
      try await made.insert(Location(city: "Ulm"))
      await made.close()
      let opened = try await BubbleTea.open(server: test.address, options: test.options)
      #expect(try await opened.fetch(Location.all).map(\.city) == ["Ulm"])
      await opened.close()
      let again = await failure {
        try await BubbleTea.create(server: test.address, options: test.options)
      }
      #expect(again?.reason == .store)
      #expect(again?.description == "the database already has tables of the model 'BubbleTea'")
    }
  }

  @Test func aDatabaseWithoutTheTablesIsRefused() async throws {
    try await ServerTest.with { test in
      let empty = await failure {
        try await BubbleTea.open(server: test.address, options: test.options)
      }
      #expect(empty?.reason == .otherModel)
      #expect(empty?.description == "the database has no tables of the model 'BubbleTea'")
      await (try await Staff.create(server: test.address, options: test.options)).close()
      let other = await failure {
        try await BubbleTea.open(server: test.address, options: test.options)
      }
      #expect(
        other?.description
          == "the database has no tables of the model 'BubbleTea', but of 'Staff'")
    }
  }

  @Test func aDatabaseOfAnotherVersionIsRefusedByName() async throws {
    try await ServerTest.with { test in
      await (try await OldBubbleTea.create(server: test.address, options: test.options)).close()
      let failure = await failure {
        try await BubbleTea.open(server: test.address, options: test.options)
      }
      #expect(failure?.reason == .otherModel)
      #expect(
        failure?.description.hasPrefix(
          "the database has another version of the model 'BubbleTea': ") == true)
      #expect(failure?.description.contains("entity 'Venue' is another one") == true)
      #expect(failure?.description.contains("'Location'") == false)
    }
  }

  @Test func oneOfManyMakesTheTables() async throws {
    try await ServerTest.with { test in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let store = try await BubbleTea.openOrCreate(
              server: test.address, options: test.options)
            try await store.insert(Location(city: "Ulm"))
            await store.close()
          }
        }
        try await group.waitForAll()
      }
      let store = try await BubbleTea.open(server: test.address, options: test.options)
      #expect(try await store.count(Location.all) == 4)
      await store.close()
    }
  }

  @Test func severalModelsShareADatabase() async throws {
    try await ServerTest.with { test in
      let tea = try await BubbleTea.create(server: test.address, options: test.options)
      let staff = try await Staff.create(server: test.address, options: test.options)
      try await tea.insert(Location(city: "Ulm"))
      #expect(try await staff.count(Employee.all) == 0)
      await tea.close()
      await staff.close()
    }
  }

  @Test func addressesThatLeadNowhereAreFailures() async throws {
    let nowhere = await failure {
      try await BubbleTea.open(server: "host=127.0.0.1 port=1 connect_timeout=2")
    }
    #expect(nowhere?.reason == .unavailable)
    let senseless = await failure { try await BubbleTea.open(server: "nonsense=1 password=secret") }
    #expect(senseless?.reason == .store)
    #expect(senseless?.description.contains("secret") == false)
  }

  /// Each statement is reported without its values.
  @Test func statementsAreObserved() async throws {
    let runs = ObservedRuns()
    try await ServerTest.withStore(of: BubbleTea.self) {
      $0.observe = { run in runs.append(run) }
    } _: { store, _ in
      try await store.insert(Location(city: "Geheim"))
      #expect(try await store.count(Location.where { $0.city == "Geheim" }) == 1)
    }
    let texts = runs.all.map(\.sql)
    #expect(texts.contains { $0.hasPrefix("INSERT INTO location (") })
    #expect(texts.allSatisfy { !$0.contains("Geheim") })
    #expect(runs.all.last?.rowCount == 1 && runs.all.last?.bindingCount == 1)
  }
}

/// What a store has reported, from any thread.
private final class ObservedRuns: Sendable {
  private let runs = MomentumTestSupport.Locked<[StatementRun]>([])
  var all: [StatementRun] { runs.withLock { $0 } }
  func append(_ run: StatementRun) { runs.withLock { $0.append(run) } }
}

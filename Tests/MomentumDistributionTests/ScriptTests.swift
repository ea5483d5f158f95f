import MomentumDistribution
import MomentumTestSupport
import Testing

/// The scripts for each engine, as a person reads them.
@Suite struct ScriptTests {
  private static let shards = ForeignShards(
    Tracker.schema, servers: (1...3).map { ShardServer(placeholder: $0) }, partitionCount: 6)

  @Test func citusScript() throws {
    try RepositoryFiles.expectGolden(
      Tracker.schema.citusScript, at: "Tests/Cases/Distribution/citus.sql")
  }

  @Test func scriptsByPrimaryKey() throws {
    for engine in [DistributionEngine.cockroachDB, .yugabyteDB] {
      try RepositoryFiles.expectGolden(
        Tracker.schema.script(byPrimaryKey: engine),
        at: "Tests/Cases/Distribution/\(engine.rawValue).sql")
    }
  }

  @Test func scriptsOfForeignShards() throws {
    for (name, text) in Self.shards.scripts where name != "worker3.sql" {
      try RepositoryFiles.expectGolden(text, at: "Tests/Cases/Distribution/\(name)")
    }
  }

  @Test func scriptsOfAMove() throws {
    let text = Self.shards.move(4, to: ShardServer(placeholder: 4)).map { name, text in
      "-- \(name)\n\(text)"
    }
    try RepositoryFiles.expectGolden(
      text.joined(separator: "\n"), at: "Tests/Cases/Distribution/move.sql")
  }

  @Test func everyPartitionIsOnOneWorker() {
    let workers = Self.shards.scripts.dropFirst().map(\.text)
    for number in 0..<6 {
      let holders = workers.filter { $0.contains("CREATE TABLE task_p\(number) PARTITION OF task") }
      #expect(holders.count == 1, "task_p\(number)")
    }
  }

  @Test func passwordsAreRefused() {
    #expect(throws: ShardServer.Refusal.self) { try ShardServer("host=a password=b") }
    #expect(throws: ShardServer.Refusal.self) { try ShardServer("host=a passfile=b") }
    #expect(throws: ShardServer.Refusal.self) { try ShardServer("host") }
  }

  @Test func everyRuleHasASource() {
    for engine in DistributionEngine.allCases {
      #expect(!engine.rules.isEmpty && engine.rules.allSatisfy { !$0.source.isEmpty })
    }
  }

  /// The page on several machines shows the rules as the scripts follow them.
  @Test func thePageHasEveryRule() throws {
    let page = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/PastOneMachine.md")
    for rule in EngineRule.all {
      let row =
        "| \(rule.engine.title) | \(rule.text) | \(rule.standing.rawValue): \(rule.source) |"
      #expect(page.contains(row), "\(row)")
    }
  }
}

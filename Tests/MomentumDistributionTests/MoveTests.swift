import MomentumCompiler
import MomentumDistribution
import MomentumTestSupport
import Testing

/// A worker is added and partitions move to it, by the scripts alone.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason))
struct MoveTests {
  /// Two tables with keys to each other, and a tree: rows that no order of insertion suits.
  private static let entities = """
    <entity name="Account">
      <attribute name="name" attributeType="String"/>
      <relationship name="teams" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Team" inverseName="account" inverseEntity="Team"/>
      <relationship name="people" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Person" inverseName="account" inverseEntity="Person"/>
    </entity>
    <entity name="Team">
      <relationship name="account" maxCount="1" deletionRule="Nullify" destinationEntity="Account" inverseName="teams" inverseEntity="Account"/>
      <relationship name="lead" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person"/>
      <relationship name="above" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="below" inverseEntity="Team"/>
      <relationship name="below" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Team" inverseName="above" inverseEntity="Team"/>
    </entity>
    <entity name="Person">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="account" maxCount="1" deletionRule="Nullify" destinationEntity="Account" inverseName="people" inverseEntity="Account"/>
      <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team"/>
    </entity>
    """

  private static func uuid(_ number: Int) -> String {
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// The first worker, and those that have a partition of the account's table.
  private struct Cluster {
    let servers: [PostgreSQLServer]
    let cluster: PostgreSQLCluster
    let workers: [ShardServer]
    var coordinator: PostgreSQLServer { servers[0] }

    init() throws {
      cluster = try PostgreSQLCluster(count: 4)
      servers = cluster.servers
      workers = try servers.dropFirst().map { try ShardServer($0.connection) }
    }

    /// Runs the scripts of a move by the names of their files.
    func move(
      _ number: Int, with shards: ForeignShards, from source: Int, to target: Int
    ) throws {
      for (name, text) in shards.move(number, to: workers[target]) {
        let server =
          name.hasSuffix("coordinator.sql")
          ? coordinator : servers[1 + (name.hasSuffix("source.sql") ? source : target)]
        _ = try server.rows(text)
      }
    }

    func content(_ table: String, on server: PostgreSQLServer) throws -> [String] {
      try server.rows("SELECT * FROM \(table);\n").map { row in
        row.map { $0 ?? "NULL" }.joined(separator: " | ")
      }.sorted()
    }
  }

  @Test func rowsAreOnTheNewWorkerAndNowhereElse() throws {
    let cluster = try Cluster()
    let shards = ForeignShards(
      Tracker.schema, servers: Array(cluster.workers.prefix(2)), partitionCount: 4)
    for (script, server) in zip(shards.scripts, cluster.servers) {
      _ = try server.rows(script.text)
    }
    let rows = TrackerRows(seed: 3, accountCount: 30)
    let reference = rows.reference.joined(separator: "\n")
    for server in cluster.servers.prefix(3) { _ = try server.rows(reference) }
    let all = rows.distributed + rows.joinRows(Tracker.schema)
    _ = try cluster.coordinator.rows("BEGIN;\n" + all.joined(separator: "\n") + "\nCOMMIT;\n")
    let tables = Tracker.schema.tables.map(\.name)
    let before = try tables.map { try cluster.content($0, on: cluster.coordinator) }
    // Partitions 1 and 3 are on the second worker; the first move also makes the third worker.
    let first = shards.move(1, to: cluster.workers[2])
    #expect(first.map(\.name).first == "worker3.sql")
    _ = try cluster.servers[3].rows(first[0].text)
    _ = try cluster.servers[3].rows(reference)
    let known = ForeignShards(Tracker.schema, servers: cluster.workers, partitionCount: 4)
    try cluster.move(1, with: known, from: 1, to: 2)
    #expect(try tables.map { try cluster.content($0, on: cluster.coordinator) } == before)
    let counts = try cluster.servers.dropFirst().map {
      try cluster.content("task", on: $0).count
    }
    #expect(
      counts.allSatisfy { $0 > 0 }
        && counts.reduce(0, +) == before[tables.firstIndex(of: "task") ?? 0].count)
    try cluster.move(3, with: known, from: 1, to: 2)
    #expect(try tables.map { try cluster.content($0, on: cluster.coordinator) } == before)
    #expect(try cluster.content("task", on: cluster.servers[2]).isEmpty)
    // And back, to a worker that exists.
    try cluster.move(3, with: known, from: 2, to: 1)
    #expect(try tables.map { try cluster.content($0, on: cluster.coordinator) } == before)
    // The keys hold on the worker that was added.
    let row = try #require(
      try cluster.servers[3].rows("SELECT account_id, id FROM project LIMIT 1;\n").first)
    let (account, project) = (try #require(row[0]), try #require(row[1]))
    func insert(_ project: String, _ key: Int) -> String {
      "INSERT INTO task (id, account_id, project_id, number) VALUES ('\(Self.uuid(key))', '\(account)', '\(project)', 0);\n"
    }
    #expect(throws: PostgreSQLServer.Failure.self) {
      try cluster.coordinator.rows(insert(Self.uuid(77), 1))
    }
    _ = try cluster.coordinator.rows(insert(project, 2))
    #expect(
      try cluster.servers[3].rows("SELECT id FROM task WHERE id = '\(Self.uuid(2))';\n").count == 1)
  }

  @Test func rowsThatReferToEachOtherMove() throws {
    let compiled = Tracker.compile(Self.entities)
    let analysis = Tracker.analysis(compiled)
    let decisions = DistributionDecisions()
    let plan = try #require(analysis.candidates(decisions).first { $0.isComplete }?.plan)
    let schema = DistributedLayout.layOut(compiled.model, compiled.plainSchema, plan)
    let cluster = try Cluster()
    let shards = ForeignShards(schema, servers: Array(cluster.workers.prefix(2)), partitionCount: 4)
    for (script, server) in zip(shards.scripts, cluster.servers) {
      _ = try server.rows(script.text)
    }
    var rows = ""
    for number in 0..<12 {
      let account = "'\(Self.uuid(number))'"
      let keys = (0..<4).map { "'\(Self.uuid(100 + 10 * number + $0))'" }
      rows += """
        INSERT INTO account (id, name) VALUES (\(account), 'a\(number)');
        INSERT INTO team (id, account_id) VALUES (\(keys[0]), \(account)), (\(keys[1]), \(account));
        INSERT INTO person (id, account_id, team_id) VALUES (\(keys[2]), \(account), \(keys[0]));
        UPDATE team SET lead_id = \(keys[2]), above_id = \(keys[1]) WHERE account_id = \(account) AND id = \(keys[0]);
        UPDATE team SET above_id = \(keys[0]) WHERE account_id = \(account) AND id = \(keys[1]);

        """
    }
    _ = try cluster.coordinator.rows("BEGIN;\n\(rows)COMMIT;\n")
    let tables = schema.tables.map(\.name)
    let before = try tables.map { try cluster.content($0, on: cluster.coordinator) }
    _ = try cluster.servers[3].rows(shards.move(1, to: cluster.workers[2])[0].text)
    let known = ForeignShards(schema, servers: cluster.workers, partitionCount: 4)
    try cluster.move(1, with: known, from: 1, to: 2)
    try cluster.move(3, with: known, from: 1, to: 2)
    #expect(try tables.map { try cluster.content($0, on: cluster.coordinator) } == before)
    #expect(try cluster.content("team", on: cluster.servers[3]).count > 0)
    #expect(try cluster.content("team", on: cluster.servers[2]).isEmpty)
    let keys = "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0;\n"
    #expect(try cluster.servers[3].rows(keys) == cluster.servers[1].rows(keys))
  }
}

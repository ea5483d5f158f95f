import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumQuery
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// The scripts and routes on real servers: a coordinator and three workers, against one server that
/// has all rows (PG-1 to PG-6).
@Suite(.tags(.server, .random)) struct ServerTests {
  private static let accountCount = 12
  private static let requestCount = TestLength.choose(short: 60, long: 600)

  /// A coordinator, three workers, and a database of the coordinator that has everything.
  private final class Servers {
    let cluster: PostgreSQLCluster
    let shards: ForeignShards
    let rows = TrackerRows(seed: 7, accountCount: accountCount)
    /// The worker of each account, from 0.
    private(set) var workerOfAccount: [String: Int] = [:]

    var coordinator: PostgreSQLServer { cluster.servers[0] }
    var single: PostgreSQLServer { coordinator.database("single") }
    func worker(_ index: Int) -> PostgreSQLServer { cluster.servers[index + 1] }

    init() throws {
      cluster = try PostgreSQLCluster(count: 4)
      shards = ForeignShards(
        Tracker.schema,
        servers: try cluster.servers.dropFirst().map { try ShardServer($0.connection) },
        partitionCount: 4)
      try makeTables()
      try fill()
      try findWorkers()
    }

    private func makeTables() throws {
      let scripts = shards.scripts.map(\.text)
      for index in 0..<3 { _ = try worker(index).rows(scripts[index + 1]) }
      _ = try coordinator.rows(scripts[0])
      _ = try coordinator.rows("CREATE DATABASE single;\n")
      _ = try single.rows(Tracker.schema.script(byPrimaryKey: .cockroachDB))
    }

    private func fill() throws {
      let reference = rows.reference.joined(separator: "\n")
      for server in cluster.servers { _ = try server.rows(reference) }
      let all = rows.distributed + rows.joinRows(Tracker.schema)
      let text = "BEGIN;\n" + all.joined(separator: "\n") + "\nCOMMIT;\n"
      _ = try coordinator.rows(text)
      _ = try single.rows(reference + "\n" + text)
    }

    private func findWorkers() throws {
      let query = try #require(shards.partitionQuery)
      let script =
        "PREPARE place AS \(query);\n"
        + rows.accounts.map { "EXECUTE place('\($0)');" }.joined(separator: "\n")
      let numbers = try coordinator.rows(script)
      for (account, number) in zip(rows.accounts, numbers) {
        let partition = try #require(number.first.flatMap { $0 }.flatMap { Int($0) })
        workerOfAccount[account] = shards.server(ofPartition: partition)
      }
    }
  }

  @Test(.enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason))
  func requestsEqualThoseOfOneServer() throws {
    let servers = try Servers()
    #expect(Set(servers.workerOfAccount.values) == [0, 1, 2], "each worker has an account")
    var random = SeededGenerator(seed: 20)
    let router = RequestRouter(Tracker.model, Tracker.schema)
    var fanOut: [Question] = []
    var ofWorker: [Int: [Question]] = [:]
    for index in 0..<Self.requestCount {
      let bindsRoot = !index.isMultiple(of: 3)
      let made = RandomRequest(&random, bindsRoot: bindsRoot)
      var diagnostics = Diagnostics()
      let request = Tracker.compiled.request(made.input, bindsVariables: false, &diagnostics)
      guard let request else {
        Issue.record("\(made.input.predicate ?? ""): \(diagnostics.all.map(\.text))")
        continue
      }
      let routed = router.route(request)
      guard let sql = routed.sql else { continue }
      var question = Question(
        sql: sql, single: router.statement(request), isOrdered: made.isOrdered,
        text: made.input.predicate ?? "")
      switch routed.route {
      case .oneShard:
        let account = try #require(servers.rows.accounts.randomElement(using: &random))
        question.root = account
        ofWorker[servers.workerOfAccount[account] ?? 0, default: []].append(question)
      case .allShards: fanOut.append(question)
      case .anyServer, .refused: Issue.record("\(question.text): \(routed.route)")
      }
      #expect(bindsRoot == (question.root != nil), "\(question.text)")
    }
    #expect(fanOut.count > Self.requestCount / 6, "\(fanOut.count) requests over all shards")
    try Question.expectEqual(fanOut, servers.coordinator, servers.single)
    for (worker, questions) in ofWorker {
      try Question.expectEqual(questions, servers.worker(worker), servers.single)
    }
    // Each request was answered by its own worker: the others have not seen it.
    for worker in 0..<3 {
      let count = try servers.cluster.statementCount(of: worker + 1, containing: "EXECUTE query")
      #expect(count == ofWorker[worker]?.count ?? 0, "worker \(worker + 1)")
    }
    print(
      "distribution: \(fanOut.count) requests over all shards, \(ofWorker.values.map(\.count).reduce(0, +)) to one"
    )
    try checkKeys(servers)
    try checkPruning(servers)
  }

  /// A foreign key holds inside a shard: no task has a project of another account (PG-2, PG-8); and
  /// a worker has no row of another one.
  private func checkKeys(_ servers: Servers) throws {
    let accounts = servers.rows.accounts
    let key = "00000000-0000-4000-8000-000000000001"
    let projects = try servers.single.rows("SELECT id, account_id FROM project ORDER BY id;\n")
    let project = try #require(projects.first)
    let id = try #require(project[0])
    let owner = try #require(project[1])
    let other = try #require(accounts.first { $0 != owner })
    func insert(_ account: String) -> String {
      "INSERT INTO task (id, account_id, project_id, number) VALUES ('\(key)', '\(account)', '\(id)', 0);\n"
    }
    #expect(throws: PostgreSQLServer.Failure.self) { try servers.coordinator.rows(insert(other)) }
    let worker = try #require(servers.workerOfAccount[owner])
    #expect(throws: PostgreSQLServer.Failure.self) {
      try servers.worker((worker + 1) % 3).rows(insert(owner))
    }
    _ = try servers.coordinator.rows(insert(owner))
    // The rule Cascade of an account reaches its tasks, on its worker alone.
    _ = try servers.coordinator.rows("DELETE FROM account WHERE id = '\(owner)';\n")
    let rest = try servers.coordinator.rows(
      "SELECT count(*) FROM task WHERE account_id = '\(owner)';\n")
    #expect(rest == [["0"]])
  }

  /// Through the coordinator, a request that names its root asks one worker (PG-3).
  private func checkPruning(_ servers: Servers) throws {
    let account = try #require(servers.rows.accounts.last)
    let worker = try #require(servers.workerOfAccount[account])
    func counts() throws -> [Int] {
      try (1...3).map {
        try servers.cluster.statementCount(of: $0, containing: "DECLARE c")
      }
    }
    let before = try counts()
    _ = try servers.coordinator.rows(
      "SELECT * FROM task WHERE account_id = '\(account)' AND points > 3;\n")
    let after = try counts()
    for index in 0..<3 {
      #expect(after[index] - before[index] == (index == worker ? 1 : 0), "worker \(index + 1)")
    }
  }

  /// The workers' scripts of random models run as they are.
  @Test(.enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason))
  func tablesOfRandomModelsAreMade() throws {
    let server = try #require(PostgreSQLServer.shared)
    var made = 0
    for seed in 1...UInt64(TestLength.choose(short: 40, long: 400)) {
      let model = RandomModel.model(seed: seed)
      let plain = PlainLayout(indexCondition: { _ in nil }).layOut(model)
      let analysis = DistributionAnalysis(model, plain)
      guard let plan = analysis.candidates(DistributionDecisions()).first?.plan else { continue }
      let schema = DistributedLayout.layOut(model, plain, plan)
      let shards = ForeignShards(
        schema, servers: [ShardServer(placeholder: 1)], partitionCount: 2)
      for script in [shards.scripts[1].text, schema.script(byPrimaryKey: .yugabyteDB)] {
        let text =
          "BEGIN;\nCREATE SCHEMA momentum_distribution;\nSET search_path = momentum_distribution;\n"
          + script + "ROLLBACK;\n"
        #expect(throws: Never.self, "seed \(seed)") { try server.rows(text) }
      }
      made += 1
    }
    #expect(made > 2, "\(made) random models have a complete plan")
  }
}

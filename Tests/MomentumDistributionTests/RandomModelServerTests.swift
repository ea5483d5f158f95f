import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Random models and data on a coordinator with three workers, beside one server that has all rows.
@Suite(
  .tags(.server, .random), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason))
struct RandomModelServerTests {
  /// A model with its plan, in databases of its own on all servers.
  private struct Databases {
    let compiled: CompiledModel
    let schema: DistributedSchema
    let shards: ForeignShards
    let rows: RandomRows
    let coordinator: PostgreSQLServer
    let workers: [PostgreSQLServer]
    let single: PostgreSQLServer

    /// - Returns: `nil` for a model without a complete plan.
    init?(_ cluster: PostgreSQLCluster, seed: UInt64) throws {
      var diagnostics = Diagnostics()
      let text = ModelWriter.contents(of: RandomModel.model(seed: seed))
      let file = SourceFile(path: "contents", text: text)
      guard let compiled = CompiledModel.compile(file, &diagnostics) else { return nil }
      let plain = compiled.plainSchema
      let candidates = DistributionAnalysis(compiled.model, plain)
        .candidates(DistributionDecisions())
      guard let plan = candidates.first?.plan, plan.placements.count > 1 else { return nil }
      self.compiled = compiled
      schema = DistributedLayout.layOut(compiled.model, plain, plan)
      let name = "model\(seed)"
      for server in cluster.servers { _ = try server.rows("CREATE DATABASE \(name);\n") }
      _ = try cluster.servers[0].rows("CREATE DATABASE \(name)_single;\n")
      single = cluster.servers[0].database("\(name)_single")
      coordinator = cluster.servers[0].database(name)
      workers = cluster.servers.dropFirst().map { $0.database(name) }
      shards = ForeignShards(
        schema, servers: try workers.map { try ShardServer($0.connection) }, partitionCount: 4)
      rows = RandomRows(schema, seed: seed, rootCount: 8, rowsMax: 4)
      for (script, server) in zip(shards.scripts.dropFirst(), workers) {
        _ = try server.rows(script.text)
      }
      _ = try coordinator.rows(shards.scripts[0].text)
      _ = try single.rows(schema.script(byPrimaryKey: .cockroachDB))
      let reference = rows.reference.joined(separator: "\n") + "\n"
      let all = "BEGIN;\n" + rows.distributed.joined(separator: "\n") + "\nCOMMIT;\n"
      for server in workers { _ = try server.rows(reference) }
      _ = try coordinator.rows(reference + all)
      _ = try single.rows(reference + all)
    }

    /// The worker of each root, from 0.
    func places() throws -> [String: Int] {
      let query = try #require(shards.partitionQuery)
      let script =
        "PREPARE place AS \(query);\n"
        + rows.roots.map { "EXECUTE place('\($0)');" }.joined(separator: "\n")
      var places: [String: Int] = [:]
      for (root, row) in zip(rows.roots, try coordinator.rows(script)) {
        let partition = try #require(row.first.flatMap { $0 }.flatMap { Int($0) })
        places[root] = shards.server(ofPartition: partition)
      }
      return places
    }
  }

  @Test func requestsOfRandomModelsEqualThoseOfOneServer() throws {
    let cluster = try PostgreSQLCluster(count: 4)
    var (models, bound, spread) = (0, 0, 0)
    var seed: UInt64 = 0
    while models < TestLength.choose(short: 3, long: 30) {
      seed += 1
      let made: Databases?
      do { made = try Databases(cluster, seed: seed) } catch {
        Issue.record("seed \(seed): \(error)")
        // Servers that refuse every model would otherwise keep the test running without an end.
        models += 1
        continue
      }
      guard let databases = made else { continue }
      models += 1
      let (one, all) = try ask(databases, cluster, seed)
      bound += one
      spread += all
    }
    print("distribution: \(models) random models, \(bound) requests to one shard, \(spread) to all")
    #expect(bound > 10 * models && spread > models)
  }

  private func ask(
    _ databases: Databases, _ cluster: PostgreSQLCluster, _ seed: UInt64
  ) throws -> (one: Int, all: Int) {
    let router = RequestRouter(databases.compiled.model, databases.schema)
    var requests = RandomModelRequest(
      model: databases.compiled.model, plan: databases.schema.plan,
      random: SeededGenerator(seed: seed))
    let places = try databases.places()
    var (all, any): ([Question], [Question]) = ([], [])
    var ofWorker: [Int: [Question]] = [:]
    for index in 0..<60 {
      let bindsRoot = !index.isMultiple(of: 3)
      guard let input = requests.input(bindsRoot: bindsRoot) else { continue }
      let text = "\(input.entity ?? ""): \(input.predicate ?? "no predicate")"
      var diagnostics = Diagnostics()
      guard
        let request = databases.compiled.request(input, bindsVariables: false, &diagnostics)
      else {
        Issue.record("seed \(seed): \(text) \(diagnostics.all.map(\.text))")
        continue
      }
      let routed = router.route(request)
      guard let sql = routed.sql else { continue }
      var question = Question(
        sql: sql, single: router.statement(request), text: "seed \(seed): \(text)")
      switch routed.route {
      case .oneShard:
        let root = try #require(databases.rows.roots.randomElement(using: &requests.random))
        question.root = root
        ofWorker[places[root] ?? 0, default: []].append(question)
      case .allShards: all.append(question)
      case .anyServer: any.append(question)
      case .refused: break
      }
      let isOne = if case .oneShard = routed.route { true } else { false }
      #expect(isOne == bindsRoot, "seed \(seed): \(question.text)")
    }
    func counts() throws -> [Int] {
      try (1...3).map { try cluster.statementCount(of: $0, containing: "EXECUTE query") }
    }
    let before = try counts()
    for (worker, questions) in ofWorker {
      try Question.expectEqual(
        questions, databases.workers[worker], databases.single, "seed \(seed)")
    }
    // Each request was answered by its own worker: the others have not seen it.
    for (index, count) in zip(0..., zip(before, try counts())) {
      #expect(count.1 - count.0 == (ofWorker[index]?.count ?? 0), "seed \(seed), \(index)")
    }
    try Question.expectEqual(all, databases.coordinator, databases.single, "seed \(seed)")
    for server in databases.workers {
      try Question.expectEqual(any, server, databases.single, "seed \(seed)")
    }
    return (ofWorker.values.map(\.count).reduce(0, +), all.count)
  }
}

import MomentumSQL
import MomentumStore

/// Scripts for PostgreSQL's own parts: on the coordinator each table is partitioned by the hash of
/// the root's key, with a foreign table for each partition; on the workers it is partitioned in the
/// same way, with the partitions of that worker as ordinary tables.
///
/// The worker's own partitioned table refuses a row that belongs to another worker, and a program
/// asks it by the same names as the coordinator.
package struct ForeignShards {
  let schema: DistributedSchema
  let servers: [ShardServer]
  let partitionCount: Int
  /// The name of each partition by table: `task_p0`.
  let partitions: [String: [String]]

  /// - Parameter partitionCount: The number of partitions of each table, at least 1. More than
  ///   servers, so that partitions can move to servers that are added later.
  package init(_ schema: DistributedSchema, servers: [ShardServer], partitionCount: Int) {
    precondition(
      !servers.isEmpty && partitionCount > 0, "the command line asks for at least one of each")
    self.schema = schema
    self.servers = servers
    self.partitionCount = partitionCount
    var used = schema.plain.relationNames.union(
      schema.tables.flatMap { $0.table.indexes.map(\.name) })
    var partitions: [String: [String]] = [:]
    for table in schema.tables where table.rootColumn != nil {
      partitions[table.name] = (0..<partitionCount).map { number in
        let name = PlainNameScope.free("\(table.name)_p\(number)", besides: used)
        used.insert(name)
        return name
      }
    }
    self.partitions = partitions
  }

  /// The scripts with the names of their files: `coordinator.sql`, `worker1.sql` and so on.
  package var scripts: [(name: String, text: String)] {
    [("coordinator.sql", coordinator)]
      + servers.indices.map { ("worker\($0 + 1).sql", worker($0)) }
  }

  /// The index of the server that has a partition.
  package func server(ofPartition number: Int) -> Int { number % servers.count }

  /// The query for the partition of a root, whose key is its parameter.
  package var partitionQuery: String? {
    guard let root = schema.rootTable else { return nil }
    let name = SQLFragment.name(root.name).text(in: .postgreSQL)
    let query: SQLFragment =
      "SELECT number FROM generate_series(0, \(number: partitionCount - 1)) AS number WHERE "
      + "satisfies_hash_partition(\(text: name)::regclass, \(number: partitionCount), number, "
      + "$1::uuid)"
    return query.text(in: .postgreSQL)
  }

  func serverName(_ index: Int) -> String { "worker\(index + 1)" }

  private func partitionClause(_ column: String) -> SQLFragment {
    " PARTITION BY HASH (\(name: column))"
  }

  func bounds(_ number: Int) -> SQLFragment {
    "FOR VALUES WITH (MODULUS \(number: partitionCount), REMAINDER \(number: number))"
  }

  // MARK: - The coordinator

  private var coordinator: String {
    var script = ScriptText()
    script.comment(
      "The coordinator: run this after the workers' scripts. PostgreSQL 14 or later.")
    script.statements(["CREATE EXTENSION IF NOT EXISTS postgres_fdw"])
    for (index, server) in servers.enumerated() { script.statements(definition(index, server)) }
    script.comment("Joins and aggregates by the root's key are computed by the workers.")
    script.statements(
      ["enable_partitionwise_join", "enable_partitionwise_aggregate"].map(setting), spaced: false)
    for table in schema.tables {
      guard let column = table.rootColumn else {
        script.statements(table.table.statements(.postgreSQL))
        continue
      }
      script.statements(
        shell(table.table).statements(.postgreSQL, partition: partitionClause(column)))
      script.statements(foreignPartitions(of: table), spaced: false)
    }
    script.statements(schema.tables.filter { $0.rootColumn == nil }.flatMap(keys))
    if let partitionQuery {
      script.comment(
        "The partition of a root; partition n is on worker n % \(servers.count) + 1:",
        partitionQuery)
    }
    return script.text
  }

  /// The statements by which the coordinator knows a worker.
  func definition(_ index: Int, _ server: ShardServer) -> [SQLFragment] {
    let tuning = [("fetch_size", "10000"), ("batch_size", "1000"), ("async_capable", "true")]
    let options = (server.parameters.map { ($0.name, $0.value) } + tuning).map {
      name, value -> SQLFragment in "\(name: name) \(text: value)"
    }
    let user: SQLFragment = server.user.map { " OPTIONS (user \(text: $0))" } ?? ""
    return [
      "CREATE SERVER IF NOT EXISTS \(name: serverName(index)) FOREIGN DATA WRAPPER postgres_fdw OPTIONS "
        + "(\(list: options))",
      "CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER \(name: serverName(index))" + user,
    ]
  }

  /// A setting of the database that the script runs in, which ALTER DATABASE has to name.
  private func setting(_ name: String) -> SQLFragment {
    let statement = "ALTER DATABASE %I SET \(name) = on"
    return "DO $$ BEGIN EXECUTE format(\(text: statement), current_database()); END $$"
  }

  /// The table without the constraints and indexes that no table with foreign partitions can have.
  private func shell(_ table: PlainTable) -> PlainTable {
    var shell = table
    shell.primaryKey = []
    shell.uniqueConstraints = []
    shell.checks = []
    shell.indexes = []
    for index in shell.columns.indices { shell.columns[index].checks = [] }
    return shell
  }

  private func foreignPartitions(of table: DistributedTable) -> [SQLFragment] {
    (partitions[table.name] ?? []).enumerated().map { number, name in
      foreignPartition(name, of: table, number, on: server(ofPartition: number))
    }
  }

  func foreignPartition(
    _ name: String, of table: DistributedTable, _ number: Int, on server: Int
  ) -> SQLFragment {
    "CREATE FOREIGN TABLE \(name: name) PARTITION OF \(name: table.name) \(sql: bounds(number)) "
      + "SERVER \(name: serverName(server)) OPTIONS (table_name \(text: name))"
  }

  private func keys(_ table: DistributedTable) -> [SQLFragment] {
    table.foreignKeys.map { $0.statement(of: table.name) }
  }

  // MARK: - Workers

  private func worker(_ index: Int) -> String {
    let title = "Worker \(index + 1) of \(servers.count): \(servers[index].text)"
    return worker(title) { server(ofPartition: $0) == index }
  }

  /// The script for a worker that has some of the partitions.
  func worker(_ title: String, has: (Int) -> Bool) -> String {
    var script = ScriptText()
    script.comment(title)
    for table in schema.tables {
      guard let column = table.rootColumn else {
        script.statements(table.table.statements(.postgreSQL))
        continue
      }
      script.statements(
        table.table.statements(.postgreSQL, partition: partitionClause(column)))
      let own = (partitions[table.name] ?? []).enumerated().filter { has($0.offset) }
      script.statements(
        own.map { number, name in
          partition(name, of: table, number)
        }, spaced: false)
    }
    script.statements(schema.foreignKeys)
    return script.text
  }

  /// `CREATE TABLE task_p0 PARTITION OF task FOR VALUES WITH (MODULUS 4, REMAINDER 0)`
  func partition(_ name: String, of table: DistributedTable, _ number: Int) -> SQLFragment {
    "CREATE TABLE \(name: name) PARTITION OF \(name: table.name) \(sql: bounds(number))"
  }
}

import MomentumSQL
import MomentumStore

extension ForeignShards {
  /// The scripts that move one partition of every table to another worker, in the order in which they
  /// run, with the names of their files: `worker4.sql` (the tables of a new worker),
  /// `move5-1-target.sql`, `move5-2-coordinator.sql`, `move5-3-target.sql`, `move5-4-source.sql`.
  ///
  /// - Parameters:
  ///   - number: The partition, from 0.
  ///   - target: A worker; one that is not among the servers is new.
  package func move(
    _ number: Int, to target: ShardServer
  ) -> [(name: String, text: String)] {
    let known = servers.firstIndex(of: target)
    let index = known ?? servers.count
    let move = PartitionMove(shards: self, number: number, index: index, target: target)
    var scripts: [(name: String, text: String)] = []
    if known == nil {
      let title = "Worker \(index + 1), which is new and has no partition yet: \(target.text)"
      scripts.append(("worker\(index + 1).sql", worker(title) { _ in false }))
    }
    return scripts + [
      ("move\(number)-1-target.sql", move.emptyTables),
      ("move\(number)-2-coordinator.sql", move.copying),
      ("move\(number)-3-target.sql", move.attaching),
      ("move\(number)-4-source.sql", move.removal),
    ]
  }
}

/// The scripts of a move.
///
/// Rows are copied into tables without foreign keys, since rows may refer to rows that come later,
/// and become partitions afterwards.
private struct PartitionMove {
  private struct Part {
    var table: DistributedTable
    /// The name of the partition.
    var name: String
    /// The keys that lead to this table itself, or to one that comes after it.
    var backward: [DistributedForeignKey]
  }

  let shards: ForeignShards
  let number: Int
  let index: Int
  let target: ShardServer
  /// Each table after those that its keys need; in a cycle of keys, some lead backward.
  private let parts: [Part]

  init(shards: ForeignShards, number: Int, index: Int, target: ShardServer) {
    self.shards = shards
    self.number = number
    self.index = index
    self.target = target
    var rest = shards.schema.tables.filter { $0.rootColumn != nil }
    var parts: [Part] = []
    while !rest.isEmpty {
      let waiting = Set(rest.map(\.name))
      let next = rest.firstIndex { table in
        table.foreignKeys.allSatisfy { $0.table == table.name || !waiting.contains($0.table) }
      }
      let table = rest.remove(at: next ?? 0)
      guard let names = shards.partitions[table.name] else { continue }
      let backward = table.foreignKeys.filter { waiting.contains($0.table) }
      parts.append(Part(table: table, name: names[number], backward: backward))
    }
    self.parts = parts
  }

  var emptyTables: String {
    var script = ScriptText()
    script.comment("Worker \(index + 1): tables for the rows of partition \(number).")
    script.statements(
      parts.map {
        "CREATE TABLE \(name: $0.name) (LIKE \(name: $0.table.name) INCLUDING ALL)"
      })
    return script.text
  }

  var copying: String {
    var script = ScriptText()
    script.comment(
      "The coordinator: copies the rows of partition \(number) to worker \(index + 1).",
      "Writes through the coordinator wait. Stop those to the workers' own connections first.",
      "If the connection is lost at COMMIT, the rows may be on the new worker while the old one",
      "still counts: empty the new tables before you run this again.")
    script.statements(shards.definition(index, target))
    script.statements(["BEGIN"])
    script.statements(
      parts.map { "LOCK TABLE ONLY \(name: $0.table.name) IN SHARE ROW EXCLUSIVE MODE" },
      spaced: false)
    var used = shards.schema.plain.relationNames.union(parts.map(\.name))
    for part in parts {
      let old = PlainNameScope.free("\(part.name)_old", besides: used)
      used.insert(old)
      let columns = part.table.table.columns.map(\.name)
      script.statements([
        "ALTER TABLE \(name: part.table.name) DETACH PARTITION \(name: part.name)",
        "ALTER FOREIGN TABLE \(name: part.name) RENAME TO \(name: old)",
        shards.foreignPartition(part.name, of: part.table, number, on: index),
        "INSERT INTO \(name: part.name) (\(names: columns)) "
          + "SELECT \(names: columns) FROM \(name: old)",
        "DROP FOREIGN TABLE \(name: old)",
      ])
    }
    script.statements(["COMMIT"])
    return script.text
  }

  var attaching: String {
    var script = ScriptText()
    script.comment(
      "Worker \(index + 1): the tables become partitions; this checks all foreign keys.")
    script.statements(["BEGIN"])
    let keys = parts.flatMap { part in part.backward.map { (part.table.name, $0) } }
    script.statements(
      keys.map { "ALTER TABLE \(name: $0.0) DROP CONSTRAINT \(name: $0.1.name)" })
    script.statements(
      parts.map { part in
        "ALTER TABLE \(name: part.table.name) ATTACH PARTITION \(name: part.name) "
          + shards.bounds(number)
      })
    script.statements(keys.map { $0.1.statement(of: $0.0) })
    script.statements(["COMMIT"])
    return script.text
  }

  var removal: String {
    var script = ScriptText()
    script.comment(
      "The worker that had partition \(number): run this last, when no program reads it there.")
    script.statements(["BEGIN"])
    for part in parts {
      for key in part.backward {
        let columns = key.columns.filter { $0 != part.table.rootColumn }
        script.statements([
          "UPDATE \(name: part.name) SET \(list: columns.map { "\(name: $0) = NULL" })"
        ])
      }
    }
    for part in parts.reversed() {
      script.statements([
        "ALTER TABLE \(name: part.table.name) DETACH PARTITION \(name: part.name)",
        "DROP TABLE \(name: part.name)",
      ])
    }
    script.statements(["COMMIT"])
    return script.text
  }
}

internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Writes each transaction that saves values of generated types into the persistent history: the
/// tables in which Core Data records what a transaction changed.
struct GraphHistory {
  let graph: GraphWriter

  /// Writes the open transaction into the persistent history, if the store has one.
  func write() throws {
    guard graph.writesHistory, let log = graph.log,
      var history = HistoryWriter(connection: graph.connection, compiled: graph.compiled)
    else { return }
    history.willRun = { [graph] sql, _ in try graph.willRun?(sql) }
    let gone = Set(
      log.deletions.map { RowKey(root: graph.model.root(of: $0.entity), key: $0.key) })
    let updates = log.properties.filter { !$0.value.isEmpty && !gone.contains($0.key) }
      .sorted { ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key) }
    try history.write { add in
      for (root, keys) in log.keys.all.sorted(by: { $0.root < $1.root }) {
        try insertions(root, keys).forEach(add)
      }
      for (row, properties) in updates {
        guard let entity = try history.entity(of: row) else { continue }
        try add(HistoryWriter.Change(.update, entity, row.key, changed: properties))
      }
      for deletion in log.deletions { try add(deletion) }
    }
  }

  /// The inserted rows of a family, without those that were deleted again in the same transaction.
  private func insertions(
    _ root: EntityID, _ keys: ChangeLog.Keys
  ) throws -> [HistoryWriter.Change] {
    guard keys.highest > keys.highestBefore else { return [] }
    let statement = try graph.statement(
      "SELECT Z_PK, Z_ENT FROM \(name: graph.table(of: root)) WHERE Z_PK > ? AND Z_PK <= ? ORDER BY Z_PK"
    )
    try statement.bind([.integer(keys.highestBefore), .integer(keys.highest)])
    defer { statement.reset() }
    var changes: [HistoryWriter.Change] = []
    while try statement.step() {
      guard let key = statement.integer(at: 0),
        let entity = graph.entity(numbered: statement.integer(at: 1), in: root)
      else { continue }
      changes.append(HistoryWriter.Change(.insert, entity, key))
    }
    return changes
  }

  /// Records rows that are about to be deleted: the keys of each entity's rows.
  func noteDeletions(_ sets: [(entity: EntityID, keys: [Int64])]) throws {
    guard graph.writesHistory, graph.schema.history != nil else { return }
    for (entity, keys) in sets {
      graph.log?.note(
        deletions: try deletions(of: entity, keys), root: graph.model.root(of: entity))
    }
  }

  /// The deletions of rows, with the values that `ZTOMBSTONE…` columns keep of them. Call this
  /// before the rows are deleted, because it reads these values.
  func deletions(of entity: EntityID, _ keys: [Int64]) throws -> [HistoryWriter.Change] {
    let attributes = HistoryWriter.tombstones(of: entity, graph.model, graph.schema)
    let columns = attributes.compactMap { graph.schema.attributeColumns[$0] }
    var kept: [Int64: [SQLValue]] = [:]
    if !columns.isEmpty {
      let read = try graph.rows(KeySet(keys)) { set in
        "SELECT \(names: ["Z_PK"] + columns) FROM \(name: graph.table(of: entity)) "
          + "WHERE Z_PK \(sql: set.condition)"
      }
      for row in read {
        if let key = row[0].key { kept[key] = Array(row.dropFirst()) }
      }
    }
    return keys.map { key in
      HistoryWriter.Change(
        .delete, entity, key,
        tombstones: kept[key] ?? [SQLValue](repeating: .null, count: columns.count))
    }
  }
}

internal import MomentumCompiler
internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// The changes of one batch request for the persistent history.
///
/// It is a class because several steps of the request share it: rows are recorded while the request
/// runs, and all of them are written at its end.
final class BatchHistory {
  private var writer: HistoryWriter
  private let compiled: CompiledModel
  private var deleted: [HistoryWriter.Change] = []
  private var gone: Set<RowKey> = []

  /// Begins to collect changes; `nil` for a store without persistent history.
  init?(
    _ connection: Connection, _ compiled: CompiledModel, author: String?, contextName: String?,
    willRun: @escaping (SQLText) throws -> Void
  ) {
    guard var writer = HistoryWriter(connection: connection, compiled: compiled) else {
      return nil
    }
    writer.author = author
    writer.contextName = contextName
    writer.willRun = { sql, values in
      try willRun(SQLText(text: sql, bindings: values.map { .value($0) }))
    }
    self.writer = writer
    self.compiled = compiled
  }

  /// Records rows that are about to be deleted, with the values that `ZTOMBSTONE…` columns keep of
  /// them.
  func noteDeleted(_ entity: EntityID, _ keys: [Int64], _ graph: GraphWriter) throws {
    let root = compiled.model.root(of: entity)
    gone.formUnion(keys.map { RowKey(root: root, key: $0) })
    deleted += try GraphHistory(graph: graph).deletions(of: entity, keys)
  }

  /// Writes the history transaction: the updates that `graph` has recorded, then the deletions.
  ///
  /// - Parameter known: The entity numbers that were read already: `Z_ENT` by primary key, for each
  ///   root entity. Other rows' numbers are read from the store.
  func write(from graph: GraphWriter, known: [EntityID: [Int64: Int64]]) throws {
    let updates = (graph.log?.properties ?? [:]).filter { !gone.contains($0.key) }
      .sorted { ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key) }
    try writer.write { add in
      for (row, properties) in updates {
        let number = known[row.root]?[row.key]
        guard
          let entity = try graph.entity(numbered: number, in: row.root) ?? writer.entity(of: row)
        else { continue }
        try add(HistoryWriter.Change(.update, entity, row.key, changed: properties))
      }
      for change in deleted { try add(change) }
    }
  }
}

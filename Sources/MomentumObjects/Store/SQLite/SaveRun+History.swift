internal import MomentumCompiler
internal import MomentumModel
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension SaveRun {
  /// Writes the transaction into the persistent history, if the store keeps one.
  func writeHistory() throws {
    guard
      var writer = HistoryWriter(
        connection: connection.connection, compiled: store.compiled)
    else { return }
    writer.author = changes.author
    writer.contextName = changes.contextName
    let connection = connection
    writer.willRun = { sql, values in try connection.announce(sql, values) }
    var kept: [EntityID: [AttributeID]] = [:]
    try writer.write { add in
      for insert in changes.inserts {
        try add(HistoryWriter.Change(.insert, insert.row.id.entity.id, insert.row.id.number))
      }
      for update in changes.updates {
        let changed = update.changedProperties
        // If only the version of a row changes, the history gets no row.
        guard !changed.isEmpty else { continue }
        let id = update.new.id
        try add(HistoryWriter.Change(.update, id.entity.id, id.number, changed: changed))
      }
      for delete in changes.deletes {
        let id = delete.old.id
        let attributes = kept[id.entity.id] ?? writer.tombstones(of: id.entity.id)
        kept[id.entity.id] = attributes
        try add(
          HistoryWriter.Change(
            .delete, id.entity.id, id.number,
            tombstones: attributes.map { delete.old.stored($0) }))
      }
    }
  }
}

extension RowSnapshot {
  fileprivate func stored(_ attribute: AttributeID) -> SQLValue {
    let leaf = id.entity.leaves.firstIndex { $0.attribute == attribute && $0.path.isEmpty }
    return leaf.flatMap { value($0)?.stored } ?? .null
  }
}

extension StoreChanges.Update {
  fileprivate var changedProperties: Set<ChangedProperty> {
    let entity = new.id.entity
    var names: Set<ChangedProperty> = []
    for index in changed.leaves { names.insert(.attribute(entity.leaves[index].attribute)) }
    for index in changed.toOnes { names.insert(.relationship(entity.toOnes[index].id)) }
    for index in changed.toManys { names.insert(.relationship(entity.toManys[index].id)) }
    return names
  }
}

extension MemoryTables {
  /// The rows of a save that others have changed or deleted since the context read them.
  func conflicts(with changes: StoreChanges) -> [(id: ObjectID, present: RowSnapshot?)] {
    var conflicts: [(id: ObjectID, present: RowSnapshot?)] = []
    for (id, version) in changes.readVersions {
      let present = row(id)
      if present?.version != version { conflicts.append((id, present)) }
    }
    for insert in changes.inserts {
      guard let present = row(insert.row.id) else { continue }
      conflicts.append((insert.row.id, present))
    }
    return conflicts
  }

  /// Applies a save without conflicts.
  mutating func apply(_ changes: StoreChanges) {
    for delete in changes.deletes { remove(delete.old.id) }
    for insert in changes.inserts { put(insert.row) }
    for update in changes.updates { put(update.new) }
    for link in changes.links { change(link) }
    // Set orders last: a change of the inverse relationship adds members at the end.
    for link in changes.links {
      guard let order = link.order else { continue }
      setOrder(order.map(\.number), link.relationship, of: link.source.number)
    }
  }
}

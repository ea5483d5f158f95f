extension ObjectContext {
  /// Takes over what somebody else has saved: another context, a batch request, another process.
  ///
  /// New objects are registered, changed ones that are in memory are read again below their unsaved
  /// changes, and deleted ones are marked as deleted. A deletion on either side wins.
  public final func merge(_ changes: MergedChanges) throws { takeOver(changes) }

  /// The same for callers that have nobody to throw to. A row that cannot be read is reported to
  /// observers.
  final func takeOver(_ changes: MergedChanges) {
    for id in changes.inserted {
      let object = object(with: id)
      if !object.isDeleted { event.inserted.insert(object) }
    }
    for id in changes.updated {
      guard let object = registeredObject(for: id), !object.isFault else { continue }
      refreshMerged(object)
    }
    for id in changes.deleted {
      guard let object = registeredObject(for: id), !object.isDeleted else { continue }
      // The values stay readable although the row has gone.
      if object.isFault, let row = object.row { object.fill(row) }
      object.prepareForDeletion()
      // The rules of the deletion were applied to the store already.
      object.state.formUnion([.deleted, .propagated])
      deleted.insert(object)
      event.deleted.insert(object)
    }
    processPendingChanges()
    notify(.didMerge(changes))
  }

  private func refreshMerged(_ object: ManagedObject) {
    event.refreshed.insert(object)
    guard object.hasChanges else {
      object.turnIntoFault()
      return
    }
    guard let row = reportedRow(of: object) else { return }
    object.takeBelowChanges(row)
    object.awake(from: .refresh)
  }

  /// Gives up all unsaved changes. Objects have their last saved values again, without reading
  /// them.
  public final func rollback() {
    undoHistory?.removeAll()
    for object in inserted {
      object.state = []
      object.context = nil
      object.letGoOfRelated()
      identities.remove(object.objectID)
      retained.remove(object)
    }
    for object in updated.elements + deleted.elements where object.context === self {
      object.state.subtract([.updated, .deleted, .propagated])
      // Whether the row is still missing is found out at the next use.
      if object.state.contains(.inaccessible) { object.state = .fault }
      object.details = nil
      object.awake(from: .rollback)
    }
    let changes = ContextChanges(
      updated: updated.elements.filter { $0.context === self }, deleted: inserted.elements)
    inserted = ObjectSet()
    updated = ObjectSet()
    deleted = ObjectSet()
    unpropagated = []
    event = ContextEventChanges()
    if !changes.isEmpty { notify(.didChange(changes)) }
  }
}

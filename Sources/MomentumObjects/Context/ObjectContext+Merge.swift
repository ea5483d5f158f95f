extension ObjectContext {
  /// Merges what somebody else has saved: another context, a batch request, another process.
  ///
  /// New objects are registered. Changed objects that are in memory are read again and keep their
  /// unsaved changes. Deleted objects are marked as deleted. An object that either side has deleted
  /// stays deleted.
  public final func merge(_ changes: MergedChanges) throws { takeOver(changes) }

  /// Does the same as ``merge(_:)`` for callers that cannot throw: observers are notified of a row
  /// that cannot be read.
  final func takeOver(_ changes: MergedChanges) {
    var changes = changes
    changes.refreshed = ChangeMerge(context: self).take(changes)
    processPendingChanges()
    notify(.didMerge(changes))
  }

  /// Gives up all unsaved changes. Objects have their last saved values again, without reading
  /// them.
  public final func rollback() {
    undoHistory?.removeAll()
    for object in inserted {
      object.state = []
      object.context = nil
      object.letGoOfRelated()
      retained.remove(object)
    }
    for object in updated.elements + deleted.elements where object.context === self {
      object.state.subtract([.updated, .deleted, .propagated])
      // The next use of the object finds out whether its row is still missing.
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

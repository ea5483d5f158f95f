import MomentumModel

extension ObjectContext {
  /// Called before an object is inserted; undo restores the state before it.
  final func willInsert(_ object: ManagedObject) {
    undoHistory?.remember(UndoStep.Key(ObjectIdentifier(object), .insertion)) {
      UndoStep(object, .insertion)
    }
  }

  /// Called after a property of an object has changed.
  final func didChange(_ object: ManagedObject) {
    if object.isInserted {
      if !event.inserted.contains(object) { event.updated.insert(object) }
    } else {
      object.state.insert(.updated)
      updated.insert(object)
      event.updated.insert(object)
    }
  }

  /// Marks an object for deletion. The next save deletes its row. Its relationships are changed by
  /// their delete rules when changes are processed.
  ///
  /// Throws ``ObjectMisuse`` for an object of another context.
  public final func delete(_ object: ManagedObject) throws {
    guard object.context === self else { throw ObjectMisuse.deletesOtherContext }
    object.prepareForDeletion()
    markDeleted(object)
  }

  final func markDeleted(_ object: ManagedObject) {
    guard !object.isDeleted else { return }
    rememberDeletion(object)
    object.state.insert(.deleted)
    deleted.insert(object)
    unpropagated.append(object)
    event.deleted.insert(object)
  }

  /// Applies delete rules, records the changes for undo, and notifies observers of what has
  /// changed.
  public final func processPendingChanges() {
    processPendingChanges(propagates: propagatesDeletesAtEndOfEvent)
  }

  /// Applies delete rules before a fetch, whose result has no object that a deletion takes along.
  /// The event goes on: observers would read an object whose initialiser fetches before its values
  /// are set.
  ///
  /// Source: observed (tests of a library for care plans count the notifications of such objects).
  final func propagatePendingDeletes() {
    guard !isProcessing else { return }
    takeRenames()
    guard propagatesDeletesAtEndOfEvent else { return }
    isProcessing = true
    defer { isProcessing = false }
    DeleteRules(context: self).apply()
  }

  /// - Parameter endsEvents: Whether the values before the event are forgotten now; otherwise the
  ///   caller lets all changed objects forget them.
  final func processPendingChanges(propagates: Bool, endsEvents: Bool = true) {
    // An observer may call this method again: ignore the call.
    guard !isProcessing else { return }
    takeRenames()
    isProcessing = true
    defer { isProcessing = false }
    let rules = DeleteRules(context: self)
    if propagates { rules.apply() }
    rules.forgetDeletedInserts()
    undoHistory?.register()
    guard !event.isEmpty else { return }
    let ended = event
    event = ContextEventChanges()
    // Without observers nobody looks at the lists of objects or at the values before the event.
    if isObserved { return ended.close { notify(.didChange($0)) } }
    if endsEvents { ended.forEachChanged { $0.endEvent() } }
  }
}

extension ContextEventChanges {
  /// Calls a closure with the details of the objects whose properties the event may have changed. A
  /// deleted object is among the updated ones if it lost a relationship.
  fileprivate func forEachChanged(_ body: (ObjectDetails) -> Void) {
    for object in inserted { object.details.map(body) }
    for object in updated { object.details.map(body) }
  }

  /// Tells of the event, while the changed objects keep the values before it.
  fileprivate func close(_ tell: (ContextChanges) -> Void) {
    forEachChanged { $0.closeEvent() }
    tell(changes)
    forEachChanged { $0.endClosedEvent() }
  }

  private var changes: ContextChanges {
    ContextChanges(
      inserted: inserted.elements,
      updated: updated.filter { !deleted.contains($0) && !inserted.contains($0) },
      deleted: deleted.elements,
      refreshed: refreshed.filter { !deleted.contains($0) })
  }
}

extension ManagedObject {
  /// The kinds and indexes of all relationships.
  final var relationshipPlaces: [PropertyPlace] { plan.relationshipPlaces }

  final func deleteRule(at place: PropertyPlace) -> Relationship.DeleteRule {
    switch place {
    case .toOne(let index): plan.toOnes[index].relationship.deleteRule
    case .toMany(let index): plan.toManys[index].relationship.deleteRule
    case .attribute, .fetchedProperty: .noAction
    }
  }

  /// The objects of a relationship.
  final func related(at place: PropertyPlace) throws -> [ManagedObject] {
    switch place {
    case .toOne(let index): try toOne(index).map { [$0] } ?? []
    case .toMany(let index): try members(index).elements
    case .attribute, .fetchedProperty: []
    }
  }

  /// Whether the delete rules of a deleted object were applied.
  final var isPropagated: Bool {
    get { state.contains(.propagated) }
    set { if newValue { state.insert(.propagated) } else { state.remove(.propagated) } }
  }
}

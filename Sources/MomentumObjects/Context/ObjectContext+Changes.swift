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

  final func processPendingChanges(propagates: Bool) {
    // An observer may call this method again: ignore the call.
    guard !isProcessing else { return }
    takeRenames()
    isProcessing = true
    defer { isProcessing = false }
    if propagates, let (object, error) = propagateDeletes() {
      notify(.failed(object.objectID, error))
    }
    forgetDeletedInserts()
    undoHistory?.register()
    guard !event.isEmpty else { return }
    let ended = event
    event = ContextEventChanges()
    for object in ended.inserted { object.details?.valuesBeforeEvent = [] }
    for object in ended.updated { object.details?.valuesBeforeEvent = [] }
    // Without observers, do not make the lists of objects.
    if isObserved { notify(.didChange(ended.changes)) }
  }

  /// Removes new objects that were deleted before they were saved: they have no row.
  private func forgetDeletedInserts() {
    for object in deleted where object.isInserted {
      // If observers were not yet notified of the insertion, they are not notified of the deletion
      // either.
      if event.inserted.remove(object) { event.deleted.remove(object) }
      event.updated.remove(object)
      unregister(object)
      object.state.subtract([.inserted, .deleted])
      object.context = nil
      // An undo may restore the object, which then needs its relationships.
      if undoHistory?.isEnabled != true { object.letGoOfRelated() }
    }
  }

  // MARK: - Delete rules

  /// Applies the delete rules of all deleted objects. Cascades continue with the objects that they
  /// delete.
  ///
  /// - Returns: The first object whose relationships could not be read, with the error. Its delete
  ///   rules are applied the next time, and a save must not go on without them: foreign keys would
  ///   lead to deleted rows.
  final func propagateDeletes() -> (ManagedObject, any Error)? {
    isPropagating = true
    defer { isPropagating = false }
    var failure: (ManagedObject, any Error)?
    var failed: [ManagedObject] = []
    var position = 0
    while position < unpropagated.count {
      let object = unpropagated[position]
      position += 1
      // The deletion may have been undone, or merged from another context that has already applied
      // the rules.
      guard object.isDeleted, object.context === self, !object.isPropagated else { continue }
      object.isPropagated = true
      guard !object.state.contains(.inaccessible) else { continue }
      do {
        try propagate(object)
      } catch let error as ObjectError where error.code == .referentialIntegrity {
        // A fault whose row was deleted has no relationships to follow.
        continue
      } catch {
        object.isPropagated = false
        failed.append(object)
        failure = failure ?? (object, error)
      }
    }
    unpropagated = failed
    return failure
  }

  private func propagate(_ object: ManagedObject) throws {
    let places = object.relationshipPlaces.filter { place in
      switch object.deleteRule(at: place) {
      case .cascade, .nullify: true
      case .deny, .noAction: false
      }
    }
    // Read all members by one statement, since each of them will be changed or deleted.
    for place in places { try realize(object.related(at: place)) }
    // Cascade first: an object that is deleted too must not be changed by the rule Nullify.
    for place in places where object.deleteRule(at: place) == .cascade {
      for other in try object.related(at: place) where !other.isDeleted {
        other.prepareForDeletion()
        markDeleted(other)
      }
    }
    for place in places { try object.nullifyInverse(of: place) { $0.isDeleted } }
  }
}

extension ContextEventChanges {
  fileprivate var changes: ContextChanges {
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

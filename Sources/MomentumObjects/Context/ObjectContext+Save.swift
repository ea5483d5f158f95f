extension ObjectContext {
  /// The number of rounds of `willSave` after which a save fails; it is the same as in Core Data.
  static let roundsMax = 1000

  /// Writes all changes to the stores, or to the parent context, or none of them.
  ///
  /// Throws ``ObjectError`` if an object breaks a rule of the model, or if others have changed the
  /// same rows; the changes then stay unsaved.
  public final func save() throws {
    guard !isSaving else { throw ObjectError(.recursiveSave) }
    isSaving = true
    defer { isSaving = false }
    processPendingChanges(propagates: true)
    try callWillSave()
    notify(.willSave)
    processPendingChanges(propagates: true)
    try validatePendingObjects()
    processPendingChanges(propagates: true)
    if let (_, error) = propagateDeletes() { throw error }
    if let parent {
      let changes = pendingChanges
      try push(changes, to: parent)
      finish(changes)
    } else {
      let changes = try ContextSave(self).run()
      movePinnedGeneration()
      finish(changes)
    }
  }

  /// The objects that a save writes.
  final var pendingChanges: ContextChanges {
    ContextChanges(inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects)
  }

  /// Notifies the objects and observers that a save has ended.
  private func finish(_ changes: ContextChanges) {
    event = ContextEventChanges()
    for objects in [changes.inserted, changes.updated, changes.deleted] {
      for object in objects { object.didSave() }
    }
    if isObserved { notify(.didSave(changes.afterSave(in: self))) }
    if !changes.isEmpty { coordinator.broadcast(changes, from: self) }
  }

  // MARK: - Hooks

  /// Calls `willSave` of all objects. If a hook changes an object, its `willSave` is called again.
  private func callWillSave() throws {
    for object in inserted { object.willSave() }
    for object in updated where !object.isDeleted { object.willSave() }
    for object in deleted { object.willSave() }
    var waiting = objectsChangedByHooks()
    var rounds = 1
    while !waiting.isEmpty {
      rounds += 1
      guard rounds <= ObjectContext.roundsMax else {
        throw ObjectMisuse(
          "NSInternalInconsistencyException",
          "Failed to process pending changes before save.  The context is still dirty after "
            + "\(ObjectContext.roundsMax) attempts.  Typically this recursive dirtying is caused by "
            + "a bad validation method, -willSave, or notification handler.")
      }
      for object in waiting { object.willSave() }
      waiting = objectsChangedByHooks()
    }
  }

  /// The objects that hooks have changed in the present event. The event ends here.
  private func objectsChangedByHooks() -> [ManagedObject] {
    let changed = event.inserted.elements + event.updated.elements + event.deleted.elements
    processPendingChanges(propagates: true)
    return changed.filter { $0.context === self }
  }

  private func validatePendingObjects() throws {
    var errors: [any Error] = []
    func collect(_ body: () throws -> Void) {
      do { try body() } catch { errors.append(error) }
    }
    for object in inserted { collect { try object.validateForInsert() } }
    for object in updated where !object.isDeleted { collect { try object.validateForUpdate() } }
    for object in deleted { collect { try object.validateForDelete() } }
    if let error = ObjectError.combined(errors) { throw error }
  }

  // MARK: - After a save

  /// Removes the unsaved changes of saved objects. `changes` are only some of the changed objects
  /// if a save has reached some stores only.
  final func clean(_ changes: ContextChanges) {
    for object in changes.inserted { object.becomeClean() }
    for object in changes.updated { object.becomeClean() }
    for object in changes.deleted {
      unregister(object)
      object.state.subtract([.deleted, .updated, .inserted, .propagated])
      object.context = nil
      // An undo may restore the object, which then needs its relationships.
      if undoHistory?.isEnabled != true { object.letGoOfRelated() }
    }
    inserted.remove(changes.inserted)
    updated.remove(changes.updated)
    unpropagated = []
    for object in checked { object.state.remove(.checked) }
    checked = ObjectSet()
  }

  /// Gives permanent identities to new objects; a later save does not change them.
  public final func obtainPermanentIDs(for objects: [ManagedObject]) throws {
    var new = objects.filter { $0.objectID.isTemporary && $0.context === self }
    if let parent {
      // An object that was saved to the parent exists in the parent too, and must have the same
      // identity there.
      let known = new.map(\.objectID)
      try parent.performAndWait {
        try parent.obtainPermanentIDs(for: known.compactMap { parent.registeredObject(for: $0) })
      }
      for object in new {
        let id = coordinator.permanentID(of: object.objectID)
        if !id.isTemporary { rename(object, to: id) }
      }
      new.removeAll { !$0.objectID.isTemporary }
    }
    let ids = try coordinator.reserve(for: new)
    let renamed = zip(new, ids).map { RenamedID(temporary: $0.objectID, permanent: $1) }
    for (object, id) in zip(new, ids) { rename(object, to: id) }
    coordinator.rename(renamed, below: self)
  }

  final func rename(_ object: ManagedObject, to id: ObjectID) {
    identities.remove(object.objectID)
    object.objectID = id
    identities.insert(object)
  }

  /// Makes the next save test that an unchanged object's row was not changed in the store.
  public final func detectConflicts(for object: ManagedObject) {
    guard object.context === self, !object.isInserted else { return }
    object.state.insert(.checked)
    checked.insert(object)
  }
}

extension ManagedObject {
  /// Removes the unsaved changes of an object after a save. Values are read from the row again;
  /// only transient values are kept.
  final func becomeClean() {
    state.subtract([.inserted, .updated])
    guard let details else { return }
    details.assigned = PropertySet()
    details.valuesBeforeEvent = []
    details.pendingID = nil
    if !plan.hasTransientLeaves { details.values = [] }
    for index in details.toManys.indices {
      details.toManys[index].stored = details.toManys[index].members?.map(\.objectID)
      details.toManys[index].added = ObjectSet()
      details.toManys[index].removed = ObjectSet()
      details.toManys[index].order = []
    }
  }
}

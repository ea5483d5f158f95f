extension ObjectContext {
  /// Writes all changes to the stores, or to the parent context, or none of them.
  ///
  /// Throws ``ObjectError`` if an object breaks a rule of the model, or if others have changed the
  /// same rows; the changes then stay unsaved.
  public final func save() throws {
    guard !isSaving else { throw ObjectError(.recursiveSave) }
    isSaving = true
    defer { isSaving = false }
    // If nobody is called before the objects are checked, nobody can ask for values before the event.
    let isWatched = isObserved || coordinator.hasOwnClasses
    processPendingChanges(propagates: true, endsEvents: isWatched)
    if isWatched {
      try SavePreparation(context: self).callWillSave()
      notify(.willSave)
      processPendingChanges(propagates: true)
    }
    try SavePreparation(context: self).validate(endsEvents: !isWatched)
    processPendingChanges(propagates: true)
    if let (_, error) = DeleteRules(context: self).applied() { throw error }
    if let parent {
      let changes = pendingChanges
      try ParentSave(context: self, parent: parent).run(changes)
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
    if coordinator.hasOwnClasses {
      for objects in [changes.inserted, changes.updated, changes.deleted] {
        for object in objects { object.didSave() }
      }
    }
    if isObserved { notify(.didSave(changes.afterSave(in: self))) }
    if !changes.isEmpty { coordinator.broadcast(changes, from: self) }
  }

  // MARK: - After a save

  /// Whether somebody looks at the objects after a save: observers, hooks, contexts that merge what
  /// this one saves, or child contexts, which learn the permanent identities.
  final var hasListeners: Bool {
    isObserved || coordinator.hasOwnClasses || !coordinator.children(of: self).isEmpty
      || !coordinator.contexts(mergingFrom: self).isEmpty
  }

  /// Forgets the lists of saved objects, and deleted objects; the others are clean already.
  /// `changes` are only some of the changed objects if a save has reached some stores only.
  final func clean(_ changes: ContextChanges) {
    let restorable = changes.deleted.isEmpty ? [] : undoHistory?.objects ?? []
    for object in changes.deleted {
      unregister(object)
      object.state.subtract([.deleted, .updated, .inserted, .propagated])
      object.context = nil
      // An undo may restore the object, which then needs its relationships.
      if !restorable.contains(ObjectIdentifier(object)) { object.letGoOfRelated() }
    }
    inserted.remove(changes.inserted)
    updated.remove(changes.updated)
    unpropagated = []
    for object in checked { object.state.remove(.checked) }
    checked = ObjectSet()
  }

  /// Gives permanent identities to new objects; a later save does not change them.
  public final func obtainPermanentIDs(for objects: [ManagedObject]) throws {
    try PermanentIdentities(context: self).obtain(for: objects)
  }

  final func rename(_ object: ManagedObject, to id: ObjectID) {
    identities.rename([object], to: [id])
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
    // Without relationships and transient values, the row has all that the details contain.
    if !plan.hasRelatedObjects, plan.transientLeaves.isEmpty, details.transformed.isEmpty {
      self.details = nil
      return
    }
    details.assigned = PropertySet()
    details.endEvent()
    details.pendingID = nil
    details.letGoOfValues(except: plan.transientLeaves)
    for index in details.toManys.indices {
      details.toManys[index].stored = details.toManys[index].members?.map(\.objectID)
      details.toManys[index].added = ObjectSet()
      details.toManys[index].removed = ObjectSet()
      details.toManys[index].order = []
    }
  }
}

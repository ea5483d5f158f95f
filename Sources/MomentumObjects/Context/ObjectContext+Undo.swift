import MomentumModel

extension ObjectContext {
  /// Undoes the last group of changes. Does nothing if ``undoHistory`` is `nil`.
  public final func undo() {
    processPendingChanges()
    guard let history = undoHistory, let steps = history.takeUndo() else { return }
    history.keep(undone: takeBack(steps, history))
  }

  /// Redoes the group of changes that was undone last.
  public final func redo() {
    processPendingChanges()
    guard let history = undoHistory, let steps = history.takeRedo() else { return }
    history.keep(redone: takeBack(steps, history))
  }

  // MARK: - Recording

  /// Records the present value of a property, before it changes.
  final func rememberValue(_ object: ManagedObject, at place: PropertyPlace) throws {
    try undoHistory?.remember(UndoStep.Key(ObjectIdentifier(object), .property(place))) {
      UndoStep(object, .value(place, try object.oldValue(at: place)))
    }
  }

  /// Records a deletion, and first reads the values and objects that cannot be read after it is
  /// saved.
  final func rememberDeletion(_ object: ManagedObject) {
    undoHistory?.remember(UndoStep.Key(ObjectIdentifier(object), .deletion)) {
      object.readWhole()
      return UndoStep(object, .deletion)
    }
  }

  // MARK: - Restoring

  /// Undoes changes.
  ///
  /// - Returns: The steps that redo the changes.
  private func takeBack(_ steps: [UndoStep], _ history: UndoHistory) -> [UndoStep] {
    history.isRestoring = true
    defer { history.isRestoring = false }
    var changed = ObjectSet()
    var counter: [UndoStep] = []
    for step in steps.reversed() {
      guard let change = takeBack(step) else { continue }
      counter.append(UndoStep(step.object, change))
      if case .value = change { changed.insert(step.object) }
    }
    for object in changed where object.context === self {
      didRestore(object)
      object.awake(from: .undoUpdate)
    }
    processPendingChanges()
    return counter
  }

  /// Undoes one change.
  ///
  /// - Returns: The change that redoes it; `nil` if there was nothing to undo.
  private func takeBack(_ step: UndoStep) -> UndoStep.Change? {
    let object = step.object
    switch step.change {
    case .insertion: return takeBackInsertion(of: object)
    case .removal:
      comeBack(object)
      object.awake(from: .undoDeletion)
      return .insertion
    case .deletion:
      if object.context === self {
        cancelDeletion(object)
        event.updated.insert(object)
      } else {
        comeBack(object)
      }
      object.awake(from: .undoDeletion)
      return .revival
    case .revival:
      guard object.context === self else { return nil }
      markDeleted(object)
      return .deletion
    case .value(let place, let old):
      guard let present = try? object.oldValue(at: place) else { return nil }
      object.put(old, at: place)
      return .value(place, present)
    }
  }

  private func takeBackInsertion(of object: ManagedObject) -> UndoStep.Change? {
    guard object.context === self else { return nil }
    defer { object.awake(from: .undoInsertion) }
    guard object.isInserted else {
      // The insertion was saved meanwhile, so undoing it deletes the row.
      markDeleted(object)
      return .deletion
    }
    unregister(object)
    object.context = nil
    object.state = []
    event.updated.remove(object)
    if !event.inserted.remove(object) { event.deleted.insert(object) }
    return .removal
  }

  /// Makes the object of an undone insertion, or of a deletion that was saved, a new object.
  private func comeBack(_ object: ManagedObject) {
    _ = object.valueDetails()
    object.context = self
    object.state = .inserted
    object.row = nil
    for index in object.plan.toManys.indices { object.details?.toManys[index].stored = [] }
    register(object)
    inserted.insert(object)
    event.inserted.insert(object)
  }

  /// Marks an object after an undo: it is unchanged if it has its saved values again.
  private func didRestore(_ object: ManagedObject) {
    if object.isInserted {
      if !event.inserted.contains(object) { event.updated.insert(object) }
    } else if object.hasPersistentChangedValues {
      didChange(object)
    } else {
      object.state.remove(.updated)
      updated.remove(object)
      event.updated.insert(object)
    }
  }
}

extension ManagedObject {
  fileprivate final func oldValue(at place: PropertyPlace) throws -> UndoStep.OldValue {
    switch place {
    case .attribute(let index):
      try realize()
      return .attribute(
        plan.attributes[index].leaves.map { leaf($0) }, details?.transformed[index])
    case .toOne(let index): return .toOne(try toOne(index))
    case .toMany(let index): return .toMany(try members(index))
    case .fetchedProperty: return .toOne(nil)
    }
  }

  /// Sets the old value on one side of a relationship; another step sets the other side.
  fileprivate final func put(_ old: UndoStep.OldValue, at place: PropertyPlace) {
    let details = valueDetails()
    switch (place, old) {
    case (.attribute(let index), .attribute(let values, let transformed)):
      for (leaf, value) in zip(plan.attributes[index].leaves, values) {
        details.values[leaf] = value
      }
      details.transformed[index] = transformed
    case (.toOne(let index), .toOne(let object)): details.toOnes[index] = .object(object)
    case (.toMany(let index), .toMany(let members)): details.toManys[index].members = members
    default: return
    }
    details.assigned.insert(place)
  }

  /// Reads all values and related objects. Ignores errors, since a deletion must not fail because
  /// of them.
  fileprivate final func readWhole() {
    do {
      try realize()
      for index in plan.toOnes.indices {
        ownDetails().toOnes[index] = .object(try toOne(index))
      }
      for index in plan.toManys.indices { _ = try members(index) }
    } catch {}
  }
}

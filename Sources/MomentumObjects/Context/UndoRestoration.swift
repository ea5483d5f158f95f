/// Takes groups of changes back, for undo and redo.
struct UndoRestoration {
  let context: ObjectContext

  /// Takes one group of changes back.
  ///
  /// - Returns: The steps that make these changes again, for a redo or the next undo.
  func takeBack(_ steps: [UndoStep], _ history: UndoHistory) -> [UndoStep] {
    history.isRestoring = true
    defer { history.isRestoring = false }
    var changed = ObjectSet()
    var counter: [UndoStep] = []
    for step in steps.reversed() {
      guard let change = takeBack(step) else { continue }
      counter.append(UndoStep(step.object, change))
      if case .value = change { changed.insert(step.object) }
    }
    for object in changed where object.context === context {
      didRestore(object)
      object.awake(from: .undoUpdate)
    }
    context.processPendingChanges()
    return counter
  }

  /// - Returns: The change that takes this one back; `nil` if there was nothing to do.
  private func takeBack(_ step: UndoStep) -> UndoStep.Change? {
    let object = step.object
    switch step.change {
    case .insertion: return takeBackInsertion(of: object)
    case .removal:
      comeBack(object)
      object.awake(from: .undoDeletion)
      return .insertion
    case .deletion:
      if object.context === context {
        context.cancelDeletion(object)
        context.event.updated.insert(object)
      } else {
        comeBack(object)
      }
      object.awake(from: .undoDeletion)
      return .revival
    case .revival:
      guard object.context === context else { return nil }
      context.markDeleted(object)
      return .deletion
    case .value(let place, let old):
      guard let present = try? object.oldValue(at: place) else { return nil }
      object.put(old, at: place)
      return .value(place, present)
    }
  }

  private func takeBackInsertion(of object: ManagedObject) -> UndoStep.Change? {
    guard object.context === context else { return nil }
    defer { object.awake(from: .undoInsertion) }
    guard object.isInserted else {
      // The insertion was saved meanwhile: undoing it deletes the row.
      context.markDeleted(object)
      return .deletion
    }
    context.unregister(object)
    object.context = nil
    object.state = []
    context.event.updated.remove(object)
    if !context.event.inserted.remove(object) { context.event.deleted.insert(object) }
    return .removal
  }

  /// Inserts an object again whose insertion was undone or whose deletion was saved. The next save
  /// writes it as a new object.
  private func comeBack(_ object: ManagedObject) {
    object.holdValues()
    object.context = context
    object.state = .inserted
    object.row = nil
    for index in object.plan.toManys.indices { object.details?.toManys[index].stored = [] }
    context.register(object)
    context.inserted.insert(object)
    context.event.inserted.insert(object)
  }

  /// Marks an object with restored values as changed, or as unchanged if it has its saved values
  /// again.
  private func didRestore(_ object: ManagedObject) {
    if object.isInserted {
      if !context.event.inserted.contains(object) { context.event.updated.insert(object) }
    } else if object.hasPersistentChangedValues {
      context.didChange(object)
    } else {
      object.state.remove(.updated)
      context.updated.remove(object)
      context.event.updated.insert(object)
    }
  }
}

import MomentumModel

extension ObjectContext {
  /// Undoes the last group of changes. Does nothing if ``undoHistory`` is `nil`.
  public final func undo() {
    processPendingChanges()
    guard let history = undoHistory, let steps = history.takeUndo() else { return }
    history.keep(undone: UndoRestoration(context: self).takeBack(steps, history))
  }

  /// Redoes the group of changes that was undone last.
  public final func redo() {
    processPendingChanges()
    guard let history = undoHistory, let steps = history.takeRedo() else { return }
    history.keep(redone: UndoRestoration(context: self).takeBack(steps, history))
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
}

extension ManagedObject {
  final func oldValue(at place: PropertyPlace) throws -> UndoStep.OldValue {
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

  /// Sets a property without its inverse, which has an undo step of its own.
  final func put(_ old: UndoStep.OldValue, at place: PropertyPlace) {
    let details = valueDetails()
    switch (place, old) {
    case (.attribute(let index), .attribute(let values, let transformed)):
      for (leaf, value) in zip(plan.attributes[index].leaves, values) {
        details.set(value, at: leaf)
      }
      details.transformed[index] = transformed
    case (.toOne(let index), .toOne(let object)): details.toOnes[index] = .object(object)
    case (.toMany(let index), .toMany(let members)): details.toManys[index].members = members
    default: return
    }
    details.assigned.insert(place)
  }

  /// Reads all values and related objects. Those that cannot be read are left out, so that a
  /// deletion does not fail.
  final func readWhole() {
    do {
      try realize()
      for index in plan.toOnes.indices {
        ownDetails().toOnes[index] = .object(try toOne(index))
      }
      for index in plan.toManys.indices { _ = try members(index) }
    } catch {}
  }
}

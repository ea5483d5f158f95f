import MomentumModel

/// The changes of a context that can be undone, in groups. A group ends when changes are processed.
///
/// ```swift
/// context.undoHistory = UndoHistory()
/// venue["name"] = .string("Zen")
/// context.undo()
/// ```
public final class UndoHistory {
  private var groups: [[ObjectMemento]] = []
  private var undone: [[ObjectMemento]] = []
  private var open: [ObjectMemento] = []
  private var remembered: Set<ObjectIdentifier> = []
  /// Whether changes are remembered. To leave changes out, process the pending ones before and
  /// after.
  public var isEnabled = true

  /// Makes an empty history.
  public init() {}

  /// Whether there is something to undo.
  public var canUndo: Bool { !groups.isEmpty || !open.isEmpty }
  /// Whether there is something to redo.
  public var canRedo: Bool { !undone.isEmpty }

  /// Forgets everything.
  public func removeAll() {
    groups = []
    undone = []
    open = []
    remembered = []
  }

  /// Keeps the state that an object has now, once in a group.
  func remember(_ object: ManagedObject, isNew: Bool) {
    guard isEnabled, !object.state.contains(.awaking) else { return }
    guard remembered.insert(ObjectIdentifier(object)).inserted else { return }
    open.append(ObjectMemento(object, isAbsent: isNew))
  }

  func endGroup() {
    guard !open.isEmpty else { return }
    groups.append(open)
    undone = []
    open = []
    remembered = []
  }

  /// The states to go back to, the newest change first; `nil` if there are none.
  func takeUndo() -> [ObjectMemento]? {
    endGroup()
    guard let group = groups.popLast() else { return nil }
    undone.append(group.map { ObjectMemento($0.object, isAbsent: $0.object.context == nil) })
    return group.reversed()
  }

  func takeRedo() -> [ObjectMemento]? {
    guard let group = undone.popLast() else { return nil }
    groups.append(group.map { ObjectMemento($0.object, isAbsent: $0.object.context == nil) })
    return group
  }
}

/// The state of an object at one time.
struct ObjectMemento {
  let object: ManagedObject
  /// Whether the context did not have the object yet.
  let isAbsent: Bool
  let state: ObjectState
  let values: [AttributeValue?]
  let transformed: [Int: TransformedValue]
  let toOnes: [ObjectDetails.ToOne]
  let toManys: [ObjectDetails.ToMany]
  let assigned: PropertySet

  init(_ object: ManagedObject, isAbsent: Bool) {
    self.object = object
    self.isAbsent = isAbsent
    state = object.state
    values = object.leafValues
    transformed = object.details?.transformed ?? [:]
    toOnes = object.details?.toOnes ?? []
    toManys = object.details?.toManys ?? []
    assigned = object.details?.assigned ?? PropertySet()
  }
}

extension ObjectContext {
  /// Takes the last group of changes back. Does nothing without ``undoHistory``.
  public final func undo() {
    processPendingChanges()
    guard let mementos = undoHistory?.takeUndo() else { return }
    restore(mementos)
  }

  /// Makes the last changes that were undone again.
  public final func redo() {
    processPendingChanges()
    guard let mementos = undoHistory?.takeRedo() else { return }
    restore(mementos)
  }

  private func restore(_ mementos: [ObjectMemento]) {
    let isEnabled = undoHistory?.isEnabled ?? false
    undoHistory?.isEnabled = false
    for memento in mementos { restore(memento) }
    processPendingChanges()
    undoHistory?.isEnabled = isEnabled
  }

  private func restore(_ memento: ObjectMemento) {
    let object = memento.object
    if memento.isAbsent {
      if object.isInserted {
        unregister(object)
        object.context = nil
        object.state = []
        event.inserted.remove(object)
        event.deleted.insert(object)
      } else if object.context === self {
        // The insertion was saved meanwhile: undoing it deletes the row.
        markDeleted(object)
      }
      object.awake(from: .undoInsertion)
      return
    }
    let wasDeleted = object.isDeleted || object.context == nil
    if object.context == nil { comeBack(object, memento) }
    let details = object.ownDetails()
    details.values = memento.values
    details.transformed = memento.transformed
    if !memento.toOnes.isEmpty { details.toOnes = memento.toOnes }
    for index in memento.toManys.indices {
      let stored = details.toManys[index].stored
      details.toManys[index] = memento.toManys[index]
      if stored != nil { details.toManys[index].stored = stored }
    }
    if memento.state.contains(.deleted) {
      markDeleted(object)
    } else if wasDeleted {
      cancelDeletion(object)
      object.awake(from: .undoDeletion)
    }
    object.state.remove(.fault)
    details.assigned.formUnion(memento.assigned)
    details.assigned.formUnion(PropertySet(object.places))
    didRestore(object)
    object.awake(from: .undoUpdate)
  }

  /// An insertion that was undone is made again, or a saved deletion is taken back: the object is
  /// new then.
  private func comeBack(_ object: ManagedObject, _ memento: ObjectMemento) {
    object.context = self
    object.state = .inserted
    register(object)
    inserted.insert(object)
    event.inserted.insert(object)
  }

  /// The object is clean if it has its saved values again.
  private func didRestore(_ object: ManagedObject) {
    if object.isInserted {
      event.updated.insert(object)
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
  /// The places of all attributes and relationships.
  final var places: [PropertyPlace] {
    plan.attributes.indices.map { .attribute($0) } + plan.toOnes.indices.map { .toOne($0) }
      + plan.toManys.indices.map { .toMany($0) }
  }
}

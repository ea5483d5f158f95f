import MomentumModel

/// The changes of a context that can be undone, in groups.
///
/// A group contains all changes of one event: of one block of `perform`, or outside of such blocks
/// all changes since the last group. ``endGroup()`` ends a group earlier.
///
/// ```swift
/// context.undoHistory = UndoHistory()
/// venue["name"] = .string("Zen")
/// context.undo()
/// ```
public final class UndoHistory {
  private var groups: [[UndoStep]] = []
  private var undone: [[UndoStep]] = []
  private var open: [UndoStep] = []
  /// The changes that were made since changes were last processed.
  private var pending: [UndoStep] = []
  /// The keys of all steps in `open` and `pending`.
  private var known: Set<UndoStep.Key> = []
  /// Whether the context is restoring old values; its changes are not recorded then.
  var isRestoring = false
  /// Whether changes are recorded. The value is read when changes are processed. To leave changes
  /// out, process the pending changes before it is set to `false`, and the others before it is set
  /// to `true`.
  public var isEnabled = true

  /// Makes an empty history.
  public init() {}

  /// Whether there are changes to undo.
  public var canUndo: Bool { !groups.isEmpty || !open.isEmpty || !pending.isEmpty }
  /// Whether there are changes to redo.
  public var canRedo: Bool { !undone.isEmpty }

  deinit { removeAll() }

  /// The objects that an undo or a redo changes; empty if nothing is recorded.
  var objects: Set<ObjectIdentifier> {
    Set(
      (groups + undone + [open, pending]).joined().lazy.map { ObjectIdentifier($0.object) })
  }

  /// Removes all recorded changes.
  public func removeAll() {
    // Objects without a context are kept alive by the history alone and may refer to each other;
    // without this, such a cycle would never be released.
    for steps in groups + undone + [open, pending] {
      for step in steps where step.object.context == nil { step.object.letGoOfRelated() }
    }
    groups = []
    undone = []
    open = []
    pending = []
    known = []
  }

  /// Ends the present group: later changes are undone separately from it.
  public func endGroup() {
    guard !open.isEmpty else { return }
    groups.append(open)
    known = Set(pending.map(\.key))
    open = []
  }

  /// Forgets the changes of the present group, which then cannot be undone.
  package func leaveOutGroup() {
    known = Set(pending.map(\.key))
    open = []
  }

  /// Records a step. In one group only the first old value of a property is needed, and none for a
  /// new object.
  func remember(_ key: UndoStep.Key, _ step: () throws -> UndoStep) rethrows {
    guard !isRestoring, !known.contains(key) else { return }
    if case .property = key.kind, known.contains(UndoStep.Key(key.object, .insertion)) { return }
    pending.append(try step())
    known.insert(key)
  }

  /// Adds the pending changes to the open group; called when changes are processed.
  func register() {
    guard !pending.isEmpty else { return }
    if isEnabled {
      open += pending
      letGoOfUndone()
    } else {
      known.subtract(pending.map(\.key))
    }
    pending = []
  }

  /// Forgets the changes that could be redone. Objects whose insertion was undone are kept by
  /// nobody else, and their relationships may keep them alive.
  private func letGoOfUndone() {
    let lost = undone.joined().map(\.object).filter { $0.context == nil }
    undone = []
    guard !lost.isEmpty else { return }
    let kept = Set((groups + [open]).joined().map { ObjectIdentifier($0.object) })
    for object in lost where !kept.contains(ObjectIdentifier(object)) { object.letGoOfRelated() }
  }

  /// The steps to undo, in the order in which they were made; `nil` if there are none.
  func takeUndo() -> [UndoStep]? {
    endGroup()
    return groups.popLast()
  }

  func takeRedo() -> [UndoStep]? { undone.popLast() }

  /// Records the steps that redo what was undone; the next method records those that undo what was
  /// redone.
  func keep(undone steps: [UndoStep]) { undone.append(steps) }
  func keep(redone steps: [UndoStep]) { groups.append(steps) }
}

/// One change of one object, with the values that undo it.
struct UndoStep {
  /// The object and the property, or the kind of change, that a step concerns.
  struct Key: Hashable {
    enum Kind: Hashable {
      case insertion
      case deletion
      case property(PropertyPlace)
    }

    let object: ObjectIdentifier
    let kind: Kind

    init(_ object: ObjectIdentifier, _ kind: Kind) {
      self.object = object
      self.kind = kind
    }
  }

  enum Change {
    /// The object was inserted, or an undo has restored it.
    case insertion
    /// An insertion was undone.
    case removal
    /// The object was marked as deleted.
    case deletion
    /// A deletion was undone.
    case revival
    case value(PropertyPlace, OldValue)
  }

  /// The value of a property before a change.
  enum OldValue {
    case attribute([AttributeValue?], TransformedValue?)
    case toOne(ManagedObject?)
    case toMany(ObjectSet)
  }

  let object: ManagedObject
  let change: Change

  init(_ object: ManagedObject, _ change: Change) {
    self.object = object
    self.change = change
  }

  var key: Key {
    switch change {
    case .insertion, .removal: Key(ObjectIdentifier(object), .insertion)
    case .deletion, .revival: Key(ObjectIdentifier(object), .deletion)
    case .value(let place, _): Key(ObjectIdentifier(object), .property(place))
    }
  }
}

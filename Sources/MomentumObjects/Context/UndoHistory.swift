import MomentumModel

/// The changes of a context that can be undone, in groups.
///
/// A group is all that was changed in one event: in one block of `perform`, or since the last group
/// where no block ends. ``endGroup()`` ends one earlier.
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
  /// The changes since changes were processed.
  private var pending: [UndoStep] = []
  /// What is in `open` and `pending` already.
  private var known: Set<UndoStep.Key> = []
  /// Whether the context is putting old values back.
  var isRestoring = false
  /// Whether changes are remembered. It counts when changes are processed: to leave changes out,
  /// process the pending ones before this is set, and the others before it is set back.
  public var isEnabled = true

  /// Makes an empty history.
  public init() {}

  /// Whether there is something to undo.
  public var canUndo: Bool { !groups.isEmpty || !open.isEmpty || !pending.isEmpty }
  /// Whether there is something to redo.
  public var canRedo: Bool { !undone.isEmpty }

  deinit { removeAll() }

  /// Forgets everything.
  public func removeAll() {
    // Only the history has held the objects that left the context, and they may hold each other.
    for steps in groups + undone + [open, pending] {
      for step in steps where step.object.context == nil { step.object.letGoOfRelated() }
    }
    groups = []
    undone = []
    open = []
    pending = []
    known = []
  }

  /// Ends the present group: later changes are undone apart from it.
  public func endGroup() {
    guard !open.isEmpty else { return }
    groups.append(open)
    known = Set(pending.map(\.key))
    open = []
  }

  /// Keeps a step. A property needs only its first value in a group, and a new object none.
  func remember(_ key: UndoStep.Key, _ step: () throws -> UndoStep) rethrows {
    guard !isRestoring, !known.contains(key) else { return }
    if case .property = key.kind, known.contains(UndoStep.Key(key.object, .insertion)) { return }
    pending.append(try step())
    known.insert(key)
  }

  /// Called when changes are processed.
  func register() {
    guard !pending.isEmpty else { return }
    if isEnabled {
      open += pending
      undone = []
    } else {
      known.subtract(pending.map(\.key))
    }
    pending = []
  }

  /// The steps to take back, in the order in which they were made; `nil` if there are none.
  func takeUndo() -> [UndoStep]? {
    endGroup()
    return groups.popLast()
  }

  func takeRedo() -> [UndoStep]? { undone.popLast() }

  /// Keeps the steps that were taken back.
  func keep(undone steps: [UndoStep]) { undone.append(steps) }
  func keep(redone steps: [UndoStep]) { groups.append(steps) }
}

/// One change of one object, with what is needed to take it back.
struct UndoStep {
  /// What a step is about.
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
    /// The object was inserted, or brought back.
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

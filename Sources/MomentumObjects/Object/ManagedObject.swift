import MomentumModel

/// An object of an entity, with its values and relationships, in a context.
///
/// Subclass it to add methods and hooks, and register the class for its entity with
/// ``ObjectClasses``.
///
/// ```swift
/// let venue = try context.insert("Venue")
/// venue["name"] = .string("Zen Sip")
/// try context.save()
/// ```
///
/// An object belongs to its context and may be used only on the context's queue.
open class ManagedObject {
  /// The identity of the object. It is temporary until the object is saved.
  public final internal(set) var objectID: ObjectID
  /// The context of the object; `nil` after its deletion was saved, and after the context was
  /// released.
  public final internal(set) var context: ObjectContext? {
    get { identities?.context }
    set {
      guard newValue?.identities !== identities else { return }
      identities?.remove(self)
      identities = newValue?.identities
    }
  }
  /// The identity map of the object's context. It is kept when the context is released.
  final var identities: IdentityMap?
  /// Whether `identities` finds the object. Only the map sets it.
  final var isRegistered = false
  /// Exclusive access is not checked at run time, because the check costs time in each use of an object.
  /// Only the context's queue may use `state`, in single reads and changes.
  @exclusivity(unchecked) final var state: ObjectState
  /// The row that the object was read from or saved as; `nil` for a new object.
  final var row: RowSnapshot?
  final var details: ObjectDetails?

  /// Called by contexts only. A subclass that overrides it must call `super`.
  public required init(_ seed: ObjectSeed) {
    objectID = seed.id
    identities = seed.identities
    state = seed.state
    row = seed.row
  }

  deinit { identities?.remove(self) }

  final var plan: EntityPlan { objectID.place.entity }

  /// The name of the object's entity.
  public final var entityName: String { plan.name }
  /// Whether the object is new and not saved.
  public final var isInserted: Bool { state.contains(.inserted) }
  /// Whether the object was saved before and has unsaved changes.
  public final var isUpdated: Bool { state.contains(.updated) && !state.contains(.deleted) }
  /// Whether the next save deletes the object.
  public final var isDeleted: Bool { state.contains(.deleted) }
  /// Whether the object has unsaved changes.
  public final var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }
  /// Whether the values are not in memory. Reading one of them reads all of them.
  public final var isFault: Bool { state.contains(.fault) }

  /// Whether a change of this transient attribute does not mark the object as changed. Called at
  /// each change.
  open class func ignoresChanges(forKey key: String) -> Bool { false }

  // MARK: - Hooks

  /// Called once when the object is new, with its default values set.
  open func awakeFromInsert() {}
  /// Called each time after the values were read from a store. Setters that it calls do not mark
  /// the object as changed.
  open func awakeFromFetch() {}
  /// Called after an undo, a redo, a rollback, a refresh or a merge has changed values.
  open func awake(from event: SnapshotEvent) {}
  /// Called before the object is deleted, while its values and relationships can still be read.
  open func prepareForDeletion() {}
  /// Called before the object is saved. If it sets values, it is called again.
  open func willSave() {}
  /// Called after the object was saved.
  open func didSave() {}
  /// Called before the values are dropped.
  open func willTurnIntoFault() {}
  /// Called after the values were dropped. It must not read properties.
  open func didTurnIntoFault() {}
  /// Checks a value before it is saved, and may replace it. Throw an ``ObjectError`` to refuse it.
  open func validate(_ value: inout PropertyValue, forKey key: String) throws {}
  /// Checks a new object before it is saved. An override must call `super`.
  open func validateForInsert() throws { try ObjectValidator(self).validateProperties() }
  /// Checks a changed object before it is saved. An override must call `super`.
  open func validateForUpdate() throws { try ObjectValidator(self).validateProperties() }
  /// Checks whether an object may be deleted. An override must call `super`.
  open func validateForDelete() throws { try ObjectValidator(self).validateDeletion() }
}

/// The identity and the initial state that a context passes to the initializer of an object. Only
/// contexts can make a seed.
///
/// ```swift
/// final class Venue: ManagedObject {
///   required init(_ seed: ObjectSeed) { super.init(seed) }
/// }
/// ```
public struct ObjectSeed {
  let id: ObjectID
  let identities: IdentityMap?
  let state: ObjectState
  let row: RowSnapshot?
}

/// Why values of an object were changed by its context.
///
/// ```swift
/// override func awake(from event: SnapshotEvent) {
///   if event.contains(.rollback) { cache = nil }
/// }
/// ```
public struct SnapshotEvent: OptionSet, Sendable {
  /// The bits of the event. They are the numbers of Core Data's `NSSnapshotEventType` (documented).
  public let rawValue: UInt

  /// Makes a set of events from the bits of `NSSnapshotEventType`.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// An insertion was undone.
  public static let undoInsertion = SnapshotEvent(rawValue: 2)
  /// A deletion was undone.
  public static let undoDeletion = SnapshotEvent(rawValue: 4)
  /// A change was undone.
  public static let undoUpdate = SnapshotEvent(rawValue: 8)
  /// The context was rolled back.
  public static let rollback = SnapshotEvent(rawValue: 16)
  /// The object's values were read again.
  public static let refresh = SnapshotEvent(rawValue: 32)
  /// A merge policy has changed values.
  public static let mergePolicy = SnapshotEvent(rawValue: 64)
}

extension ManagedObject: Hashable {
  /// Whether both are the same instance.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  /// The hash does not change when the identity becomes permanent.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

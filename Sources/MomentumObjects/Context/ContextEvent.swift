/// A change of the objects of a context, for observers.
///
/// ```swift
/// let observation = context.observe { event in
///   if case .didChange(let changes) = event { print(changes.inserted.count) }
/// }
/// ```
public enum ContextEvent {
  /// Objects have changed in memory.
  case didChange(ContextChanges)
  /// A save has begun; values may still change.
  case willSave
  /// A save has ended.
  case didSave(ContextChanges)
  /// Changes of another context were merged.
  case didMerge(MergedChanges)
  /// A method that cannot throw could not read an object from the store. The property then reads as
  /// empty, and its next use reads the store again. The event is also sent if a results controller
  /// cannot show a change because the objects are not sorted by section; the identity is then that
  /// of one of the changed objects.
  case failed(ObjectID, any Error)
}

/// The objects that one event has changed.
///
/// ```swift
/// for venue in changes.inserted { print(venue.objectID) }
/// ```
public struct ContextChanges {
  /// New objects.
  public var inserted: [ManagedObject] = []
  /// Objects with changed values.
  public var updated: [ManagedObject] = []
  /// Deleted objects.
  public var deleted: [ManagedObject] = []
  /// Objects whose values were read again.
  public var refreshed: [ManagedObject] = []
  /// The identities of all objects of the context before it was reset.
  public var invalidatedAll: [ObjectID] = []
  /// The position in the persistent history after a save; `nil` for other events, in a child
  /// context, and without a history.
  public internal(set) var token: HistoryToken?

  /// Whether nothing has changed.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidatedAll.isEmpty
  }

  /// The identities of the objects, in the form in which other contexts can merge them.
  public var merged: MergedChanges {
    MergedChanges(
      inserted: inserted.map(\.objectID), updated: updated.map(\.objectID),
      deleted: deleted.map(\.objectID))
  }
}

/// The identities of objects that somebody else has saved: another context, a batch request,
/// another process.
///
/// ```swift
/// try context.merge(MergedChanges(updated: ids))
/// ```
public struct MergedChanges: Sendable {
  /// New objects.
  public var inserted: [ObjectID]
  /// Changed objects.
  public var updated: [ObjectID]
  /// Deleted objects.
  public var deleted: [ObjectID]
  /// The changed objects that were in memory and whose values a merge gave up; empty before a merge.
  package internal(set) var refreshed: [ObjectID] = []

  /// Makes a set of changes; what is left out is empty.
  public init(inserted: [ObjectID] = [], updated: [ObjectID] = [], deleted: [ObjectID] = []) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }
}

/// A registration of an observer. It ends when this value is released or ``cancel()`` is called.
///
/// ```swift
/// let observation = context.observe { _ in changes += 1 }
/// observation.cancel()
/// ```
public final class ContextObservation {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { cancel() }

  /// Ends the registration.
  public func cancel() { end() }
}

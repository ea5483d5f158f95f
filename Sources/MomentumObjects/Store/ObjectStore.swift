/// A place where objects are saved: a SQLite file, memory, an XML file, or a program's own store.
///
/// A coordinator calls it from several threads, one call of ``save(_:)`` at a time.
package protocol ObjectStore: AnyObject, Sendable {
  /// `SQLite`, `InMemory`, `XML`, `Binary` or the name under which a store was registered.
  var type: String { get }
  var path: String? { get }
  /// The identifier under `NSStoreUUID` in the metadata.
  var identifier: String { get }
  /// The name of the configuration whose entities the store has; `nil` for all entities.
  var configuration: String? { get }
  var isReadOnly: Bool { get }
  /// The seconds that an operation waits for a lock before it fails.
  var timeout: Double { get }
  /// The `ObjectPlace` of this store and each entity, from which identities are made.
  var places: ObjectPlaces { get }
  /// The metadata with the app's own keys. A change reaches the file with the next save.
  var metadata: StoreInformation { get set }

  /// Whether the store has objects of an entity.
  func holds(_ entity: EntityPlan) -> Bool
  /// Objects that satisfy a request, in its order.
  func rows(_ fetch: StoreFetch) throws -> [RowSnapshot]
  /// The identities of the objects that satisfy a request, in its order.
  func identities(_ fetch: StoreFetch) throws -> [ObjectID]
  /// The number of objects that satisfy a request.
  func count(_ fetch: StoreFetch) throws -> Int
  /// The rows of a request for dictionaries. A key without a value is absent.
  func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]]
  /// The row of an object; `nil` if the store does not have it.
  func row(_ id: ObjectID) throws -> RowSnapshot?
  /// The objects of a to-many relationship, in its order if it is ordered.
  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID]
  /// The objects of a relationship of many owners at once, for prefetching. To-one relationships
  /// are read from the rows of the owners, so this is called for to-many ones only.
  func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]]
  /// Returns the same members as ``members(_:of:)-(_,[ObjectID])``, with their rows if the store
  /// can read them by the same statement.
  func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID], readsRows: Bool
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot])
  /// The number of the object with a reference in a URI; `nil` if no object has such a reference.
  func number(ofReference text: String, of entity: EntityPlan) -> Int64?
  /// Reserves numbers for new objects of a family of entities. A reserved number is never used
  /// again, even if the save fails.
  func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64>
  /// The custom store that chooses the identities of new objects itself; `nil` for any other store.
  var identifyingStore: (any IdentifyingStore)? { get }
  /// Whether a save without changes must reach the store: it has changed metadata, or it is a
  /// custom store, which gets every save.
  var wantsEmptySaves: Bool { get }
  /// Writes all changes, or none if it fails. Throws ``StoreConflict`` if others have changed the
  /// rows.
  func save(_ changes: StoreChanges) throws
  /// Runs a batch request in one transaction. Throws error 134091 if the store does not support it.
  func execute(_ batch: StoreBatch) throws -> StoreBatchResult
  /// The number of the last transaction in the persistent history, 0 if it has no transaction;
  /// `nil` for a store without a history.
  func lastTransaction() throws -> Int64?
  /// Transactions of the persistent history, oldest first.
  func history(_ fetch: StoreHistoryFetch) throws -> [HistoryTransaction]
  /// Deletes transactions of the persistent history.
  func deleteHistory(before end: StoreHistoryEnd) throws
  /// Whether observers are notified of each transaction.
  var postsRemoteChanges: Bool { get }
  /// A watcher that calls a closure when another process has changed the store; `nil` if no other
  /// process can, or if the store cannot be watched.
  func makeWatcher(_ notify: @escaping @Sendable () -> Void) -> StoreWatcher?
  /// The store in its present state, which later saves do not change; the store itself if it cannot
  /// preserve a state.
  func pinned() throws -> any ObjectStore
  /// Closes the files of the store.
  func close()
}

extension ObjectStore {
  package func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID], readsRows: Bool
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot]) {
    (try members(relationship, of: ids), [])
  }

  package var identifyingStore: (any IdentifyingStore)? { nil }
  package var wantsEmptySaves: Bool { false }
  /// 240 seconds, which Core Data uses for a store without a timeout of its own.
  package var timeout: Double { 240 }

  package func number(ofReference text: String, of entity: EntityPlan) -> Int64? {
    // A reference is a key as a URI has it, so `+5` and `005` are none, although `Int64` reads
    // them.
    guard let number = Int64(text), number > 0, String(number) == text else { return nil }
    return number
  }
}

/// A failed save that a merge policy may resolve.
package enum StoreConflict: Error {
  /// Rows that others have changed or deleted, with their present state; `nil` for a deleted row.
  case rows([(id: ObjectID, present: RowSnapshot?)])
  /// Objects that break uniqueness constraints.
  case constraints([ConstraintViolation])
}

/// A uniqueness constraint that several objects would break.
package struct ConstraintViolation: Sendable {
  /// The names of the constraint's properties.
  package var constraint: [String]
  package var values: [StoredValue?]
  /// The saved row with the same values for the constraint's properties; `nil` if only objects of
  /// the save have them.
  package var present: RowSnapshot?
  /// The objects of the save that have these values for the constraint's properties.
  package var objects: [ObjectID]

  package init(
    constraint: [String], values: [StoredValue?], present: RowSnapshot?, objects: [ObjectID]
  ) {
    self.constraint = constraint
    self.values = values
    self.present = present
    self.objects = objects
  }
}

/// A store of your own that reads and writes single objects: a server, a key-value store, another
/// database.
///
/// ```swift
/// container.coordinator.register("Cache") { path, id in .incremental(CacheStore(path, id)) }
/// container.descriptions = [StoreDescription(.custom(type: "Cache", path: "/var/cache/shop"))]
/// ```
///
/// The store identifies its objects by texts of its own, the references. The closure `id` makes an
/// ``ObjectID`` from the name of an entity and a reference. Values are by name of the property:
/// `.attribute` for an attribute, `.identity` for a to-one relationship. A property without a value
/// is absent; an element of a composite is named `address.city`.
///
/// Methods are called from several threads, ``save(_:metadata:)`` once at a time. Errors reach the
/// caller of the context unchanged. Source of the contract: documented for `NSIncrementalStore`.
public protocol IncrementalStore: AnyObject, Sendable {
  /// The metadata of the store. It must have a text under `NSStoreUUID` that stays the same as long
  /// as the store exists. This is the first call, and it comes once.
  func loadMetadata() throws -> [String: MetadataValue]
  /// The objects of a request, to which the store has applied the predicate, the order, offset,
  /// limit and the choice of sub-entities. Return `nil` for a request that the store cannot answer;
  /// it is then evaluated in memory on the objects of ``objects(entityName:)``.
  func fetch(_ request: ObjectRequest) throws -> [ObjectID]?
  /// All objects of an entity and its sub-entities.
  func objects(entityName: String) throws -> [ObjectID]
  /// The values of an object, and how often it was saved; `nil` if there is no such object.
  ///
  /// If a context saves an object whose version has changed since the context read it, that is a
  /// conflict. Return 1 as version if the store does not count saves.
  func values(of id: ObjectID) throws -> (version: Int64, values: [String: StoredValue])?
  /// The objects of a to-many relationship, in its order if it is ordered. Called when the
  /// relationship is first used.
  func members(_ relationship: String, of id: ObjectID) throws -> [ObjectID]
  /// New references for objects of an entity and its sub-entities, which no other object has or
  /// had. Called before a save.
  func newReferences(_ count: Int, entityName: String) throws -> [String]
  /// Writes all changes, or none if it fails. Called at each save, also if only the metadata or
  /// nothing has changed.
  func save(_ changes: [RecordChange], metadata: [String: MetadataValue]) throws
  /// Releases files and connections of the store. Called when the store is removed from its
  /// coordinator.
  func close()
}

/// One change of a save, for an ``IncrementalStore``.
///
/// ```swift
/// if case .delete(let id, _) = change { records[id.reference] = nil }
/// ```
public enum RecordChange: Sendable {
  /// A new object with all its values.
  case insert(ObjectID, [String: StoredValue])
  /// A changed object with all its values after the save, and the version that was read.
  case update(ObjectID, [String: StoredValue], version: Int64)
  /// A deleted object and the version that was read.
  case delete(ObjectID, version: Int64)
}

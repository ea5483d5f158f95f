/// A store of your own that is read as a whole when it is opened, and written as a whole by each
/// save: a file format.
///
/// ```swift
/// container.coordinator.register("JSON") { path, id in .atomic(JSONStore(path, id)) }
/// ```
///
/// Between reading and writing, requests are evaluated in memory. Values are as for an
/// ``IncrementalStore``, and members of to-many relationships are `.identities`. Source of the
/// contract: documented for `NSAtomicStore`.
public protocol AtomicStore: AnyObject, Sendable {
  /// Reads everything. The metadata must have a text under `NSStoreUUID`. A store that does not
  /// exist yet has no objects.
  func load() throws -> (
    metadata: [String: MetadataValue], objects: [(id: ObjectID, values: [String: StoredValue])]
  )
  /// Replaces everything, or nothing if it fails.
  func save(
    _ objects: [(id: ObjectID, values: [String: StoredValue])],
    metadata: [String: MetadataValue]
  ) throws
  /// A reference for a new object, which no other object of the entity's family has or had.
  func newReference(entityName: String) throws -> String
}

/// A store that a program has written itself.
///
/// ```swift
/// coordinator.register("JSON") { path, id in .atomic(JSONStore(path, id)) }
/// ```
public enum CustomStore: Sendable {
  /// A store that reads and writes single objects.
  case incremental(any IncrementalStore)
  /// A store that is read and written as a whole.
  case atomic(any AtomicStore)
}

/// Opens a store of a registered type.
typealias StoreFactory =
  @Sendable (
    _ path: String?, _ id: @escaping @Sendable (String, String) throws -> ObjectID
  ) throws -> CustomStore

/// A type of store that another module of this package has registered.
package struct ModuleStoreType: Sendable {
  package var open:
    @Sendable (_ model: ModelPlan, _ description: StoreDescription) throws -> any ObjectStore
  /// Returns a description's path as logs and errors show it: an address may have a password.
  package var shown: @Sendable (_ path: String) -> String

  package init(
    open: @escaping @Sendable (ModelPlan, StoreDescription) throws -> any ObjectStore,
    shown: @escaping @Sendable (String) -> String
  ) {
    self.open = open
    self.shown = shown
  }
}

extension StoreCoordinator {
  /// Registers a type of store that the program has written, for use in descriptions. A later
  /// registration of the same name replaces an earlier one.
  ///
  /// - Parameter open: Makes the store of a description's path. Its second argument makes the
  ///   identities of the store's objects from the name of an entity and a reference; it throws
  ///   ``ObjectMisuse`` for an unknown entity.
  public func register(
    _ type: String,
    open:
      @escaping @Sendable (
        _ path: String?,
        _ id: @escaping @Sendable (_ entityName: String, _ reference: String) throws -> ObjectID
      ) throws -> CustomStore
  ) {
    setFactory(open, ofType: type)
  }
}

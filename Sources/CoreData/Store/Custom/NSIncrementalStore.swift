import MomentumObjects

/// The values of an object in an incremental store.
open class NSIncrementalStoreNode: NSObject {
  public let objectID: NSManagedObjectID
  /// How often the object was saved.
  open private(set) var version: UInt64
  private var values: [String: Any]

  /// - Parameter values: By name of the property; the value of a to-one relationship is the identity
  ///   of the other object, or `NSNull`.
  public init(
    objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64
  ) {
    self.objectID = objectID
    self.values = values
    self.version = version
  }

  open func update(withValues values: [String: Any], version: UInt64) {
    self.values = values
    self.version = version
  }

  /// The value of a property; `nil` if the node has none, `NSNull` for a relationship without an object.
  open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}

/// The changes of a save, for an incremental store.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  open private(set) var insertedObjects: Set<NSManagedObject>?
  open private(set) var updatedObjects: Set<NSManagedObject>?
  open private(set) var deletedObjects: Set<NSManagedObject>?
  /// Objects that the save only compares with the store (`detectConflicts(for:)`).
  open private(set) var lockedObjects: Set<NSManagedObject>?

  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}

/// A store that reads and writes single objects.
///
/// Register the class with `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`. Requests
/// ask for objects always; numbers and dictionaries are made of these.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  let references = StoreReferences()

  override var isOfProgram: Bool { true }

  /// Runs a fetch request or a save.
  ///
  /// - Returns: The objects of a fetch request; an empty list for a save.
  open func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any { Self.raiseAbstract("execute(_:with:)") }

  /// The values of an object. Throws if there is no such object.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode { Self.raiseAbstract("newValuesForObject(with:with:)") }

  /// The identity in a to-one relationship, or `NSNull`; the list of identities in a to-many one.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any { Self.raiseAbstract("newValue(forRelationship:forObjectWith:with:)") }

  /// The identities of new objects, in their order.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    Self.raiseAbstract("obtainPermanentIDs(for:)")
  }

  /// The identifier of a store that does not exist yet.
  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  /// Called when contexts have begun to use objects.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}
  /// Called when contexts do not use objects any more.
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// An identity made of a text or number of the store.
  public func newObjectID(
    for entity: NSEntityDescription, referenceObject data: Any
  ) -> NSManagedObjectID { references.id(entity, data, persistentStoreCoordinator) }

  /// The text or number that an identity was made of.
  public func referenceObject(for objectID: NSManagedObjectID) -> Any { references[objectID] }
}

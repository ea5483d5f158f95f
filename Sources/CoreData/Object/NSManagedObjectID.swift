import MomentumObjects

/// The identity of a managed object.
///
/// `@unchecked`: everything in it is fixed when it is made, except the coordinator, which is held
/// weakly and only read; a coordinator may be used by several threads.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  let core: ObjectID
  private weak var coordinator: NSPersistentStoreCoordinator?

  init(_ core: ObjectID, _ coordinator: NSPersistentStoreCoordinator?) {
    self.core = core
    self.coordinator = coordinator
  }

  /// Whether the object was not saved yet.
  open var isTemporaryID: Bool { core.isTemporary }

  /// The entity of the object.
  open var entity: NSEntityDescription {
    guard let entity = coordinator?.managedObjectModel.entitiesByName[core.entityName] else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "the coordinator of the object ID '\(core.uri)' does not exist any more.")
    }
    return entity
  }

  /// The store of the object; `nil` for a new object.
  open var persistentStore: NSPersistentStore? {
    guard let identifier = core.storeIdentifier else { return nil }
    return coordinator?.persistentStores.first { $0.identifier == identifier }
  }

  /// The identity as a URI, from which a coordinator makes it again.
  open func uriRepresentation() -> URL {
    guard let url = URL(string: core.uri) else {
      CoreDataException.raise(
        "NSInternalInconsistencyException", "the object ID '\(core.uri)' is no URI.")
    }
    return url
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSManagedObjectID)?.core == core
  }

  open override var hash: Int { core.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override var description: String { "<\(core.uri)>" }
}

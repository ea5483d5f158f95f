import MomentumObjects

/// An incremental store of the program, as the object graph calls it.
final class IncrementalAdapter: IncrementalStore, IdentifyingStore {
  private let store: NSIncrementalStore
  /// The context for what the object graph reads without a call of a context, such as a fault.
  private let reader: Locked<NSManagedObjectContext?>

  init(_ store: NSIncrementalStore, _ make: @escaping StoreReferences.Maker) {
    self.store = store
    reader = Locked(nil)
    store.references.open(make)
  }

  private var context: NSManagedObjectContext {
    if let caller = StoreCaller.context { return caller }
    let coordinator = store.persistentStoreCoordinator
    return reader.withLock { known in
      if let known { return known }
      let made = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      made.persistentStoreCoordinator = coordinator
      known = made
      return made
    }
  }

  private func id(_ id: ObjectID) -> NSManagedObjectID {
    NSManagedObjectID(id, store.persistentStoreCoordinator)
  }

  func loadMetadata() throws -> [String: MetadataValue] {
    try store.loadMetadata()
    let url = store.url ?? URL(fileURLWithPath: "/dev/null")
    return store.openingMetadata { type(of: store).identifierForNewStore(at: url) }
  }

  // MARK: - Reading

  func fetch(_ request: ObjectRequest) throws -> [ObjectID]? {
    try ids(of: try store.execute(request.fetchRequest(store), with: context))
  }

  func objects(entityName: String) throws -> [ObjectID] {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entityName)
    request.entity = store.persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName]
    return try ids(of: try store.execute(request, with: context))
  }

  /// The identities in the result of a request. Stops the program for a result of another class.
  private func ids(of result: Any) throws -> [ObjectID] {
    let list = result as? [Any] ?? (result as? NSArray)?.map { $0 } ?? []
    return list.map { element in
      switch element {
      case let object as NSManagedObject: return object.core.objectID
      case let id as NSManagedObjectID: return id.core
      default:
        CoreDataException.raise(
          "NSInternalInconsistencyException",
          "\(type(of: store)) has returned '\(element)' for a fetch request, which is no managed "
            + "object.")
      }
    }
  }

  func values(of id: ObjectID) throws -> (version: Int64, values: [String: StoredValue])? {
    let context = context
    let node = try store.newValuesForObject(with: self.id(id), with: context)
    let entity = store.entity(of: id)
    let values = try store.record(entity) { property -> Any? in
      guard let relationship = property as? NSRelationshipDescription else {
        return node.value(for: property)
      }
      guard !relationship.isToMany else { return nil }
      return try node.value(for: property)
        ?? store.newValue(
          forRelationship: relationship, forObjectWith: node.objectID, with: context)
    }
    return (Int64(clamping: node.version), values)
  }

  func members(_ relationship: String, of id: ObjectID) throws -> [ObjectID] {
    guard let description = store.entity(of: id).relationshipsByName[relationship] else {
      return []
    }
    return try ids(
      of: store.newValue(forRelationship: description, forObjectWith: self.id(id), with: context))
  }

  // MARK: - Writing

  func newIdentities(for objects: [ManagedObject]) throws -> [ObjectID] {
    try store.obtainPermanentIDs(
      for: objects.map { ManagedObjectClasses.shared.object(of: $0) }
    ).map(\.core)
  }

  /// Only the object graph's own contexts would ask for references without objects.
  func newReferences(_ count: Int, entityName: String) throws -> [String] {
    throw ObjectMisuse.withoutObjects(count, entityName)
  }

  func save(_ changes: [RecordChange], metadata: [String: MetadataValue]) throws {
    store.takeMetadata(metadata)
    let context = context
    var inserted: Set<NSManagedObject> = []
    var updated: Set<NSManagedObject> = []
    var deleted: Set<NSManagedObject> = []
    for change in changes {
      switch change {
      case .insert(let id, _): inserted.insert(context.object(named: id))
      case .update(let id, _, _): updated.insert(context.object(named: id))
      case .delete(let id, _): deleted.insert(context.object(named: id))
      }
    }
    _ = try store.execute(
      NSSaveChangesRequest(inserted: inserted, updated: updated, deleted: deleted, locked: []),
      with: context)
  }

  func close() {}
}

extension ObjectRequest {
  /// The request as a program made it, for a store of the program.
  func fetchRequest(_ store: NSPersistentStore) -> NSFetchRequest<any NSFetchRequestResult> {
    let coordinator = store.persistentStoreCoordinator
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entityName)
    request.take(
      self, coordinator?.managedObjectModel.entitiesByName[entityName], coordinator)
    request.affectedStores = [store]
    return request
  }
}

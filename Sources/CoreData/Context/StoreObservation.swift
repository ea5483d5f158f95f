import MomentumObjects

/// Which objects of incremental stores a context has told the stores of.
struct ToldObjects {
  private(set) var ids: Set<NSManagedObjectID> = []

  /// Tells the stores which objects a context has begun to use, and which it does not use any more.
  mutating func tell(
    _ present: Set<NSManagedObjectID>, _ stores: [NSIncrementalStore]
  ) {
    let (added, gone) = (present.subtracting(ids), ids.subtracting(present))
    ids = present
    for store in stores {
      let (new, old) = (Self.ids(added, of: store), Self.ids(gone, of: store))
      if !new.isEmpty { store.managedObjectContextDidRegisterObjects(with: new) }
      if !old.isEmpty { store.managedObjectContextDidUnregisterObjects(with: old) }
    }
  }

  private static func ids(
    _ ids: Set<NSManagedObjectID>, of store: NSPersistentStore
  ) -> [NSManagedObjectID] {
    ids.filter { $0.core.storeIdentifier == store.identifier }
      .sorted { $0.core.isBefore($1.core) }
  }
}

extension NSManagedObjectContext {
  /// The stores that the program has written itself.
  private var storesOfProgram: [NSPersistentStore] {
    persistentStoreCoordinator?.persistentStores.filter(\.isOfProgram) ?? []
  }

  /// Whether the context reads and writes stores of the program without a parent between them.
  var usesStoresOfProgram: Bool { parent == nil && !storesOfProgram.isEmpty }

  /// Tells incremental stores of the objects that the context has, and has not any more. This is done
  /// after fetches, saves and `reset()`.
  func tellStoresOfObjects() {
    let stores = storesOfProgram.compactMap { $0 as? NSIncrementalStore }
    guard !stores.isEmpty else { return }
    let coordinator = identityCoordinator
    let present = core.registeredObjects.filter { !$0.objectID.isTemporary }.map {
      NSManagedObjectID($0.objectID, coordinator)
    }
    told.tell(Set(present), stores)
  }
}

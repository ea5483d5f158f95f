/// Chooses the store in which a new object is saved.
///
/// An object that was assigned to a store is saved there. Otherwise it is saved in the store of a
/// related object or, if there is none, in the first store; both only if the store can be changed
/// and has the object's entity (OG-410).
struct StoreChoice {
  let stores: [any ObjectStore]

  init(_ stores: [any ObjectStore]) { self.stores = stores }

  /// The index in ``stores`` of the store for an object.
  func index(for object: ManagedObject) throws -> Int {
    if let assigned = object.details?.assignedStore {
      guard let index = stores.firstIndex(where: { $0.identifier == assigned }) else {
        throw ObjectError.noStore(object.plan.name)
      }
      guard !stores[index].isReadOnly else { throw ObjectError.readOnly(stores[index].path) }
      return index
    }
    func suits(_ store: any ObjectStore) -> Bool { store.holds(object.plan) && !store.isReadOnly }
    guard let first = stores.firstIndex(where: suits) else {
      if let readOnly = stores.first(where: { $0.holds(object.plan) }) {
        throw ObjectError.readOnly(readOnly.path)
      }
      throw ObjectError.noStore(object.plan.name)
    }
    guard stores.count > 1, stores[(first + 1)...].contains(where: suits) else { return first }
    var visited: Set<ObjectIdentifier> = []
    guard let wanted = relatedStore(object, &visited) else { return first }
    return stores.firstIndex { $0.identifier == wanted && suits($0) } ?? first
  }

  /// The identifier of the store of a related object, even if the path to it leads through other
  /// new objects; `nil` if no related object has a store.
  private func relatedStore(
    _ object: ManagedObject, _ visited: inout Set<ObjectIdentifier>
  ) -> String? {
    guard visited.insert(ObjectIdentifier(object)).inserted, let details = object.details else {
      return nil
    }
    var related: [ManagedObject] = []
    for case .object(let other?) in details.toOnes { related.append(other) }
    for toMany in details.toManys {
      related += (toMany.members ?? toMany.added).elements
    }
    for other in related {
      if let store = other.savedID.place.store ?? other.details?.assignedStore { return store }
    }
    for other in related {
      if let store = relatedStore(other, &visited) { return store }
    }
    return nil
  }
}

/// The error of a save in which some stores were written before another one failed.
struct PartialSave: Error {
  /// The identifiers of the stores that were saved.
  var written: Set<String>
  var cause: any Error
}

extension ObjectError {
  static func noStore(_ entity: String) -> ObjectError {
    ObjectError(
      .noStore, "No store that can be changed has objects of the entity '\(entity)'. Add one first."
    )
  }

  static func readOnly(_ path: String?) -> ObjectError {
    ObjectError(
      .readOnlyStore,
      "'\(path ?? "the store in memory")' was opened for reading only and cannot be saved.",
      userInfo: [
        "reason": .string("attempt to write a readonly database"),
        "NSSQLiteErrorDomain": .integer(8),
      ])
  }
}

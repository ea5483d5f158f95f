import MomentumObjects

/// Lets the object graph use a subclass of `NSAtomicStore` that the program declares: it has all objects
/// in memory as nodes and writes its file as a whole.
final class AtomicAdapter: AtomicStore, IdentifyingStore {
  private let store: NSAtomicStore

  init(_ store: NSAtomicStore, _ make: @escaping StoreReferences.Maker) {
    self.store = store
    store.references.open(make)
  }

  func load() throws -> (
    metadata: [String: MetadataValue], objects: [(id: ObjectID, values: [String: StoredValue])]
  ) {
    try store.loadMetadata()
    try store.load()
    let metadata = store.openingMetadata { UUID().uuidString }
    return (metadata, store.allNodes.map { ($0.objectID.core, record($0)) })
  }

  private func record(_ node: NSAtomicStoreCacheNode) -> [String: StoredValue] {
    store.record(store.entity(of: node.objectID.core)) { node.value(forKey: $0.name) }
  }

  func newIdentities(for objects: [ManagedObject]) throws -> [ObjectID] {
    objects.map { core in
      let object = ManagedObjectClasses.shared.object(of: core)
      let reference = store.newReferenceObject(for: object)
      return store.objectID(for: object.entity, withReferenceObject: reference).core
    }
  }

  /// Only the object graph's own contexts would ask for references without objects.
  func newReference(entityName: String) throws -> String {
    throw ObjectMisuse.withoutObjects(1, entityName)
  }

  /// Brings the nodes to the state of the objects of the saving context. While the store is written its
  /// objects cannot be read.
  func prepare(inserted: [ObjectID], updated: [ObjectID], deleted: [ObjectID]) throws {
    guard let context = StoreCaller.context else {
      throw ObjectMisuse.withoutObjects(inserted.count, "")
    }
    let removed = deleted.compactMap { store.cacheNode(for: id($0)) }
    if !removed.isEmpty {
      store.willRemoveCacheNodes(Set(removed))
      store.replaceNodes(store.allNodes.filter { node in !removed.contains { $0 === node } })
    }
    for id in inserted { store.add(store.newCacheNode(for: context.object(named: id))) }
    for id in inserted + updated {
      guard let node = store.cacheNode(for: self.id(id)) else { continue }
      store.updateCacheNode(node, from: context.object(named: id))
    }
  }

  private func id(_ id: ObjectID) -> NSManagedObjectID {
    NSManagedObjectID(id, store.persistentStoreCoordinator)
  }

  /// Gives the nodes the saved values and lets the store write them. Every node that differs is set,
  /// not only those of changed objects: a change of a relationship also changes its other side, and a save that failed
  /// has left wrong values behind.
  func save(
    _ objects: [(id: ObjectID, values: [String: StoredValue])],
    metadata: [String: MetadataValue]
  ) throws {
    store.takeMetadata(metadata)
    let present = Set(objects.map { id($0.id) })
    store.replaceNodes(store.allNodes.filter { present.contains($0.objectID) })
    for (id, values) in objects {
      let entity = store.entity(of: id)
      guard let node = store.cacheNode(for: self.id(id)), !isEqual(record(node), values, entity)
      else { continue }
      take(values, entity, node)
    }
    try store.save()
  }

  private func take(
    _ values: [String: StoredValue], _ entity: NSEntityDescription, _ node: NSAtomicStoreCacheNode
  ) {
    let conversion = PropertyConversion(entity)
    for property in entity.properties where !property.isTransient {
      let value: Any?
      switch values[property.name] {
      case nil:
        // The elements of a composite have names of their own; the node has the whole already.
        guard !(property is NSCompositeAttributeDescription) else { continue }
        value = nil
      case .attribute(let stored)?:
        value = conversion.value(of: .attribute(stored), forKey: property.name)
      case .identity(let other)?: value = store.cacheNode(for: id(other))
      case .identities(let others)?:
        let nodes = others.compactMap { store.cacheNode(for: id($0)) }
        let isOrdered = (property as? NSRelationshipDescription)?.isOrdered == true
        value = isOrdered ? NSOrderedSet(array: nodes) as Any : NSSet(array: nodes) as Any
      }
      node.setValue(value, forKey: property.name)
    }
  }

  /// Whether two records have the same values. The members of an unordered relationship have no order.
  private func isEqual(
    _ one: [String: StoredValue], _ other: [String: StoredValue], _ entity: NSEntityDescription
  ) -> Bool {
    func plain(_ record: [String: StoredValue]) -> [String: StoredValue] {
      var result = record
      for (name, value) in record {
        guard case .identities(let ids) = value else { continue }
        let isOrdered = entity.relationshipsByName[name]?.isOrdered == true
        let sorted = isOrdered ? ids : ids.sorted { $0.number < $1.number }
        result[name] = ids.isEmpty ? nil : .identities(sorted)
      }
      return result
    }
    return plain(one) == plain(other)
  }
}

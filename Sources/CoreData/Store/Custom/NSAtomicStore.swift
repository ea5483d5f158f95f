import MomentumObjects

/// The values of an object in an atomic store.
open class NSAtomicStoreCacheNode: NSObject {
  open internal(set) var objectID: NSManagedObjectID
  /// Values by name of the property. Those of relationships are nodes, or sets of nodes.
  open var propertyCache: NSMutableDictionary?

  public init(objectID moid: NSManagedObjectID) { objectID = moid }

  open func value(forKey key: String) -> Any? { flat(propertyCache?[key]) }

  open func setValue(_ value: Any?, forKey key: String) {
    let cache = propertyCache ?? NSMutableDictionary()
    cache[key] = flat(value)
    propertyCache = cache
  }
}

/// A store that is read as a whole when it is opened, and written as a whole by each save.
///
/// Register the class with `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
  let references = StoreReferences()
  private let nodes = Locked(Nodes())

  /// The nodes by identity, in the order in which they were added.
  private struct Nodes: @unchecked Sendable {
    // `@unchecked`: nodes are changed by saves only, which a coordinator runs one at a time.
    var all: [NSAtomicStoreCacheNode] = []
    var places: [NSManagedObjectID: Int] = [:]
  }

  override var isOfProgram: Bool { true }

  /// Reads all objects, and adds their nodes with `addCacheNodes(_:)`.
  open func load() throws { Self.raiseAbstract("load()") }
  /// Writes all nodes.
  open func save() throws { Self.raiseAbstract("save()") }

  /// A text or number for a new object, which no other object has or had.
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    Self.raiseAbstract("newReferenceObject(for:)")
  }

  /// The node of a new object, with its attributes.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    for name in managedObject.entity.attributesByName.keys {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    return node
  }

  /// Gives a node the values of an object that was changed, or is new.
  open func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for name in managedObject.entity.attributesByName.keys {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for (name, relationship) in managedObject.entity.relationshipsByName {
      let related = managedObject.objectIDs(forRelationshipNamed: name).compactMap {
        cacheNode(for: $0)
      }
      if !relationship.isToMany {
        node.setValue(related.first, forKey: name)
      } else if relationship.isOrdered {
        node.setValue(NSOrderedSet(array: related), forKey: name)
      } else {
        node.setValue(NSSet(array: related), forKey: name)
      }
    }
  }

  /// Called before the nodes of deleted objects are removed.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  public func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(allNodes) }

  public func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes.sorted(by: { $0.objectID.core.number < $1.objectID.core.number }) {
      add(node)
    }
  }

  public func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
    nodes.withLock { nodes in nodes.places[objectID].map { nodes.all[$0] } }
  }

  /// An identity made of a text or number of the store.
  public func objectID(
    for entity: NSEntityDescription, withReferenceObject data: Any
  ) -> NSManagedObjectID { references.id(entity, data, persistentStoreCoordinator) }

  /// The text or number that an identity was made of.
  public func referenceObject(for objectID: NSManagedObjectID) -> Any { references[objectID] }

  // MARK: - Nodes

  var allNodes: [NSAtomicStoreCacheNode] { nodes.withLock { $0 }.all }

  func add(_ node: NSAtomicStoreCacheNode) {
    nodes.withLock { nodes in
      if let known = nodes.places[node.objectID] {
        nodes.all[known] = node
      } else {
        nodes.places[node.objectID] = nodes.all.count
        nodes.all.append(node)
      }
    }
  }

  func replaceNodes(_ all: [NSAtomicStoreCacheNode]) {
    nodes.withLock { nodes in
      nodes.all = all
      nodes.places = Dictionary(all.enumerated().map { ($1.objectID, $0) }) { first, _ in first }
    }
  }

  /// Makes the identities of nodes again. Those of nodes that were loaded were made before the store had
  /// its identifier.
  func renewIdentities() {
    let all = allNodes
    for node in all {
      let (old, coordinator) = (node.objectID, persistentStoreCoordinator)
      node.objectID = references.id(entity(of: old.core), references[old], coordinator)
    }
    replaceNodes(all)
  }
}

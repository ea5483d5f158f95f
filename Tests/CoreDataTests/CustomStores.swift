import CoreData

/// A store that keeps single objects in memory, and notes what it is asked for.
final class CacheStore: NSIncrementalStore, @unchecked Sendable {
  struct Row {
    var entity: String
    var values: [String: Any]
    var related: [String: [NSManagedObjectID]]
    var version: UInt64 = 1
  }

  private var rows: [String: Row] = [:]
  private var last = 0
  private(set) var calls: [String] = []
  private(set) var registered: Set<NSManagedObjectID> = []
  var failure: NSError?

  override func loadMetadata() throws {
    metadata = [NSStoreUUIDKey: "CACHE-1", NSStoreTypeKey: "Cache"]
  }

  override class func identifierForNewStore(at storeURL: URL) -> Any { "unused" }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    ["path": url.path]
  }

  override class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws { throw NSError(domain: "Cache", code: 9) }

  override func didAdd(to coordinator: NSPersistentStoreCoordinator) { calls.append("didAdd") }
  override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
    calls.append("willRemove")
  }

  private func key(_ id: NSManagedObjectID) -> String {
    "\(id.entity.name ?? "")/\(referenceObject(for: id))"
  }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    if let failure { throw failure }
    guard let context else { return [Any]() }
    if let save = request as? NSSaveChangesRequest {
      calls.append("save")
      for object in save.insertedObjects ?? [] { write(object) }
      for object in save.updatedObjects ?? [] { write(object) }
      for object in save.deletedObjects ?? [] { rows[key(object.objectID)] = nil }
      return [Any]()
    }
    guard let request = request as? NSFetchRequest<any NSFetchRequestResult>,
      let entity = request.entity
    else { return [Any]() }
    calls.append("fetch")
    var found: [NSManagedObject] = []
    for row in rows.sorted(by: { $0.key < $1.key }) {
      guard row.value.entity == entity.name,
        let reference = row.key.split(separator: "/").last.flatMap({ Int($0) })
      else { continue }
      let object = context.object(
        with: newObjectID(for: entity, referenceObject: NSNumber(value: reference)))
      if request.predicate?.evaluate(with: object) ?? true { found.append(object) }
    }
    for sort in (request.sortDescriptors ?? []).reversed() {
      found.sort { sort.compare($0, to: $1) == .orderedAscending }
    }
    return request.fetchLimit > 0 ? Array(found.prefix(request.fetchLimit)) : found
  }

  private func write(_ object: NSManagedObject) {
    let key = key(object.objectID)
    var row =
      rows[key] ?? Row(entity: object.entity.name ?? "", values: [:], related: [:], version: 0)
    row.version += 1
    for name in object.entity.attributesByName.keys {
      row.values[name] = object.value(forKey: name)
    }
    for name in object.entity.relationshipsByName.keys {
      row.related[name] = object.objectIDs(forRelationshipNamed: name)
    }
    rows[key] = row
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    guard let row = rows[key(objectID)] else { throw NSError(domain: "Cache", code: 404) }
    let node = NSIncrementalStoreNode(objectID: objectID, withValues: [:], version: 0)
    node.update(withValues: row.values, version: row.version)
    return node
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    let ids = rows[key(objectID)]?.related[relationship.name] ?? []
    return relationship.isToMany ? ids : ids.first ?? NSNull()
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    array.map { object in
      last += 1
      return newObjectID(for: object.entity, referenceObject: NSNumber(value: last))
    }
  }

  override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
    registered.formUnion(objectIDs)
  }

  override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
    registered.subtract(objectIDs)
  }
}

/// A store that is a file with one line for each object: entity, reference and a text.
final class LineStore: NSAtomicStore, @unchecked Sendable {
  private(set) var removed = 0
  private(set) var updated = 0
  private(set) var made: [String] = []

  override func loadMetadata() throws { metadata = [NSStoreUUIDKey: "LINES-1"] }

  override func load() throws {
    guard let url, let text = try? String(contentsOf: url, encoding: .utf8) else { return }
    var nodes: Set<NSAtomicStoreCacheNode> = []
    var authors: [String: NSAtomicStoreCacheNode] = [:]
    let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4, let entity = entities[cells[0]] else {
        throw CocoaError(.fileReadCorruptFile)
      }
      let node = NSAtomicStoreCacheNode(
        objectID: objectID(for: entity, withReferenceObject: cells[1]))
      if entity.name == "Author" {
        node.setValue(cells[2], forKey: "name")
        authors[cells[1]] = node
      } else {
        node.setValue(cells[2], forKey: "title")
        if let author = authors[cells[3]] {
          node.setValue(author, forKey: "author")
          let books = author.value(forKey: "books") as? Set<NSAtomicStoreCacheNode> ?? []
          author.setValue(books.union([node]), forKey: "books")
        }
      }
      nodes.insert(node)
    }
    addCacheNodes(nodes)
  }

  override func save() throws {
    let nodes = cacheNodes().sorted { line($0) < line($1) }
    guard let url else { return }
    try nodes.map { line($0) }.joined(separator: "\n").write(
      to: url, atomically: true, encoding: .utf8)
  }

  private func line(_ node: NSAtomicStoreCacheNode) -> String {
    let entity = node.objectID.entity.name ?? ""
    let text = node.value(forKey: entity == "Author" ? "name" : "title") as? String ?? ""
    let author = (node.value(forKey: "author") as? NSAtomicStoreCacheNode)
      .map { "\(referenceObject(for: $0.objectID))" }
    return [entity, "\(referenceObject(for: node.objectID))", text, author ?? ""]
      .joined(separator: "\t")
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    let name = managedObject.entity.name == "Author" ? "name" : "title"
    return (managedObject.value(forKey: name) as? String ?? "").lowercased()
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = super.newCacheNode(for: managedObject)
    made.append("\(node.objectID.entity.name ?? "") \(node.value(forKey: "title") ?? "")")
    return node
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    super.updateCacheNode(node, from: managedObject)
    updated += 1
  }

  override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    removed += cacheNodes.count
  }
}

import Foundation
import MomentumModel
import MomentumPropertyList

/// Opens custom stores that are read and written as a whole. They become stores in memory that
/// write themselves to their file.
struct AtomicOpening {
  let store: any AtomicStore
  let references: CustomReferences
  let model: ModelPlan
  let description: StoreDescription

  func open() throws -> any ObjectStore {
    // `load` makes the identities of objects before the identifier of the store is known, so these
    // identities have an empty one. Only their entities and numbers are used.
    _ = references.open("")
    let (metadata, objects) = try store.load()
    let type = description.kind.type
    guard case .string(let identifier)? = metadata["NSStoreUUID"], !identifier.isEmpty else {
      throw ObjectError.missingIdentifier(type)
    }
    var information = StoreInformation(metadata: metadata)
    information["NSStoreType"] = .string(type)
    let places = references.open(identifier)
    let nodes = try objects.map { try node($0.id, $0.values) }
    let options = MemoryStoreOptions(
      configuration: description.configuration, isReadOnly: description.isReadOnly)
    let (store, references, model) = (store, references, model)
    let write: StoreWrite = { contents in
      try store.save(
        contents.nodes.map { Self.record($0, places, model) },
        metadata: contents.information.metadata)
    }
    return try NumberedStore(
      MemoryObjectStore(
        model, StoreContents(information: information, lastNumber: 0, nodes: nodes), options,
        MemoryObjectStore.Kind(
          type: type, path: description.kind.path, isChanged: objects.isEmpty, write: write,
          references: { references.text($0) ?? "" }, numbers: { _ in nil })),
      store, references)
  }

  private func node(_ id: ObjectID, _ record: [String: StoredValue]) throws -> StoreNode {
    let row = try RowSnapshot(
      id, version: 1, record.filter { if case .identities = $0.value { false } else { true } },
      model)
    let toManys = try id.entity.toManys.map { relationship -> [Int64] in
      switch record[relationship.name] {
      case nil: return []
      case .identities(let members)?: return members.map(\.number)
      case .attribute?, .identity?: throw ObjectError.wrongRecord(id, relationship.name)
      }
    }
    return StoreNode(
      entity: id.entity, number: id.number, values: row.values,
      toOnes: row.toOnes.map { $0?.number }, toManys: toManys)
  }

  private static func record(
    _ node: StoreNode, _ places: ObjectPlaces, _ model: ModelPlan
  ) -> (id: ObjectID, values: [String: StoredValue]) {
    let entity = node.entity
    var record: [String: StoredValue] = [:]
    for (index, value) in node.values.enumerated() {
      if let value { record[entity.name(ofLeaf: index, model)] = .attribute(value) }
    }
    for (index, number) in node.toOnes.enumerated() {
      let relationship = entity.toOnes[index]
      guard let number else { continue }
      record[relationship.name] = .identity(
        ObjectID(places[model[relationship.destination]], number))
    }
    for (index, numbers) in node.toManys.enumerated() where !numbers.isEmpty {
      let relationship = entity.toManys[index]
      record[relationship.name] = .identities(
        numbers.map { ObjectID(places[model[relationship.destination]], $0) })
    }
    return (ObjectID(places[entity], node.number), record)
  }
}

/// A store in memory whose new objects get their references from a custom store.
private final class NumberedStore: ObjectStore {
  private let memory: MemoryObjectStore
  private let store: any AtomicStore
  private let references: CustomReferences

  init(
    _ memory: MemoryObjectStore, _ store: any AtomicStore, _ references: CustomReferences
  ) {
    self.memory = memory
    self.store = store
    self.references = references
  }

  var type: String { memory.type }
  var path: String? { memory.path }
  var identifier: String { memory.identifier }
  var configuration: String? { memory.configuration }
  var isReadOnly: Bool { memory.isReadOnly }
  var places: ObjectPlaces { memory.places }
  var metadata: StoreInformation {
    get { memory.metadata }
    set { memory.metadata = newValue }
  }

  func holds(_ entity: EntityPlan) -> Bool { memory.holds(entity) }
  func rows(_ fetch: StoreFetch) throws -> [RowSnapshot] { try memory.rows(fetch) }
  func identities(_ fetch: StoreFetch) throws -> [ObjectID] { try memory.identities(fetch) }
  func count(_ fetch: StoreFetch) throws -> Int { try memory.count(fetch) }
  func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]] {
    try memory.dictionaries(fetch)
  }
  func row(_ id: ObjectID) throws -> RowSnapshot? { try memory.row(id) }
  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID] {
    try memory.members(relationship, of: id)
  }
  func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]] {
    try memory.members(relationship, of: ids)
  }
  func number(ofReference text: String, of entity: EntityPlan) -> Int64? {
    references.number(inURI: text, entity)
  }
  var identifyingStore: (any IdentifyingStore)? { store as? any IdentifyingStore }
  var wantsEmptySaves: Bool { memory.wantsEmptySaves }
  func save(_ changes: StoreChanges) throws {
    if let store = store as? any IdentifyingStore, !isReadOnly {
      try store.prepare(
        inserted: changes.inserts.map(\.row.id), updated: changes.updates.map(\.new.id),
        deleted: changes.deletes.map(\.old.id))
    }
    try memory.save(changes)
  }
  func close() { memory.close() }

  func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64> {
    let new = try (0..<count).map { _ in try store.newReference(entityName: root.name) }
    return try references.numbers(new, root)
  }
}

import Foundation
package import MomentumModel
import MomentumPropertyList
import MomentumQuery

/// Connects a store that a program has written itself to contexts.
final class IncrementalObjectStore: ObjectStore {
  let type: String
  let path: String?
  let identifier: String
  let configuration: String?
  let isReadOnly: Bool
  let places: ObjectPlaces
  let model: ModelPlan
  private let store: any IncrementalStore
  private let references: CustomReferences
  private let held: Set<EntityID>?
  private let information: Locked<StoreInformation>

  init(
    _ store: any IncrementalStore, _ references: CustomReferences, _ model: ModelPlan,
    _ description: StoreDescription
  ) throws {
    let type = description.kind.type
    var information = StoreInformation(metadata: try store.loadMetadata())
    guard case .string(let identifier)? = information["NSStoreUUID"], !identifier.isEmpty else {
      throw ObjectError.missingIdentifier(type)
    }
    information["NSStoreType"] = .string(type)
    held = try model.members(of: description.configuration)
    self.type = type
    self.identifier = identifier
    path = description.kind.path
    configuration = description.configuration
    isReadOnly = description.isReadOnly
    places = references.open(identifier)
    self.model = model
    self.store = store
    self.references = references
    self.information = Locked(information)
  }

  var metadata: StoreInformation {
    get { information.withLock { $0 } }
    set {
      information.withLock { known in
        var changed = newValue
        for key in ["NSStoreType", "NSStoreUUID"] { changed[key] = known[key] }
        known = changed
      }
    }
  }

  func holds(_ entity: EntityPlan) -> Bool { held?.contains(entity.id) ?? true }

  func number(ofReference text: String, of entity: EntityPlan) -> Int64? {
    references.number(inURI: text, entity)
  }

  func close() { store.close() }

  // MARK: - Reading

  func row(_ id: ObjectID) throws -> RowSnapshot? {
    guard id.place.store == identifier, let found = try store.values(of: id) else { return nil }
    return try RowSnapshot(id, version: found.version, found.values, model)
  }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID] {
    guard id.place.store == identifier else { return [] }
    let members = try store.members(relationship.name, of: id)
    guard members.allSatisfy({ $0.entity.inherits(from: relationship.destination) }) else {
      throw ObjectError.wrongRecord(id, relationship.name)
    }
    return members
  }

  func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]] {
    var result: [ObjectID: [ObjectID]] = [:]
    for id in ids where id.place.store == identifier {
      result[id] = try members(relationship, of: id)
    }
    return result
  }

  func identities(_ fetch: StoreFetch) throws -> [ObjectID] {
    if let request = fetch.source, let ids = try store.fetch(request) { return ids }
    return try evaluated(fetch).map(\.id)
  }

  func rows(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    if let ids = fetch.identities { return try ids.compactMap { try row($0) } }
    if let request = fetch.source, let ids = try store.fetch(request) {
      return try ids.compactMap { try row($0) }
    }
    return try evaluated(fetch)
  }

  /// The rows of a request that the store cannot answer itself; they are found in memory.
  private func evaluated(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    try RecordReader(self, all(fetch)).answer { try MemoryFetch($0, fetch).rows() }
  }

  private func all(_ fetch: StoreFetch) throws -> [ObjectID] {
    try store.objects(entityName: model[fetch.request.entity].name)
  }

  func count(_ fetch: StoreFetch) throws -> Int { try identities(fetch).count }

  func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]] {
    // A custom store returns no dictionaries, so make them in memory from all objects of the
    // entity.
    try RecordReader(self, all(fetch)).answer { try MemoryFetch($0, fetch).dictionaries() }
  }

  // MARK: - Writing

  func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64> {
    let new = try store.newReferences(count, entityName: root.name)
    guard new.count == count else {
      throw ObjectMisuse(
        "NSInternalInconsistencyException",
        "the store has returned \(new.count) references for \(count) objects of \(root.name)")
    }
    return try references.numbers(new, root)
  }

  var identifyingStore: (any IdentifyingStore)? { store as? any IdentifyingStore }

  /// Core Data also sends saves without changes to such a store (observed).
  var wantsEmptySaves: Bool { true }

  func save(_ changes: StoreChanges) throws {
    guard !isReadOnly else {
      guard changes.isEmpty else { throw SQLiteStoreError.readOnly(path: path) }
      return
    }
    var conflicts: [(id: ObjectID, present: RowSnapshot?)] = []
    for (id, version) in changes.readVersions {
      let present = try row(id)
      if present?.version != version { conflicts.append((id, present)) }
    }
    guard conflicts.isEmpty else { throw StoreConflict.rows(conflicts) }
    try store.save(records(changes), metadata: metadata.metadata)
  }

  private func records(_ changes: StoreChanges) throws -> [RecordChange] {
    let members = try RecordLinks(self, changes)
    func record(_ row: RowSnapshot) -> [String: StoredValue] {
      row.record(model).merging(members[row.id]) { _, new in new }
    }
    return changes.inserts.map { .insert($0.row.id, record($0.row)) }
      + changes.updates.map { .update($0.new.id, record($0.new), version: $0.oldVersion) }
      + changes.deletes.map { .delete($0.old.id, version: $0.old.version) }
  }
}

/// The members of to-many relationships after a save, by object and then by name of the
/// relationship.
private struct RecordLinks {
  private var all: [ObjectID: [String: [ObjectID]]] = [:]

  init(_ store: IncrementalObjectStore, _ changes: StoreChanges) throws {
    let new = Set(changes.inserts.map(\.row.id))
    var links = self
    func change(
      _ id: ObjectID, _ relationship: ObjectRelationship, _ body: (inout [ObjectID]) -> Void
    ) throws {
      var members =
        try links.all[id]?[relationship.name]
        ?? (new.contains(id) ? [] : store.members(relationship, of: id))
      body(&members)
      links.all[id, default: [:]][relationship.name] = members
    }
    for link in changes.links {
      try change(link.source, link.relationship) { members in
        members.removeAll { link.removed.contains($0) }
        members += link.added.filter { !members.contains($0) }
        if let order = link.order { members = order }
      }
      guard case .toMany(let place)? = link.relationship.inverse else { continue }
      for other in link.added {
        try change(other, other.entity.toManys[place]) { members in
          if !members.contains(link.source) { members.append(link.source) }
        }
      }
      for other in link.removed {
        try change(other, other.entity.toManys[place]) { $0.removeAll { $0 == link.source } }
      }
    }
    self = links
  }

  subscript(id: ObjectID) -> [String: StoredValue] {
    all[id]?.mapValues { .identities($0) } ?? [:]
  }
}

/// Reads objects of a custom store for a request that is evaluated in memory.
///
/// `@unchecked`: one request uses it, on one thread.
private final class RecordReader: RowReader, @unchecked Sendable {
  private let store: IncrementalObjectStore
  private let ids: [ObjectID]
  private var rows: [ObjectID: RowSnapshot?] = [:]
  /// The first error. Predicates cannot throw errors, so it is thrown after the evaluation.
  private var failure: (any Error)?

  init(_ store: IncrementalObjectStore, _ ids: [ObjectID]) {
    self.store = store
    self.ids = ids
  }

  func answer<Result>(_ body: (RecordReader) throws -> Result) throws -> Result {
    let result = try body(self)
    if let failure { throw failure }
    return result
  }

  var model: ModelPlan { store.model }

  func row(_ id: ObjectID) -> RowSnapshot? {
    if let known = rows[id] { return known }
    let row: RowSnapshot?
    do { row = try store.row(id) } catch {
      failure = failure ?? error
      row = nil
    }
    rows[id] = .some(row)
    return row
  }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) -> [RowSnapshot] {
    do { return try store.members(relationship, of: id).compactMap { row($0) } } catch {
      failure = failure ?? error
      return []
    }
  }

  func candidates(of entity: EntityPlan) -> [RowSnapshot] { ids.compactMap { row($0) } }
}

extension ModelPlan {
  /// The entities of a configuration; `nil` for all entities.
  package func members(of configuration: String?) throws -> Set<EntityID>? {
    guard let configuration else { return nil }
    guard let known = model.configurations.first(where: { $0.name == configuration }) else {
      throw SQLiteStoreError.unknownConfiguration(configuration)
    }
    return Set(known.members)
  }
}

import MomentumModel
import MomentumQuery

// A context as the source of rows for its child contexts, and the save of a child context.

extension ObjectContext: ObjectSource {
  final func rows(_ fetch: StoreFetch, stores: [String]?) throws -> [RowSnapshot] {
    try performAndWait {
      if let identities = fetch.identities {
        return try identities.compactMap { try row($0, known: nil, maximumAge: -1) }
      }
      return try objects(fetch, stores).compactMap { try $0.snapshot() }
    }
  }

  final func identities(_ fetch: StoreFetch, stores: [String]?) throws -> [ObjectID] {
    try performAndWait { try objects(fetch, stores).map(\.objectID) }
  }

  final func count(_ fetch: StoreFetch, stores: [String]?) throws -> Int {
    try performAndWait { try objects(fetch, stores).count }
  }

  final func row(
    _ id: ObjectID, known: RowSnapshot?, maximumAge: Double
  ) throws -> RowSnapshot? {
    try performAndWait {
      let id = coordinator.permanentID(of: id)
      if let object = registeredObject(for: id) {
        guard !object.isDeleted else { return nil }
        if object.isFault { try object.realize() }
        return object.isDeleted ? nil : try object.snapshot()
      }
      guard !id.isTemporary || parent != nil else { return nil }
      return try source.row(id, known: known, maximumAge: maximumAge)
    }
  }

  final func members(
    _ relationship: ObjectRelationship, of id: ObjectID
  ) throws -> [ObjectID] {
    try performAndWait {
      let id = coordinator.permanentID(of: id)
      guard case .toMany(let index)? = id.entity.place(of: relationship.name) else { return [] }
      return try object(with: id).members(index).filter { !$0.isDeleted }.map(\.objectID)
    }
  }

  final func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot]) {
    try performAndWait {
      // The parent reads missing members with one request for all owners.
      let owners = ids.map { object(with: coordinator.permanentID(of: $0)) }
      try prefetcher.prefetch(relationship.name, owners)
      var result: [ObjectID: [ObjectID]] = [:]
      for id in ids { result[id] = try members(relationship, of: id) }
      return (result, [])
    }
  }

  private func objects(_ fetch: StoreFetch, _ stores: [String]?) throws -> [ManagedObject] {
    propagatePendingDeletes()
    return try ContextFetch(self, fetch, stores).patched()
  }
}

/// A temporary identity that has become a permanent one.
struct RenamedID {
  var temporary: ObjectID
  var permanent: ObjectID
}

extension ObjectContext {
  /// Gives the objects of this child context the permanent identities that saves of the parent have
  /// made.
  ///
  /// It is called when the child is used next: the parent saves on another thread, where it must
  /// not change the child's objects. It must run before objects are looked up for rows: an object
  /// with a temporary identity would not be found, and the row would get a second object.
  final func takeRenames() {
    guard parent != nil else { return }
    let ids = renames.withLock { waiting -> [RenamedID] in
      guard !waiting.isEmpty else { return [] }
      defer { waiting = [] }
      return waiting
    }
    for id in ids {
      guard let object = identities.object(id.temporary) else { continue }
      rename(object, to: id.permanent)
    }
  }
}

extension ManagedObject {
  /// The present values as a row, for a child context. Transient values are not in it: a child hands
  /// them to its parent when it saves, but does not read them there.
  ///
  /// Observed: after its save, a child that fetches the object again reads an empty transient value, while
  /// the parent has the one that was saved (tests of CoreDataPlus).
  final func snapshot(version: Int64? = nil, readAt: Double? = nil) throws -> RowSnapshot {
    try realize()
    var values = leafValues
    for leaf in values.indices where plan.leaves[leaf].isTransient { values[leaf] = nil }
    return RowSnapshot(
      objectID, version: version ?? row?.version ?? 0, values: values,
      toOnes: try plan.toOnes.indices.map { try toOneID($0) },
      readAt: readAt ?? row?.readAt ?? 0)
  }
}

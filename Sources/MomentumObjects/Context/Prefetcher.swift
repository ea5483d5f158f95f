import MomentumModel
import MomentumQuery

/// Reads many objects of a context at once: those of relationships, and faults.
struct Prefetcher {
  let context: ObjectContext
  private var model: ModelPlan { context.model }

  /// Throws if a key path to prefetch has a name that is no relationship of the entity or its
  /// sub-entities, even if the request finds no object.
  func check(_ request: ObjectRequest) throws {
    guard let entity = model.entity(named: request.entityName) else { return }
    for path in request.prefetchedKeyPaths {
      var plan = entity
      for name in path.split(separator: ".").map(String.init) {
        plan = model[try relationship(name, of: plan).destination]
      }
    }
  }

  private func relationship(_ name: String, of plan: EntityPlan) throws -> ObjectRelationship {
    switch plan.place(of: name) {
    case .toOne(let index)?: return plan.toOnes[index]
    case .toMany(let index)?: return plan.toManys[index]
    case .attribute?, .fetchedProperty?, nil:
      // A sub-entity may declare the relationship.
      let below = model.entities.filter { $0.id != plan.id && $0.inherits(from: plan.id) }
      for other in below {
        if case .toOne(let index)? = other.place(of: name) { return other.toOnes[index] }
        if case .toMany(let index)? = other.place(of: name) { return other.toManys[index] }
      }
      throw ObjectMisuse.unknownKey(name, plan)
    }
  }

  /// Reads the objects of a path of relationships with one request for each relationship.
  func prefetch(_ path: String, _ objects: [ManagedObject]) throws {
    var owners = objects
    for name in path.split(separator: ".").map(String.init) {
      var next = ObjectSet()
      for (place, group) in Dictionary(grouping: owners, by: { $0.plan.place(of: name) }) {
        switch place {
        case .toOne(let index)?:
          try realizeTargets(of: group, index, name)
          for owner in group { if let other = try owner.toOne(index) { next.insert(other) } }
        case .toMany(let index)?:
          try fillMembers(of: group, index)
          for owner in group { for other in try owner.members(index) { next.insert(other) } }
        case .attribute?, .fetchedProperty?, nil: continue
        }
      }
      owners = next.elements
      try realize(owners)
    }
  }

  private func realizeTargets(
    of owners: [ManagedObject], _ index: Int, _ name: String
  ) throws {
    try realize(owners)
    var faults = ObjectSet()
    for owner in owners {
      if let other = try owner.toOne(index), other.isFault { faults.insert(other) }
    }
    try realize(faults.elements, prefetching: name)
  }

  private func fillMembers(of owners: [ManagedObject], _ index: Int) throws {
    let open = owners.filter { owner in
      !owner.objectID.isTemporary && (owner.details?.toManys[index].isFault ?? true)
    }
    guard let first = open.first else { return }
    try realize(open)
    let found = try context.source.prefetch(first.plan.toManys[index], of: open.map(\.objectID))
    for owner in open { owner.fill(index, with: found.members[owner.objectID] ?? []) }
    // `fill` keeps the members alive, so each row is now given to a member that is a fault, which
    // then needs no statement.
    _ = context.objects(of: found.rows)
  }

  /// Reads the rows of faults, with one request for each entity.
  ///
  /// - Parameter keyPath: The key path of the prefetching that needs the objects, for logs.
  func realize(_ objects: [ManagedObject], prefetching keyPath: String? = nil) throws {
    try readRows(of: objects, prefetching: keyPath)
    for object in objects where object.isFault { try object.realize() }
  }

  /// Reads the rows of faults without filling the objects.
  func readRows(
    of objects: [ManagedObject], prefetching keyPath: String? = nil, batchSize: Int? = nil
  ) throws {
    let faults = objects.filter { $0.isFault && $0.row == nil && !$0.objectID.isTemporary }
    for (entity, group) in Dictionary(grouping: faults, by: { $0.plan.id })
    where group.count > 1 || keyPath != nil {
      var fetch = StoreFetch(FetchRequest(entity: entity))
      fetch.identities = group.map(\.objectID)
      fetch.prefetchedKeyPath = keyPath
      fetch.request.batchSize = batchSize
      _ = context.objects(of: try context.source.rows(fetch, stores: nil))
    }
  }
}

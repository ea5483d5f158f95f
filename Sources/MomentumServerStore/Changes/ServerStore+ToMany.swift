internal import MomentumModel
public import MomentumRuntime

extension ServerStore {
  /// Adds objects to a to-many relationship: `add([tag.objectID], to: \.tags, of: article)`.
  ///
  /// In an ordered relationship the new objects come last, or from `index` on. The inverse is
  /// updated: if it is to-one, an added object leaves its former owner.
  public func add<Entity: StoredEntity, Destination: StoredEntity>(
    _ ids: some Sequence<Destination.ID>,
    to relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity,
    at index: Int? = nil
  ) async throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try await changeToMany(relationship, owner) { session, plan, owner in
      if index != nil, !plan.relationship.isOrdered {
        throw StoreFailure(.request, "\(plan.title) is not ordered")
      }
      try await session.add(keys, to: plan, of: owner, at: index)
    }
  }

  /// Removes objects from a to-many relationship. Objects that it does not have are ignored.
  public func remove<Entity: StoredEntity, Destination: StoredEntity>(
    _ ids: some Sequence<Destination.ID>,
    from relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity
  ) async throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try await changeToMany(relationship, owner) { session, plan, owner in
      try await session.remove(keys, from: plan, of: owner)
    }
  }

  /// Replaces the objects of a to-many relationship, in this order if it is ordered.
  public func replace<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity,
    with ids: some Sequence<Destination.ID>
  ) async throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try await changeToMany(relationship, owner) { session, plan, owner in
      try await session.replace(keys, in: plan, of: owner)
    }
  }

  /// Changes the order of an ordered relationship. Throws if `ids` leaves out one of its objects,
  /// names one twice or names another object: a part of the list would not say where the rest goes.
  public func reorder<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity,
    as ids: some Sequence<Destination.ID>
  ) async throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try await changeToMany(relationship, owner) { session, plan, owner in
      guard plan.relationship.isOrdered else {
        throw StoreFailure(.request, "\(plan.title) is not ordered")
      }
      try await session.reorder(keys, in: plan, of: owner)
    }
  }

  private func changeToMany<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, _ owner: Entity,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerSession, RelationshipPlan, Int64) async throws -> Void
  ) async throws(StoreFailure) {
    let row = try database.plan(for: Entity.self)
    let plan = try database.plan(
      relationship(Entity.Paths(.object)).path, from: Entity.entityName)
    let key = owner.objectID.rawValue
    try await database.change(in: session) { session in
      let owner = try await session.objects(row, [key], willBeDeleted: false)
      guard !owner.isEmpty else { throw session.missing(row) }
      try await body(session, plan, key)
    }
  }
}

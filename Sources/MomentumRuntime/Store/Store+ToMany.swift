internal import MomentumModel

extension Store {
  /// Adds objects to a to-many relationship: `add([tag.objectID], to: \.tags, of: article)`.
  ///
  /// In an ordered relationship the new objects come last, or from `index` on. The inverse is
  /// updated: if it is to-one, an added object leaves its former owner.
  public func add<Entity: StoredEntity, Destination: StoredEntity>(
    _ ids: some Sequence<Destination.ID>,
    to relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity,
    at index: Int? = nil
  ) throws(StoreFailure) where Entity.Model == Model {
    try add(ids, to: relationship, of: Entity.self, owner.objectID, at: index)
  }

  /// Adds objects to a to-many relationship of the object with a key.
  public func add<Entity: StoredEntity, Destination: StoredEntity>(
    _ ids: some Sequence<Destination.ID>,
    to relationship: (Entity.Paths) -> ToManyPath<Destination>, of entity: Entity.Type,
    _ owner: Entity.ID, at index: Int? = nil
  ) throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try changeToMany(entity, relationship, owner) { writer, plan, owner in
      if index != nil, !plan.relationship.isOrdered {
        throw StoreFailure(.request, "\(plan.title) is not ordered")
      }
      try writer.add(keys, to: plan, of: owner, at: index)
    }
  }

  /// Removes objects from a to-many relationship. Objects that it does not have are ignored.
  public func remove<Entity: StoredEntity, Destination: StoredEntity>(
    _ ids: some Sequence<Destination.ID>,
    from relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity
  ) throws(StoreFailure) where Entity.Model == Model {
    try remove(ids, from: relationship, of: Entity.self, owner.objectID)
  }

  /// Removes objects from a to-many relationship of the object with a key.
  public func remove<Entity: StoredEntity, Destination: StoredEntity>(
    _ ids: some Sequence<Destination.ID>,
    from relationship: (Entity.Paths) -> ToManyPath<Destination>, of entity: Entity.Type,
    _ owner: Entity.ID
  ) throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try changeToMany(entity, relationship, owner) { writer, plan, owner in
      try writer.remove(keys, from: plan, of: owner)
    }
  }

  /// Replaces the objects of a to-many relationship, in this order if it is ordered.
  public func replace<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity,
    with ids: some Sequence<Destination.ID>
  ) throws(StoreFailure) where Entity.Model == Model {
    try replace(relationship, of: Entity.self, owner.objectID, with: ids)
  }

  /// Replaces the objects of a to-many relationship of the object with a key.
  public func replace<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, of entity: Entity.Type,
    _ owner: Entity.ID, with ids: some Sequence<Destination.ID>
  ) throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try changeToMany(entity, relationship, owner) { writer, plan, owner in
      try writer.replace(keys, in: plan, of: owner)
    }
  }

  /// Changes the order of an ordered relationship. `ids` must name each of its objects once.
  public func reorder<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, of owner: Entity,
    as ids: some Sequence<Destination.ID>
  ) throws(StoreFailure) where Entity.Model == Model {
    try reorder(relationship, of: Entity.self, owner.objectID, as: ids)
  }

  /// Changes the order of an ordered relationship of the object with a key.
  public func reorder<Entity: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Entity.Paths) -> ToManyPath<Destination>, of entity: Entity.Type,
    _ owner: Entity.ID, as ids: some Sequence<Destination.ID>
  ) throws(StoreFailure) where Entity.Model == Model {
    let keys = ids.map(\.rawValue)
    try changeToMany(entity, relationship, owner) { writer, plan, owner in
      try writer.reorder(keys, in: plan, of: owner)
    }
  }

  private func changeToMany<Entity: StoredEntity, Destination: StoredEntity>(
    _ type: Entity.Type, _ relationship: (Entity.Paths) -> ToManyPath<Destination>,
    _ owner: Entity.ID, _ body: (GraphWriter, RelationshipPlan, Int64) throws -> Void
  ) throws(StoreFailure) {
    let path = relationship(Entity.Paths(.object)).path
    try change { writer in
      let plan = try writer.plan(for: type)
      let toMany = try writer.toMany(path, of: plan)
      guard let number = try writer.entityNumber(plan.table, owner.rawValue),
        writer.entity(numbered: number, in: plan.entity) != nil
      else { throw writer.missing(plan) }
      try body(writer, toMany, owner.rawValue)
    }
  }
}

extension GraphWriter {
  /// The to-many relationship that a path names. Throws if the object's entity has no such stored
  /// relationship.
  fileprivate func toMany(_ path: PropertyPath, of plan: RowPlan) throws -> RelationshipPlan {
    let name = path.keys.joined(separator: ".")
    guard path.variable == nil, path.keys.count == 1,
      case .relationship(let id)? = model.property(named: name, in: plan.entity),
      model[id].isToMany, let found = self.plan(for: id)
    else {
      throw StoreFailure(
        .request, "'\(name)' is no stored to-many relationship of entity '\(plan.name)'")
    }
    return found
  }
}

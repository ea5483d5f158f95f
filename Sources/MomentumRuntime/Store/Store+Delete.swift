internal import MomentumSQL

extension Store {
  /// Deletes an object, following the model's delete rules.
  ///
  /// - Throws: `.validation` if a delete rule *Deny* prevents the deletion, or if another object
  ///   would lose an object that it requires; `.noObject` if the object does not exist.
  public func delete<Entity: StoredEntity>(
    _ type: Entity.Type, _ id: Entity.ID
  ) throws(StoreFailure) where Entity.Model == Model {
    try change { writer in
      let plan = try writer.plan(for: type)
      guard let number = try writer.entityNumber(plan.table, id.rawValue),
        writer.entity(numbered: number, in: plan.entity) != nil
      else { throw writer.missing(plan) }
      try writer.delete(plan.root, [id.rawValue: number])
    }
  }

  /// Deletes the object in the store that has the key of a value.
  public func delete<Entity: StoredEntity>(
    _ value: Entity
  ) throws(StoreFailure) where Entity.Model == Model {
    try delete(Entity.self, value.objectID)
  }
}

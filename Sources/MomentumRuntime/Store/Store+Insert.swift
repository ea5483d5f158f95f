internal import MomentumSQL

extension Store {
  /// Inserts an object and returns it with its new key. A key that the value already has is
  /// ignored.
  ///
  /// Its to-one relationships are set on both sides.
  @discardableResult
  public func insert<Entity: StoredEntity>(
    _ value: Entity
  ) throws(StoreFailure) -> Entity where Entity.Model == Model {
    let key = try change { writer in
      try writer.transactionForOne {
        var row = RowEncoder(reserving: Entity.storedProperties.count)
        value.encode(into: &row)
        return try writer.insert(try writer.plan(for: Entity.self), row.values)
      }
    }
    var inserted = value
    inserted.objectID = Entity.ID(rawValue: key)
    return inserted
  }

  /// Inserts objects in one transaction.
  ///
  /// - Returns: The keys of the objects, in order.
  @discardableResult
  public func insert<Entity: StoredEntity>(
    contentsOf values: some Sequence<Entity>
  ) throws(StoreFailure) -> [Entity.ID] where Entity.Model == Model {
    try change { writer in
      try writer.transaction {
        let plan = try writer.plan(for: Entity.self)
        var row = RowEncoder(reserving: plan.propertyCount)
        return try values.map { value in
          row.clear()
          value.encode(into: &row)
          return Entity.ID(rawValue: try writer.insert(plan, row.values))
        }
      }
    }
  }
}

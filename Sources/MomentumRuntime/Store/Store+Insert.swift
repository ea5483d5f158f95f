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
      try writer.transactionForOne { try insert(value, with: writer) }
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
        try values.map { Entity.ID(rawValue: try insert($0, with: writer)) }
      }
    }
  }

  private func insert<Entity: StoredEntity>(
    _ value: Entity, with writer: GraphWriter
  ) throws -> Int64 {
    var row = RowEncoder(reserving: Entity.storedProperties.count)
    value.encode(into: &row)
    return try writer.insert(try writer.plan(for: Entity.self), row.values)
  }
}

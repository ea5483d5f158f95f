internal import MomentumSQL

extension Store {
  /// Inserts an object and returns it with its new key. A key that the value already has is
  /// ignored.
  ///
  /// The inverses of the object's to-one relationships are updated too.
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
  @inlinable
  public func insert<Entity: StoredEntity>(
    contentsOf values: some Sequence<Entity>
  ) throws(StoreFailure) -> [Entity.ID] where Entity.Model == Model {
    try insertRows(of: Entity.self) { rows in
      var keys: [Entity.ID] = []
      keys.reserveCapacity(values.underestimatedCount)
      for value in values {
        value.encode(into: &rows.encoder)
        keys.append(Entity.ID(rawValue: try rows.insert()))
      }
      return keys
    }
  }

  /// Runs a loop of insertions in one transaction. The loop itself is in `insert`, which is
  /// inlinable, so that the compiler can inline the encoder of the client's type into it.
  @usableFromInline
  package func insertRows<Entity: StoredEntity, Result>(
    of type: Entity.Type, _ body: (inout RowInsertion) throws -> Result
  ) throws(StoreFailure) -> Result {
    try change { writer in
      try writer.transaction {
        var rows = RowInsertion(writer, try writer.plan(for: type))
        return try body(&rows)
      }
    }
  }
}

/// Inserts the rows of a loop of insertions, one at a time.
@usableFromInline
package struct RowInsertion {
  /// Collects the values of the next row; `insert` empties it.
  @usableFromInline package var encoder: RowEncoder
  private let writer: GraphWriter
  private let plan: RowPlan

  init(_ writer: GraphWriter, _ plan: RowPlan) {
    self.writer = writer
    self.plan = plan
    encoder = RowEncoder(reserving: plan.propertyCount)
  }

  /// Inserts the row with the encoded values, and returns its key.
  @usableFromInline
  package mutating func insert() throws -> Int64 {
    defer { encoder.clear() }
    return try writer.insert(plan, encoder.values)
  }
}

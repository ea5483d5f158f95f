internal import MomentumSQL

extension Store {
  /// Writes all stored properties of an object that is in the store. Where none differs nothing is written.
  ///
  /// The other sides of its to-one relationships follow. Properties of sub-entities, which the value does
  /// not have, stay as they are.
  public func update<Entity: StoredEntity>(
    _ value: Entity
  ) throws(StoreFailure) where Entity.Model == Model {
    var row = RowEncoder(reserving: Entity.storedProperties.count)
    value.encode(into: &row)
    try change { writer in
      try writer.update(
        try writer.plan(for: Entity.self), value.objectID.rawValue, row.values)
    }
  }
}

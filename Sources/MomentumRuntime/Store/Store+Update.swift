internal import MomentumSQL

extension Store {
  /// Writes all stored properties of an object that is in the store. If no value differs, nothing
  /// is written.
  ///
  /// The inverses of its to-one relationships are updated. Properties of sub-entities, which the
  /// value does not have, stay unchanged.
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

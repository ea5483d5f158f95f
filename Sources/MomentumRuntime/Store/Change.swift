/// A change of one property, for all objects of a fetch: `.set(\.favorite, true)`.
///
/// ```swift
/// let deals = Venue.where { $0.specialCount > 0 }
/// try store.update(deals, set: [.set(\.favorite, true), .set(\.note, nil)])
/// ```
public struct Change<Entity: StoredEntity>: Sendable {
  package let path: PropertyPath
  package let value: AttributeConstant

  /// Sets an attribute, or an element of a composite: `.set(\.address.city, "Ulm")`.
  public static func set<Value: AttributeConvertible>(
    _ attribute: (Entity.Paths) -> AttributePath<Value>, _ value: Value
  ) -> Change {
    Change(path: attribute(Entity.Paths(.object)).path, value: value.attributeConstant)
  }
}

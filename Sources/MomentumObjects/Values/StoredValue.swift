public import MomentumModel

/// A value in the form of a store: that of an attribute, or the identities of related objects.
///
/// Dictionaries that a fetch returns contain only `attribute` and `identity`.
///
/// ```swift
/// let rows = try context.fetchDictionaries(request)
/// if case .attribute(.string(let name))? = rows.first?["name"] { print(name) }
/// ```
public enum StoredValue: Sendable, Hashable {
  /// The value of an attribute or of an expression.
  case attribute(AttributeValue)
  /// An object, by its identity.
  case identity(ObjectID)
  /// The objects of a to-many relationship, in its order if it is ordered.
  case identities([ObjectID])
}

public import MomentumModel

/// A value in a result of dictionaries: that of an attribute, or the identity of an object.
///
/// ```swift
/// let rows = try context.dictionaries(request)
/// if case .attribute(.string(let name))? = rows.first?["name"] { print(name) }
/// ```
public enum StoredValue: Sendable, Hashable {
  /// The value of an attribute or of an expression.
  case attribute(AttributeValue)
  /// An object, by its identity.
  case identity(ObjectID)
}

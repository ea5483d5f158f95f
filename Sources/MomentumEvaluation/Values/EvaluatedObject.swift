/// An object that a predicate is evaluated for: a row, a managed object, a record of a test.
///
/// ```swift
/// struct Book: EvaluatedObject {
///   var number: Int64
///   var title: String
///   var identity: ObjectIdentity { ObjectIdentity(kind: "Book", number: number) }
///   func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
///     guard key == "title" else { throw UnknownKey(key) }
///     return .string(title)
///   }
/// }
/// ```
public protocol EvaluatedObject: Sendable {
  /// The identity of the object; equal identities mean the same object.
  var identity: ObjectIdentity { get }

  /// The value of a key, which is never a path. Returns `.null` if a known key has no value. A
  /// to-one relationship is an object, a to-many relationship a set or ordered set.
  func value(forKey key: String) throws(UnknownKey) -> PredicateValue
}

/// The kind of an object and its number, such as an entity name and a primary key.
///
/// ```swift
/// let one = ObjectIdentity(kind: "Book", number: 1)
/// assert(one == ObjectIdentity(kind: "Book", number: 1))
/// ```
public struct ObjectIdentity: Sendable, Hashable {
  package var kind: String
  package var number: Int64

  /// - Parameter number: Different for each object of a kind.
  public init(kind: String, number: Int64) {
    self.kind = kind
    self.number = number
  }
}

/// The error for a key that an object does not have.
///
/// ```swift
/// guard let value = values[key] else { throw UnknownKey(key) }
/// ```
public struct UnknownKey: Error, Sendable, Hashable {
  package var key: String

  /// - Parameter key: The key as it was asked for.
  public init(_ key: String) { self.key = key }
}

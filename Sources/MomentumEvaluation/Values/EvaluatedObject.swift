/// An object whose values a predicate asks for by key: a row, a managed object, a record of a test.
public protocol EvaluatedObject: Sendable {
  /// What tells it from others; equal identities mean the same object.
  var identity: ObjectIdentity { get }

  /// The value of one key, never of a path; `.null` where a known key has none. To-one relationships
  /// are objects, to-many ones sets or ordered sets.
  func value(forKey key: String) throws(UnknownKey) -> PredicateValue
}

/// The kind of an object and its number among its kind, such as an entity's name and a primary key.
public struct ObjectIdentity: Sendable, Hashable {
  public var kind: String
  public var number: Int64

  public init(kind: String, number: Int64) {
    self.kind = kind
    self.number = number
  }
}

/// An object has no value of this name.
public struct UnknownKey: Error, Sendable, Hashable {
  public var key: String

  public init(_ key: String) { self.key = key }
}

/// An object that a predicate is evaluated for: a row, a managed object, a record of a test.
package protocol EvaluatedObject: Sendable {
  /// The identity of the object; equal identities mean the same object.
  var identity: ObjectIdentity { get }

  /// The value of a key, which is never a path. Returns `.null` if a known key has no value. A
  /// to-one relationship is an object, a to-many relationship a set or ordered set.
  func value(forKey key: String) throws(UnknownKey) -> PredicateValue
}

/// The kind of an object and its number, such as an entity name and a primary key.
package struct ObjectIdentity: Sendable, Hashable {
  package var kind: String
  package var number: Int64

  package init(kind: String, number: Int64) {
    self.kind = kind
    self.number = number
  }
}

/// The error for a key that an object does not have.
package struct UnknownKey: Error, Sendable, Hashable {
  package var key: String

  package init(_ key: String) { self.key = key }
}

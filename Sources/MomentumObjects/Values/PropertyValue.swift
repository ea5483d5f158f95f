public import MomentumModel

/// The value of a property of a managed object.
///
/// ```swift
/// venue["name"] = .string("Zen Sip")
/// if case .objects(let reviews) = venue["reviews"] { print(reviews.count) }
/// ```
public enum PropertyValue {
  /// No value.
  case null
  /// The value of an attribute.
  case attribute(AttributeValue)
  /// The elements of a composite attribute that have values, by name.
  case composite([String: PropertyValue])
  /// The value of a transformable attribute.
  case transformed(TransformedValue)
  /// The object of a to-one relationship.
  case object(ManagedObject)
  /// The objects of an unordered to-many relationship, in no particular order.
  case objects([ManagedObject])
  /// The objects of an ordered to-many relationship, or of a fetched property.
  case orderedObjects([ManagedObject])

  /// A text.
  public static func string(_ text: String) -> PropertyValue { .attribute(.string(text)) }
  /// A whole number.
  public static func integer(_ number: Int64) -> PropertyValue { .attribute(.integer(number)) }
  /// A floating-point number.
  public static func double(_ number: Double) -> PropertyValue { .attribute(.double(number)) }
  /// A truth value.
  public static func boolean(_ flag: Bool) -> PropertyValue { .attribute(.boolean(flag)) }

  /// Whether there is no value.
  public var isNull: Bool { if case .null = self { true } else { false } }

  init(_ value: AttributeValue?) { self = value.map { .attribute($0) } ?? .null }
  init(_ object: ManagedObject?) { self = object.map { .object($0) } ?? .null }
}

extension PropertyValue: Equatable {
  /// Whether both values are equal. An object is equal only to itself; the objects of an unordered
  /// relationship are compared without their order.
  public static func == (left: PropertyValue, right: PropertyValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.attribute(let one), .attribute(let other)): one == other
    case (.composite(let one), .composite(let other)): one == other
    case (.transformed(let one), .transformed(let other)): one == other
    case (.object(let one), .object(let other)): one === other
    case (.objects(let one), .objects(let other)):
      Set(one.map(ObjectIdentifier.init)) == Set(other.map(ObjectIdentifier.init))
    case (.orderedObjects(let one), .orderedObjects(let other)):
      one.map(ObjectIdentifier.init) == other.map(ObjectIdentifier.init)
    case (.null, _), (.attribute, _), (.composite, _), (.transformed, _), (.object, _),
      (.objects, _),
      (.orderedObjects, _):
      false
    }
  }
}

extension PropertyValue {
  /// A phrase for the kind of value, without the value itself: `a text`.
  var kind: String {
    switch self {
    case .null: "no value"
    case .attribute(.integer): "a whole number"
    case .attribute(.double): "a floating-point number"
    case .attribute(.decimal): "a decimal number"
    case .attribute(.string): "a text"
    case .attribute(.boolean): "a truth value"
    case .attribute(.date): "a date"
    case .attribute(.binary): "data"
    case .attribute(.uuid): "a UUID"
    case .attribute(.uri): "a URI"
    case .composite: "a composite"
    case .transformed: "a transformed value"
    case .object: "an object"
    case .objects: "a set of objects"
    case .orderedObjects: "an ordered set of objects"
    }
  }
}

/// A value of a transformable attribute in memory. It is turned into data when it is saved.
///
/// ```swift
/// venue["color"] = .transformed(TransformedValue(Color(red: 1, green: 0, blue: 0)))
/// ```
public struct TransformedValue: Equatable {
  /// The value itself.
  public let value: Any
  private let isEqual: (Any) -> Bool

  /// Wraps a value that can be compared, so that setting an equal one is no change.
  public init<Value: Equatable>(_ value: Value) {
    self.value = value
    isEqual = { ($0 as? Value) == value }
  }

  /// Whether both have equal values of one type.
  public static func == (left: TransformedValue, right: TransformedValue) -> Bool {
    left.isEqual(right.value)
  }
}

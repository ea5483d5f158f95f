package import MomentumPredicate

/// A value that an attribute can be compared with or set to.
///
/// A type of your own passes on the constant of the value that it wraps:
///
/// ```swift
/// struct Price: FormatArgument {
///   var cents: Int64
///   var attributeConstant: AttributeConstant { cents.attributeConstant }
/// }
/// ```
public struct AttributeConstant: Sendable, Hashable {
  package var argument: PredicateArgument

  package init(_ argument: PredicateArgument) { self.argument = argument }
}

/// A value for a `%@` or `%K` in a predicate format: a value of an attribute, the key of an object,
/// `nil`, or an array of these.
///
/// ```swift
/// let near = Venue.where(
///   format: "location.distance < %@ AND name IN %@", 500.0, ["Zen Sip", "Two Pearls"])
/// ```
public protocol FormatArgument: Sendable {
  /// The value as a constant of a predicate.
  var attributeConstant: AttributeConstant { get }
}

/// A Swift type for values of attributes: a number, `Bool`, `String`, `Date`, `Data`, `Decimal`,
/// `UUID`, `URL`, a key of an object, or an optional of these.
///
/// An enumeration whose raw values have such a type only has to declare the conformance:
///
/// ```swift
/// enum Level: Int16, AttributeConvertible { case low, high }
/// ```
public protocol AttributeConvertible: FormatArgument {
  /// The type without `Optional`.
  associatedtype Unwrapped: AttributeConvertible = Self

  /// Reads the value from a column of a row.
  init(row: Row, column: Int) throws(RowError)
}

/// A type whose values a store can sort.
///
/// ```swift
/// let recent = Venue.where { $0.openedOn >= start }.sorted(by: \.openedOn, .descending)
/// let last = try store.maximum(recent, of: \.openedOn)
/// ```
public protocol OrderedAttribute: AttributeConvertible {}

/// A text: `String` or `String?`.
///
/// ```swift
/// let found = Venue.where { $0.note.contains("tea", [.caseInsensitive]) }
///   .sorted(by: \.name, .ascending, .localizedStandard)
/// ```
public protocol TextAttribute: OrderedAttribute {}

/// A number.
///
/// ```swift
/// let total = try store.sum(Venue.all, of: \.specialCount)  // an Int64
/// let mean = try store.average(Venue.all, of: \.specialCount)  // a Double?
/// ```
public protocol NumericAttribute: OrderedAttribute {
  /// The type of a sum: `Int64` for whole numbers, else `Double` or `Decimal`.
  associatedtype Sum: NumericAttribute
  /// The type of a mean: `Double`, or `Decimal` for decimals.
  associatedtype Average: NumericAttribute

  /// Converts the REAL in which SQLite returns a sum; `nil` if the sum is not exact or outside the
  /// range of the type.
  static func sum(_ total: Double) -> Sum?
  /// Converts the REAL in which SQLite returns a mean; `nil` if it is outside the range of the
  /// type.
  static func average(_ mean: Double) -> Average?
}

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
  /// The raw value as a constant of a predicate.
  public var attributeConstant: AttributeConstant { rawValue.attributeConstant }

  /// Reads the raw value; throws a ``RowError`` if the type has no value for it.
  public init(row: Row, column: Int) throws(RowError) {
    guard let value = Self(rawValue: try RawValue(row: row, column: column)) else {
      throw RowError(column: column, expected: "\(Self.self)")
    }
    self = value
  }
}

extension ObjectKey {
  /// The key as a constant of a predicate, which is compared with objects.
  public var attributeConstant: AttributeConstant { AttributeConstant(.key(rawValue)) }

  /// Reads the key from an INTEGER; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.key(column) }
}

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The value as a constant of a predicate; `nil` becomes the constant `NULL`.
  public var attributeConstant: AttributeConstant {
    self?.attributeConstant ?? AttributeConstant(.null)
  }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  /// The type of the value if there is one.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// Reads the value; NULL is `nil`. Throws a ``RowError`` if the column has a value of another
  /// type.
  public init(row: Row, column: Int) throws(RowError) {
    self = row.isNull(column) ? nil : try Wrapped(row: row, column: column)
  }
}

extension Optional: OrderedAttribute where Wrapped: OrderedAttribute {}

extension Optional: TextAttribute where Wrapped: TextAttribute {}

extension Array: FormatArgument where Element: FormatArgument {
  /// The elements as one constant, for `IN %@` and `BETWEEN %@`.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.list(map(\.attributeConstant.argument)))
  }
}

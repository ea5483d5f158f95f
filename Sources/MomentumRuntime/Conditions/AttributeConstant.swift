package import MomentumPredicate

/// A value that an attribute can be compared with or set to.
public struct AttributeConstant: Sendable, Hashable {
  package var argument: PredicateArgument

  package init(_ argument: PredicateArgument) { self.argument = argument }
}

/// A value for a `%@` or `%K` in a predicate format: a value of an attribute, the key of an object,
/// `nil`, or an array of these.
public protocol FormatArgument: Sendable {
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
public protocol OrderedAttribute: AttributeConvertible {}

/// A text: `String` or `String?`.
public protocol TextAttribute: OrderedAttribute {}

/// A number.
public protocol NumericAttribute: OrderedAttribute {
  /// The type of a sum: `Int64` for whole numbers, else `Double` or `Decimal`.
  associatedtype Sum: NumericAttribute
  /// The type of a mean: `Double`, or `Decimal` for decimals.
  associatedtype Average: NumericAttribute

  /// The sum from SQLite's REAL; `nil` if it is not exact or outside the range of the type.
  static func sum(_ total: Double) -> Sum?
  static func average(_ mean: Double) -> Average?
}

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
  public var attributeConstant: AttributeConstant { rawValue.attributeConstant }

  public init(row: Row, column: Int) throws(RowError) {
    guard let value = Self(rawValue: try RawValue(row: row, column: column)) else {
      throw RowError(column: column, expected: "\(Self.self)")
    }
    self = value
  }
}

extension ObjectKey {
  public var attributeConstant: AttributeConstant { AttributeConstant(.key(rawValue)) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.key(column) }
}

extension Optional: FormatArgument where Wrapped: FormatArgument {
  public var attributeConstant: AttributeConstant {
    self?.attributeConstant ?? AttributeConstant(.null)
  }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  public typealias Unwrapped = Wrapped.Unwrapped

  public init(row: Row, column: Int) throws(RowError) {
    self = row.isNull(column) ? nil : try Wrapped(row: row, column: column)
  }
}

extension Optional: OrderedAttribute where Wrapped: OrderedAttribute {}

extension Optional: TextAttribute where Wrapped: TextAttribute {}

extension Array: FormatArgument where Element: FormatArgument {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.list(map(\.attributeConstant.argument)))
  }
}

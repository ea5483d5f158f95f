package import MomentumPredicate

/// A value that an attribute can be compared with or set to, as the predicate's checker takes it.
public struct AttributeConstant: Sendable, Hashable {
  package var argument: PredicateArgument

  package init(_ argument: PredicateArgument) { self.argument = argument }
}

/// What can stand for a `%@` or a `%K` of a predicate format: values of attributes, keys of objects, `nil`,
/// and arrays of them.
public protocol FormatArgument: Sendable {
  var attributeConstant: AttributeConstant { get }
}

/// A Swift type of an attribute's values: the numbers, `Bool`, `String`, `Date`, `Data`, `Decimal`, `UUID`,
/// `URL`, keys of objects, and their optionals.
///
/// An enumeration whose raw values are of such a type needs no more than to name the protocol.
public protocol AttributeConvertible: FormatArgument {
  /// The type itself, without `Optional` around it.
  associatedtype Unwrapped: AttributeConvertible = Self

  /// Reads a column of a row.
  init(row: Row, column: Int) throws(RowError)
}

/// A type whose values have an order in a store.
public protocol OrderedAttribute: AttributeConvertible {}

/// `String` and `String?`
public protocol TextAttribute: OrderedAttribute {}

/// A number.
public protocol NumericAttribute: OrderedAttribute {
  /// What values add up to: `Int64` for whole numbers, `Double`, or `Decimal`.
  associatedtype Sum: NumericAttribute
  /// `Double`, or `Decimal` for decimals.
  associatedtype Average: NumericAttribute

  /// A sum as SQLite gives it; `nil` where it is not exact, or past the range of the type.
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

internal import MomentumModel
internal import MomentumPredicate

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The Swift types of attributes.

extension Int16: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.integer(Int64(self))))
  }

  /// Reads an INTEGER in the range of `Int16`; throws a ``RowError`` for any other value, also
  /// NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.int16(column) }

  /// The sum as an `Int64`; `nil` if it is past 2⁵³ and may not be exact.
  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  /// The mean as a `Double`; never `nil`.
  public static func average(_ mean: Double) -> Double? { mean }
}

extension Int32: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.integer(Int64(self))))
  }

  /// Reads an INTEGER in the range of `Int32`; throws a ``RowError`` for any other value, also
  /// NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.int32(column) }

  /// The sum as an `Int64`; `nil` if it is past 2⁵³ and may not be exact.
  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  /// The mean as a `Double`; never `nil`.
  public static func average(_ mean: Double) -> Double? { mean }
}

extension Int64: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.integer(self))) }

  /// Reads an INTEGER; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.int64(column) }

  /// The sum as an `Int64`; `nil` if it is past 2⁵³ and may not be exact.
  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  /// The mean as a `Double`; never `nil`.
  public static func average(_ mean: Double) -> Double? { mean }
}

extension Int: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.integer(Int64(self))))
  }

  /// Reads an INTEGER in the range of `Int`; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) {
    guard let value = Int(exactly: try row.int64(column)) else {
      throw RowError(column: column, expected: "Int")
    }
    self = value
  }

  /// The sum as an `Int64`; `nil` if it is past 2⁵³ and may not be exact.
  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  /// The mean as a `Double`; never `nil`.
  public static func average(_ mean: Double) -> Double? { mean }
}

extension Double: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.double(self))) }

  /// Reads a REAL or INTEGER; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.double(column) }

  /// The sum as a `Double`; never `nil`.
  public static func sum(_ total: Double) -> Double? { total }

  /// The mean as a `Double`; never `nil`.
  public static func average(_ mean: Double) -> Double? { mean }
}

extension Float: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.double(Double(self))))
  }

  /// Reads a REAL or INTEGER and rounds it; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.float(column) }

  /// The sum as a `Double`; never `nil`.
  public static func sum(_ total: Double) -> Double? { total }

  /// The mean as a `Double`; never `nil`.
  public static func average(_ mean: Double) -> Double? { mean }
}

extension Decimal: NumericAttribute {
  /// The number as a constant of a predicate.
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.decimal(self))) }

  /// Reads an INTEGER or REAL; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.decimal(column) }

  /// The sum as a `Decimal`; `nil` if it is infinite or outside the range of `Decimal`.
  public static func sum(_ total: Double) -> Decimal? { Decimal(shortest: total) }

  /// The mean as a `Decimal`; `nil` if it is infinite or outside the range of `Decimal`.
  public static func average(_ mean: Double) -> Decimal? { Decimal(shortest: mean) }
}

extension Bool: AttributeConvertible {
  /// The value as a constant of a predicate: `YES` or `NO`.
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.boolean(self))) }

  /// Reads an INTEGER, where everything but 0 is true; throws a ``RowError`` for any other value.
  public init(row: Row, column: Int) throws(RowError) { self = try row.bool(column) }
}

extension String: TextAttribute {
  /// The text as a constant of a predicate.
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.string(self))) }

  /// Reads a TEXT; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.string(column) }
}

extension Date: OrderedAttribute {
  /// The date as a constant of a predicate.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.date(timeIntervalSinceReferenceDate)))
  }

  /// Reads seconds since 2001-01-01 UTC; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.date(column) }
}

extension Data: AttributeConvertible {
  /// The bytes as a constant of a predicate.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.binary(Array(self))))
  }

  /// Reads a BLOB; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.data(column) }
}

extension UUID: AttributeConvertible {
  /// The UUID as a constant of a predicate.
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.uuid(self))) }

  /// Reads a BLOB of 16 bytes; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.uuid(column) }
}

extension URL: AttributeConvertible {
  /// The URL as a constant of a predicate: its absolute string.
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.uri(absoluteString)))
  }

  /// Reads a TEXT that is a URL; throws a ``RowError`` for any other value, also NULL.
  public init(row: Row, column: Int) throws(RowError) { self = try row.url(column) }
}

extension Int64 {
  /// SQLite adds as REAL, which is exact for whole numbers only up to 2⁵³.
  fileprivate init?(wholeSum total: Double) {
    guard total.magnitude <= 0x1p53 else { return nil }
    self.init(exactly: total)
  }
}

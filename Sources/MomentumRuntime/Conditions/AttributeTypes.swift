internal import MomentumModel
internal import MomentumPredicate

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The Swift types of attributes.

extension Int16: NumericAttribute {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.integer(Int64(self))))
  }

  public init(row: Row, column: Int) throws(RowError) { self = try row.int16(column) }

  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  public static func average(_ mean: Double) -> Double? { mean }
}

extension Int32: NumericAttribute {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.integer(Int64(self))))
  }

  public init(row: Row, column: Int) throws(RowError) { self = try row.int32(column) }

  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  public static func average(_ mean: Double) -> Double? { mean }
}

extension Int64: NumericAttribute {
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.integer(self))) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.int64(column) }

  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  public static func average(_ mean: Double) -> Double? { mean }
}

extension Int: NumericAttribute {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.integer(Int64(self))))
  }

  public init(row: Row, column: Int) throws(RowError) {
    guard let value = Int(exactly: try row.int64(column)) else {
      throw RowError(column: column, expected: "Int")
    }
    self = value
  }

  public static func sum(_ total: Double) -> Int64? { Int64(wholeSum: total) }

  public static func average(_ mean: Double) -> Double? { mean }
}

extension Double: NumericAttribute {
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.double(self))) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.double(column) }

  public static func sum(_ total: Double) -> Double? { total }

  public static func average(_ mean: Double) -> Double? { mean }
}

extension Float: NumericAttribute {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.double(Double(self))))
  }

  public init(row: Row, column: Int) throws(RowError) { self = try row.float(column) }

  public static func sum(_ total: Double) -> Double? { total }

  public static func average(_ mean: Double) -> Double? { mean }
}

extension Decimal: NumericAttribute {
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.decimal(self))) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.decimal(column) }

  public static func sum(_ total: Double) -> Decimal? { Decimal(shortest: total) }

  public static func average(_ mean: Double) -> Decimal? { Decimal(shortest: mean) }
}

extension Bool: AttributeConvertible {
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.boolean(self))) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.bool(column) }
}

extension String: TextAttribute {
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.string(self))) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.string(column) }
}

extension Date: OrderedAttribute {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.date(timeIntervalSinceReferenceDate)))
  }

  public init(row: Row, column: Int) throws(RowError) { self = try row.date(column) }
}

extension Data: AttributeConvertible {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.binary(Array(self))))
  }

  public init(row: Row, column: Int) throws(RowError) { self = try row.data(column) }
}

extension UUID: AttributeConvertible {
  public var attributeConstant: AttributeConstant { AttributeConstant(.value(.uuid(self))) }

  public init(row: Row, column: Int) throws(RowError) { self = try row.uuid(column) }
}

extension URL: AttributeConvertible {
  public var attributeConstant: AttributeConstant {
    AttributeConstant(.value(.uri(absoluteString)))
  }

  public init(row: Row, column: Int) throws(RowError) { self = try row.url(column) }
}

extension Int64 {
  /// SQLite adds as REAL, which is exact for whole numbers only up to 2⁵³.
  fileprivate init?(wholeSum total: Double) {
    guard total.magnitude <= 0x1p53 else { return nil }
    self.init(exactly: total)
  }
}

internal import MomentumSQLite

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Readers of numbers, keys and dates. Each accepts INTEGER, or both REAL and INTEGER. A value of
// another storage class, or outside the range of the type, is an error. The `…IfPresent` readers
// return `nil` for NULL.

extension Row {
  /// Reads an INTEGER; everything but 0 is true.
  public func bool(_ column: Int) throws(RowError) -> Bool {
    try required(integerCell(column), column, "Bool") { $0 != 0 }
  }

  /// Reads an INTEGER, where everything but 0 is true; NULL is `nil`.
  public func boolIfPresent(_ column: Int) throws(RowError) -> Bool? {
    try optional(integerCell(column), column, "Bool") { $0 != 0 }
  }

  /// Reads an INTEGER; one outside the range is an error.
  public func int16(_ column: Int) throws(RowError) -> Int16 {
    try required(integerCell(column), column, "Int16") { Int16(exactly: $0) }
  }

  /// Reads an INTEGER; NULL is `nil`, and a number outside the range is an error.
  public func int16IfPresent(_ column: Int) throws(RowError) -> Int16? {
    try optional(integerCell(column), column, "Int16") { Int16(exactly: $0) }
  }

  /// Reads an INTEGER; one outside the range is an error.
  public func int32(_ column: Int) throws(RowError) -> Int32 {
    try required(integerCell(column), column, "Int32") { Int32(exactly: $0) }
  }

  /// Reads an INTEGER; NULL is `nil`, and a number outside the range is an error.
  public func int32IfPresent(_ column: Int) throws(RowError) -> Int32? {
    try optional(integerCell(column), column, "Int32") { Int32(exactly: $0) }
  }

  /// Reads an INTEGER.
  public func int64(_ column: Int) throws(RowError) -> Int64 {
    try required(integerCell(column), column, "Int64") { $0 }
  }

  /// Reads an INTEGER; NULL is `nil`.
  public func int64IfPresent(_ column: Int) throws(RowError) -> Int64? {
    try optional(integerCell(column), column, "Int64") { $0 }
  }

  /// Reads a REAL or INTEGER.
  public func double(_ column: Int) throws(RowError) -> Double {
    try required(numberCell(column), column, "Double") { $0 }
  }

  /// Reads a REAL or INTEGER; NULL is `nil`.
  public func doubleIfPresent(_ column: Int) throws(RowError) -> Double? {
    try optional(numberCell(column), column, "Double") { $0 }
  }

  /// Reads a REAL or INTEGER and rounds it; a number beyond the largest `Float` is an error.
  public func float(_ column: Int) throws(RowError) -> Float {
    try required(numberCell(column), column, "Float") { Float(rounding: $0) }
  }

  /// Reads a REAL or INTEGER as ``float(_:)`` does; NULL is `nil`.
  public func floatIfPresent(_ column: Int) throws(RowError) -> Float? {
    try optional(numberCell(column), column, "Float") { Float(rounding: $0) }
  }

  /// Reads an INTEGER exactly, or a REAL as the shortest decimal that rounds to it.
  public func decimal(_ column: Int) throws(RowError) -> Decimal {
    guard let value = try decimalIfPresent(column) else {
      throw RowError(column: column, expected: "Decimal")
    }
    return value
  }

  /// Reads an INTEGER or REAL as ``decimal(_:)`` does; NULL is `nil`.
  public func decimalIfPresent(_ column: Int) throws(RowError) -> Decimal? {
    if case .value(let number) = integerCell(column) { return Decimal(number) }
    if case .values(let values) = source, case .decimal(let number) = values[column] {
      return number
    }
    return try optional(numberCell(column), column, "Decimal") {
      Decimal(shortest: $0)
    }
  }

  /// Reads a REAL or INTEGER: seconds since 2001-01-01 00:00:00 UTC.
  public func date(_ column: Int) throws(RowError) -> Date {
    try required(numberCell(column), column, "Date") {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }

  /// Reads seconds since 2001-01-01 00:00:00 UTC; NULL is `nil`.
  public func dateIfPresent(_ column: Int) throws(RowError) -> Date? {
    try optional(numberCell(column), column, "Date") {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }

  /// Reads an INTEGER: the primary key of an object.
  @inlinable
  public func key<Key: ObjectKey>(_ column: Int) throws(RowError) -> Key {
    Key(rawValue: try int64(column))
  }

  /// Reads the primary key of an object; NULL is `nil`.
  @inlinable
  public func keyIfPresent<Key: ObjectKey>(_ column: Int) throws(RowError) -> Key? {
    try int64IfPresent(column).map { Key(rawValue: $0) }
  }

  // MARK: - Contents of a cell

  @inline(__always)
  func required<Stored, Value>(
    _ cell: StoredCell<Stored>, _ column: Int, _ expected: StaticString,
    _ make: (Stored) -> Value?
  ) throws(RowError) -> Value {
    guard case .value(let stored) = cell, let value = make(stored) else {
      throw RowError(column: column, expected: "\(expected)")
    }
    return value
  }

  @inline(__always)
  func optional<Stored, Value>(
    _ cell: StoredCell<Stored>, _ column: Int, _ expected: StaticString,
    _ make: (Stored) -> Value?
  ) throws(RowError) -> Value? {
    if case .null = cell { return nil }
    return try required(cell, column, expected, make)
  }
}

extension Float {
  fileprivate init?(rounding number: Double) {
    self.init(number)
    guard isFinite || !number.isFinite else { return nil }
  }
}

extension Decimal {
  /// The shortest decimal that rounds to a double; `nil` for an infinite number, and for one
  /// outside the range of `Decimal`.
  init?(shortest number: Double) {
    guard number.isFinite, let decimal = Decimal(string: "\(number)"), decimal.isFinite else {
      return nil
    }
    self = decimal
  }
}

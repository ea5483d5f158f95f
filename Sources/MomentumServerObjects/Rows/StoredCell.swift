internal import MomentumModel
internal import MomentumPostgreSQL

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Converts values of the server to those of attributes.
enum StoredCell {
  /// A value of another type than its attribute's.
  struct Malformed: Error {}

  /// The value of an attribute in its column; `nil` for NULL and for an attribute without a type.
  static func value(
    _ cell: PostgreSQLValue, of type: AttributeType
  ) throws(Malformed) -> AttributeValue? {
    switch (cell, type) {
    case (.null, _), (_, .undefined), (_, .objectID), (_, .composite): return nil
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64):
      return .integer(number)
    case (.bool(let flag), .boolean): return .boolean(flag)
    case (.real(let number), .double), (.real(let number), .float): return .double(number)
    case (.numeric(let number), .decimal): return .decimal(try decimal(number))
    case (.text(let text), .string): return .string(text)
    case (.text(let text), .uri): return .uri(text)
    case (.timestamp(let time), .date): return .date(time.secondsSinceReferenceDate)
    case (.bytes(let bytes), .binary), (.bytes(let bytes), .transformable): return .binary(bytes)
    case (.uuid(let uuid), .uuid): return .uuid(uuid)
    case _: throw Malformed()
    }
  }

  /// The result of an expression, as a value of the expression's type if it can be one: the server
  /// adds whole numbers to a `numeric`.
  static func computed(
    _ cell: PostgreSQLValue, of type: AttributeType
  ) throws(Malformed) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean:
      if let whole = try whole(cell) {
        return type == .boolean ? .boolean(whole != 0) : .integer(whole)
      }
    case .double, .float:
      switch cell {
      case .integer(let number): return .double(Double(number))
      case .numeric(let number): if let value = Double(number.description) { return .double(value) }
      case _: break
      }
    case .decimal:
      switch cell {
      case .integer(let number): return .decimal(Decimal(number))
      case .real(let number): return .decimal(Decimal(number))
      case _: break
      }
    case .date: if case .real(let seconds) = cell { return .date(seconds) }
    case .string, .uri, .uuid, .binary, .transformable, .undefined, .objectID, .composite: break
    }
    if let value = try? value(cell, of: type) { return value }
    return try own(cell)
  }

  private static func whole(_ cell: PostgreSQLValue) throws(Malformed) -> Int64? {
    switch cell {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number.rounded(.towardZero))
    case .numeric(let number):
      Double(number.description).flatMap {
        Int64(number.description) ?? Int64(exactly: $0.rounded(.towardZero))
      }
    case _: nil
    }
  }

  /// A value of the type that the server has chosen.
  private static func own(_ cell: PostgreSQLValue) throws(Malformed) -> AttributeValue? {
    switch cell {
    case .null: nil
    case .bool(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .bytes(let bytes): .binary(bytes)
    case .uuid(let uuid): .uuid(uuid)
    case .timestamp(let time): .date(time.secondsSinceReferenceDate)
    case .numeric(let number): .decimal(try decimal(number))
    case .date, .array, .other: throw Malformed()
    }
  }

  private static func decimal(_ number: PostgreSQLNumeric) throws(Malformed) -> Decimal {
    guard let value = Decimal(string: number.description) else { throw Malformed() }
    return value
  }
}

package import MomentumModel
package import MomentumPostgreSQL
package import MomentumRuntime
package import MomentumSQL
internal import MomentumStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Converts values between the forms of Core Data's store, in which generated code has them, and
/// those of the server.
package enum ServerValue {
  // MARK: - Parameters of statements

  /// The values of a request.
  package static func parameters(of sql: SQLText) throws(StoreFailure) -> [PostgreSQLValue] {
    guard !sql.isTooLong else {
      throw StoreFailure(.request, "the statement of the request would be too long")
    }
    var values: [SQLValue] = []
    values.reserveCapacity(sql.bindings.count)
    for binding in sql.bindings {
      switch binding {
      case .value(let value): values.append(value)
      case .parameter(let name): throw StoreFailure(.request, "no value is given for $\(name)")
      }
    }
    return try parameters(of: values)
  }

  /// The values of placeholders. The statement says the type of each, and the server reads the texts of
  /// numbers by the rules of these types.
  package static func parameters(of values: [SQLValue]) throws(StoreFailure) -> [PostgreSQLValue] {
    var parameters: [PostgreSQLValue] = []
    parameters.reserveCapacity(values.count)
    for value in values { parameters.append(try parameter(value)) }
    return parameters
  }

  private static func parameter(_ value: SQLValue) throws(StoreFailure) -> PostgreSQLValue {
    switch value {
    case .null: return .null
    case .integer(let number): return .text(String(number))
    case .real(let number): return .text(text(number))
    case .text(let text):
      guard !text.utf8.contains(0) else {
        throw StoreFailure(.request, "a text with a NUL character is in no database of PostgreSQL")
      }
      return .text(text)
    case .blob(let bytes): return .bytes(bytes)
    }
  }

  private static func text(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number.isNaN ? "NaN" : "\(number)"
  }

  // MARK: - Values of attributes

  /// A value in the form of its column; `nil` if it is not of the attribute's type.
  ///
  /// - Parameter value: The form in which a `RowEncoder` that keeps digits has it.
  package static func stored(_ value: AttributeValue) -> PostgreSQLValue? {
    switch value {
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .decimal(let number): PostgreSQLNumeric("\(number)").map { .numeric($0) }
    case .string(let text), .uri(let text): text.utf8.contains(0) ? nil : .text(text)
    case .boolean(let flag): .bool(flag)
    case .date(let seconds): .timestamp(PostgreSQLTimestamp(secondsSinceReferenceDate: seconds))
    case .binary(let bytes): .bytes(bytes)
    case .uuid(let uuid): .uuid(uuid)
    }
  }

  /// The value that an encoder has appended; `nil` for one of another type.
  static func value(_ encoded: SQLValue, of type: AttributeType) -> AttributeValue? {
    if case .text(let digits) = encoded, type == .decimal {
      return Decimal(string: digits).flatMap { $0.isNaN ? nil : .decimal($0) }
    }
    guard let value = AttributeValue(stored: encoded, type: type) else { return nil }
    switch value {
    case .double(let number), .date(let number): return number.isNaN ? nil : value
    case .integer, .decimal, .string, .uri, .boolean, .binary, .uuid: return value
    }
  }

  // MARK: - Values of rows

  /// A value as the readers of a row take it.
  static func read(_ value: PostgreSQLValue) -> RowValue {
    switch value {
    case .null: .null
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .uuid(let uuid): .uuid(uuid)
    case .timestamp(let time): .real(time.secondsSinceReferenceDate)
    case .numeric(let number):
      Decimal(string: number.description).map { .decimal($0) } ?? .text(number.description)
    case .date, .array, .other: .other
    }
  }

  /// Whether two values are stored as the same bytes. Swift's `==` would treat another Unicode
  /// spelling of an accent as equal, and a change of spelling would not be written.
  static func isSame(_ value: PostgreSQLValue, _ other: PostgreSQLValue) -> Bool {
    if case .text(let text) = value, case .text(let other) = other {
      return text.utf8.elementsEqual(other.utf8)
    }
    return value == other
  }
}

extension PostgreSQLValue {
  /// The key of an object; `nil` if the value is not an integer.
  var key: Int64? { if case .integer(let key) = self { key } else { nil } }

  var isNull: Bool { if case .null = self { true } else { false } }

  /// Keys as one value, for `= ANY ($1)`.
  static func keys(_ keys: some Sequence<Int64>) -> PostgreSQLValue {
    .array(keys.map { .integer($0) })
  }
}

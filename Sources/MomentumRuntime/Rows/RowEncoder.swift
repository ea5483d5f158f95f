internal import MomentumModel
package import MomentumSQL
internal import MomentumStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Collects the values of a row in the form in which Core Data stores them.
///
/// `nil` becomes NULL. Source: observed in 178 stores.
///
/// ```swift
/// public func encode(into row: inout RowEncoder) {
///   row.append(name)
///   row.append(openedOn)
///   row.append(category)
/// }
/// ```
public struct RowEncoder: Sendable {
  package private(set) var values: [SQLValue] = []

  /// - Parameter count: The expected number of values.
  package init(reserving count: Int = 0) { values.reserveCapacity(count) }

  /// Appends NULL.
  public mutating func appendNull() { values.append(.null) }

  /// Appends 0 or 1.
  public mutating func append(_ value: Bool?) { append(value.map { .boolean($0) }) }

  /// Appends an INTEGER.
  public mutating func append(_ value: Int16?) { append(value.map { .integer(Int64($0)) }) }

  /// Appends an INTEGER.
  public mutating func append(_ value: Int32?) { append(value.map { .integer(Int64($0)) }) }

  /// Appends an INTEGER.
  public mutating func append(_ value: Int64?) { append(value.map { .integer($0) }) }

  /// Appends a REAL.
  public mutating func append(_ value: Double?) { append(value.map { .double($0) }) }

  /// Appends a REAL, which is exactly the `Float`.
  public mutating func append(_ value: Float?) { append(value.map { .double(Double($0)) }) }

  /// Appends the nearest REAL.
  public mutating func append(_ value: Decimal?) { append(value.map { .decimal($0) }) }

  /// Appends a TEXT.
  public mutating func append(_ value: String?) { append(value.map { .string($0) }) }

  /// Appends seconds since 2001-01-01 00:00:00 UTC, as REAL.
  public mutating func append(_ value: Date?) {
    append(value.map { .date($0.timeIntervalSinceReferenceDate) })
  }

  /// Appends a BLOB.
  public mutating func append(_ value: Data?) { append(value.map { .binary(Array($0)) }) }

  /// Appends the value of an attribute that allows external storage: the byte 1, which says that
  /// the value is in the column, and then the value.
  public mutating func append(external value: Data?) {
    append(value.map { .binary([1] + Array($0)) })
  }

  /// Appends 16 bytes.
  public mutating func append(_ value: UUID?) { append(value.map { .uuid($0) }) }

  /// Appends the absolute string.
  public mutating func append(_ value: URL?) { append(value.map { .uri($0.absoluteString) }) }

  /// Appends the key of a to-one object, as an INTEGER.
  public mutating func append(_ value: (some ObjectKey)?) {
    append(value.map { .integer($0.rawValue) })
  }

  private mutating func append(_ value: AttributeValue?) {
    values.append(value?.stored ?? .null)
  }
}

/// `?,?,?`, for the list of an `IN`; empty for 0.
public func placeholders(_ count: Int) -> String {
  guard count > 1 else { return count == 1 ? "?" : "" }
  return String(repeating: "?,", count: count - 1) + "?"
}

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
  /// Whether the values are for a server: decimals are appended as TEXT with all their digits, and
  /// the names of variables are kept.
  private let keepsDigits: Bool
  /// The index of the first value of each variable of a stored fetch request; only for a server.
  private var variables: [(name: String, start: Int)] = []

  /// - Parameter count: The expected number of values.
  package init(reserving count: Int = 0, keepsDigits: Bool = false) {
    self.keepsDigits = keepsDigits
    values.reserveCapacity(count)
  }

  /// Removes the values but keeps their memory, so that an encoder can be used for many rows.
  package mutating func clear() { values.removeAll(keepingCapacity: true) }

  /// Says that the values that follow are those of a variable of a stored fetch request; with an
  /// empty name, that they are constants of its predicate.
  public mutating func variable(_ name: String) {
    if keepsDigits { variables.append((name, values.count)) }
  }

  /// The values of each variable.
  package var namedValues: [String: [SQLValue]] {
    var result: [String: [SQLValue]] = [:]
    for (index, variable) in variables.enumerated() where !variable.name.isEmpty {
      let end = index + 1 < variables.count ? variables[index + 1].start : values.count
      result[variable.name] = Array(values[variable.start..<end])
    }
    return result
  }

  /// Appends NULL.
  public mutating func appendNull() { values.append(.null) }

  /// Appends 0 or 1.
  public mutating func append(_ value: Bool?) { appendInteger(value.map { $0 ? 1 : 0 }) }

  /// Appends an INTEGER.
  public mutating func append(_ value: Int16?) { appendInteger(value.map { Int64($0) }) }

  /// Appends an INTEGER.
  public mutating func append(_ value: Int32?) { appendInteger(value.map { Int64($0) }) }

  /// Appends an INTEGER.
  public mutating func append(_ value: Int64?) { appendInteger(value) }

  /// Appends a REAL.
  public mutating func append(_ value: Double?) { appendReal(value) }

  /// Appends a REAL, which is exactly the `Float`.
  public mutating func append(_ value: Float?) { appendReal(value.map { Double($0) }) }

  /// Appends the nearest REAL.
  public mutating func append(_ value: Decimal?) {
    if keepsDigits {
      appendText(value.map { "\($0)" })
    } else {
      appendStored(value.map { .decimal($0) })
    }
  }

  /// Appends a TEXT.
  public mutating func append(_ value: String?) { appendText(value) }

  /// Appends seconds since 2001-01-01 00:00:00 UTC, as REAL.
  public mutating func append(_ value: Date?) {
    appendReal(value?.timeIntervalSinceReferenceDate)
  }

  /// Appends a BLOB.
  public mutating func append(_ value: Data?) { appendBlob(value.map { Array($0) }) }

  /// Appends the value of an attribute that allows external storage: the byte 1, which says that
  /// the value is in the column, and then the value.
  public mutating func append(external value: Data?) {
    appendBlob(value.map { [1] + Array($0) })
  }

  /// Appends 16 bytes.
  public mutating func append(_ value: UUID?) { appendStored(value.map { .uuid($0) }) }

  /// Appends the absolute string.
  public mutating func append(_ value: URL?) { appendText(value?.absoluteString) }

  /// Appends the key of a to-one object, as an INTEGER.
  public mutating func append(_ value: (some ObjectKey)?) {
    appendInteger(value?.rawValue)
  }

  // MARK: - Storage classes

  // Appends values in their stored form and not as an `AttributeValue`, since this code runs for
  // each value of each inserted row.

  private mutating func appendInteger(_ value: Int64?) {
    if let value { values.append(.integer(value)) } else { values.append(.null) }
  }

  private mutating func appendReal(_ value: Double?) {
    if let value { values.append(.real(value)) } else { values.append(.null) }
  }

  private mutating func appendText(_ value: String?) {
    if let value { values.append(.text(value)) } else { values.append(.null) }
  }

  private mutating func appendBlob(_ value: [UInt8]?) {
    if let value { values.append(.blob(value)) } else { values.append(.null) }
  }

  private mutating func appendStored(_ value: AttributeValue?) {
    values.append(value?.stored ?? .null)
  }
}

/// `?,?,?`: placeholders for a list of `IN`; empty for 0.
public func placeholders(_ count: Int) -> String {
  guard count > 1 else { return count == 1 ? "?" : "" }
  return String(repeating: "?,", count: count - 1) + "?"
}

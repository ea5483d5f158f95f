#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value of an attribute, in a model, a predicate or a store.
///
/// ```swift
/// if case .string(let text) = attribute.defaultValue { print(attribute.name, text) }
/// ```
public enum AttributeValue: Sendable, Hashable {
  /// Integer 16, 32, 64.
  case integer(Int64)
  /// Double and Float.
  case double(Double)
  /// Decimal.
  case decimal(Decimal)
  /// String.
  case string(String)
  /// Boolean.
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC, the reference date of Foundation.
  case date(Double)
  /// Bytes of an attribute of type Binary Data.
  case binary([UInt8])
  /// UUID.
  case uuid(UUID)
  /// The whole URI as a text, as `URL.absoluteString` returns it.
  case uri(String)
}

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
  /// A value of an attribute of type Integer 16, Integer 32 or Integer 64.
  case integer(Int64)
  /// A value of an attribute of type Double or Float.
  case double(Double)
  /// A value of an attribute of type Decimal.
  case decimal(Decimal)
  /// A value of an attribute of type String.
  case string(String)
  /// A value of an attribute of type Boolean.
  case boolean(Bool)
  /// A value of an attribute of type Date: seconds since 2001-01-01 00:00:00 UTC, the reference
  /// date of Foundation.
  case date(Double)
  /// The bytes of an attribute of type Binary Data.
  case binary([UInt8])
  /// A value of an attribute of type UUID.
  case uuid(UUID)
  /// A value of an attribute of type URI: the whole URI as a text, as `URL.absoluteString` returns
  /// it.
  case uri(String)
}

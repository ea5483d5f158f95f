#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value of an attribute, in a model, a predicate or a store.
public enum AttributeValue: Sendable, Hashable {
  /// Integer 16, 32, 64.
  case integer(Int64)
  /// Double and Float.
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC, the reference date of Foundation.
  case date(Double)
  case binary([UInt8])
  case uuid(UUID)
  /// The absolute string of a URL.
  case uri(String)
}

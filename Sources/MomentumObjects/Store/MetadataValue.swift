import MomentumPropertyList

/// A value in the metadata of a store, or in the details of an error.
///
/// ```swift
/// container.coordinator[metadata: id]?["lastImport"] = .string("2026-03-01")
/// ```
public indirect enum MetadataValue: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case double(Double)
  /// A truth value.
  case boolean(Bool)
  /// A date, in seconds since 2001-01-01 UTC.
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// A list of values.
  case array([MetadataValue])
  /// Values by name.
  case dictionary([String: MetadataValue])
}

extension MetadataValue {
  /// Converts a property list; `nil` for a value that metadata cannot have: null, and references
  /// inside an archive.
  init?(_ list: PropertyList) {
    switch list {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .unsigned(let number): self = .double(Double(number))
    case .real(let number): self = .double(number)
    case .boolean(let flag): self = .boolean(flag)
    case .date(let seconds): self = .date(seconds)
    case .data(let bytes): self = .data(bytes)
    case .array(let values): self = .array(values.compactMap { MetadataValue($0) })
    case .dictionary(let values):
      self = .dictionary(values.compactMapValues { MetadataValue($0) })
    case .uid, .null: return nil
    }
  }

  var propertyList: PropertyList {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .boolean(let flag): .boolean(flag)
    case .date(let seconds): .date(seconds)
    case .data(let bytes): .data(bytes)
    case .array(let values): .array(values.map(\.propertyList))
    case .dictionary(let values): .dictionary(values.mapValues(\.propertyList))
    }
  }
}

extension StoreInformation {
  init(metadata values: [String: MetadataValue]) { self.init(values.mapValues(\.propertyList)) }

  var metadata: [String: MetadataValue] { values.compactMapValues { MetadataValue($0) } }
}

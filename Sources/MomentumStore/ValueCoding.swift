package import MomentumModel
package import MomentumSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Converts an attribute's value to the form in Core Data's store, and back.
//
// Source: observed in 178 stores (types of columns and values per attribute type).

extension AttributeValue {
  /// The value in the form of the store.
  ///
  /// Booleans are 0 and 1, dates seconds since 2001-01-01 UTC as REAL, UUIDs 16 raw bytes, URIs and
  /// strings text, decimals REAL.
  package var stored: SQLValue {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .real(value)
    case .decimal(let value): .real(Double("\(value)") ?? .nan)
    case .string(let value), .uri(let value): .text(value)
    case .boolean(let value): .integer(value ? 1 : 0)
    case .date(let seconds): .real(seconds)
    case .binary(let bytes): .blob(bytes)
    case .uuid(let value): .blob(withUnsafeBytes(of: value.uuid) { Array($0) })
    }
  }

  /// Reads a stored value of an attribute type; fails for NULL and for a value that the type does
  /// not have.
  ///
  /// SQLite stores a whole REAL in a column of numeric affinity as an integer, so a number may be
  /// an INTEGER or a REAL.
  package init?(stored value: SQLValue, type: AttributeType) {
    switch (type, value) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      self = .integer(number)
    case (.boolean, .integer(let number)): self = .boolean(number != 0)
    case (.double, .real(let number)), (.float, .real(let number)): self = .double(number)
    case (.double, .integer(let number)), (.float, .integer(let number)):
      self = .double(Double(number))
    case (.decimal, .real(let number)):
      guard let decimal = Decimal(string: "\(number)") else { return nil }
      self = .decimal(decimal)
    case (.decimal, .integer(let number)): self = .decimal(Decimal(number))
    case (.date, .real(let seconds)): self = .date(seconds)
    case (.date, .integer(let seconds)): self = .date(Double(seconds))
    case (.string, .text(let text)): self = .string(text)
    case (.uri, .text(let text)): self = .uri(text)
    case (.uuid, .blob(let bytes)):
      guard let uuid = UUID(bytes: bytes) else { return nil }
      self = .uuid(uuid)
    case (.binary, .blob(let bytes)), (.transformable, .blob(let bytes)): self = .binary(bytes)
    case (.undefined, _), (.integer16, _), (.integer32, _), (.integer64, _), (.decimal, _),
      (.double, _), (.float, _), (.string, _), (.boolean, _), (.date, _), (.binary, _), (.uuid, _),
      (.uri, _), (.transformable, _), (.objectID, _), (.composite, _):
      return nil
    }
  }
}

extension UUID {
  /// Makes a UUID from its sixteen bytes; fails for another number of bytes.
  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

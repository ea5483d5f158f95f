/// A property list as a value: the format of a store's metadata and of compiled models.
package indirect enum PropertyList: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  /// Only for numbers above `Int64.max`; the others are ``integer(_:)``.
  case unsigned(UInt64)
  case real(Double)
  case boolean(Bool)
  /// A date in seconds since 2001-01-01 UTC.
  case date(Double)
  case data([UInt8])
  /// A reference inside a keyed archive.
  case uid(UInt64)
  case null
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// The greatest depth of arrays and dictionaries inside each other.
  static let depthMax = 64
  /// The greatest size of a list in bytes; a longer list is refused. The metadata of real stores
  /// has a few thousand bytes.
  static let bytesMax = 64 << 20
}

/// The reason why bytes cannot be read as a property list.
package struct PropertyListError: Error, Hashable {
  package var message: String

  package init(message: String) { self.message = message }
}

extension PropertyList {
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }
  package var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
  package var dictionary: [String: PropertyList]? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}

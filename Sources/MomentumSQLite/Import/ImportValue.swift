internal import Foundation
internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumText

// Converts JSON values to attribute values, by the attribute's type.

/// Why a JSON value is not a value of an attribute.
enum ImportValueError: Error {
  case wrongType(expected: String)
  case outOfRange(String)
  case unsupported(String)
}

extension AttributeValue {
  init(_ json: JSONNode.Value, type: AttributeType) throws(ImportValueError) {
    switch type {
    case .integer16: self = .integer(try Self.integer(json, Int64(Int16.min)...Int64(Int16.max)))
    case .integer32: self = .integer(try Self.integer(json, Int64(Int32.min)...Int64(Int32.max)))
    case .integer64: self = .integer(try Self.integer(json, Int64.min...Int64.max))
    case .decimal: self = .decimal(try Self.decimal(json))
    case .double: self = .double(try Self.double(json))
    case .float: self = .double(try Self.float(json))
    case .string:
      guard case .string(let text) = json else { throw .wrongType(expected: "a string") }
      self = .string(text)
    case .boolean:
      guard case .boolean(let value) = json else { throw .wrongType(expected: "true or false") }
      self = .boolean(value)
    case .date: self = .date(try Self.date(json))
    // A transformable is stored as the bytes that its transformer returned.
    case .binary, .transformable:
      guard case .string(let text) = json, let data = Data(base64Encoded: text) else {
        throw .wrongType(expected: "a string of base64")
      }
      self = .binary(Array(data))
    case .uuid:
      guard case .string(let text) = json, let uuid = UUID(uuidString: text) else {
        throw .wrongType(expected: "a string such as '6F99DCEB-E351-44B4-A9EE-E419C7F1A040'")
      }
      self = .uuid(uuid)
    case .uri:
      guard case .string(let text) = json, !text.isEmpty, URL(string: text) != nil else {
        throw .wrongType(expected: "a string that is a URI")
      }
      self = .uri(text)
    case .undefined, .objectID, .composite: throw .unsupported(type.xmlName)
    }
  }

  private static func integer(
    _ json: JSONNode.Value, _ range: ClosedRange<Int64>
  ) throws(ImportValueError) -> Int64 {
    guard case .number(let text) = json else { throw .wrongType(expected: "an integer") }
    guard let number = Int64(text) else {
      let isWhole = text.allSatisfy { $0.isNumber || $0 == "-" }
      guard isWhole else { throw .wrongType(expected: "an integer") }
      throw .outOfRange("from \(range.lowerBound) to \(range.upperBound)")
    }
    guard range.contains(number) else {
      throw .outOfRange("from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// JSON cannot spell the infinities, which a column may hold; they are strings here.
  private static func double(_ json: JSONNode.Value) throws(ImportValueError) -> Double {
    switch json {
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    case .null, .boolean, .number, .string, .array, .object: break
    }
    guard case .number(let text) = json else { throw .wrongType(expected: "a number") }
    guard let number = Double(text), number.isFinite else {
      throw .outOfRange("a number that a double can hold")
    }
    return number
  }

  /// The nearest 32-bit number, as `NSNumber` returns it.
  private static func float(_ json: JSONNode.Value) throws(ImportValueError) -> Double {
    let given = try double(json)
    let number = Float(given)
    guard number.isFinite || given.isInfinite else {
      throw .outOfRange("a number that a float can hold")
    }
    return Double(number)
  }

  private static func decimal(_ json: JSONNode.Value) throws(ImportValueError) -> Decimal {
    let text: String
    switch json {
    case .number(let number): text = number
    case .string(let string): text = string
    case .null, .boolean, .array, .object:
      throw .wrongType(expected: "a number or a string of one")
    }
    // `Decimal(string:)` ignores everything after the first character that is not part of a number.
    let allowed = Set("0123456789+-.eE")
    guard !text.isEmpty, text.allSatisfy(allowed.contains), Double(text) != nil,
      let decimal = Decimal(string: text), decimal.isFinite
    else { throw .wrongType(expected: "a number or a string of one") }
    return decimal
  }

  private static func date(_ json: JSONNode.Value) throws(ImportValueError) -> Double {
    let expected = "seconds since 2001 or a string such as '2026-01-31T12:00:00Z'"
    switch json {
    case .number: return try double(json)
    case .string("Infinity"), .string("-Infinity"): return try double(json)
    case .string(let text):
      guard let seconds = ISODate.seconds(text) else { throw .wrongType(expected: expected) }
      return seconds
    case .null, .boolean, .array, .object: throw .wrongType(expected: expected)
    }
  }
}

import Foundation
internal import MomentumModel

/// Converts the values of attributes to text in an XML store and back.
enum XMLStoreValue {
  /// The name of a type. Observed: string, int16, int32, bool, binary, date; the others are
  /// assumed.
  static func name(of type: AttributeType) -> String {
    switch type {
    case .integer16: "int16"
    case .integer32: "int32"
    case .integer64: "int64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "bool"
    case .date: "date"
    case .binary: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .transformable: "transformable"
    case .undefined, .objectID, .composite: "undefined"
    }
  }

  static func text(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text), .uri(let text): text
    case .boolean(let flag): flag ? "1" : "0"
    case .date(let seconds): String(format: "%.20f", seconds)
    case .binary(let bytes): base64(bytes)
    case .uuid(let uuid): uuid.uuidString
    }
  }

  /// Encodes bytes in the form that was observed: a line of 76 characters, the rest in one line,
  /// then a line end.
  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Data(bytes).base64EncodedString()
    guard text.utf8.count > 76 else { return text.isEmpty ? "" : text + "\n" }
    return "\(text.prefix(76))\n\(text.dropFirst(76))\n"
  }

  /// Parses a value; `nil` if the text is not a value of the type.
  static func value(_ text: String, _ type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16: Int16(text).map { .integer(Int64($0)) }
    case .integer32: Int32(text).map { .integer(Int64($0)) }
    case .integer64: Int64(text).map { .integer($0) }
    case .decimal: decimal(text).map { .decimal($0) }
    case .double, .float: Double(text).map { .double($0) }
    case .string: .string(text)
    case .boolean: ["1": true, "0": false][text].map { .boolean($0) }
    case .date: Double(text).map { .date($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .uri: .uri(text)
    case .binary, .transformable:
      Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .binary([UInt8]($0)) }
    case .undefined, .objectID, .composite: nil
    }
  }

  /// Parses a decimal. `Decimal(string:)` ignores text after a number, so other characters are
  /// refused.
  private static func decimal(_ text: String) -> Decimal? {
    let allowed = Set("+-.0123456789eEnaN")
    return text.allSatisfy { allowed.contains($0) } ? Decimal(string: text) : nil
  }
}

// Reads the texts of defaults and bounds as values.
//
// Xcode keeps the text of a default when an attribute's type is changed, so real files have `NO`
// and `0.0` as defaults of whole numbers (observed: 117 and 96 times in 1,307 files). Refusing such
// a text would refuse the model, so the nearest value is used.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of reading the text of a value.
enum ParsedValue: Hashable {
  case exact(AttributeValue)
  /// The text was written for another type, and this is the nearest value of the attribute's type.
  case adjusted(AttributeValue)
  /// Attributes of this type have no default or bound as text, so the text has no effect.
  case ignored
  case unreadable
}

enum AttributeValueParser {
  /// Reads a `defaultValueString`.
  static func parse(_ text: String, as type: AttributeType) -> ParsedValue {
    switch type {
    case .integer16, .integer32, .integer64: return integer(text, in: type.integerRange)
    case .double, .float: return number(text) { Double($0).map(AttributeValue.double) }
    case .decimal:
      return number(text) { text in
        guard let value = Decimal(string: text), !value.isNaN else { return nil }
        return AttributeValue.decimal(value)
      }
    case .boolean: return boolean(text)
    case .string: return .exact(.string(text))
    case .uri: return .exact(.uri(text))
    // Observed: a shipped model has the default 'empy', so an unreadable UUID is no error.
    case .uuid: return UUID(uuidString: text).map { .exact(.uuid($0)) } ?? .ignored
    // A date has its default and bounds as time intervals, and the text is only what Xcode shows.
    // The other types cannot have a default as text.
    case .date, .undefined, .binary, .transformable, .objectID, .composite: return .ignored
    }
  }

  /// Reads a `minValueString` or `maxValueString`: a bound of the value, or of a string's length.
  static func parseBound(_ text: String, as type: AttributeType) -> ParsedValue {
    switch type {
    case .string: integer(text, in: 0...Int64.max)
    case .integer16, .integer32, .integer64, .double, .float, .decimal: parse(text, as: type)
    case .boolean, .uri, .uuid, .date, .undefined, .binary, .transformable, .objectID, .composite:
      .ignored
    }
  }

  /// Reads an XML attribute named `…DateTimeInterval`: seconds since 2001-01-01 00:00:00 UTC.
  static func parseInterval(_ text: String, as type: AttributeType) -> ParsedValue {
    guard type == .date else { return .ignored }
    return number(text) { Double($0).map(AttributeValue.date) }
  }

  private static func integer(_ text: String, in range: ClosedRange<Int64>?) -> ParsedValue {
    let text = trimmed(text)
    let range = range ?? Int64.min...Int64.max
    if let value = Int64(text) {
      return range.contains(value)
        ? .exact(.integer(value))
        : .adjusted(.integer(min(max(value, range.lowerBound), range.upperBound)))
    }
    if let flag = flag(text) { return .adjusted(.integer(flag ? 1 : 0)) }
    guard isNumber(text), let number = Double(text) else { return .unreadable }
    guard let value = Int64(exactly: number.rounded(.towardZero)) else {
      return .adjusted(.integer(number < 0 ? range.lowerBound : range.upperBound))
    }
    let inRange = min(max(value, range.lowerBound), range.upperBound)
    let isSame = Double(value) == number && inRange == value
    return isSame ? .exact(.integer(value)) : .adjusted(.integer(inRange))
  }

  private static func number(
    _ text: String, _ make: (String) -> AttributeValue?
  ) -> ParsedValue {
    let text = trimmed(text)
    if let flag = flag(text), let value = make(flag ? "1" : "0") { return .adjusted(value) }
    guard isNumber(text), let value = make(text) else { return .unreadable }
    return .exact(value)
  }

  private static func boolean(_ text: String) -> ParsedValue {
    let text = trimmed(text)
    switch text {
    case "YES", "1", "true": return .exact(.boolean(true))
    case "NO", "0", "false": return .exact(.boolean(false))
    default:
      if let flag = flag(text) { return .adjusted(.boolean(flag)) }
      guard isNumber(text), let number = Double(text) else { return .unreadable }
      return .adjusted(.boolean(number != 0))
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: nil
    }
  }

  /// Accepts `-12`, `0.5`, `.5` and `1e-3`. Without this check, Swift's initialisers would also
  /// accept `nan` and `0x1p3`, and Foundation's decimal any text that begins with a number.
  private static func isNumber(_ text: String) -> Bool {
    var unreadBytes = text.utf8[...]
    func takeDigits() -> Int {
      let digits = unreadBytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      unreadBytes = unreadBytes.dropFirst(digits.count)
      return digits.count
    }
    func take(_ characters: String) -> Bool {
      guard let first = unreadBytes.first, characters.utf8.contains(first) else { return false }
      unreadBytes = unreadBytes.dropFirst()
      return true
    }
    _ = take("+-")
    var digits = takeDigits()
    if take(".") { digits += takeDigits() }
    guard digits > 0 else { return false }
    if take("eE") {
      _ = take("+-")
      guard takeDigits() > 0 else { return false }
    }
    return unreadBytes.isEmpty
  }

  private static func trimmed(_ text: String) -> String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" }
    guard text.contains(where: blank) else { return text }
    let tail = text.drop(while: blank)
    return String(tail.reversed().drop(while: blank).reversed())
  }
}

extension AttributeValue {
  /// The text that messages show for a number or a flag that was read from a text of another type.
  var shown: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value), .date(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .boolean(let value): value ? "YES" : "NO"
    case .string(let value), .uri(let value): "'\(value)'"
    case .uuid(let value): value.uuidString
    case .binary(let value): "\(value.count) bytes"
    }
  }
}

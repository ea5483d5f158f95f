import Foundation
import MomentumEvaluation

/// Values as Objective-C and the notes of the corpus write them: `@"x"`, `@(1)`, `@[@1]`,
/// `@{@"k": nil}`, `{key: "value"}`, `[1, 2]`.
struct ObjectiveCValue {
  struct Unreadable: Error {
    var text: String
  }

  private let text: [Character]
  private var position = 0

  static func read(_ text: String) throws -> PredicateValue {
    try list(text).first ?? .null
  }

  /// Values with commas between them.
  static func list(_ text: String) throws -> [PredicateValue] {
    var reader = ObjectiveCValue(text: Array(text))
    let values = try reader.values(until: nil)
    guard reader.position == reader.text.count else { throw Unreadable(text: text) }
    return values
  }

  private init(text: [Character]) { self.text = text }

  private var current: Character? { position < text.count ? text[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    while let current, current.isWhitespace { position += 1 }
    guard current == character else { return false }
    position += 1
    return true
  }

  private mutating func values(until end: Character?) throws -> [PredicateValue] {
    var result: [PredicateValue] = []
    while !(end.map { take($0) } ?? (position == text.count)) {
      result.append(try value())
      _ = take(",")
    }
    return result
  }

  private mutating func value() throws -> PredicateValue {
    _ = take("@")
    if take("\"") { return .string(string()) }
    if take("(") {
      let inner = try value()
      guard take(")") else { throw Unreadable(text: String(text)) }
      return inner
    }
    if take("[") { return .array(try values(until: "]")) }
    if take("{") { return .dictionary(PredicateDictionary(try members())) }
    return try word()
  }

  private mutating func string() -> String {
    var result = ""
    while let character = current, character != "\"" {
      result.append(character)
      position += 1
    }
    position += 1
    return result
  }

  private mutating func members() throws -> [(PredicateValue, PredicateValue)] {
    var result: [(PredicateValue, PredicateValue)] = []
    while !take("}") {
      let key = try value()
      guard take(":") else { throw Unreadable(text: String(text)) }
      result.append((key, try value()))
      _ = take(",")
    }
    return result
  }

  /// A number, a constant, a bare key, or `pow(a, b)`.
  private mutating func word() throws -> PredicateValue {
    while let current, current.isWhitespace { position += 1 }
    let start = position
    while let character = current,
      character.isLetter || character.isNumber || "-._".contains(character)
    {
      position += 1
    }
    let word = String(text[start..<position])
    switch word {
    case "": throw Unreadable(text: String(text))
    case "nil": return .null
    case "YES", "TRUE": return .boolean(true)
    case "NO", "FALSE": return .boolean(false)
    case "pow":
      guard take("("), case let numbers = try values(until: ")"), numbers.count == 2,
        case .integer(let base) = numbers[0], case .double(let exponent) = numbers[1]
      else { throw Unreadable(text: String(text)) }
      return .double(pow(Double(base), exponent))
    default:
      if let integer = Int64(word) { return .integer(integer) }
      return Double(word).map { .double($0) } ?? .string(word)
    }
  }
}

import Foundation
import MomentumModel
import MomentumPredicate

// Constants as literals, arguments, variables and lists.

extension AttributeType {
  /// What operators can do with values of a type.
  enum Family {
    case string
    case number
    case boolean
    case date
    /// Equal or not, without an order: UUID, URI, binary.
    case plain
    /// There or not.
    case opaque
  }

  var family: Family {
    switch self {
    case .string: .string
    case .integer16, .integer32, .integer64, .double, .float, .decimal: .number
    case .boolean: .boolean
    case .date: .date
    case .uuid, .uri, .binary: .plain
    case .transformable, .undefined, .objectID, .composite: .opaque
    }
  }

  var isInteger: Bool { self == .integer16 || self == .integer32 || self == .integer64 }
}

extension PredicateGenerator {
  /// A value that an object has or that no object has.
  mutating func value(_ type: AttributeType) -> AttributeValue {
    if dice.chance(70), let value = dice.pick(pool[type.number] ?? []) { return value }
    return ValueGenerator.value(type, &dice) ?? .integer(0)
  }

  /// A constant as it may stand in a comparison with a type.
  mutating func constant(_ type: AttributeType) -> FormatText {
    let value = value(type)
    switch dice.weighted([6, 4, 1]) {
    case 0: return literal(value, type) ?? argument(value)
    case 1: return argument(value)
    case _:
      freeVariableCount += 1
      let name = "V\(freeVariableCount)"
      return FormatText("$\(name)", variables: [.init(name: name, value: .value(value))])
    }
  }

  func argument(_ value: AttributeValue) -> FormatText {
    FormatText("%@", arguments: [.value(value)])
  }

  /// `nil` for what has no literal.
  mutating func literal(_ value: AttributeValue, _ type: AttributeType) -> FormatText? {
    switch value {
    case .integer(let number):
      // The sign is no part of a literal's digits.
      return number == .min ? nil : FormatText("\(number)")
    case .double(let number): return FormatText("\(number)")
    case .decimal(let number): return FormatText("\(number)")
    case .string(let text): return Self.quoted(text).map { FormatText($0) }
    case .boolean(let flag):
      return FormatText(flag ? dice.one("YES", "TRUE", "1") : dice.one("NO", "false", "0"))
    case .date(let seconds): return FormatText("CAST(\(seconds), \"NSDate\")")
    // In quotes they would be strings, which in memory equal no UUID and no URI.
    case .uuid, .uri, .binary: return nil
    }
  }

  /// `nil` for a text that a format cannot hold.
  static func quoted(_ text: String) -> String? {
    guard !text.utf8.contains(0) else { return nil }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// `{a, b}`, an argument or a variable that is a list; a few elements or very many.
  mutating func list(_ type: AttributeType) -> FormatText {
    let count = dice.chance(3) ? dice.int(100...1500) : dice.weighted([1, 3, 4, 3, 2])
    if count <= 5, dice.chance(60) {
      var elements = (0..<count).map { _ in constant(type) }
      if dice.chance(8) { elements.append(FormatText("nil")) }
      return "{" + FormatText.joined(elements, ", ") + "}"
    }
    var values = (0..<count).map { _ in PredicateArgument.value(value(type)) }
    if dice.chance(8) { values.append(.null) }
    if dice.chance(80) { return FormatText("%@", arguments: [.list(values)]) }
    freeVariableCount += 1
    let name = "V\(freeVariableCount)"
    return FormatText("$\(name)", variables: [.init(name: name, value: .list(values))])
  }

  // MARK: - Patterns

  mutating func likePattern() -> String {
    guard case .string(let text) = value(.string) else { return "*" }
    var result = ""
    for character in text.prefix(6) {
      switch dice.weighted([6, 1, 1, 1]) {
      case 0: result += "*?\\".contains(character) ? "\\\(character)" : String(character)
      case 1: result += "?"
      case 2: result += "*"
      case _: result += "*" + String(character)
      }
    }
    return dice.chance(40) ? result + "*" : result
  }

  mutating func regularExpression() -> String {
    dice.one(
      "a.*", "[a-c]+", "(?i)ab.*", "\\d+", ".*", "a|b|ab", "^a$", "\\w+", "", ".", "a?b*", "[^a]*",
      "(?s).*b", "(a)(b)?", "\\S+", ".{1,2}", "ß|ss", "\\p{L}+", "it's", "\\\\.*")
  }
}

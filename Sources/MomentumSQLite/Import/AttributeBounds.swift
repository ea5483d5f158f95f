internal import Foundation
internal import MomentumModel
internal import MomentumText

/// The validation rules of an attribute: bounds of a number or date, length and form of a string.
struct AttributeBounds {
  let attribute: Attribute

  init(_ attribute: Attribute) { self.attribute = attribute }

  /// The rule as it ends the sentence "the value has to be …"; `nil` where all are kept.
  func brokenRule(by value: AttributeValue) -> String? {
    switch value {
    case .integer(let number): return brokenBound(Decimal(number), "")
    case .decimal(let number): return brokenBound(number, "")
    case .double(let number), .date(let number): return brokenBound(number)
    case .string(let text):
      return brokenBound(Decimal(text.utf16.count), " characters long") ?? brokenForm(text)
    case .boolean, .binary, .uuid, .uri: return nil
    }
  }

  private func brokenBound(_ number: Decimal, _ unit: String) -> String? {
    if let minimum = Self.number(attribute.minimum), number < minimum {
      return "at least \(minimum)\(unit)"
    }
    if let maximum = Self.number(attribute.maximum), number > maximum {
      return "at most \(maximum)\(unit)"
    }
    return nil
  }

  /// Apart, because a decimal cannot hold every double.
  private func brokenBound(_ number: Double) -> String? {
    if let minimum = Self.double(attribute.minimum), number < minimum {
      return "at least \(minimum)"
    }
    if let maximum = Self.double(attribute.maximum), number > maximum {
      return "at most \(maximum)"
    }
    return nil
  }

  private func brokenForm(_ text: String) -> String? {
    guard let expression = attribute.regularExpression, !expression.isEmpty,
      let pattern = MatchPattern(expression, [])
    else { return nil }
    switch pattern.match(text) {
    case .matches: return nil
    case .differs, .tooSlow: return "a text that matches '\(expression)'"
    }
  }

  private static func number(_ bound: AttributeValue?) -> Decimal? {
    switch bound {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    case .double(let number), .date(let number): Decimal(string: "\(number)")
    case nil, .string, .boolean, .binary, .uuid, .uri: nil
    }
  }

  private static func double(_ bound: AttributeValue?) -> Double? {
    switch bound {
    case .integer(let number): Double(number)
    case .decimal(let number): Double("\(number)")
    case .double(let number), .date(let number): number
    case nil, .string, .boolean, .binary, .uuid, .uri: nil
    }
  }
}

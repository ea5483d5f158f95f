internal import Foundation
package import MomentumModel
internal import MomentumText

/// The validation rules of an attribute: bounds of a number or date, length and regular expression
/// of a string.
package struct AttributeBounds: Sendable {
  private let minimum: Decimal?
  private let maximum: Decimal?
  /// The bounds as doubles too, because a decimal cannot hold every double.
  private let minimumDouble: Double?
  private let maximumDouble: Double?
  /// The integers within the bounds; `nil` if a bound is not an integer. Comparing integers is much
  /// faster than comparing decimals.
  private let integers: ClosedRange<Int64>?
  private let expression: String?
  private let pattern: MatchPattern?

  package init(_ attribute: Attribute) {
    minimum = Self.number(attribute.minimum)
    maximum = Self.number(attribute.maximum)
    minimumDouble = Self.double(attribute.minimum)
    maximumDouble = Self.double(attribute.maximum)
    integers = Self.integers(attribute)
    let expression = attribute.regularExpression.flatMap { $0.isEmpty ? nil : $0 }
    self.expression = expression
    pattern = expression.flatMap { MatchPattern($0, []) }
  }

  /// Whether the attribute has no rules, so that every value is allowed.
  package var isEmpty: Bool { minimum == nil && maximum == nil && pattern == nil }

  /// The broken rule as the end of the sentence "the value has to be …"; `nil` if the value keeps
  /// all rules.
  package func brokenRule(by value: AttributeValue) -> String? {
    switch value {
    case .integer(let number):
      if let integers, integers.contains(number) { return nil }
      return brokenBound(Decimal(number), "")
    case .decimal(let number): return brokenBound(number, "")
    case .double(let number), .date(let number): return brokenBound(number)
    case .string(let text):
      let count = text.utf16.count
      if let integers, integers.contains(Int64(count)) { return brokenForm(text) }
      return brokenBound(Decimal(count), " characters long") ?? brokenForm(text)
    case .boolean, .binary, .uuid, .uri: return nil
    }
  }

  /// Whether a text has more UTF-16 units than the rules allow.
  package func isTooLong(_ text: String) -> Bool {
    maximum.map { Decimal(text.utf16.count) > $0 } ?? false
  }

  private func brokenBound(_ number: Decimal, _ unit: String) -> String? {
    if let minimum, number < minimum {
      return "at least \(minimum)\(unit)"
    }
    if let maximum, number > maximum {
      return "at most \(maximum)\(unit)"
    }
    return nil
  }

  private func brokenBound(_ number: Double) -> String? {
    if let minimumDouble, number < minimumDouble {
      return "at least \(minimumDouble)"
    }
    if let maximumDouble, number > maximumDouble {
      return "at most \(maximumDouble)"
    }
    return nil
  }

  private func brokenForm(_ text: String) -> String? {
    guard let expression, let pattern else { return nil }
    switch pattern.match(text) {
    case .matches: return nil
    case .differs, .tooSlow: return "a text that matches '\(expression)'"
    }
  }

  private static func integers(_ attribute: Attribute) -> ClosedRange<Int64>? {
    func bound(_ value: AttributeValue?, _ none: Int64) -> Int64? {
      switch value {
      case nil: none
      case .integer(let number): number
      case .double(let number): Int64(exactly: number)
      case .date, .decimal, .string, .boolean, .binary, .uuid, .uri: nil
      }
    }
    guard let lower = bound(attribute.minimum, .min), let upper = bound(attribute.maximum, .max),
      lower <= upper
    else { return nil }
    return lower...upper
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

/// The parsed form of a derivation expression.
///
/// Source: the forms that the documentation of `NSDerivedAttributeDescription` lists.
package enum Derivation: Sendable, Hashable {
  /// A collection operator over a to-many relationship.
  package enum Aggregate: String, Sendable, Hashable {
    case count
    case sum
  }

  /// A function of one string attribute.
  package enum TextFunction: String, Sendable, Hashable, CaseIterable {
    case canonical
    case uppercase
    case lowercase
  }

  /// A key path that ends with an attribute, such as `name`, or `owner.name` over to-one
  /// relationships.
  case keyPath([String])
  /// The number of a relationship's objects, or the sum of one of their attributes: `items.@count`,
  /// `items.price.@sum`. `path` does not contain the operator.
  case aggregate(Aggregate, path: [String])
  /// A function of a string attribute at the end of a path: `canonical:(name)`.
  case text(TextFunction, path: [String])
  /// `now()`: the time at which the object is saved.
  case now

  /// Parses an expression; fails if Core Data cannot compute an expression of its kind.
  package init?(_ expression: String) {
    if expression == "now()" {
      self = .now
      return
    }
    if let (name, argument) = Derivation.call(expression) {
      guard let path = Derivation.path(argument) else { return nil }
      if let function = TextFunction(rawValue: name) {
        self = .text(function, path: path)
      } else if let aggregate = Aggregate(rawValue: name) {
        self = .aggregate(aggregate, path: path)
      } else {
        return nil
      }
      return
    }
    var parts = expression.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let operators = parts.indices.filter { parts[$0].hasPrefix("@") }
    if let index = operators.first {
      // The expression must have one operator, after a relationship. Remove it from the path:
      // `items.@sum.price` means the same as `items.price.@sum`.
      guard operators.count == 1, index > 0,
        let aggregate = Aggregate(rawValue: String(parts[index].dropFirst()))
      else { return nil }
      parts.remove(at: index)
      guard parts.allSatisfy(Derivation.isKey) else { return nil }
      self = .aggregate(aggregate, path: parts)
      return
    }
    guard parts.allSatisfy(Derivation.isKey) else { return nil }
    self = .keyPath(parts)
  }

  /// Splits a call `name:(argument)` into its parts; `nil` for any other text.
  private static func call(_ expression: String) -> (name: String, argument: String)? {
    guard expression.hasSuffix(")"), let open = expression.firstIndex(of: "("),
      expression[..<open].hasSuffix(":")
    else { return nil }
    let argument = expression[expression.index(after: open)...].dropLast()
    return (String(expression[..<open].dropLast()), String(argument))
  }

  private static func path(_ text: String) -> [String]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.allSatisfy(isKey) ? parts : nil
  }

  private static func isKey(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

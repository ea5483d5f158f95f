import MomentumModel
import MomentumPredicate

// Arithmetic, functions and TERNARY.

extension PredicateGenerator {
  mutating func computed(_ scope: Scope) -> GeneratedPredicate? {
    switch dice.weighted([5, 3, 3]) {
    case 0: return arithmetic(scope)
    case 1: return numberFunction(scope)
    case _: return stringFunction(scope)
    }
  }

  private mutating func arithmetic(_ scope: Scope) -> GeneratedPredicate? {
    // A store computes decimals as doubles, which have no room for them beside the largest integers.
    let isWhole = dice.chance(35)
    let isWanted: (AttributeType) -> Bool = {
      isWhole ? $0.isInteger : $0.family == .number && $0 != .integer64
    }
    guard let left = number(scope, depth: 2, where: isWanted) else { return nil }
    let right = dice.chance(40) ? number(scope, depth: 1, where: isWanted) : nil
    return .leaf("" + left + orderSign() + (right ?? constant(dice.one(.integer32, .double))))
  }

  /// A number computed from attributes.
  private mutating func number(
    _ scope: Scope, depth: Int, where isWanted: (AttributeType) -> Bool
  ) -> FormatText? {
    guard let path = attributePath(scope, where: isWanted) else { return nil }
    guard depth > 0 else { return path.format }
    let other =
      (dice.chance(35) ? number(scope, depth: depth - 1, where: isWanted) : nil)
      ?? FormatText(dice.one("1", "2", "3", "0.5", "10", "4", "2.5"))
    let sign = dice.one(" + ", " - ", " * ", " + ", " - ", " / ")
    return "(" + path.format + sign + other + ")"
  }

  private mutating func numberFunction(_ scope: Scope) -> GeneratedPredicate? {
    guard let path = attributePath(scope, where: { $0.family == .number }),
      case .attribute(let type) = path.target
    else { return nil }
    let call: FormatText
    let weights = type.isInteger ? [8, 4, 1, 3] : [8, 0, 0, 0]
    switch dice.weighted(weights) {
    case 0: call = "\(dice.pick(FunctionTable.ofEachNumber) ?? "abs:")(" + path.format + ")"
    case 1: call = "modulus:by:(" + path.format + ", " + dice.one("2", "3", "7") + ")"
    case 2: call = "(" + path.format + " >> " + dice.one("1", "2", "3") + ")"
    case _:
      call =
        "(" + path.format + dice.one(" & ", " | ", " ^ ") + dice.one("1", "2", "3", "255") + ")"
    }
    return .leaf(call + orderSign() + constant(dice.one(.integer32, .double)))
  }

  private mutating func stringFunction(_ scope: Scope) -> GeneratedPredicate? {
    guard let path = attributePath(scope, where: { $0 == .string }) else { return nil }
    if dice.chance(40) {
      return .leaf("length:(" + path.format + ")" + orderSign() + "\(dice.int(0...4))")
    }
    let name = dice.pick(FunctionTable.ofTexts) ?? "lowercase:"
    return .leaf("\(name)(" + path.format + ")" + dice.one(" == ", " != ") + constant(.string))
  }

  /// `TERNARY(<predicate>, <a>, <b>) > 3`
  mutating func ternary(_ scope: Scope, outer: [Scope]) -> GeneratedPredicate? {
    let isWanted: (AttributeType) -> Bool = { $0.family == .number || $0 == .string }
    let condition = comparison(scope, outer: outer)
    guard let first = attributePath(scope, where: isWanted),
      case .attribute(let type) = first.target
    else { return nil }
    let family = type.family
    let second =
      dice.chance(50)
      ? attributePath(scope, where: { $0.family == family })?.format : nil
    let other = second ?? argument(value(type))
    let choices = ", " + first.format + ", " + other + ")"
    return .around(
      FormatText("TERNARY("), condition,
      compare(choices, type == .string ? type : .double, isQuantified: true))
  }
}

/// The functions that random predicates call, by what they take. Those without arguments and of random
/// numbers are left out: a check runs a request more than once.
extension FunctionTable {
  /// Functions that each number has a result of.
  static let ofEachNumber = selectors(of: [.number]) { $0.group != .advanced }
  /// Functions that have a result at least of the numbers above 0 and up to 1.
  static let ofSomeNumbers = selectors(of: [.number]) { $0.group == .advanced }
  static let ofIntegers = selectors(of: [.integer])
  static let ofTwoIntegers = selectors(of: [.integer, .integer])
  /// From texts to texts.
  static let ofTexts = selectors(of: [.string]) { $0.signature?.result == .string }

  private static func selectors(
    of arguments: [Domain], _ isWanted: (Row) -> Bool = { _ in true }
  ) -> [String] {
    all.filter { $0.group != .random && $0.signature?.arguments == arguments && isWanted($0) }
      .map(\.selector)
  }
}

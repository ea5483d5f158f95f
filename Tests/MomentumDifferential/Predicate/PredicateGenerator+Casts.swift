import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Dates that are computed, CAST, functions of integers and of small numbers, and FETCH.

extension PredicateGenerator {
  mutating func converted(_ scope: Scope) -> GeneratedPredicate? {
    switch dice.weighted([4, 4, 2, 2]) {
    case 0: return dateArithmetic(scope)
    case 1: return cast(scope)
    case 2: return integerFunction(scope)
    case _: return smallNumberFunction(scope)
    }
  }

  private func date(_ seconds: Int) -> String { "CAST(\(seconds), \"NSDate\")" }

  /// Whole seconds, so that no rounding decides.
  private mutating func dateArithmetic(_ scope: Scope) -> GeneratedPredicate? {
    guard let path = attributePath(scope, where: { $0 == .date }) else { return nil }
    switch dice.weighted([4, 4, 1]) {
    case 0:
      let distance = dice.one("60", "3600", "86400", "-86400", "0")
      let moved = "(" + path.format + dice.one(" + ", " - ") + distance + ")"
      return .leaf(moved + orderSign() + date(dice.int(-3...6) * 86400))
    case 1:
      let other = attributePath(scope, where: { $0 == .date })?.format ?? FormatText(date(86400))
      // No difference of milliseconds.
      let bound = "\(dice.int(-3...3) * 86400).00025"
      return .leaf(
        "(" + path.format + " - " + (dice.chance(50) ? other : FormatText(date(86400))) + ")"
          + dice.one(" < ", " > ") + bound)
    // The clock of the check stands still in 2026.
    case _: return .leaf("(now() - " + path.format + ")" + dice.one(" < ", " > ") + "-9000000000")
    }
  }

  private mutating func cast(_ scope: Scope) -> GeneratedPredicate? {
    let integer: (AttributeType) -> Bool = { $0 == .integer16 || $0 == .integer32 }
    switch dice.weighted([3, 3, 3, 3]) {
    case 0:
      guard let path = attributePath(scope, where: integer) else { return nil }
      return .leaf(
        "CAST(" + path.format + ", \"NSString\")"
          + dice.one(" == ", " != ", " BEGINSWITH ", " < ") + "\"\(dice.int(-3...6))\"")
    case 1:
      guard let path = attributePath(scope, where: { $0 == .string }) else { return nil }
      return .leaf(
        "CAST(" + path.format + ", \"NSNumber\")"
          + dice.one(" == 10", " > 9", " <= 10", " == nil", " != 9"))
    case 2:
      guard let path = attributePath(scope, where: { $0 == .date }) else { return nil }
      return .leaf(
        "CAST(" + path.format + ", \"NSNumber\")" + dice.one(" < ", " > ")
          + "\(dice.int(-3...6) * 86400).00025")
    case _:
      guard let path = attributePath(scope, where: integer) else { return nil }
      return .leaf("CAST(" + path.format + ", \"NSDate\")" + orderSign() + date(dice.int(-3...6)))
    }
  }

  private mutating func integerFunction(_ scope: Scope) -> GeneratedPredicate? {
    guard let path = attributePath(scope, where: \.isInteger) else { return nil }
    if dice.chance(20) {
      let name = dice.pick(FunctionTable.ofIntegers) ?? "onesComplement:"
      return .leaf("\(name)(" + path.format + ")" + orderSign() + "\(dice.int(-8...16))")
    }
    // Nothing is divided by 0.
    let name = dice.pick(FunctionTable.ofTwoIntegers) ?? "leftshift:by:"
    let call = "\(name)(" + path.format + ", \(dice.int(1...5)))"
    return .leaf(call + orderSign() + "\(dice.int(-8...16))")
  }

  /// `ln:(1.0 / (abs:(size) + 1)) < -1.1`: of numbers above 0 and up to 1, of which a root and a
  /// logarithm are numbers (in memory the others are NaN, which no database has), and beside bounds that
  /// no result meets.
  private mutating func smallNumberFunction(_ scope: Scope) -> GeneratedPredicate? {
    guard
      let path = attributePath(
        scope, where: { $0 == .integer16 || $0 == .integer32 || $0 == .double })
    else { return nil }
    let call =
      "\(dice.pick(FunctionTable.ofSomeNumbers) ?? "sqrt:")(1.0 / (abs:(" + path.format + ") + 1))"
    let bound = dice.one("-1.1", "-0.43", "0.1003", "0.37", "0.7003", "1.2", "2.2")
    return .leaf(call + dice.one(" < ", " > ", " <= ") + bound)
  }

  // MARK: - Requests inside

  /// `owner IN FETCH(%@, "", NO)`, `FETCH(%@, "", YES) > 2`
  mutating func fetched(_ scope: Scope) -> GeneratedPredicate? {
    var entity = scope.entity
    var operand = FormatText(scope.object)
    let counts = dice.chance(25)
    if !counts, dice.chance(60), let path = objectPath(scope),
      case .object(let destination) = path.target
    {
      (entity, operand) = (destination, path.format)
    }
    guard let argument = fetchArgument(over: entity, counts: counts) else { return nil }
    if counts {
      return .leaf(argument + dice.one(" > ", " == ", " < ") + "\(dice.int(0...8))")
    }
    return .leaf(operand + dice.one(" IN ", " IN ", " NOT IN ") + argument)
  }

  private mutating func fetchArgument(over entity: EntityID, counts: Bool) -> FormatText? {
    // The variables of a request are its own: there is none to give them values.
    let inner = predicate(.queried(entity), outer: [], depth: 1).format
    guard inner.variables.isEmpty else { return nil }
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "", text: inner.text)
    guard let syntax = PredicateParser.parse(source, &diagnostics),
      let typed = PredicateChecker.check(
        syntax, source: source, entity: entity, model: model, arguments: inner.arguments,
        &diagnostics)
    else { return nil }
    let fetch = TypedFetch(entity: entity, predicate: typed, countsOnly: counts)
    var result = FormatText(
      "FETCH(%@, \"\", \(counts ? "YES" : "NO"))", arguments: [.fetch(fetch)])
    result.fetched = [inner]
    return result
  }
}

extension FormatText {
  /// The text with what each request finds in its place, as the evaluator takes it.
  func answering(_ found: (TypedFetch, FormatText) throws -> PredicateArgument) rethrows
    -> FormatText
  {
    guard !fetched.isEmpty else { return self }
    var copy = self
    for call in ["FETCH(%@, \"\", YES)", "FETCH(%@, \"\", NO)"] {
      copy.text = copy.text.replacingOccurrences(of: call, with: "%@")
    }
    var rest = fetched[...]
    for index in copy.arguments.indices {
      guard case .fetch(let fetch) = copy.arguments[index], let inner = rest.popFirst() else {
        continue
      }
      copy.arguments[index] = try found(fetch, inner)
    }
    return copy
  }
}

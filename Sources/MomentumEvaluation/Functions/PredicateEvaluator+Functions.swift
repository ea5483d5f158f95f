internal import MomentumPredicate
internal import MomentumText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Evaluates calls of built-in functions, and the functions that need more code than a row of the
// table.

extension PredicateEvaluator {
  mutating func call(_ call: CallSyntax) throws(EvaluationError) -> PredicateValue {
    guard let function = FunctionEvaluation.bySelector[call.selector] else {
      throw EvaluationError(.unknownFunction(call.selector), at: call.selectorRange)
    }
    guard function.counts.contains(call.arguments.count) else {
      throw EvaluationError(
        .argumentCount(of: call.selector, call.arguments.count), at: call.selectorRange)
    }
    // In `objectFrom:withIndex:(a, FIRST)`, the second argument is one of the words FIRST, LAST and
    // SIZE, which has no value of its own.
    if function.takesPosition, case .indexSymbol(let symbol) = call.arguments[1].kind {
      let base = try value(call.arguments[0])
      return base.isNull ? .null : try base.element(at: symbol)
    }
    let values = try values(call.arguments)
    if function.isStrict, values.contains(where: \.isNull) { return .null }
    return try function.body(&self, call.selector, values)
  }

  /// Computes `randomn:(n)`: a whole number from 0 to n - 1. n must be above 0.
  mutating func randomInteger(
    below limit: PredicateValue, _ name: String
  ) throws(EvaluationError) -> PredicateValue {
    let arithmetic = Arithmetic(semantics: semantics)
    let limit = try arithmetic.integer(arithmetic.number(limit, name), name)
    guard limit > 0 else {
      if semantics == .store { return .null }
      throw EvaluationError(.wrongArgument(of: name, "0 or less", wanted: "a number above 0"))
    }
    // The multiplication may round up to the limit itself, which is not allowed.
    let scaled = random.fraction() * Double(limit)
    let whole = Int64(exactly: scaled.rounded(.down)) ?? limit
    return .integer(min(whole, limit - 1))
  }

  /// Computes `tokenize:using:(text, 'Cdl')`: the words of a text, folded as the letters `c` and
  /// `d` require.
  func tokens(
    _ text: PredicateValue, _ letters: PredicateValue, _ name: String
  ) throws(EvaluationError) -> PredicateValue {
    guard case .string(let text) = text, case .string(let letters) = letters else {
      throw EvaluationError(.wrongArgument(of: name, text.kind, wanted: "two strings"))
    }
    var flags: ComparisonFlags = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": flags.formUnion([.caseInsensitive, .widthInsensitive])
      case "d": flags.formUnion([.diacriticInsensitive, .widthInsensitive])
      case "l": flags.insert(.localized)
      case _:
        throw EvaluationError(.wrongArgument(of: name, "other letters", wanted: "options c, d, l"))
      }
    }
    let words = comparison.folded(text, flags).split { !$0.isLetter && !$0.isNumber }
    return .array(words.map { .string(String($0)) })
  }

  /// Calls a method of a value: `FUNCTION(<target>, 'selector:', …)`.
  mutating func method(
    _ target: ExpressionSyntax, _ selector: ExpressionSyntax, _ arguments: [ExpressionSyntax]
  ) throws(EvaluationError) -> PredicateValue {
    let base = try value(target)
    let name = try value(selector)
    guard case .string(let selector) = name else {
      throw EvaluationError(.wrongArgument(of: "FUNCTION", name.kind, wanted: "a selector"))
    }
    return try Method.value(of: base, selector, values(arguments))
  }
}

extension Arithmetic {
  /// The absolute value. In Foundation's semantics, an integer becomes a double.
  func absolute(_ number: Number, _ name: String) throws(EvaluationError) -> PredicateValue {
    switch number {
    case .double(let value): return result(value.magnitude)
    case .decimal(let value): return .decimal(value.magnitude)
    case .integer(let value):
      guard semantics == .store else { return .double(Double(value.magnitude)) }
      return Int64(exactly: value.magnitude).map { .integer($0) } ?? .double(0x1p63)
    }
  }
}

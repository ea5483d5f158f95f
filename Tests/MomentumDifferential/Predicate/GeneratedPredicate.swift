package import MomentumPredicate

/// A piece of predicate format with the arguments of its `%@` and `$NAME`s.
package struct FormatText: Sendable {
  package var text: String
  /// In the order of the text.
  package var arguments: [PredicateArgument]
  package var variables: [Variable]
  /// The predicates of the arguments that are requests, in their order.
  var fetched: [FormatText] = []

  package struct Variable: Sendable {
    /// Without the dollar sign.
    package var name: String
    package var value: PredicateArgument
  }

  package init(
    _ text: String = "", arguments: [PredicateArgument] = [], variables: [Variable] = []
  ) {
    self.text = text
    self.arguments = arguments
    self.variables = variables
  }

  package static func + (left: FormatText, right: FormatText) -> FormatText {
    var both = FormatText(
      left.text + right.text, arguments: left.arguments + right.arguments,
      variables: left.variables + right.variables)
    both.fetched = left.fetched + right.fetched
    return both
  }

  package static func + (left: FormatText, right: String) -> FormatText {
    left + FormatText(right)
  }

  package static func + (left: String, right: FormatText) -> FormatText {
    FormatText(left) + right
  }

  /// After each request is answered.
  var withoutRequests: FormatText {
    var copy = self
    copy.fetched = []
    return copy
  }

  package static func joined(_ parts: [FormatText], _ separator: String) -> FormatText {
    guard let first = parts.first else { return FormatText() }
    return parts.dropFirst().reduce(first) { $0 + separator + $1 }
  }
}

/// A random predicate as a tree, so that it can be made smaller when it fails.
package indirect enum GeneratedPredicate: Sendable {
  case leaf(FormatText)
  case and([GeneratedPredicate])
  case or([GeneratedPredicate])
  case not(GeneratedPredicate)
  /// `SUBQUERY(items, $x, ` the predicate `).@count > 2`
  case around(FormatText, GeneratedPredicate, FormatText)

  package var format: FormatText {
    switch self {
    case .leaf(let text): text
    case .and(let operands): Self.compound(operands, " AND ")
    case .or(let operands): Self.compound(operands, " OR ")
    case .not(let operand): "NOT " + Self.operand(operand)
    case .around(let before, let inner, let after): before + inner.format + after
    }
  }

  private static func compound(
    _ operands: [GeneratedPredicate], _ separator: String
  ) -> FormatText {
    FormatText.joined(operands.map(operand), separator)
  }

  private static func operand(_ predicate: GeneratedPredicate) -> FormatText {
    switch predicate {
    case .leaf, .around: predicate.format
    case .and, .or, .not: "(" + predicate.format + ")"
    }
  }

  /// Predicates that are one step smaller, the smallest first.
  package var smaller: [GeneratedPredicate] {
    switch self {
    case .leaf(let text): return text.smallerConstants.map { .leaf($0) }
    case .and(let operands):
      return operands + Self.smaller(operands) { .and($0) }
    case .or(let operands):
      return operands + Self.smaller(operands) { .or($0) }
    case .not(let operand):
      return [operand] + operand.smaller.map { .not($0) }
    case .around(let before, let inner, let after):
      if case .leaf(let text) = inner, text.text == "TRUEPREDICATE" { return [] }
      return [.around(before, .leaf(FormatText("TRUEPREDICATE")), after)]
        + inner.smaller.map { .around(before, $0, after) }
    }
  }

  private static func smaller(
    _ operands: [GeneratedPredicate], _ make: ([GeneratedPredicate]) -> GeneratedPredicate
  ) -> [GeneratedPredicate] {
    var result: [GeneratedPredicate] = []
    for index in operands.indices {
      if operands.count > 2 {
        var fewer = operands
        fewer.remove(at: index)
        result.append(make(fewer))
      }
      for part in operands[index].smaller {
        var changed = operands
        changed[index] = part
        result.append(make(changed))
      }
    }
    return result
  }
}

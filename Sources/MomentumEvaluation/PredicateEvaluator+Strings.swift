internal import MomentumPredicate
internal import MomentumText

// Evaluates the string operators and the option letters in brackets.

extension PredicateEvaluator {
  /// Evaluates BEGINSWITH, ENDSWITH, LIKE, MATCHES, UTI-CONFORMS-TO and UTI-EQUALS for two values
  /// that are not nil.
  mutating func matches(
    _ left: PredicateValue, _ terms: ComparisonTerms, _ right: PredicateValue
  ) throws(EvaluationError) -> Bool {
    switch terms.comparisonOperator {
    case .beginsWith: return try search(left, right, terms.flags.union(.anchored))
    case .endsWith: return try search(left, right, terms.flags.union([.anchored, .backwards]))
    case .like:
      let (text, pattern) = try texts(left, right)
      return try patterns.like(pattern, terms.flags, comparison).matches(text, comparison)
    case .matches:
      let (text, pattern) = try texts(left, right)
      switch try patterns.match(pattern, terms.flags).match(text) {
      case .matches: return true
      case .differs: return false
      case .tooSlow: throw EvaluationError(.slowPattern)
      }
    case .utiConformsTo, .utiEquals:
      return try hasType(left, terms.comparisonOperator, right)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains,
      .between, .custom:
      throw EvaluationError(.unknownOperator(terms.comparisonOperator.text))
    }
  }

  private func search(
    _ left: PredicateValue, _ right: PredicateValue, _ flags: ComparisonFlags
  ) throws(EvaluationError) -> Bool {
    guard case .string(let text) = left, case .string(let part) = right else {
      throw EvaluationError(.noSubstring(left: left.kind, right: right.kind))
    }
    return comparison.search(text, for: part, flags)
  }

  private func texts(
    _ left: PredicateValue, _ right: PredicateValue
  ) throws(EvaluationError) -> (String, String) {
    guard case .string(let text) = left else { throw EvaluationError(.notMatchable(left.kind)) }
    guard case .string(let pattern) = right else {
      throw EvaluationError(.notMatchable(right.kind))
    }
    return (text, pattern)
  }

  private func hasType(
    _ left: PredicateValue, _ comparisonOperator: ComparisonOperator, _ right: PredicateValue
  ) throws(EvaluationError) -> Bool {
    guard let types = options.types else { throw EvaluationError(.noTypeTable) }
    guard case .string(let type) = left, case .string(let wanted) = right else {
      throw EvaluationError(.noSubstring(left: left.kind, right: right.kind))
    }
    return comparisonOperator == .utiEquals
      ? types.isEqual(type, wanted) : types.conforms(type, to: wanted)
  }
}

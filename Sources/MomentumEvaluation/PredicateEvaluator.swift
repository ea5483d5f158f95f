internal import MomentumDiagnostics
package import MomentumPredicate
internal import MomentumText

/// Evaluates predicates and expressions on values in memory.
///
/// Use one evaluator for a whole list of objects, because it keeps what can be reused, such as
/// regular expressions. Strings without options are ordered by code point, as in SQLite's `BINARY`;
/// Foundation orders by UTF-16 units, which differs only above U+FFFF.
///
///     var evaluator = PredicateEvaluator(options: EvaluationOptions(nullSemantics: .store))
///     let found = try evaluator.filter(books, by: predicate)
package struct PredicateEvaluator: Sendable {
  /// The deepest nesting of predicates and expressions. A deeper one is an error, because
  /// evaluation is recursive.
  package static let levelsMax = 250

  package let options: EvaluationOptions
  /// The values for `%@`, `%d` and `%K`, in the order of the text.
  package let arguments: [PredicateValue]
  /// The values for `$NAME`, by name without the dollar sign.
  package let bindings: [String: PredicateValue]

  let comparison: TextComparison
  var patterns = PatternCache()
  var constants: [SourceRange: ConstantCollection] = [:]
  var random: RandomNumbers
  var depth = 0

  /// The evaluated object, which is also `SELF` inside a SUBQUERY.
  var object = PredicateValue.null
  /// The variables of the SUBQUERYs around the current expression, the innermost last.
  var scopes: [(name: String, value: PredicateValue)] = []
  /// The variables that `:=` has set for the current object.
  var assigned: [String: PredicateValue] = [:]

  package init(
    arguments: [PredicateValue] = [], bindings: [String: PredicateValue] = [:],
    options: EvaluationOptions = EvaluationOptions()
  ) {
    self.arguments = arguments
    self.bindings = bindings
    self.options = options
    comparison = TextComparison(localeIdentifier: options.localeIdentifier)
    random = RandomNumbers(seed: options.randomSeed)
  }

  /// Whether the predicate is true for the object. Unknown counts as not true.
  package mutating func evaluate(
    _ predicate: PredicateSyntax, on object: PredicateValue
  ) throws(EvaluationError) -> Bool {
    try truth(of: predicate, on: object).finds
  }

  /// The truth value of the predicate for the object.
  package mutating func truth(
    of predicate: PredicateSyntax, on object: PredicateValue
  ) throws(EvaluationError) -> Truth {
    begin(object)
    return try truth(predicate)
  }

  /// The value of an expression for the object.
  package mutating func value(
    of expression: ExpressionSyntax, on object: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    begin(object)
    return try value(expression)
  }

  /// The objects for which the predicate is true, in their order.
  package mutating func filter(
    _ objects: [PredicateValue], by predicate: PredicateSyntax
  ) throws(EvaluationError) -> [PredicateValue] {
    constants = ConstantCollections.find(in: predicate, arguments)
    // The collections are recognised by their ranges in this predicate. In the predicate of a later
    // call, the same ranges are other expressions.
    defer { constants = [:] }
    var result: [PredicateValue] = []
    for object in objects where try evaluate(predicate, on: object) { result.append(object) }
    return result
  }

  /// The number of LIKE and MATCHES patterns that are kept.
  package var patternCount: Int { patterns.count }

  private mutating func begin(_ object: PredicateValue) {
    self.object = object
    depth = 0
    scopes = []
    assigned = [:]
  }

  // MARK: - Compound predicates

  var semantics: NullSemantics { options.nullSemantics }

  mutating func truth(_ predicate: PredicateSyntax) throws(EvaluationError) -> Truth {
    try enter(predicate.range)
    defer { depth -= 1 }
    switch predicate.kind {
    case .constant(let value): return Truth(value)
    case .comparison(let comparison): return try truth(comparison)
    case .and(let operands): return try chain(operands, decidedBy: .isFalse, otherwise: .isTrue)
    case .or(let operands): return try chain(operands, decidedBy: .isTrue, otherwise: .isFalse)
    case .not(let operand): return !(try truth(operand))
    }
  }

  /// Evaluates AND or OR. It stops at the first operand that decides the result, so that an error
  /// in a later operand is not thrown.
  private mutating func chain(
    _ operands: [PredicateSyntax], decidedBy decision: Truth, otherwise: Truth
  ) throws(EvaluationError) -> Truth {
    var result = otherwise
    for operand in operands {
      let truth = try truth(operand)
      if truth == decision { return decision }
      if truth == .unknown { result = .unknown }
    }
    return result
  }

  mutating func enter(_ range: SourceRange) throws(EvaluationError) {
    guard depth < Self.levelsMax else {
      throw EvaluationError(.tooDeep(levelsMax: Self.levelsMax), at: range)
    }
    depth += 1
  }
}

internal import MomentumDiagnostics
public import MomentumPredicate
internal import MomentumText

/// Evaluates predicates and expressions on values in memory.
///
/// Keeps what is made once for many objects, such as regular expressions, so one evaluator should
/// serve a whole list. Strings without options are ordered by code point, as SQLite's `BINARY` does;
/// Foundation orders by UTF-16 unit, which differs above U+FFFF only.
///
///     var evaluator = PredicateEvaluator(options: EvaluationOptions(nullSemantics: .store))
///     let found = try evaluator.filter(books, by: predicate)
public struct PredicateEvaluator: Sendable {
  /// Levels of predicates and expressions inside one another.
  public static let levelsMax = 250

  public let options: EvaluationOptions
  /// For `%@`, `%d`, `%K`, in the order of the text.
  public let arguments: [PredicateValue]
  /// For `$NAME`, without the dollar sign.
  public let bindings: [String: PredicateValue]

  let comparison: TextComparison
  var patterns = PatternCache()
  var constants: [SourceRange: ConstantCollection] = [:]
  var random: RandomNumbers
  var depth = 0

  /// The evaluated object: what `SELF` is, also inside SUBQUERY.
  var object = PredicateValue.null
  /// Variables of the SUBQUERYs around, the innermost last.
  var scopes: [(name: String, value: PredicateValue)] = []
  /// Variables that `:=` has given a value, for this object.
  var assigned: [String: PredicateValue] = [:]

  public init(
    arguments: [PredicateValue] = [], bindings: [String: PredicateValue] = [:],
    options: EvaluationOptions = EvaluationOptions()
  ) {
    self.arguments = arguments
    self.bindings = bindings
    self.options = options
    comparison = TextComparison(localeIdentifier: options.localeIdentifier)
    random = RandomNumbers(seed: options.randomSeed)
  }

  /// Whether the predicate finds the object: unknown is no.
  public mutating func evaluate(
    _ predicate: PredicateSyntax, on object: PredicateValue
  ) throws(EvaluationError) -> Bool {
    try truth(of: predicate, on: object).finds
  }

  /// What the predicate is of the object.
  public mutating func truth(
    of predicate: PredicateSyntax, on object: PredicateValue
  ) throws(EvaluationError) -> Truth {
    begin(object)
    return try truth(predicate)
  }

  /// The value of an expression for the object.
  public mutating func value(
    of expression: ExpressionSyntax, on object: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    begin(object)
    return try value(expression)
  }

  /// The objects that the predicate finds, in their order.
  public mutating func filter(
    _ objects: [PredicateValue], by predicate: PredicateSyntax
  ) throws(EvaluationError) -> [PredicateValue] {
    constants = ConstantCollections.find(in: predicate, arguments)
    // They belong to the ranges of this one predicate.
    defer { constants = [:] }
    var result: [PredicateValue] = []
    for object in objects where try evaluate(predicate, on: object) { result.append(object) }
    return result
  }

  /// How many patterns of LIKE and MATCHES are kept.
  package var patternCount: Int { patterns.count }

  private mutating func begin(_ object: PredicateValue) {
    self.object = object
    depth = 0
    scopes = []
    assigned = [:]
  }

  // MARK: - Compounds

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

  /// Stops at the first operand that decides, so that an error behind it is not met.
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

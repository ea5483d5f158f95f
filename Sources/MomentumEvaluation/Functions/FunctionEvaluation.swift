internal import MomentumPredicate
internal import MomentumText

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// Computes the functions of the predicate language in memory. MomentumPredicate's `FunctionTable`
// has their names, argument counts and documentation.
//
// Source: NSExpression reference (documented) and the methods in class dumps of
// `_NSPredicateUtilities`.

/// Computes a function from the evaluator, the function's name and its arguments.
typealias FunctionBody =
  @Sendable (
    inout PredicateEvaluator, String, [PredicateValue]
  ) throws(EvaluationError) -> PredicateValue

struct FunctionEvaluation: Sendable {
  /// Whether the result is nil if an argument is nil. The body is then not called.
  var isStrict: Bool
  /// The allowed numbers of arguments, from the function table.
  var counts = 0...0
  /// Whether the second argument may be `FIRST`, `LAST` or `SIZE`. These words have no value.
  var takesPosition = false
  var body: FunctionBody

  private init(isStrict: Bool, body: @escaping FunctionBody) {
    self.isStrict = isStrict
    self.body = body
  }

  /// The computation of a function of a single object's values.
  private static func computing(_ function: PredicateFunction) -> FunctionEvaluation {
    switch function {
    case .absolute:
      numeric { arithmetic, name, numbers throws(EvaluationError) in
        try arithmetic.absolute(numbers[0], name)
      }
    case .ceiling: rounding(.up)
    case .floor: rounding(.down)
    case .truncate: rounding(.towardZero)
    case .squareRoot: real { $0.squareRoot() }
    case .logarithm: real { log10($0) }
    case .naturalLogarithm: real { log($0) }
    case .exponential: real { exp($0) }
    case .modulus:
      numeric { arithmetic, _, numbers throws(EvaluationError) in
        try arithmetic.modulus(numbers[0], numbers[1])
      }
    case .leftShift:
      numeric { arithmetic, name, numbers throws(EvaluationError) in
        let distance = try arithmetic.integer(numbers[1], name)
        return .integer(arithmetic.shift(try arithmetic.integer(numbers[0], name), left: distance))
      }
    case .rightShift:
      numeric { arithmetic, name, numbers throws(EvaluationError) in
        let distance = max(try arithmetic.integer(numbers[1], name), -Int64.max)
        return .integer(
          arithmetic.shift(try arithmetic.integer(numbers[0], name), left: -distance))
      }
    case .onesComplement:
      numeric { arithmetic, name, numbers throws(EvaluationError) in
        .integer(~(try arithmetic.integer(numbers[0], name)))
      }
    case .lowercase: text { _, text in .string(text.lowercased()) }
    case .uppercase: text { _, text in .string(text.uppercased()) }
    case .canonical:
      text { evaluator, text in
        .string(evaluator.comparison.folded(text, [.caseInsensitive, .diacriticInsensitive]))
      }
    case .length: text { _, text in .integer(Int64(text.utf16.count)) }
    case .now:
      FunctionEvaluation(isStrict: true) { evaluator, _, _ throws(EvaluationError) in
        guard let now = evaluator.options.now else { throw EvaluationError(.noTime) }
        return .date(now)
      }
    case .random:
      FunctionEvaluation(isStrict: true) { evaluator, _, _ in .double(evaluator.random.fraction()) }
    case .randomBelow:
      FunctionEvaluation(isStrict: true) {
        evaluator, name, arguments throws(EvaluationError) in
        try evaluator.randomInteger(below: arguments[0], name)
      }
    case .noIndex: FunctionEvaluation(isStrict: false) { _, _, arguments in arguments[0] }
    case .castToString, .castToNumber, .castToDate: cast
    }
  }

  /// Returns the code that computes a function of many values, such as `sum:`.
  private static func computing(_ function: AggregateFunction) -> FunctionEvaluation {
    switch function {
    case .sum:
      statistic { evaluator, name, values throws(EvaluationError) in
        try Statistics.sum(values, name, evaluator.semantics).value
      }
    case .count, .countDistinct:
      FunctionEvaluation(isStrict: false) { _, name, arguments throws(EvaluationError) in
        .integer(Int64(try elements(arguments, name).count))
      }
    case .minimum:
      statistic(ofNothing: .isAnError) { evaluator, _, values throws(EvaluationError) in
        try evaluator.extreme(values) { $0 < 0 }
      }
    case .maximum:
      statistic(ofNothing: .isAnError) { evaluator, _, values throws(EvaluationError) in
        try evaluator.extreme(values) { $0 > 0 }
      }
    case .average:
      statistic(ofNothing: .isNaN) { evaluator, name, values throws(EvaluationError) in
        try Statistics.average(values, name, evaluator.semantics)
      }
    case .median:
      statistic(ofNothing: .isNaN) { evaluator, name, values throws(EvaluationError) in
        try Statistics.median(values, name, evaluator.semantics)
      }
    case .mode:
      statistic { _, _, values throws(EvaluationError) in Statistics.mode(values) }
    case .standardDeviation:
      statistic(ofNothing: .isNaN) { _, name, values throws(EvaluationError) in
        try Statistics.standardDeviation(values, name)
      }
    }
  }

  /// The computation of a row of the function table; `nil` if the function is not computed in
  /// memory.
  private static func computing(_ meaning: FunctionTable.Meaning) -> FunctionEvaluation? {
    switch meaning {
    case .function(let signature): computing(signature.function)
    case .aggregate(let function): computing(function)
    case .arithmetic(let sign):
      FunctionEvaluation(isStrict: true) { evaluator, _, arguments throws(EvaluationError) in
        try Arithmetic(semantics: evaluator.semantics).value(sign, arguments[0], arguments[1])
      }
    case .cast: cast
    case .index:
      FunctionEvaluation(isStrict: true) { _, _, arguments throws(EvaluationError) in
        try arguments[0].element(at: arguments[1])
      }
    case .distinct:
      FunctionEvaluation(isStrict: true) { _, name, arguments throws(EvaluationError) in
        arguments[0].collection(of: PredicateSet(try elements(arguments, name)).elements)
      }
    case .words:
      FunctionEvaluation(isStrict: true) { evaluator, name, arguments throws(EvaluationError) in
        try evaluator.tokens(arguments[0], arguments[1], name)
      }
    case .notComputed: nil
    }
  }

  private static let cast = FunctionEvaluation(isStrict: false) {
    _, _, arguments throws(EvaluationError) in
    try Cast.value(arguments[0], to: arguments[1])
  }
}

// MARK: - Look-up

extension FunctionEvaluation {
  /// Every function that is computed in memory, by selector. The table is built once, because the
  /// evaluator reads it for each call and each object.
  static let bySelector: [String: FunctionEvaluation] = {
    var result: [String: FunctionEvaluation] = [:]
    for row in FunctionTable.all {
      guard var evaluation = computing(row.meaning) else { continue }
      evaluation.counts = row.argumentCounts
      evaluation.takesPosition = row.meaning == .index
      result[row.selector] = evaluation
    }
    return result
  }()
}

// MARK: - Kinds of functions

extension FunctionEvaluation {
  private enum OfNothing: Sendable {
    /// The body of the function computes the result, for example 0 for a sum.
    case isAResult
    case isNaN
    case isAnError
  }

  /// A function over the elements of one collection, or over several arguments.
  ///
  /// - Parameter ofNothing: The result if there are no values, in Foundation's semantics. In the
  ///   store's semantics it is nil, as for SQL's functions, unless the body computes it.
  private static func statistic(
    ofNothing: OfNothing = .isAResult, _ body: @escaping FunctionBody
  ) -> FunctionEvaluation {
    FunctionEvaluation(isStrict: false) {
      evaluator, name, arguments throws(EvaluationError) in
      let values = try elements(arguments, name).filter { !$0.isNull }
      if values.isEmpty {
        switch (ofNothing, evaluator.semantics) {
        case (.isAResult, _): break
        case (.isNaN, .foundation): return .double(.nan)
        case (.isAnError, .foundation): throw EvaluationError(.noElements(name))
        case (.isNaN, .store), (.isAnError, .store): return .null
        }
      }
      return try body(&evaluator, name, values)
    }
  }

  /// The values that a function such as `sum:` is computed from: the elements of a single argument,
  /// or else all arguments. A single nil counts as an empty collection.
  private static func elements(
    _ arguments: [PredicateValue], _ name: String
  ) throws(EvaluationError) -> [PredicateValue] {
    guard arguments.count == 1 else { return arguments }
    if arguments[0].isNull { return [] }
    guard let elements = arguments[0].elements else {
      throw EvaluationError(.noCollection(arguments[0].kind, in: "'\(name)'"))
    }
    return elements
  }

  private static func numeric(
    _ body:
      @escaping @Sendable (
        Arithmetic, String, [Number]
      ) throws(EvaluationError) -> PredicateValue
  ) -> FunctionEvaluation {
    FunctionEvaluation(isStrict: true) {
      evaluator, name, arguments throws(EvaluationError) in
      try body(
        Arithmetic(semantics: evaluator.semantics), name, Statistics.numbers(arguments, name))
    }
  }

  /// Rounds a number. The result is a double in Foundation's semantics; SQLite leaves whole numbers
  /// unchanged.
  private static func rounding(_ rule: FloatingPointRoundingRule) -> FunctionEvaluation {
    numeric { arithmetic, _, numbers throws(EvaluationError) in
      arithmetic.finite(numbers[0].double.rounded(rule))
    }
  }

  private static func real(
    _ body: @escaping @Sendable (Double) -> Double
  ) -> FunctionEvaluation {
    numeric { arithmetic, _, numbers throws(EvaluationError) in
      arithmetic.finite(body(numbers[0].double))
    }
  }

  private static func text(
    _ body: @escaping @Sendable (PredicateEvaluator, String) -> PredicateValue
  ) -> FunctionEvaluation {
    FunctionEvaluation(isStrict: true) {
      evaluator, name, arguments throws(EvaluationError) in
      guard case .string(let text) = arguments[0] else {
        throw EvaluationError(.wrongArgument(of: name, arguments[0].kind, wanted: "a string"))
      }
      return body(evaluator, text)
    }
  }
}

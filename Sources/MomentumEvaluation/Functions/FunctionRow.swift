internal import MomentumPredicate
internal import MomentumText

// The built-in functions, one row each.
//
// Source: NSExpression reference (documented) and the list in class dumps of `_NSPredicateUtilities`.

/// What a function may use besides its arguments.
typealias FunctionBody =
  @Sendable (
    inout PredicateEvaluator, String, [PredicateValue]
  ) throws(EvaluationError) -> PredicateValue

struct FunctionRow: Sendable {
  /// How many arguments it takes.
  var counts: ClosedRange<Int>
  /// Whether nil in an argument is the result, without asking the function.
  var isStrict: Bool
  var body: FunctionBody

  static let bySelector: [String: FunctionRow] = [
    "sum:": statistic { evaluator, name, values throws(EvaluationError) in
      try Statistics.sum(values, name, evaluator.semantics).value
    },
    "count:": FunctionRow(counts: 1...FunctionTable.argumentsMax, isStrict: false) {
      _, name, arguments throws(EvaluationError) in
      .integer(Int64(try FunctionRow.elements(arguments, name).count))
    },
    "min:": statistic(ofNothing: .isAnError) { evaluator, _, values throws(EvaluationError) in
      try evaluator.extreme(values) { $0 < 0 }
    },
    "max:": statistic(ofNothing: .isAnError) { evaluator, _, values throws(EvaluationError) in
      try evaluator.extreme(values) { $0 > 0 }
    },
    "average:": statistic(ofNothing: .isNaN) { evaluator, name, values throws(EvaluationError) in
      try Statistics.average(values, name, evaluator.semantics)
    },
    "median:": statistic(ofNothing: .isNaN) { evaluator, name, values throws(EvaluationError) in
      try Statistics.median(values, name, evaluator.semantics)
    },
    "mode:": statistic { _, _, values throws(EvaluationError) in Statistics.mode(values) },
    "stddev:": statistic(ofNothing: .isNaN) { _, name, values throws(EvaluationError) in
      try Statistics.standardDeviation(values, name)
    },

    "add:to:": arithmetic(.add),
    "from:subtract:": arithmetic(.subtract),
    "multiply:by:": arithmetic(.multiply),
    "divide:by:": arithmetic(.divide),
    "raise:toPower:": arithmetic(.power),
    "bitwiseAnd:with:": arithmetic(.bitwiseAnd),
    "bitwiseOr:with:": arithmetic(.bitwiseOr),
    "bitwiseXor:with:": arithmetic(.bitwiseXor),
    "modulus:by:": numeric(2) { arithmetic, _, numbers throws(EvaluationError) in
      try arithmetic.modulus(numbers[0], numbers[1])
    },
    "leftshift:by:": numeric(2) { arithmetic, name, numbers throws(EvaluationError) in
      let distance = try arithmetic.integer(numbers[1], name)
      return .integer(arithmetic.shift(try arithmetic.integer(numbers[0], name), left: distance))
    },
    "rightshift:by:": numeric(2) { arithmetic, name, numbers throws(EvaluationError) in
      let distance = max(try arithmetic.integer(numbers[1], name), -Int64.max)
      return .integer(arithmetic.shift(try arithmetic.integer(numbers[0], name), left: -distance))
    },
    "onesComplement:": numeric(1) { arithmetic, name, numbers throws(EvaluationError) in
      .integer(~(try arithmetic.integer(numbers[0], name)))
    },
    "abs:": numeric(1) { arithmetic, name, numbers throws(EvaluationError) in
      try arithmetic.absolute(numbers[0], name)
    },
    "ceiling:": rounding(.up),
    "floor:": rounding(.down),
    "trunc:": rounding(.towardZero),
    "sqrt:": real { $0.squareRoot() },
    "exp:": real(MathFunctions.exponential),
    "ln:": real(MathFunctions.naturalLogarithm),
    "log:": real(MathFunctions.decimalLogarithm),

    "random": FunctionRow(counts: 0...0, isStrict: true) { evaluator, _, _ in
      .double(evaluator.random.fraction())
    },
    "randomn:": FunctionRow(counts: 1...1, isStrict: true) {
      evaluator, name, arguments throws(EvaluationError) in
      try evaluator.randomInteger(below: arguments[0], name)
    },
    "now": FunctionRow(counts: 0...0, isStrict: true) {
      evaluator, _, _ throws(EvaluationError) in
      guard let now = evaluator.options.now else { throw EvaluationError(.noTime) }
      return .date(now)
    },

    "lowercase:": text { _, text in .string(text.lowercased()) },
    "uppercase:": text { _, text in .string(text.uppercased()) },
    "length:": text { _, text in .integer(Int64(text.utf16.count)) },
    "canonical:": text { evaluator, text in
      .string(evaluator.comparison.folded(text, [.caseInsensitive, .diacriticInsensitive]))
    },
    "tokenize:using:": FunctionRow(counts: 2...2, isStrict: true) {
      evaluator, name, arguments throws(EvaluationError) in
      try evaluator.tokens(arguments[0], arguments[1], name)
    },

    "castObject:toType:": FunctionRow(counts: 2...2, isStrict: false) {
      _, _, arguments throws(EvaluationError) in
      try Cast.value(arguments[0], to: arguments[1])
    },
    "objectFrom:withIndex:": FunctionRow(counts: 2...2, isStrict: true) {
      _, _, arguments throws(EvaluationError) in
      try arguments[0].element(at: arguments[1])
    },
    "noindex:": FunctionRow(counts: 1...1, isStrict: false) { _, _, arguments in arguments[0] },
    "distinct:": FunctionRow(counts: 1...1, isStrict: true) {
      _, name, arguments throws(EvaluationError) in
      let elements = try FunctionRow.elements(arguments, name)
      return arguments[0].collection(of: PredicateSet(elements).elements)
    },
  ]
}

// MARK: - Kinds of rows

extension FunctionRow {
  fileprivate enum OfNothing: Sendable {
    /// Whatever the function says.
    case isAResult
    case isNaN
    case isAnError
  }

  /// Over the elements of one collection, or over several arguments. In the store's meaning nil of
  /// nothing, as SQL's functions.
  fileprivate static func statistic(
    ofNothing: OfNothing = .isAResult, _ body: @escaping FunctionBody
  ) -> FunctionRow {
    FunctionRow(counts: 1...FunctionTable.argumentsMax, isStrict: false) {
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

  /// nil is an empty collection.
  fileprivate static func elements(
    _ arguments: [PredicateValue], _ name: String
  ) throws(EvaluationError) -> [PredicateValue] {
    guard arguments.count == 1 else { return arguments }
    if arguments[0].isNull { return [] }
    guard let elements = arguments[0].elements else {
      throw EvaluationError(.noCollection(arguments[0].kind, in: "'\(name)'"))
    }
    return elements
  }

  private static func arithmetic(_ sign: ArithmeticOperator) -> FunctionRow {
    FunctionRow(counts: 2...2, isStrict: true) {
      evaluator, _, arguments throws(EvaluationError) in
      try Arithmetic(semantics: evaluator.semantics).value(sign, arguments[0], arguments[1])
    }
  }

  private static func numeric(
    _ count: Int,
    _ body:
      @escaping @Sendable (
        Arithmetic, String, [Number]
      ) throws(EvaluationError) -> PredicateValue
  ) -> FunctionRow {
    FunctionRow(counts: count...count, isStrict: true) {
      evaluator, name, arguments throws(EvaluationError) in
      try body(
        Arithmetic(semantics: evaluator.semantics), name, Statistics.numbers(arguments, name))
    }
  }

  /// A double of a number, in Foundation's meaning; SQLite leaves whole numbers what they are.
  private static func rounding(_ rule: FloatingPointRoundingRule) -> FunctionRow {
    numeric(1) { arithmetic, _, numbers throws(EvaluationError) in
      return arithmetic.finite(numbers[0].double.rounded(rule))
    }
  }

  private static func real(_ body: @escaping @Sendable (Double) -> Double) -> FunctionRow {
    numeric(1) { arithmetic, _, numbers throws(EvaluationError) in
      arithmetic.finite(body(numbers[0].double))
    }
  }

  private static func text(
    _ body: @escaping @Sendable (PredicateEvaluator, String) -> PredicateValue
  ) -> FunctionRow {
    FunctionRow(counts: 1...1, isStrict: true) {
      evaluator, name, arguments throws(EvaluationError) in
      guard case .string(let text) = arguments[0] else {
        throw EvaluationError(.wrongArgument(of: name, arguments[0].kind, wanted: "a string"))
      }
      return body(evaluator, text)
    }
  }
}

import MomentumModel

/// What a function of one row's values takes and gives.
///
/// Names: Apple's `NSExpression` reference. `add:to:` and the like are arithmetic.
struct FunctionRow {
  enum Domain {
    case number
    case integer
    case string
    case date
    case any
  }

  enum Result {
    case sameAsArgument
    case type(AttributeType)
  }

  let function: PredicateFunction
  let arguments: [Domain]
  let givesType: Result

  func result(_ argument: PredicateType?) -> PredicateType? {
    switch givesType {
    case .sameAsArgument: argument
    case .type(let type): .attribute(type)
    }
  }

  private init(
    _ function: PredicateFunction, _ arguments: [Domain], _ result: Result
  ) {
    self.function = function
    self.arguments = arguments
    givesType = result
  }

  static func row(of function: PredicateFunction) -> FunctionRow {
    switch function {
    case .absolute: FunctionRow(function, [.number], .sameAsArgument)
    case .ceiling, .floor, .truncate, .squareRoot, .logarithm, .naturalLogarithm, .exponential:
      FunctionRow(function, [.number], .type(.double))
    case .modulus, .leftShift, .rightShift:
      FunctionRow(function, [.integer, .integer], .type(.integer64))
    case .onesComplement, .randomBelow: FunctionRow(function, [.integer], .type(.integer64))
    case .lowercase, .uppercase, .canonical: FunctionRow(function, [.string], .type(.string))
    case .length: FunctionRow(function, [.string], .type(.integer64))
    case .now: FunctionRow(function, [], .type(.date))
    case .random: FunctionRow(function, [], .type(.double))
    case .noIndex: FunctionRow(function, [.any], .sameAsArgument)
    case .castToString: FunctionRow(function, [.any], .type(.string))
    case .castToNumber: FunctionRow(function, [.any], .type(.double))
    case .castToDate: FunctionRow(function, [.number], .type(.date))
    }
  }

  /// Selectors that are written with an operator too; the arguments in its order.
  static let arithmetic: [String: ArithmeticOperator] = Dictionary(
    uniqueKeysWithValues: ArithmeticOperator.allCases.map { ($0.selector, $0) })

  /// Functions of many values.
  static let aggregates: [String: AggregateFunction] = [
    "sum:": .sum, "count:": .count, "min:": .minimum, "max:": .maximum, "average:": .average,
    "median:": .median, "mode:": .mode, "stddev:": .standardDeviation,
  ]

  /// Keys and methods of strings that are functions of the same value.
  static let stringMembers: [String: PredicateFunction] = [
    "length": .length, "length:": .length, "lowercase": .lowercase, "lowercase:": .lowercase,
    "uppercase": .uppercase, "uppercase:": .uppercase, "lowercaseString": .lowercase,
    "uppercaseString": .uppercase, "canonical": .canonical, "canonical:": .canonical,
  ]

  /// Operators behind an `@` in a key path.
  static let collectionOperators: [String: AggregateFunction] = [
    "count": .count, "sum": .sum, "avg": .average, "min": .minimum, "max": .maximum,
  ]

  /// The function of a selector; one-word names match in any case (observed: `MAX(1, 5)`).
  static func function(named selector: String) -> PredicateFunction? {
    let exact = PredicateFunction(rawValue: selector)
    switch exact {
    // Made by CAST only.
    case .castToString, .castToNumber, .castToDate: return nil
    case nil: return bySpelling[selector.lowercased()]
    case let function?: return function
    }
  }

  private static let bySpelling: [String: PredicateFunction] = {
    var result: [String: PredicateFunction] = [:]
    for function in PredicateFunction.allCases where function.rawValue.hasSuffix(":") {
      result[function.rawValue.lowercased()] = function
    }
    result["now"] = .now
    result["random"] = .random
    return result
  }()

  /// Every selector that is compiled, for near names.
  static let selectors: [String] =
    (PredicateFunction.allCases.map(\.rawValue).filter { !$0.hasPrefix("castTo") }
    + Array(arithmetic.keys) + Array(aggregates.keys)).sorted()
}

extension ArithmeticOperator {
  /// The function that the sign stands for.
  var selector: String {
    switch self {
    case .add: "add:to:"
    case .subtract: "from:subtract:"
    case .multiply: "multiply:by:"
    case .divide: "divide:by:"
    case .power: "raise:toPower:"
    case .bitwiseAnd: "bitwiseAnd:with:"
    case .bitwiseOr: "bitwiseOr:with:"
    case .bitwiseXor: "bitwiseXor:with:"
    }
  }
}

extension PredicateFunction {
  /// The function's row in ``FunctionTable``: a CAST is one function there.
  var tableSelector: String {
    switch self {
    case .castToString, .castToNumber, .castToDate: "castObject:toType:"
    case .absolute, .ceiling, .floor, .truncate, .squareRoot, .logarithm, .naturalLogarithm,
      .exponential, .modulus, .leftShift, .rightShift, .onesComplement, .lowercase, .uppercase,
      .canonical, .length, .now, .random, .randomBelow, .noIndex:
      rawValue
    }
  }
}

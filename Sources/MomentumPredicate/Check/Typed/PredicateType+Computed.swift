import MomentumModel

// The types of computed values: what arithmetic and aggregates give.

extension PredicateType {
  /// Number types in which arithmetic is done: integers widen to 64 bits, Float to Double.
  var widened: PredicateType {
    switch self {
    case .count, .attribute(.integer16), .attribute(.integer32), .attribute(.boolean):
      .attribute(.integer64)
    case .attribute(.float): .attribute(.double)
    case .attribute, .object: self
    }
  }

  /// Whether values are computed with as numbers.
  var isNumber: Bool {
    switch self {
    case .count: true
    case .attribute(let type): type.isNumber
    case .object: false
    }
  }

  /// Whether values are whole numbers, a Boolean among them.
  var isInteger: Bool { widened == .attribute(.integer64) }

  var isDate: Bool { self == .attribute(.date) }
  var isString: Bool { self == .attribute(.string) }

  var isObject: Bool {
    if case .object = self { return true }
    return false
  }

  /// The type of `<left> <sign> <right>`; `nil` where neither side tells it.
  ///
  /// Integers stay integers, even divided. A date and a number make a date, two dates their distance in
  /// seconds. Powers are doubles (observed: `pow` in implementations that copy Foundation's).
  static func of(
    _ sign: ArithmeticOperator, _ left: Operand, _ right: Operand
  ) -> PredicateType? {
    let first = left.type ?? left.constantType
    let second = right.type ?? right.constantType
    // A value without a type that is taken from a date is a date, unless it is a number.
    let isDistance = second == nil && right.isOtherDate && first?.isDate == true
    return computed(sign, first, isDistance ? .attribute(.date) : second)
  }

  /// The type of arithmetic on two types.
  static func computed(
    _ sign: ArithmeticOperator, _ first: PredicateType?, _ second: PredicateType?
  ) -> PredicateType? {
    if first?.isDate == true || second?.isDate == true {
      let isDistance = sign == .subtract && first?.isDate == true && second?.isNumber != true
      return .attribute(isDistance ? .double : .date)
    }
    switch sign {
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor: return .attribute(.integer64)
    case .power: return .attribute(.double)
    case .add, .subtract, .multiply, .divide: return number(first, second)
    }
  }

  /// The number type of two operands that are computed with.
  private static func number(
    _ first: PredicateType?, _ second: PredicateType?
  ) -> PredicateType? {
    guard let first = first ?? second else { return nil }
    let sides = [first.widened, (second ?? first).widened]
    if sides.contains(.attribute(.double)) { return .attribute(.double) }
    if sides.contains(.attribute(.decimal)) { return .attribute(.decimal) }
    return .attribute(.integer64)
  }

  /// The type of an aggregate's value.
  static func of(_ function: AggregateFunction, _ operand: PredicateType?) -> PredicateType? {
    switch function {
    case .count, .countDistinct: .count
    case .sum: operand.map { $0.widened }
    case .average, .median, .standardDeviation:
      operand == .attribute(.decimal) ? .attribute(.decimal) : .attribute(.double)
    case .minimum, .maximum, .mode: operand
    }
  }
}

extension Operand {
  /// Whether a value taken from a date is itself one: all but numbers, which are seconds.
  var isOtherDate: Bool {
    if let type { return type.isDate }
    switch shape {
    case .literal(.integer), .literal(.double), .literal(.decimal), .argument(.value(.integer)),
      .argument(.value(.double)), .argument(.value(.decimal)):
      return false
    case .literal, .argument, .path, .typed, .value, .variable, .list, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      return constantType?.isNumber != true
    }
  }
}

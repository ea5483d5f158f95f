import MomentumModel

// The types of computed values: the results of arithmetic and of aggregates.

extension PredicateType {
  /// The type in which arithmetic is done: Integer 64 for all integers and Booleans, Double for
  /// Float.
  var widened: PredicateType {
    switch self {
    case .count, .attribute(.integer16), .attribute(.integer32), .attribute(.boolean):
      .attribute(.integer64)
    case .attribute(.float): .attribute(.double)
    case .attribute, .object: self
    }
  }

  /// Whether arithmetic treats the values as numbers.
  var isNumber: Bool {
    switch self {
    case .count: true
    case .attribute(let type): type.isNumber
    case .object: false
    }
  }

  /// Whether the values are whole numbers. A Boolean is one, too.
  var isInteger: Bool { widened == .attribute(.integer64) }

  var isDate: Bool { self == .attribute(.date) }
  var isString: Bool { self == .attribute(.string) }

  var isObject: Bool {
    if case .object = self { return true }
    return false
  }

  /// The type of `<left> <sign> <right>`; `nil` if neither side has a type.
  ///
  /// Integers stay integers, even if they are divided. A date and a number make a date; the
  /// difference of two dates is a number of seconds. A power is a double (observed: `pow` in
  /// implementations that copy Foundation's).
  static func of(
    _ sign: ArithmeticOperator, _ left: Operand, _ right: Operand
  ) -> PredicateType? {
    let first = left.type ?? left.constantType
    let second = right.type ?? right.constantType
    // A variable that is subtracted from a date is a date, as in `date - $x`.
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

  /// The type of arithmetic on two numbers.
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
  /// Whether an operand that is subtracted from a date is a date itself. A number is not: it is a
  /// number of seconds.
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

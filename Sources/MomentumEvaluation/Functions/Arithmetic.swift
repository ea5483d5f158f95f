internal import MomentumPredicate

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Arithmetic with values. If an operand is nil, the result is nil.
///
/// Two integers result in an integer. A decimal makes the result a decimal (in a store a double),
/// and a double makes it a double. If there is no result, Foundation's semantics throw an error.
/// The store's semantics follow SQLite: a division by zero results in nil, and an overflow of 64
/// bits in a double (documented: <https://sqlite.org/lang_expr.html>).
struct Arithmetic {
  let semantics: NullSemantics

  func value(
    _ sign: ArithmeticOperator, _ left: PredicateValue, _ right: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    if left.isNull || right.isNull { return .null }
    if let date = try date(sign, left, right) { return date }
    let one = try number(left, sign.rawValue)
    let other = try number(right, sign.rawValue)
    switch sign {
    case .add, .subtract, .multiply, .divide: return try result(sign, one, other)
    case .power: return finite(MathFunctions.power(one.double, other.double))
    case .bitwiseAnd:
      return .integer(try integer(one, sign.rawValue) & integer(other, sign.rawValue))
    case .bitwiseOr:
      return .integer(try integer(one, sign.rawValue) | integer(other, sign.rawValue))
    case .bitwiseXor:
      return .integer(try integer(one, sign.rawValue) ^ integer(other, sign.rawValue))
    }
  }

  func number(_ value: PredicateValue, _ operation: String) throws(EvaluationError) -> Number {
    guard let number = Number(value) else {
      throw EvaluationError(.wrongArgument(of: operation, value.kind, wanted: "numbers"))
    }
    return number
  }

  /// The result of a function; nil in the store's semantics if it is not finite.
  func finite(_ double: Double) -> PredicateValue {
    double.isFinite || semantics == .foundation ? .double(double) : .null
  }

  /// The double as a value. The store's semantics turn NaN into nil, as SQLite turns it into NULL.
  func result(_ double: Double) -> PredicateValue {
    double.isNaN && semantics == .store ? .null : .double(double)
  }

  /// Arithmetic with dates: `date + seconds`, `seconds + date`, `date - seconds`, `date - date`.
  /// Returns `nil` for other operands.
  private func date(
    _ sign: ArithmeticOperator, _ left: PredicateValue, _ right: PredicateValue
  ) throws(EvaluationError) -> PredicateValue? {
    switch (sign, left, right) {
    case (.subtract, .date(let one), .date(let other)): return .double(one - other)
    case (.add, .date(let one), let other), (.add, let other, .date(let one)):
      return .date(one + (try number(other, sign.rawValue).double))
    case (.subtract, .date(let one), let other):
      return .date(one - (try number(other, sign.rawValue).double))
    case (_, _, _): return nil
    }
  }

  // MARK: - The four operations

  private func result(
    _ sign: ArithmeticOperator, _ left: Number, _ right: Number
  ) throws(EvaluationError) -> PredicateValue {
    switch (left, right) {
    case (.integer(let one), .integer(let other)): return try integers(sign, one, other)
    case (.double, _), (_, .double): return try doubles(sign, left.double, right.double)
    // In a store, a decimal is a double.
    case (.decimal, _) where semantics == .store, (_, .decimal) where semantics == .store:
      return try doubles(sign, left.double, right.double)
    case (.decimal(let one), .decimal(let other)): return try decimals(sign, one, other)
    case (.decimal(let one), .integer(let other)): return try decimals(sign, one, Decimal(other))
    case (.integer(let one), .decimal(let other)): return try decimals(sign, Decimal(one), other)
    }
  }

  private func integers(
    _ sign: ArithmeticOperator, _ left: Int64, _ right: Int64
  ) throws(EvaluationError) -> PredicateValue {
    let (value, hasOverflow): (Int64, Bool)
    switch sign {
    case .add: (value, hasOverflow) = left.addingReportingOverflow(right)
    case .subtract: (value, hasOverflow) = left.subtractingReportingOverflow(right)
    case .multiply: (value, hasOverflow) = left.multipliedReportingOverflow(by: right)
    case .divide, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor:
      if right == 0 { return try zeroDivision("/") }
      (value, hasOverflow) = left.dividedReportingOverflow(by: right)
    }
    guard hasOverflow else { return .integer(value) }
    guard semantics == .store else { throw EvaluationError(.overflow(sign.rawValue)) }
    return try doubles(sign, Double(left), Double(right))
  }

  private func doubles(
    _ sign: ArithmeticOperator, _ left: Double, _ right: Double
  ) throws(EvaluationError) -> PredicateValue {
    switch sign {
    case .add: return result(left + right)
    case .subtract: return result(left - right)
    case .multiply: return result(left * right)
    case .divide, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor:
      return right == 0 ? try zeroDivision("/") : result(left / right)
    }
  }

  private func decimals(
    _ sign: ArithmeticOperator, _ left: Decimal, _ right: Decimal
  ) throws(EvaluationError) -> PredicateValue {
    let value: Decimal
    switch sign {
    case .add: value = left + right
    case .subtract: value = left - right
    case .multiply: value = left * right
    case .divide, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor:
      if right == 0 { return try zeroDivision("/") }
      value = left / right
    }
    guard value.isNaN else { return .decimal(value) }
    guard semantics == .store else { throw EvaluationError(.overflow(sign.rawValue)) }
    return try doubles(sign, Number.decimal(left).double, Number.decimal(right).double)
  }

  private func zeroDivision(_ operation: String) throws(EvaluationError) -> PredicateValue {
    guard semantics == .store else { throw EvaluationError(.divisionByZero(operation)) }
    return .null
  }

  // MARK: - Whole numbers

  /// A whole number. For a fraction, the store's semantics truncate and stay within 64 bits, as
  /// SQLite does; Foundation's semantics throw an error.
  func integer(_ number: Number, _ operation: String) throws(EvaluationError) -> Int64 {
    if let integer = number.exactInteger { return integer }
    let double = number.double
    guard semantics == .store else {
      throw EvaluationError(.wrongArgument(of: operation, "a fraction", wanted: "whole numbers"))
    }
    if double.isNaN { return 0 }
    return double >= 0x1p63 ? .max : double < -0x1p63 ? .min : Int64(double)
  }

  /// Computes `modulus:by:`. The result has the sign of the left number.
  func modulus(_ left: Number, _ right: Number) throws(EvaluationError) -> PredicateValue {
    let one = try integer(left, "modulus:by:")
    let other = try integer(right, "modulus:by:")
    guard other != 0 else { return try zeroDivision("modulus:by:") }
    // A division by -1 always has the remainder 0, but Swift's `%` would crash for the smallest
    // integer divided by -1.
    return .integer(other == -1 ? 0 : one % other)
  }

  /// Computes `leftshift:by:`. A negative distance shifts to the right. By 64 or more, a left shift
  /// returns 0, and a right shift 0 or, for a negative number, -1.
  func shift(_ number: Int64, left distance: Int64) -> Int64 {
    let distance = min(max(distance, -64), 64)
    return distance >= 0 ? number << distance : number >> -distance
  }
}

extension PredicateEvaluator {
  /// Evaluates a chain such as `a + b + c` in a loop. The syntax nests to the left, and recursion
  /// could overflow the stack.
  mutating func arithmetic(
    _ expression: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    var rest: [(ArithmeticOperator, ExpressionSyntax)] = []
    var first = expression
    while case .arithmetic(let sign, let left, let right) = first.kind {
      rest.append((sign, right))
      first = left
    }
    let arithmetic = Arithmetic(semantics: semantics)
    var result = try value(first)
    for (sign, right) in rest.reversed() {
      do { result = try arithmetic.value(sign, result, value(right)) } catch {
        throw error.located(right.range)
      }
    }
    return result
  }
}

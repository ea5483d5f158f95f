import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Computes arithmetic on constants while the predicate is checked: `2 * 3` becomes 6, so the
/// database does not compute it for each row.
enum ConstantFolding {
  enum Failure: Error {
    /// A division by 0, for example `1 / 0`.
    case divisionByZero
    /// An integer result that no Int64 can hold, such as `9223372036854775807 + 1`, or an infinite
    /// Double.
    case overflow
  }

  /// Returns the result; `nil` if a literal is no number, or the result cannot be computed here.
  static func fold(
    _ sign: ArithmeticOperator, _ left: Literal, _ right: Literal
  ) throws(Failure) -> Literal? {
    switch (left, right) {
    case (.integer(let first), .integer(let second)):
      return try integers(sign, first, second)
    case (.integer, .decimal), (.decimal, .integer), (.decimal, .decimal):
      return try decimals(sign, left, right)
    case (.double, .double), (.double, .integer), (.integer, .double), (.double, .decimal),
      (.decimal, .double):
      guard let first = double(left), let second = double(right) else { return nil }
      return try doubles(sign, first, second)
    case (.null, _), (_, .null), (.string, _), (_, .string):
      return nil
    }
  }

  private static func integers(
    _ sign: ArithmeticOperator, _ left: Int64, _ right: Int64
  ) throws(Failure) -> Literal? {
    let result: (partialValue: Int64, overflow: Bool)
    switch sign {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divide:
      guard right != 0 else { throw .divisionByZero }
      result = left.dividedReportingOverflow(by: right)
    case .bitwiseAnd: return .integer(left & right)
    case .bitwiseOr: return .integer(left | right)
    case .bitwiseXor: return .integer(left ^ right)
    case .power: return try doubles(sign, Double(left), Double(right))
    }
    guard !result.overflow else { throw .overflow }
    return .integer(result.partialValue)
  }

  private static func doubles(
    _ sign: ArithmeticOperator, _ left: Double, _ right: Double
  ) throws(Failure) -> Literal? {
    let value: Double
    switch sign {
    case .add: value = left + right
    case .subtract: value = left - right
    case .multiply: value = left * right
    case .divide:
      guard right != 0 else { throw .divisionByZero }
      value = left / right
    case .power:
      // Only powers with a whole exponent up to 4096 are computed here, by multiplications. The
      // others would need the function `pow` of the C library or take long, so they are left to
      // SQL.
      guard let whole = Int(exactly: right), abs(whole) <= 4096 else { return nil }
      value = power(left, whole)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor: return nil
    }
    guard value.isFinite else { throw .overflow }
    return .double(value)
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var factor = base
    var rest = exponent.magnitude
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return exponent < 0 ? 1 / result : result
  }

  private static func decimals(
    _ sign: ArithmeticOperator, _ left: Literal, _ right: Literal
  ) throws(Failure) -> Literal? {
    guard let first = decimal(left), let second = decimal(right) else { return nil }
    let value: Decimal
    switch sign {
    case .add: value = first + second
    case .subtract: value = first - second
    case .multiply: value = first * second
    case .divide:
      guard second != 0 else { throw .divisionByZero }
      value = first / second
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor: return nil
    }
    guard !value.isNaN else { throw .overflow }
    return .decimal("\(value)")
  }

  static func double(_ literal: Literal) -> Double? {
    switch literal {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let digits): Double(digits)
    case .null, .string: nil
    }
  }

  private static func decimal(_ literal: Literal) -> Decimal? {
    switch literal {
    case .integer(let value): Decimal(value)
    case .decimal(let digits): Decimal(string: digits)
    case .null, .string, .double: nil
    }
  }
}

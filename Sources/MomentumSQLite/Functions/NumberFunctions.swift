internal import Foundation
internal import MomentumSQL

// Functions of predicates on numbers, under names of our own: SQLite has most of them only where it
// was built with SQLITE_ENABLE_MATH_FUNCTIONS (documented: https://sqlite.org/lang_mathfunc.html),
// and the system's SQLite of macOS is not. Which SQL Core Data prints for them is not known.
//
// All functions follow one rule. They return NULL if an argument is not a number (NULL, a blob, a
// text that SQLite does not read as a number), and if the result is not finite, because the
// function is not defined there (`MomentumSquareRoot(-1)`, `MomentumNaturalLogarithm(0)`) or the
// result is too large (`MomentumExponential(1000)`).

extension ScalarFunction {
  /// The functions that take and return reals; the rows of `SQLScalarFunction` hold their code.
  ///
  /// The result is always a real, as in memory: `floor:(5) / 2` is 2.5 and not 2.
  static let reals: [ScalarFunction] = SQLScalarFunction.allCases.compactMap { function in
    guard case .real(_, let compute) = function.row.sqlite else { return nil }
    return ScalarFunction(function) { call in
      guard let number = call.number(0) else { return call.returnNull() }
      call.give(finite: compute(number.real))
    }
  }

  static let numbers: [ScalarFunction] = [
    ScalarFunction(.power) { call in
      guard let base = call.number(0), let exponent = call.number(1) else {
        return call.returnNull()
      }
      call.give(finite: pow(base.real, exponent.real))
    },
    ScalarFunction(.absolute, absolute),
    // `modulus:by:` is lowered to SQLite's `%`; this function is for statements written by hand.
    ScalarFunction("MomentumModulus", 2, modulus),
    ScalarFunction(.random, isDeterministic: false) { call in
      call.returnReal(Double.random(in: 0..<1))
    },
    ScalarFunction(.randomBelow, isDeterministic: false) { call in
      guard let limit = call.number(0)?.integer, limit > 0 else { return call.returnNull() }
      call.result.give(.integer(Int64.random(in: 0..<limit)))
    },
  ].compactMap { $0 }

  /// The absolute value. For the least integer it is a real, since no integer is that large;
  /// SQLite's `abs` fails for it.
  @Sendable private static func absolute(_ call: FunctionCall) {
    switch call.number(0) {
    case .integer(.min)?: call.returnReal(-Double(Int64.min))
    case .integer(let value)?: call.result.give(.integer(abs(value)))
    case .real(let value)?: call.give(finite: abs(value))
    case nil: call.returnNull()
    }
  }

  /// The remainder of an integer division towards zero, with the sign of the dividend; reals lose
  /// their fraction first, as with SQLite's `%`. NULL if the divisor is 0 or an argument is too
  /// large.
  @Sendable private static func modulus(_ call: FunctionCall) {
    guard let dividend = call.number(0)?.integer, let divisor = call.number(1)?.integer,
      divisor != 0
    else { return call.returnNull() }
    // Dividing the least integer by -1 overflows, but the remainder is still 0, so the overflow
    // flag is ignored.
    let (rest, _) = dividend.remainderReportingOverflow(dividingBy: divisor)
    call.result.give(.integer(rest))
  }
}

extension FunctionCall {
  fileprivate func give(finite value: Double) {
    if value.isFinite { returnReal(value) } else { returnNull() }
  }
}

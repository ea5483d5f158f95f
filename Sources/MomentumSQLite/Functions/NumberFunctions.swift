internal import Foundation
internal import MomentumSQL

// Functions of predicates on numbers, under names of our own: SQLite has most of them only where it
// was built with SQLITE_ENABLE_MATH_FUNCTIONS (documented: https://sqlite.org/lang_mathfunc.html), and
// the system's SQLite of macOS is not. Which SQL Core Data prints for them is not known.
//
// One rule for all: an argument that is no number (NULL, a blob, a text that SQLite does not read as a
// number) gives NULL, and so does a result that is not finite, be it for a place where the function is
// not defined (`MomentumSquareRoot(-1)`, `MomentumNaturalLogarithm(0)`) or for its size (`MomentumExponential(1000)`).

extension ScalarFunction {
  /// The functions from reals to reals, whose rows in MomentumSQL say what they compute.
  ///
  /// A real always, as in memory: `floor:(5) / 2` keeps its rest.
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
    // `modulus:by:` is SQLite's `%`; this one is for statements written by hand.
    ScalarFunction("MomentumModulus", 2, modulus),
    ScalarFunction(.random, isDeterministic: false) { call in
      call.returnReal(Double.random(in: 0..<1))
    },
    ScalarFunction(.randomBelow, isDeterministic: false) { call in
      guard let limit = call.number(0)?.integer, limit > 0 else { return call.returnNull() }
      call.result.give(.integer(Int64.random(in: 0..<limit)))
    },
  ].compactMap { $0 }

  /// Of the least integer as a real, since the integers have none for it; SQLite's `abs` fails there.
  @Sendable private static func absolute(_ call: FunctionCall) {
    switch call.number(0) {
    case .integer(.min)?: call.returnReal(-Double(Int64.min))
    case .integer(let value)?: call.result.give(.integer(abs(value)))
    case .real(let value)?: call.give(finite: abs(value))
    case nil: call.returnNull()
    }
  }

  /// What a division of integers towards zero leaves, with the sign of the first; reals lose their
  /// fraction first, as with SQLite's `%`. NULL where the second is 0 or one of them too large.
  @Sendable private static func modulus(_ call: FunctionCall) {
    guard let dividend = call.number(0)?.integer, let divisor = call.number(1)?.integer,
      divisor != 0
    else { return call.returnNull() }
    // The quotient of the least integer and -1 overflows; what it leaves does not.
    let (rest, _) = dividend.remainderReportingOverflow(dividingBy: divisor)
    call.result.give(.integer(rest))
  }
}

extension FunctionCall {
  fileprivate func give(finite value: Double) {
    if value.isFinite { returnReal(value) } else { returnNull() }
  }
}

import Foundation

/// Tenths, which a REAL holds near enough to be written as they were.
func decimalDefault(_ tenths: Int) -> Decimal {
  Decimal(
    sign: tenths < 0 ? .minus : .plus, exponent: -1, significand: Decimal(abs(tenths)))
}

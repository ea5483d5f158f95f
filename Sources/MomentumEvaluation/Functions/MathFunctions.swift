// The C library's functions, which FoundationEssentials does not have.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

enum MathFunctions {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
  static func exponential(_ value: Double) -> Double { exp(value) }
  static func naturalLogarithm(_ value: Double) -> Double { log(value) }
  static func decimalLogarithm(_ value: Double) -> Double { log10(value) }
}

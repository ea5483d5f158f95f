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

  /// `2.5`, and `3` for 3.0: as NSNumber describes a double, by the format `%0.16g` (documented:
  /// `descriptionWithLocale:`).
  static func text(_ value: Double) -> String {
    // Sign, 16 digits, point and exponent take fewer than 32 bytes.
    var buffer = [CChar](repeating: 0, count: 64)
    let length = withVaList([value]) { vsnprintf(&buffer, buffer.count, "%0.16g", $0) }
    let bytes = buffer.prefix(min(max(Int(length), 0), buffer.count - 1))
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

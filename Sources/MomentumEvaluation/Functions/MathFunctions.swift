// Functions of the C library, which FoundationEssentials does not have.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

enum MathFunctions {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The description of a double by NSNumber, in the format `%0.16g` (documented:
  /// `descriptionWithLocale:`): `2.5`, and `3` for 3.0.
  static func text(_ value: Double) -> String {
    // The sign, 16 digits, the point and the exponent take fewer than 32 bytes, so the buffer is
    // always long enough.
    var buffer = [CChar](repeating: 0, count: 64)
    let length = withVaList([value]) { vsnprintf(&buffer, buffer.count, "%0.16g", $0) }
    let bytes = buffer.prefix(min(max(Int(length), 0), buffer.count - 1))
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

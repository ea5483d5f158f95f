/// Reads the number literals of Swift.
enum SwiftLiteral {
  /// `1_000`, `0xFF`, `0b1`, `0o7`; `nil` for a number above 64 bits.
  static func integer(_ text: String) -> Int64? {
    let digits = text.filter { $0 != "_" }
    switch digits.prefix(2) {
    case "0x": return Int64(digits.dropFirst(2), radix: 16)
    case "0b": return Int64(digits.dropFirst(2), radix: 2)
    case "0o": return Int64(digits.dropFirst(2), radix: 8)
    default: return Int64(digits)
    }
  }

  static func double(_ text: String) -> Double? {
    Double(text.filter { $0 != "_" }).flatMap { $0.isFinite ? $0 : nil }
  }
}

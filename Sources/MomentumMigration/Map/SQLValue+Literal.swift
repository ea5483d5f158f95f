package import MomentumSQL

extension SQLValue {
  /// The value as text in a statement without bindings: `'Maui'`, `x'0102'`, `NULL`.
  package var literal: SQLFragment {
    switch self {
    case .null: return "NULL"
    // SQLite reads `-9223372036854775808` as a minus and a number that is out of range, which
    // becomes REAL.
    case .integer(let number) where number == .min: return "(-9223372036854775807 - 1)"
    case .integer(let number): return .number(number)
    // SQLite has no literal for infinity, but reads a number beyond its range as infinity. It
    // stores NaN as NULL.
    case .real(let number) where number.isNaN: return "NULL"
    case .real(let number) where number.isInfinite: return number < 0 ? "-9e999" : "9e999"
    case .real(let number): return SQLFragment(printed: "\(number)")
    case .text(let text):
      // SQLite ends the statement at a NUL byte, so write the bytes as a blob.
      guard text.utf8.contains(0) else { return .text(text) }
      return "CAST(\(sql: SQLValue.blob(Array(text.utf8)).literal) AS TEXT)"
    case .blob(let bytes):
      let digits = Array("0123456789abcdef".utf8)
      let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      return SQLFragment(printed: "x'\(String(decoding: text, as: UTF8.self))'")
    }
  }

  /// Whether the literal is not `NULL`.
  var hasLiteral: Bool {
    switch self {
    case .null: false
    case .real(let number): !number.isNaN
    case .integer, .text, .blob: true
    }
  }
}

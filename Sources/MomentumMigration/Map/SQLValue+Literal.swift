package import MomentumSQL

extension SQLValue {
  /// The value as it stands in a statement without bindings: `'Maui'`, `x'0102'`, `NULL`.
  package var literal: SQLFragment {
    switch self {
    case .null: return "NULL"
    // The digits of the lowest one alone are out of range, and would be read as REAL.
    case .integer(let number) where number == .min: return "(-9223372036854775807 - 1)"
    case .integer(let number): return .number(number)
    // Seventeen digits, and an exponent that SQLite reads; beyond its range it reads infinity.
    case .real(let number) where number.isNaN: return "NULL"
    case .real(let number) where number.isInfinite: return number < 0 ? "-9e999" : "9e999"
    case .real(let number): return SQLFragment(printed: "\(number)")
    case .text(let text):
      // SQLite would end the statement at a NUL.
      guard text.utf8.contains(0) else { return .text(text) }
      return "CAST(\(sql: SQLValue.blob(Array(text.utf8)).literal) AS TEXT)"
    case .blob(let bytes):
      let digits = Array("0123456789abcdef".utf8)
      let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      return SQLFragment(printed: "x'\(String(decoding: text, as: UTF8.self))'")
    }
  }

  /// Whether its literal is another one than `NULL`.
  var hasLiteral: Bool {
    switch self {
    case .null: false
    case .real(let number): !number.isNaN
    case .integer, .text, .blob: true
    }
  }
}

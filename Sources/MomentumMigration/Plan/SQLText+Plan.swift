import MomentumModel
import MomentumSQL
import MomentumStore

// Pieces of statements that a plan is made of. Names of a model may be hostile: each goes through `quoted`.

/// A name, quoted where it is not plain.
func quoted(_ name: String) -> String { SQLPrinter.identifier(name) }

/// A text in quotes.
func literal(_ text: String) -> String { SQLPrinter.literal(text) }

/// `3, 4, 7`
func numberList(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

/// `Z_ENT IN (3, 4)`; `Z_ENT = 3` for one.
func numberTest(_ column: String, _ numbers: [Int]) -> String {
  numbers.count == 1 ? "\(column) = \(numbers[0])" : "\(column) IN (\(numberList(numbers)))"
}

/// A name as SQLite compares it: ASCII letters without case, all others as they are.
func folded(_ name: String) -> String {
  String(
    decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
}

extension SQLValue {
  /// The value as an SQL literal.
  var literal: String {
    switch self {
    case .null: return "NULL"
    // The digits of the smallest one alone are out of range.
    case .integer(let value) where value == .min: return "(-9223372036854775807 - 1)"
    case .integer(let value): return "\(value)"
    case .real(let value) where value.isNaN: return "NULL"
    case .real(let value) where value.isInfinite: return value < 0 ? "-9e999" : "9e999"
    case .real(let value): return "\(value)"
    // A statement ends at a NUL.
    case .text(let value) where value.utf8.contains(0):
      return "CAST(\(SQLValue.hexadecimal(Array(value.utf8))) AS TEXT)"
    case .text(let value): return SQLPrinter.literal(value)
    case .blob(let bytes): return SQLValue.hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "X'\(String(decoding: text, as: UTF8.self))'"
  }
}

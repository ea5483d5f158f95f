package import MomentumModel
import MomentumSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Values of a model as constants of a statement.

extension PlainTypeForm {
  /// The constant of a default; `nil` for a value that the type lacks.
  package func text(_ value: AttributeValue) -> String? { text(value, literal) }

  /// The operand and the constant of a comparison.
  func comparison(_ column: String, _ value: AttributeValue) -> (String, String)? {
    let (operand, literal) = comparand(column)
    return text(value, literal).map { (operand, $0) }
  }

  private func text(_ value: AttributeValue, _ literal: Literal) -> String? {
    switch (literal, value) {
    case (.number, .integer(let number)): return String(number)
    case (.number, .double(let number)): return digits(number)
    case (.number, .decimal(let number)): return number.isNaN ? nil : "\(number)"
    case (.singlePrecision, .integer(let number)): return singlePrecision(Double(number))
    case (.singlePrecision, .double(let number)): return singlePrecision(number)
    case (.quoted, .string(let text)), (.quoted, .uri(let text)):
      // No database accepts a NUL in a statement.
      return text.utf8.contains(0) ? nil : SQLPrinter.literal(text)
    case (.quoted, .decimal(let number)): return number.isNaN ? nil : "'\(number)'"
    case (.quoted, .date(let seconds)): return UTCDate.text(seconds).map { "'\($0)'" }
    case (.quoted, .uuid(let value)): return "'\(value.uuidString.lowercased())'"
    case (.bit, .boolean(let flag)): return flag ? "1" : "0"
    case (.truth, .boolean(let flag)): return flag ? "TRUE" : "FALSE"
    case (.hexadecimal(let prefix), .binary(let bytes)):
      return prefix + bytes.map(PlainTypeForm.hexadecimal).joined() + "'"
    case (.number, _), (.singlePrecision, _), (.quoted, _), (.bit, _), (.truth, _),
      (.hexadecimal, _):
      return nil
    }
  }

  private func digits(_ number: Double) -> String? {
    guard !number.isNaN else { return nil }
    guard number.isInfinite else { return "\(number)" }
    return number > 0 ? infinity : negative(infinity)
  }

  /// Writes the number in quotes, so that PostgreSQL reads it as the column's own type.
  private func singlePrecision(_ number: Double) -> String? {
    let single = Float(number)
    guard !single.isNaN else { return nil }
    guard single.isInfinite else { return "'\(single)'" }
    return single > 0 ? infinity : negative(infinity)
  }

  private func negative(_ text: String) -> String {
    text.hasPrefix("'") ? "'-" + text.dropFirst() : "-" + text
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}

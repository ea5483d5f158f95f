package import MomentumModel
package import MomentumSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Writes values of a model as constants of SQL statements.

extension SQLDialect.Types {
  /// A default value as a constant of SQL; `nil` for a value that the column type of the dialect
  /// cannot hold.
  package func constant(_ value: AttributeValue, _ type: SQLColumnType) -> SQLFragment? {
    constant(value, self[type].literal, self[type].infinity)
  }

  /// The column and the constant of a comparison. A decimal that the dialect stores as text is
  /// converted, because texts would be compared by their characters.
  func comparison(
    _ column: String, _ value: AttributeValue, _ type: SQLColumnType
  ) -> (operand: SQLFragment, constant: SQLFragment)? {
    let name = SQLFragment.name(column)
    guard type == .decimal, decimals == .text else {
      return constant(value, type).map { (name, $0) }
    }
    let number: SQLFragment = "CAST(\(sql: name) AS \(sql: SQLFragment(printed: castName(.real))))"
    return constant(value, .number, self[type].infinity).map { (number, $0) }
  }

  private func constant(
    _ value: AttributeValue, _ literal: SQLTypeForm.Literal, _ infinity: SQLInfinity?
  ) -> SQLFragment? {
    switch (literal, value) {
    case (.number, .integer(let number)): return .number(number)
    case (.number, .double(let number)):
      guard number.isFinite else { return constant(ofInfinite: number, infinity) }
      return SQLFragment(printed: "\(number)")
    case (.number, .decimal(let number)):
      return number.isNaN ? nil : SQLFragment(printed: "\(number)")
    case (.singlePrecision, .integer(let number)): return singlePrecision(Double(number), infinity)
    case (.singlePrecision, .double(let number)): return singlePrecision(number, infinity)
    case (.quoted, .string(let text)), (.quoted, .uri(let text)):
      // No database accepts a NUL character in a statement.
      return text.utf8.contains(0) ? nil : .text(text)
    case (.quoted, .decimal(let number)): return number.isNaN ? nil : .text("\(number)")
    case (.quoted, .date(let seconds)): return dates.text(seconds).map { .text($0) }
    case (.quoted, .uuid(let value)): return .text(value.uuidString.lowercased())
    case (.bit, .boolean(let flag)): return flag ? "1" : "0"
    case (.truth, .boolean(let flag)): return flag ? "TRUE" : "FALSE"
    case (.hexadecimal(let prefix), .binary(let bytes)):
      return SQLFragment(printed: prefix + bytes.map(Self.hexadecimal).joined() + "'")
    case (.number, _), (.singlePrecision, _), (.quoted, _), (.bit, _), (.truth, _),
      (.hexadecimal, _):
      return nil
    }
  }

  /// A Float as a constant. It is in quotes, so that the database reads it with the precision of
  /// the column, not as a double.
  private func singlePrecision(_ number: Double, _ infinity: SQLInfinity?) -> SQLFragment? {
    let single = Float(number)
    guard single.isFinite else { return constant(ofInfinite: Double(single), infinity) }
    return .text("\(single)")
  }

  private func constant(ofInfinite number: Double, _ infinity: SQLInfinity?) -> SQLFragment? {
    guard !number.isNaN else { return nil }
    return number > 0 ? infinity?.positive : infinity?.negative
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}

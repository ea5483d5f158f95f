import MomentumText

/// JSON as a value; members are printed in the order in which they were added.
///
/// Members are an array and not a dictionary, because their order is part of the output.
package indirect enum JSONText: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  package static func == (left: JSONText, right: JSONText) -> Bool { left.compact == right.compact }

  package func hash(into hasher: inout Hasher) { hasher.combine(compact) }

  /// The text on one line without blanks.
  package var compact: String { print(indent: nil) }

  /// The text with two-space indentation and a final line end.
  package var pretty: String { print(indent: 0) + "\n" }

  /// `indent` is the number of blanks at the start of the line that the value begins on; `nil`
  /// prints everything on one line.
  private func print(indent: Int?) -> String {
    let inner = indent.map { $0 + 2 }
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    // JSON cannot express NaN and the infinities.
    case .number(let value): return value.isFinite ? "\(value)" : "null"
    case .string(let value): return JSONText.quoted(value)
    case .array(let items):
      return JSONText.list("[", items.map { $0.print(indent: inner) }, "]", indent)
    case .object(let members):
      let colon = indent == nil ? ":" : ": "
      let lines = members.map { JSONText.quoted($0.key) + colon + $0.value.print(indent: inner) }
      return JSONText.list("{", lines, "}", indent)
    }
  }

  private static func list(
    _ open: String, _ items: [String], _ close: String, _ indent: Int?
  ) -> String {
    guard !items.isEmpty else { return open + close }
    guard let indent else { return open + items.joined(separator: ",") + close }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    return open + "\n" + inner + items.joined(separator: ",\n" + inner) + "\n" + outer + close
  }

  private static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return "\"\(text)\"" }
    return StringLiteral.quoted(text) { scalar in
      guard isEscaped(scalar.value) else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// Whether a byte is ASCII and needs no escape, as nearly all are.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Whether a scalar is escaped: JSON requires it, JavaScript takes the scalar for a line end, or
  /// it would move a terminal's cursor or turn the reading direction.
  private static func isEscaped(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

import MomentumPredicate

/// An expression as a part of a format: with placeholders for its constants, and as a text.
struct ExpressionContent {
  /// `sum:(%@)`, with the values of its placeholders.
  private(set) var format: String
  private(set) var arguments: [Any?]
  /// The same with the constants written out: `sum:(3)`.
  private(set) var text: String

  init(format: String, arguments: [Any?] = [], text: String? = nil) {
    self.format = format
    self.arguments = arguments
    self.text = text ?? Self.written(format, arguments)
  }

  init(constant value: Any?) { self.init(format: "%@", arguments: [value]) }

  init(keyPath: String) {
    let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map { key in
      key.hasPrefix("@") ? String(key) : PredicatePrinter.escaped(String(key))
    }
    self.init(
      format: keyPath == "self" ? "SELF" : keys.joined(separator: "."), text: keyPath)
  }

  init(_ predicate: NSPredicate) {
    let text = PredicateText(predicate)
    self.init(format: text.format, arguments: text.arguments, text: text.literal)
  }

  /// The parts of a longer expression, one after the other.
  init(_ parts: [ExpressionContent]) {
    format = parts.map(\.format).joined()
    arguments = parts.flatMap(\.arguments)
    text = parts.map(\.text).joined()
  }

  /// A list of expressions between texts: `sum:(a, b)`.
  init(_ opening: String, _ list: [ExpressionContent], _ closing: String) {
    var parts = [ExpressionContent(format: opening)]
    for (index, part) in list.enumerated() {
      if index > 0 { parts.append(ExpressionContent(format: ", ")) }
      parts.append(part)
    }
    self.init(parts + [ExpressionContent(format: closing)])
  }

  /// A format with its values written out: the text of `SELF == <format>` without its beginning.
  private static func written(_ format: String, _ arguments: [Any?]) -> String {
    guard !arguments.isEmpty else { return format }
    // The text of a fetch has no constants: nothing can read it again.
    if let fetch = arguments.first as? NSFetchRequestExpression { return fetch.fetchText }
    let canonical = FormatPredicate("SELF == \(format)", arguments.map(flat)).canonical
    return String(canonical.dropFirst("SELF == ".count))
  }
}

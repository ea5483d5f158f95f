import MomentumSwiftSource

/// The values of literals.
enum LiteralText {
  /// The text of a string literal; `nil` if something is interpolated.
  static func value(of index: Int, in tokens: SwiftTokens) -> String? {
    let text = tokens.text(index)
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count >= 2,
      !text.hasPrefix("\"\"\""), !text.contains("\\")
    else { return nil }
    return String(text.dropFirst().dropLast())
  }
}

import MomentumSwiftSource

/// Finds the expression that a variable has for its value: after the equals sign, or as the only
/// expression of its getter.
enum StoredValue {
  static func expression(
    of variable: SwiftDeclaration, in tokens: SwiftTokens
  ) -> SwiftExpression? {
    guard let range = range(of: variable, in: tokens) else { return nil }
    return ExpressionReader.read(range, in: tokens)
  }

  /// The tokens of the value or of the getter's only expression, without `return`.
  static func range(of variable: SwiftDeclaration, in tokens: SwiftTokens) -> Range<Int>? {
    if let value = variable.value { return value }
    guard let getter = variable.accessors.first(where: { $0.name == "get" })?.body,
      !getter.isEmpty
    else { return nil }
    let start = tokens.token(getter.lowerBound, is: "return") ? 1 : 0
    return getter.lowerBound + start..<getter.upperBound
  }

  /// Whether an `#if` is among the tokens of a value.
  static func hasCondition(_ range: Range<Int>, in tokens: SwiftTokens) -> Bool {
    range.contains { tokens[$0].kind == .pound && tokens.token($0, is: "#if") }
  }
}

/// Reads a version that is written as `Schema.Version(1, 2, 3)` or `.init(1, 2, 3)`.
enum VersionLiteral {
  static func read(_ expression: SwiftExpression) -> [Int]? {
    guard case .call(let callee, let arguments) = expression.unparenthesized.kind,
      let path = callee.path, ["Version", "init"].contains(path.last), arguments.count == 3
    else { return nil }
    let numbers = arguments.compactMap { argument -> Int? in
      guard case .integer(let text) = argument.value.kind else { return nil }
      return Int(text.filter { $0 != "_" })
    }
    return numbers.count == 3 ? numbers : nil
  }
}

import MomentumSwiftSource

/// Finds the expression that a variable has for its value: after the equals sign, or as the only
/// expression of its getter.
enum StoredValue {
  static func expression(
    of variable: SwiftDeclaration, in tokens: SwiftTokens
  ) -> SwiftExpression? {
    if let value = variable.value { return ExpressionReader.read(value, in: tokens) }
    guard let getter = variable.accessors.first(where: { $0.name == "get" })?.body,
      !getter.isEmpty
    else { return nil }
    let start = tokens.token(getter.lowerBound, is: "return") ? 1 : 0
    return ExpressionReader.read(getter.lowerBound + start..<getter.upperBound, in: tokens)
  }
}

/// Reads `Schema.Version(1, 2, 3)` and `.init(1, 2, 3)`.
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

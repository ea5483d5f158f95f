import MomentumDiagnostics

/// A value that is written where a predicate is needed: no operator follows it.
///
/// ```
/// isOpen AND price > 3      isOpen is a lone operand
/// ```
struct LoneOperand {
  let operand: ExpressionSyntax
  let source: SourceFile
  /// The operator or open bracket before the operand.
  let entry: StackEntry?
  /// The token after the operand.
  let next: Token
  /// The lexer at the position after `next`, to look at further tokens.
  let lexer: PredicateLexer

  /// The hint how to make a predicate of the operand; `nil` for operands without a usual mistake,
  /// and if the next token could be a misspelt operator.
  var hint: String? {
    switch next.kind {
    case .end, .keyword(.and), .keyword(.or), .sign(.and), .sign(.or), .sign(.closeParenthesis):
      break
    case .keyword, .sign, .selector, .identifier, .collectionOperator, .variable, .number, .string,
      .argument, .keyPathArgument, .invalid:
      return nil
    }
    if joinsTexts { return "'||' is OR, and a store joins no texts" }
    let written = source.text(in: operand.range)
    switch operand.kind {
    case .keyPath, .path:
      guard !operand.keys.contains(where: \.isCollectionOperator) else {
        return "compare the number, such as '\(written) > 0'"
      }
      return entry?.role == .not
        ? "a key alone is no predicate; compare it, such as '\(written) == NO' or '\(written) == nil'"
        : "a key alone is no predicate; compare it, such as '\(written) == YES'"
    case .literal:
      switch written.uppercased() {
      case "TRUE", "YES", "1": return "every object is 'TRUEPREDICATE'"
      case "FALSE", "NO", "0": return "no object is 'FALSEPREDICATE'"
      case _: return nil
      }
    case .selfObject, .anyKey, .indexSymbol, .variable, .argument, .aggregate, .method, .index,
      .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch,
      .assignment:
      return nil
    }
  }

  /// Whether either operand of a `||` is a text: then its author wanted to join texts, as in SQL.
  private var joinsTexts: Bool {
    let isText = if case .literal(.string) = operand.kind { true } else { false }
    if let entry, entry.role == .or, source.text(in: entry.range) == "||", isText { return true }
    guard next.kind == .sign(.or) else { return false }
    var ahead = lexer
    let isFollowedByText = if case .string = ahead.next().kind { true } else { false }
    return isText || isFollowedByText
  }
}

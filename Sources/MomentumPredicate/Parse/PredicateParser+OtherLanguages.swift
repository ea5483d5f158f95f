import MomentumDiagnostics

// Recognises spellings of SQL, of other languages and of word processors, to name the right one.

extension PredicateParser {
  // MARK: - Operands without an operator

  /// The hint for a key, a truth value or a text that is written where a predicate is needed: how
  /// to complete it. `nil` for other operands, and if the next token could be a misspelt operator.
  var loneOperandHint: String? {
    switch token.kind {
    case .end, .keyword(.and), .keyword(.or), .sign(.and), .sign(.or), .sign(.closeParenthesis):
      break
    case .keyword, .sign, .selector, .identifier, .collectionOperator, .variable, .number, .string,
      .argument, .keyPathArgument, .invalid:
      return nil
    }
    guard case .expression(let operand)? = operands.last?.value else { return nil }
    let written = source.text(in: operand.range)
    if joinsTexts(operand) { return "'||' is OR, and a store joins no texts" }
    switch operand.kind {
    case .keyPath, .path:
      guard !isOperatorAtEnd(operand) else { return "compare the number, such as '\(written) > 0'" }
      return parts.last?.role == .not
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

  private func isOperatorAtEnd(_ operand: ExpressionSyntax) -> Bool {
    PredicateParser.components(of: operand).contains(where: \.isCollectionOperator)
  }

  /// Whether either operand of a `||` is a text: then its author wanted to join texts, as in SQL.
  private func joinsTexts(_ operand: ExpressionSyntax) -> Bool {
    if let part = parts.last, part.role == .or, source.text(in: part.range) == "||",
      case .literal(.string) = operand.kind
    {
      return true
    }
    guard token.kind == .sign(.or) else { return false }
    if case .literal(.string) = operand.kind { return true }
    var ahead = lexer
    if case .string = ahead.next().kind { return true }
    return false
  }

  // MARK: - Words of SQL

  /// The hint for each clause of SQL that is written after a predicate: what a request has instead.
  private static let foreignClauses: [String: String] = [
    "ORDER": "an order is a sort descriptor of the request, no part of its predicate",
    "SORT": "an order is a sort descriptor of the request, no part of its predicate",
    "LIMIT": "the number of objects is the request's fetch limit, no part of its predicate",
    "OFFSET": "how many objects to pass over is the request's fetch offset",
    "GROUP": "groups are the request's properties to group by, no part of its predicate",
    "HAVING": "a condition on groups is the request's having predicate",
    "ESCAPE": "LIKE has no ESCAPE; a backslash before '*' or '?' makes it an ordinary character",
    "COLLATE": "the options [c] and [d] behind the operator leave case and accents out",
  ]

  var foreignClause: String? {
    guard token.kind == .identifier else { return nil }
    return PredicateParser.foreignClauses[source.text(in: token.range).uppercased()]
  }

  /// `WHERE a = 1`, `SELECT …`
  mutating func foreignBeginning() -> Stop? {
    guard case .expression(let operand)? = operands.last?.value, case .keyPath = operand.kind else {
      return nil
    }
    switch source.text(in: operand.range).uppercased() {
    case "WHERE":
      let blanks = SourceRange(operand.range.start, token.range.start)
      return fail(
        .expected(
          "a predicate", found: "the key '\(source.text(in: operand.range))'",
          hint: "a predicate is what stands behind WHERE"),
        at: operand.range, fixIts: [fixIt("delete it", blanks, with: "")])
    case "SELECT":
      return fail(
        .expected(
          "a predicate", found: "the key '\(source.text(in: operand.range))'",
          hint: "a predicate is what stands behind WHERE; the entity belongs to the request"),
        at: operand.range)
    case _: return nil
    }
  }

  // MARK: - Quotes of word processors

  /// The fix that replaces the typographic quotes of `“x”` by straight ones.
  func straightQuotes(at range: SourceRange) -> [Diagnostic.FixIt] {
    let closing: [Character]
    switch source.text(in: range) {
    case "“", "„", "”": closing = ["”", "“"]
    case "«": closing = ["»"]
    case "‘", "’": closing = ["’"]
    case _: return []
    }
    let rest = String(decoding: source.utf8[range.end...], as: UTF8.self)
    guard let end = rest.firstIndex(where: { closing.contains($0) }) else { return [] }
    let content = rest[..<end]
    guard !content.contains("\""), !content.contains("\\") else { return [] }
    let whole = SourceRange(
      range.start, range.end + content.utf8.count + String(rest[end]).utf8.count)
    return [fixIt("use straight quotes", whole, with: "\"\(content)\"")]
  }
}

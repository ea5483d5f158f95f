import MomentumDiagnostics

/// Recognises, at one token of a format, what SQL, other languages and word processors spell
/// differently.
///
/// The parser uses this type after an error only, so it may read ahead in a copy of the lexer.
///
///     a IS NULL          write '== nil'
///     a IN (1, 2)        a collection is written {1, 2}
///     “x”                use straight quotes
struct ForeignSpelling {
  let source: SourceFile
  let token: Token
  /// The token before `token`.
  let previous: Token
  /// The lexer, whose next token is the one after `token`.
  let lexer: PredicateLexer

  /// A complete message that names the right spelling.
  struct Finding {
    var message: PredicateSyntaxMessage
    var range: SourceRange
    var fixIts: [Diagnostic.FixIt] = []
  }

  /// A text for the message about an unexpected token, and its fix.
  struct Hint {
    var text: String
    var fixIts: [Diagnostic.FixIt] = []
  }

  func fixIt(_ text: String, _ range: SourceRange, with replacement: String) -> Diagnostic.FixIt {
    Diagnostic.FixIt(text, replace: SourceLocation(source, range), with: replacement)
  }

  // MARK: - Words

  static let operatorWords = [
    "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "BETWEEN", "UTI-CONFORMS-TO",
    "UTI-EQUALS", "UNION", "INTERSECT", "MINUS",
  ]

  /// Operators of other languages, each with the operator that predicates have instead.
  private static let operators: [String: String] = [
    "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=",
    "STARTSWITH": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "HASSUFFIX": "ENDSWITH",
    "INCLUDES": "CONTAINS", "REGEXP": "MATCHES", "ILIKE": "LIKE[c]",
  ]

  /// The hint `did you mean 'BEGINSWITH'?`, if the token is a misspelling of one of these words, or
  /// the word of another language for it; otherwise `nil`.
  func nearWord(among words: [String]) -> Hint? {
    guard token.kind == .identifier || token.kind == .selector else { return nil }
    let text = source.text(in: token.range).uppercased()
    guard let word = Self.operators[text] ?? nearName(to: text, among: words) else { return nil }
    return Hint(
      text: "did you mean '\(word)'?", fixIts: [fixIt("write '\(word)'", token.range, with: word)])
  }

  /// The hint for each clause of SQL that is written after a predicate: what a request has instead.
  private static let clauses: [String: String] = [
    "ORDER": "an order is a sort descriptor of the request, no part of its predicate",
    "SORT": "an order is a sort descriptor of the request, no part of its predicate",
    "LIMIT": "the number of objects is the request's fetch limit, no part of its predicate",
    "OFFSET": "how many objects to pass over is the request's fetch offset",
    "GROUP": "groups are the request's properties to group by, no part of its predicate",
    "HAVING": "a condition on groups is the request's having predicate",
    "ESCAPE": "LIKE has no ESCAPE; a backslash before '*' or '?' makes it an ordinary character",
    "COLLATE": "the options [c] and [d] behind the operator leave case and accents out",
  ]

  /// The hint if the token begins a clause of SQL, as in `a = 1 ORDER BY b`: what a request has
  /// instead. `nil` for any other token.
  func clause() -> Hint? {
    guard token.kind == .identifier else { return nil }
    return Self.clauses[source.text(in: token.range).uppercased()].map { Hint(text: $0) }
  }

  /// The hint if the token begins `IS NULL` or `IS NOT NULL` of SQL.
  func nullTest() -> Hint? {
    guard token.kind == .identifier, source.text(in: token.range).uppercased() == "IS" else {
      return nil
    }
    var ahead = lexer
    var next = ahead.next()
    let isNegated = next.kind == .keyword(.not)
    if isNegated { next = ahead.next() }
    let text = isNegated ? "!=" : "=="
    let isNull = next.kind == .keyword(.null) || next.kind == .keyword(.nil)
    guard isNull else { return Hint(text: "write '\(text)'") }
    let whole = token.range.union(next.range)
    return Hint(
      text: "write '\(text) nil'", fixIts: [fixIt("compare with nil", whole, with: text + " nil")])
  }

  /// The finding if a predicate begins with a word of SQL: `WHERE a = 1`, `SELECT …`. The word was
  /// parsed as the key before the token.
  func beginning(_ key: SourceRange) -> Finding? {
    let found = "the key '\(source.text(in: key))'"
    switch source.text(in: key).uppercased() {
    case "WHERE":
      let blanks = SourceRange(key.start, token.range.start)
      return Finding(
        message: .expected(
          "a predicate", found: found, hint: "a predicate is what stands behind WHERE"),
        range: key, fixIts: [fixIt("delete it", blanks, with: "")])
    case "SELECT":
      return Finding(
        message: .expected(
          "a predicate", found: found,
          hint: "a predicate is what stands behind WHERE; the entity belongs to the request"),
        range: key)
    case _: return nil
    }
  }

  // MARK: - Quotes

  /// The finding if an unescaped quote ended the string before the token too early: `'it''s'`,
  /// `'Pepe's'`.
  func quoteInString() -> Finding? {
    guard case .string = previous.kind, previous.range.end == token.range.start else { return nil }
    switch token.kind {
    case .string, .identifier, .keyword, .invalid, .number: break
    case .selector, .collectionOperator, .variable, .argument, .keyPathArgument, .sign, .end:
      return nil
    }
    let quote = source.text(in: SourceRange(previous.range.end - 1, previous.range.end))
    var fixIts: [Diagnostic.FixIt] = []
    if case .string = token.kind {
      let pair = SourceRange(previous.range.end - 1, token.range.start + 1)
      fixIts = [fixIt("escape the quote", pair, with: "\\" + quote)]
    }
    return Finding(
      message: .expected(
        "a blank or an operator behind a string",
        found: token.kind == .invalid ? "more text" : token.description(in: source),
        hint: "a quote within a string is written \\\(quote)"),
      range: token.range, fixIts: fixIts)
  }

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

  // MARK: - Collections

  /// The finding for `x IN (1, 2)` of SQL, where `start` is the parenthesis; the fix replaces the
  /// parentheses by braces.
  func collectionInBraces(from start: SourceRange) -> Finding {
    var ahead = lexer
    var depth = 1
    var next = ahead.next()
    while next.kind != .end, next.kind != .invalid {
      switch next.kind {
      case .sign(.openParenthesis), .sign(.openBracket), .sign(.openBrace): depth += 1
      case .sign(.closeParenthesis), .sign(.closeBracket), .sign(.closeBrace): depth -= 1
      case .sign, .keyword, .identifier, .selector, .collectionOperator, .variable, .number,
        .string, .argument, .keyPathArgument, .invalid, .end:
        break
      }
      if depth == 0 { break }
      next = ahead.next()
    }
    let whole = start.union(next.range)
    let inner = source.text(in: SourceRange(start.end, next.range.start))
    return Finding(
      message: .expected(
        "a collection in braces", found: "'\(source.text(in: start))'",
        hint: "a collection is written {1, 2}"), range: start,
      fixIts: depth == 0 ? [fixIt("use braces", whole, with: "{\(inner)}")] : [])
  }

  /// The finding for `x IN [1, 2]` of other languages. `nil` if the bracket holds one word, as
  /// comparison options such as `[cd]` do.
  func bracketsForBraces() -> Finding? {
    var ahead = lexer
    let first = ahead.next()
    if first.kind == .identifier, ahead.next().kind == .sign(.closeBracket) { return nil }
    if first.kind == .end { return nil }
    return collectionInBraces(from: token.range)
  }
}

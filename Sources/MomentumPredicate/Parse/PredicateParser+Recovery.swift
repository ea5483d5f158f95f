import MomentumDiagnostics

// Finds the most helpful message when the next token does not follow from the grammar.

extension PredicateParser {
  mutating func fail(
    _ message: PredicateSyntaxMessage, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []
  ) -> Stop {
    diagnostics.report(message, at: SourceLocation(source, range), fixIts: fixIts)
    return Stop()
  }

  func fixIt(_ text: String, _ range: SourceRange, with replacement: String) -> Diagnostic.FixIt {
    Diagnostic.FixIt(text, replace: SourceLocation(source, range), with: replacement)
  }

  /// The current token is not what the grammar has here.
  mutating func unexpected(
    _ wanted: String, hint: String? = nil, fixIts: [Diagnostic.FixIt] = []
  ) -> Stop {
    if let problem = lexer.problem {
      return fail(problem.message, at: problem.range, fixIts: straightQuotes(at: problem.range))
    }
    return fail(
      .expected(wanted, found: token.description(in: source), hint: hint), at: token.range,
      fixIts: fixIts)
  }

  mutating func unexpectedPredicate(at range: SourceRange) -> Stop {
    fail(.expected("a value or a key path", found: "a predicate"), at: range)
  }

  // MARK: - Where an operand was expected

  mutating func unexpectedOperand() -> Stop {
    if let stop = quoteInString() { return stop }
    if case .keyword(let word) = token.kind, isKeyLike(word) {
      let text = source.text(in: token.range)
      return unexpected(
        "a value or a key path", hint: "a key of that name is '#\(text)'",
        fixIts: [fixIt("name the key", token.range, with: "#\(text)")])
    }
    if token.kind == .sign(.times), case .call = parts.last?.role {
      return unexpected(
        "a value or a key path",
        hint:
          "the number of related objects is 'path.@count', and that of the objects found is a request for a count"
      )
    }
    return unexpected("a value or a key path")
  }

  /// Whether a reserved word was meant as a key: an operator follows the word.
  private func isKeyLike(_ word: Keyword) -> Bool {
    switch word {
    case .utiConformsTo, .utiEquals: return false
    case .and, .or, .not, .any, .some, .all, .none, .in, .contains, .beginsWith, .endsWith, .like,
      .matches, .between, .true, .yes, .false, .no, .null, .nil, .self, .anyKey, .truePredicate,
      .falsePredicate, .first, .last, .size, .subquery, .cast, .ternary, .function, .fetch, .union,
      .intersect, .minus:
      var ahead = lexer
      let next = ahead.next().kind
      return ComparisonToken(next) != nil && next != .selector
    }
  }

  /// A word of a form without its parenthesis was a key, most likely.
  mutating func reservedWord(
    _ range: SourceRange, isFollowedBy wanted: String, hint: String
  ) -> Stop {
    let text = source.text(in: range)
    let isKey = ComparisonToken(token.kind) != nil || token.kind == .sign(.dot)
    return unexpected(
      wanted, hint: isKey ? "a key of that name is '#\(text)'" : hint,
      fixIts: isKey ? [fixIt("name the key", range, with: "#\(text)")] : [])
  }

  /// Refuses `BLOCKPREDICATE(0x…)`, which Foundation prints in logs for a closure.
  mutating func blockPredicate(_ word: SourceRange) -> Stop? {
    guard source.text(in: word).uppercased() == "BLOCKPREDICATE" else { return nil }
    return fail(.blockPredicate, at: word)
  }

  // MARK: - Behind an operand

  mutating func unexpectedBehindOperand() -> Stop {
    if let stop = quoteInString() { return stop }
    do throws(Stop) {
      try apply(bindingAtLeast: 1)
    } catch {
      return error
    }
    guard operands.last?.value.isPredicate == true else {
      return parts.isEmpty && !wantsExpression ? missingOperator() : missingEnd()
    }
    if endOfPart == nil, let hint = foreignClause {
      return unexpected("AND, OR or the end of the predicate", hint: hint)
    }
    return unexpected(
      endOfPart.map { "\($0)" } ?? "AND, OR or the end of the predicate",
      hint: nearWord(among: ["AND", "OR"]).map { "did you mean '\($0)'?" },
      fixIts: nearFixIts(among: ["AND", "OR"]))
  }

  /// How the innermost bracket ends, `nil` outside all brackets.
  private var endOfPart: String? {
    switch parts.last(where: \.isBracket)?.role {
    case .group, .component: "')'"
    case .aggregate: "',' or '}'"
    case .index: "']'"
    case .call: "',' or ')'"
    case .form(let form):
      form.argumentCounts.upperBound > operands.count - (parts.last?.operandCount ?? 0)
        ? "','" : "')'"
    case nil, .or, .and, .not, .quantifier, .comparison, .assignment, .set, .arithmetic, .shift,
      .minus:
      nil
    }
  }

  /// The error for a token that cannot follow a complete expression where no predicate is required.
  private mutating func missingEnd() -> Stop {
    if let stop = foreignOperator() { return stop }
    let words = PredicateParser.operatorWords
    return unexpected(
      endOfPart ?? "an operator or the end of the expression",
      hint: nearWord(among: words).map { "did you mean '\($0)'?" },
      fixIts: nearFixIts(among: words))
  }

  /// The error for an expression without an operator where a predicate is required.
  mutating func missingOperator() -> Stop {
    if let stop = quoteInString() ?? boundsWithoutBraces() ?? foreignOperator()
      ?? foreignBeginning()
    {
      return stop
    }
    if let hint = loneOperandHint {
      return unexpected("a comparison operator such as '=='", hint: hint)
    }
    let near = nearWord(among: PredicateParser.operatorWords)
    return unexpected(
      near == nil ? "a comparison operator such as '=='" : "a comparison operator",
      hint: near.map { "did you mean '\($0)'?" },
      fixIts: nearFixIts(among: PredicateParser.operatorWords))
  }

  private static let operatorWords = [
    "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "BETWEEN", "UTI-CONFORMS-TO",
    "UTI-EQUALS", "UNION", "INTERSECT", "MINUS",
  ]

  /// Operators of other languages, each with the operator that predicates have instead.
  private static let foreignWords: [String: String] = [
    "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=",
    "STARTSWITH": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "HASSUFFIX": "ENDSWITH",
    "INCLUDES": "CONTAINS", "REGEXP": "MATCHES", "ILIKE": "LIKE[c]",
  ]

  private func nearWord(among words: [String]) -> String? {
    guard token.kind == .identifier || token.kind == .selector else { return nil }
    let text = source.text(in: token.range).uppercased()
    return PredicateParser.foreignWords[text] ?? nearName(to: text, among: words)
  }

  private func nearFixIts(among words: [String]) -> [Diagnostic.FixIt] {
    nearWord(among: words).map { [fixIt("write '\($0)'", token.range, with: $0)] } ?? []
  }

  // MARK: - Habits from elsewhere

  /// `IS NULL` and `IS NOT NULL` of SQL.
  private mutating func foreignOperator() -> Stop? {
    guard token.kind == .identifier, source.text(in: token.range).uppercased() == "IS" else {
      return nil
    }
    let start = token.range
    var ahead = lexer
    var next = ahead.next()
    let isNegated = next.kind == .keyword(.not)
    if isNegated { next = ahead.next() }
    let text = isNegated ? "!=" : "=="
    let isNull = next.kind == .keyword(.null) || next.kind == .keyword(.nil)
    return unexpected(
      "a comparison operator", hint: "write '\(text)\(isNull ? " nil" : "")'",
      fixIts: isNull
        ? [fixIt("compare with nil", start.union(next.range), with: text + " nil")] : [])
  }

  /// The error for `x NOT CONTAINS y`: only IN may have its NOT after the left operand.
  mutating func negatedOperator(_ not: SourceRange, behind left: Token) -> Stop {
    guard ComparisonToken(token.kind) != nil, token.kind != .selector else {
      token = Token(.keyword(.not), not)
      return unexpectedBehindOperand()
    }
    return unexpected("IN behind NOT", hint: "write NOT before the whole comparison")
  }

  /// The error for an unescaped quote that ends a string early: `'it''s'`, `'Pepe's'`.
  private mutating func quoteInString() -> Stop? {
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
    return fail(
      .expected(
        "a blank or an operator behind a string",
        found: token.kind == .invalid ? "more text" : token.description(in: source),
        hint: "a quote within a string is written \\\(quote)"),
      at: token.range, fixIts: fixIts)
  }

  /// The error for SQL's `x BETWEEN 1 AND 2`; the bounds have to be in braces.
  private mutating func boundsWithoutBraces() -> Stop? {
    guard operands.count >= 2, case .expression(let high) = operands[operands.count - 1].value,
      case .predicate(let predicate) = operands[operands.count - 2].value,
      case .comparison(let comparison) = predicate.kind, comparison.comparisonOperator == .between
    else { return nil }
    if case .aggregate = comparison.right.kind { return nil }
    let bounds = comparison.right.range.union(high.range)
    let text =
      "{\(source.text(in: comparison.right.range)), \(source.text(in: high.range))}"
    return fail(
      .expected("a collection of two bounds", found: "AND", hint: "write 'BETWEEN \(text)'"),
      at: bounds, fixIts: [fixIt("put the bounds in braces", bounds, with: text)])
  }

  /// Whether the innermost bracket is a parenthesis directly after IN or BETWEEN.
  var isAfterCollectionOperator: Bool {
    guard parts.count >= 2, case .comparison(let word, _) = parts[parts.count - 2].role else {
      return false
    }
    return word == .in || word == .between
  }

  /// The error for SQL's `x IN (1, 2)`, found at the comma; the fix replaces the parentheses by
  /// braces.
  mutating func parenthesesForBraces(_ start: SourceRange) -> Stop {
    collectionInBraces(from: start, with: lexer)
  }

  /// The error for `x IN [1, 2]` of other languages. `nil` if the bracket holds one word, as
  /// options do.
  mutating func bracketsForBraces() -> Stop? {
    var ahead = lexer
    let first = ahead.next()
    if first.kind == .identifier, ahead.next().kind == .sign(.closeBracket) { return nil }
    if first.kind == .end { return nil }
    return collectionInBraces(from: token.range, with: lexer)
  }

  private mutating func collectionInBraces(
    from start: SourceRange, with lexer: PredicateLexer
  ) -> Stop {
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
    return fail(
      .expected(
        "a collection in braces", found: "'\(source.text(in: start))'",
        hint: "a collection is written {1, 2}"), at: start,
      fixIts: depth == 0 ? [fixIt("use braces", whole, with: "{\(inner)}")] : [])
  }
}

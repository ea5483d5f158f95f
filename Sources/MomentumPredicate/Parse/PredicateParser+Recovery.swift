import MomentumDiagnostics

// Finds the most helpful message for a token that the grammar does not allow here.
// ``ForeignSpelling`` recognises what other languages write.

extension PredicateParser {
  mutating func fail(
    _ message: PredicateSyntaxMessage, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []
  ) -> Stop {
    diagnostics.report(message, at: SourceLocation(source, range), fixIts: fixIts)
    return Stop()
  }

  mutating func fail(_ finding: ForeignSpelling.Finding) -> Stop {
    fail(finding.message, at: finding.range, fixIts: finding.fixIts)
  }

  /// The search for spellings of other languages at the current token.
  var foreign: ForeignSpelling {
    ForeignSpelling(source: source, token: token, previous: previous, lexer: lexer)
  }

  func fixIt(_ text: String, _ range: SourceRange, with replacement: String) -> Diagnostic.FixIt {
    foreign.fixIt(text, range, with: replacement)
  }

  /// Reports that the grammar does not allow the current token, or, if the lexer has refused the
  /// text as no token, the lexer's reason.
  mutating func unexpected(
    _ wanted: String, hint: String? = nil, fixIts: [Diagnostic.FixIt] = []
  ) -> Stop {
    if let problem = lexer.problem {
      return fail(
        problem.message, at: problem.range, fixIts: foreign.straightQuotes(at: problem.range))
    }
    return fail(
      .expected(wanted, found: token.description(in: source), hint: hint), at: token.range,
      fixIts: fixIts)
  }

  mutating func unexpectedPredicate(at range: SourceRange) -> Stop {
    fail(.expected("a value or a key path", found: "a predicate"), at: range)
  }

  private mutating func unexpected(_ wanted: String, _ hint: ForeignSpelling.Hint?) -> Stop {
    unexpected(wanted, hint: hint?.text, fixIts: hint?.fixIts ?? [])
  }

  // MARK: - Where an operand was expected

  mutating func unexpectedOperand() -> Stop {
    if let quote = foreign.quoteInString() { return fail(quote) }
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

  /// The error for a word such as SUBQUERY or CAST without a parenthesis: it was probably meant as
  /// a key.
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

  // MARK: - After an operand

  mutating func unexpectedBehindOperand() -> Stop {
    if let quote = foreign.quoteInString() { return fail(quote) }
    do throws(Stop) {
      try apply(bindingAtLeast: 1)
    } catch {
      return error
    }
    guard operands.last?.value.isPredicate == true else {
      return parts.isEmpty && !wantsExpression ? missingOperator() : missingEnd()
    }
    let hint = endOfPart == nil ? foreign.clause() : nil
    return unexpected(
      endOfPart ?? "AND, OR or the end of the predicate",
      hint ?? foreign.nearWord(among: ["AND", "OR"]))
  }

  /// The signs that may follow inside the innermost bracket, for a message; `nil` outside all
  /// brackets.
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
    if let test = foreign.nullTest() { return unexpected("a comparison operator", test) }
    return unexpected(
      endOfPart ?? "an operator or the end of the expression",
      foreign.nearWord(among: ForeignSpelling.operatorWords))
  }

  /// The error for an expression without an operator where a predicate is required.
  mutating func missingOperator() -> Stop {
    if let quote = foreign.quoteInString() { return fail(quote) }
    if let stop = boundsWithoutBraces() { return stop }
    if let test = foreign.nullTest() { return unexpected("a comparison operator", test) }
    if case .expression(let operand)? = operands.last?.value {
      if case .keyPath = operand.kind, let finding = foreign.beginning(operand.range) {
        return fail(finding)
      }
      let lone = LoneOperand(
        operand: operand, source: source, entry: parts.last, next: token, lexer: lexer)
      if let hint = lone.hint {
        return unexpected("a comparison operator such as '=='", hint: hint)
      }
    }
    let near = foreign.nearWord(among: ForeignSpelling.operatorWords)
    return unexpected(
      near == nil ? "a comparison operator such as '=='" : "a comparison operator", near)
  }

  /// The error for `x NOT CONTAINS y`: only IN may have its NOT after the left operand.
  mutating func negatedOperator(_ not: SourceRange, behind left: Token) -> Stop {
    guard ComparisonToken(token.kind) != nil, token.kind != .selector else {
      token = Token(.keyword(.not), not)
      return unexpectedBehindOperand()
    }
    return unexpected("IN behind NOT", hint: "write NOT before the whole comparison")
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
}

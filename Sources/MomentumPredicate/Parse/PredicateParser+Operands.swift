import MomentumDiagnostics

// Parses the beginning of an operand: constants, key paths, calls, opening brackets, and the
// prefixes NOT, quantifiers and minus.

extension PredicateParser {
  mutating func operand() throws(Stop) -> State {
    let range = token.range
    switch token.kind {
    case .identifier:
      advance()
      let isEscaped = source.utf8[range.start] == UInt8(ascii: "#")
      if !isEscaped, token.kind == .sign(.openParenthesis) {
        if let stop = blockPredicate(range) { throw stop }
        return try openCall(range, isMethod: false, isBare: true)
      }
      return try keyPath(KeyComponent(.key(name(range)), range))
    case .collectionOperator:
      advance()
      return try keyPath(KeyComponent(.collectionOperator(name(range)), range))
    case .keyPathArgument:
      advance()
      argumentCount += 1
      return try keyPath(KeyComponent(.argument(argumentCount - 1), range))
    case .selector:
      advance()
      return try openCall(range, isMethod: false, isBare: false)
    case .variable: return try variable()
    case .number:
      guard let literal = PredicateLexer.literal(range, in: source) else {
        throw unexpectedOperand()
      }
      return try constant(.literal(literal))
    case .string(let hasEscapes):
      let text = PredicateLexer.string(range, hasEscapes: hasEscapes, in: source)
      return try constant(.literal(.string(text)))
    case .argument(let conversion):
      argumentCount += 1
      return try constant(.argument(argumentCount - 1, conversion))
    case .keyword(let word): return try keywordOperand(word)
    case .sign(let sign): return try signOperand(sign)
    case .invalid, .end: throw unexpectedOperand()
    }
  }

  private mutating func constant(_ kind: ExpressionSyntax.Kind) throws(Stop) -> State {
    try push(kind, token.range)
    advance()
    return .afterOperand
  }

  private mutating func variable() throws(Stop) -> State {
    let range = token.range
    advance()
    if token.kind == .sign(.assign), allowsAssignment {
      parts.append(StackEntry(role: .assignment, range: token.range, name: range))
      advance()
      return .operand
    }
    try push(.variable(name(range)), range)
    return .afterOperand
  }

  private mutating func signOperand(_ sign: Sign) throws(Stop) -> State {
    let range = token.range
    switch sign {
    case .openParenthesis:
      advance()
      open(.group, range)
      return .operand
    case .openBrace:
      advance()
      if token.kind == .sign(.closeBrace) {
        try push(.aggregate([]), range.union(token.range))
        advance()
        return .afterOperand
      }
      open(.aggregate, range)
      return .operand
    case .minus:
      advance()
      parts.append(StackEntry(role: .minus, range: range))
      return .operand
    case .not: return try prefix(.not)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .assign,
      .power, .times, .divide, .plus, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight,
      .closeParenthesis, .closeBrace,
      .openBracket, .closeBracket, .comma, .dot:
      throw unexpectedOperand()
    }
  }

  private mutating func keywordOperand(_ word: Keyword) throws(Stop) -> State {
    let range = token.range
    switch word {
    case .not: return try prefix(.not)
    case .any, .some: return try prefix(.quantifier(.any))
    case .all: return try prefix(.quantifier(.all))
    case .none: return try prefix(.quantifier(.none))
    case .truePredicate, .falsePredicate:
      guard allowsPredicate else { throw unexpectedOperand() }
      try push(.predicate(PredicateSyntax(.constant(word == .truePredicate), range)), height: 0)
      advance()
      return .afterOperand
    case .true, .yes: return try constant(.literal(.integer(1)))
    case .false, .no: return try constant(.literal(.integer(0)))
    case .null, .nil: return try constant(.literal(.null))
    case .anyKey: return try constant(.anyKey)
    case .first: return try indexSymbol(.first)
    case .last: return try indexSymbol(.last)
    case .size: return try indexSymbol(.size)
    case .self:
      advance()
      return try keyPath(nil, of: range)
    case .subquery: return try openForm(.subquery)
    case .cast: return try openForm(.cast)
    case .ternary: return try openForm(.ternary)
    case .function: return try openForm(.function)
    case .fetch: return try openForm(.fetch)
    case .and, .or, .in, .contains, .beginsWith, .endsWith, .like, .matches, .between,
      .utiConformsTo, .utiEquals, .union, .intersect, .minus:
      throw unexpectedOperand()
    }
  }

  /// Pushes NOT or a quantifier, which is an error where no predicate may begin.
  private mutating func prefix(_ role: StackEntry.Role) throws(Stop) -> State {
    guard allowsPredicate else { throw unexpectedOperand() }
    parts.append(StackEntry(role: role, range: token.range))
    advance()
    return .operand
  }

  /// Parses FIRST, LAST or SIZE. Outside of an index, the word was usually meant as a key: `size ==
  /// 1` compares a position, not the key `size`, so a warning proposes `#size`. If a checker
  /// follows, it reports the word instead.
  private mutating func indexSymbol(_ symbol: IndexSymbol) throws(Stop) -> State {
    let range = token.range
    try push(.indexSymbol(symbol), range)
    advance()
    if isChecked || (parts.last?.role == .index && token.kind == .sign(.closeBracket)) {
      return .afterOperand
    }
    let word = source.text(in: range)
    let fixIt = Diagnostic.FixIt(
      "name the key", replace: SourceLocation(source, range), with: "#\(word)")
    diagnostics.report(
      PredicateSyntaxMessage.barePosition(word), at: SourceLocation(source, range),
      fixIts: [fixIt])
    return .afterOperand
  }

  // MARK: - What may appear here

  /// Whether a predicate may begin at this operand.
  private var allowsPredicate: Bool {
    guard let part = parts.last else { return !wantsExpression }
    switch part.role {
    case .group, .or, .and, .not: return true
    case .form(.ternary): return operands.count == part.operandCount
    case .form(.subquery): return operands.count == part.operandCount + 1
    case .form, .quantifier, .comparison, .assignment, .set, .arithmetic, .shift, .minus,
      .aggregate,
      .index, .component, .call:
      return false
    }
  }

  /// Whether the content of the innermost bracket may be a predicate. A parenthesis may hold a
  /// predicate or an expression; `closeGroup` refuses the predicate if the operator before needs an
  /// expression.
  var allowsComparison: Bool {
    guard let bracket = parts.last(where: { $0.precedence < 5 }) else { return !wantsExpression }
    switch bracket.role {
    case .group, .or, .and, .not, .quantifier: return true
    case .form(.ternary): return operands.count == bracket.operandCount + 1
    case .form(.subquery): return operands.count == bracket.operandCount + 2
    case .form, .aggregate, .index, .component, .call, .comparison, .assignment, .set, .arithmetic,
      .shift,
      .minus:
      return false
    }
  }

  /// Whether `$a := b` may begin here. An assignment binds less tightly than the operators between
  /// values, so it cannot be the right side of one.
  private var allowsAssignment: Bool {
    switch parts.last?.role {
    case .set, .arithmetic, .shift, .minus: false
    case nil, .or, .and, .not, .quantifier, .comparison, .assignment, .group, .aggregate, .index,
      .component, .call, .form:
      true
    }
  }

  // MARK: - Key paths

  /// The text after the last key of a path, which decides what the path becomes.
  enum PathTail {
    case none
    /// The call of a method on the value of the path: `.name(`.
    case call(SourceRange, isBare: Bool)
    /// An expression in parentheses whose value is the next key: `.(`.
    case component(SourceRange)
  }

  /// Parses a key path after its first key, or after SELF, which has been consumed.
  private mutating func keyPath(
    _ first: KeyComponent?, of selfRange: SourceRange = SourceRange(0, 0)
  ) throws(Stop) -> State {
    let start = first?.range ?? selfRange
    guard token.kind == .sign(.dot) else {
      try push(first.map { .keyPath([$0]) } ?? .selfObject, start)
      return .afterOperand
    }
    var components: [KeyComponent] = []
    components.reserveCapacity(3)
    if let first { components.append(first) }
    let tail = try keys(&components)
    let end = components.last?.range ?? start
    try push(components.isEmpty ? .selfObject : .keyPath(components), start.union(end))
    return try open(tail)
  }

  /// Parses `.a.b` after any operand.
  mutating func postfixKeys() throws(Stop) -> State {
    let (base, height) = try popExpression()
    var components = base.keys
    let count = components.count
    let tail = try keys(&components)
    let end = components.count > count ? components[components.count - 1].range : base.range
    try push(
      base.path(components), base.range.union(end),
      height: base.pathHeight(height, isExtended: components.count > count))
    return try open(tail)
  }

  /// Parses keys after dots. After a dot every reserved word is an ordinary key.
  private mutating func keys(_ components: inout [KeyComponent]) throws(Stop) -> PathTail {
    while token.kind == .sign(.dot) {
      advance()
      let range = token.range
      switch token.kind {
      case .identifier, .keyword:
        advance()
        if token.kind == .sign(.openParenthesis), PredicateLexer.isLetter(source.utf8[range.start])
        {
          return .call(range, isBare: true)
        }
        components.append(KeyComponent(.key(name(range)), range))
        continue
      case .selector:
        advance()
        return .call(range, isBare: false)
      case .collectionOperator:
        components.append(KeyComponent(.collectionOperator(name(range)), range))
      case .keyPathArgument:
        argumentCount += 1
        components.append(KeyComponent(.argument(argumentCount - 1), range))
      case .string(let hasEscapes):
        let text = PredicateLexer.string(range, hasEscapes: hasEscapes, in: source)
        components.append(KeyComponent(.quoted(text), range))
      case .variable:
        components.append(KeyComponent(.variable(name(range)), range))
      case .sign(.openParenthesis):
        advance()
        return .component(range)
      case .number, .argument, .sign, .invalid, .end: throw unexpected("a key")
      }
      advance()
    }
    return .none
  }

  private mutating func open(_ tail: PathTail) throws(Stop) -> State {
    switch tail {
    case .none: return .afterOperand
    case .call(let range, let isBare): return try openCall(range, isMethod: true, isBare: isBare)
    case .component(let range):
      open(.component, range)
      return .operand
    }
  }
}

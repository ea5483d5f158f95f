import MomentumDiagnostics

// Parses the operators after an operand. An operator waits on the stack until its right operand is
// complete.

extension PredicateParser {
  mutating func afterOperand() throws(Stop) -> State {
    switch token.kind {
    case .sign(let sign):
      switch sign {
      case .dot where isExpression: return try postfixKeys()
      case .openBracket where isExpression: return openIndex()
      case .comma: return try comma()
      case .closeParenthesis, .closeBrace, .closeBracket: return try close(sign)
      case .and: return try connective(.and, bindingAtLeast: 3)
      case .or: return try connective(.or, bindingAtLeast: 2)
      case .dot, .openBracket, .not, .assign, .equal, .notEqual, .less, .lessOrEqual, .greater,
        .greaterOrEqual, .power, .times, .divide, .plus, .minus, .bitAnd, .bitOr, .bitXor,
        .shiftLeft, .shiftRight, .openParenthesis, .openBrace:
        break
      }
    case .keyword(let word):
      switch word {
      case .and: return try connective(.and, bindingAtLeast: 3)
      case .or: return try connective(.or, bindingAtLeast: 2)
      case .not: return try notIn()
      case .union: return try binary(.set(.union), precedence: 7)
      case .intersect: return try binary(.set(.intersect), precedence: 7)
      case .minus: return try binary(.set(.minus), precedence: 7)
      case .any, .some, .all, .none, .in, .contains, .beginsWith, .endsWith, .like, .matches,
        .between, .utiConformsTo, .utiEquals, .true, .yes, .false, .no, .null, .nil, .self,
        .anyKey, .truePredicate, .falsePredicate, .first, .last, .size, .subquery, .cast, .ternary,
        .function, .fetch:
        break
      }
    case .end:
      try apply(bindingAtLeast: 1)
      guard parts.isEmpty else { throw unexpectedBehindOperand() }
      return .end
    case .selector, .identifier, .collectionOperator, .variable, .number, .string, .argument,
      .keyPathArgument, .invalid:
      break
    }
    if let word = ComparisonToken(token.kind) { return try comparison(word, isNegated: false) }
    if let sign = ArithmeticOperator(token.kind) {
      return try binary(.arithmetic(sign), precedence: StackEntry.precedence(of: sign))
    }
    if let word = StackEntry.ShiftWord(token.kind) {
      let range = token.range
      let state = try binary(.shift(word), precedence: StackEntry.shiftPrecedence)
      diagnostics.report(
        PredicateSyntaxMessage.shiftSign(source.text(in: range), selector: word.selector),
        at: SourceLocation(source, range))
      return state
    }
    throw unexpectedBehindOperand()
  }

  private var isExpression: Bool { operands.last.map { !$0.value.isPredicate } ?? false }

  // MARK: - Operators that wait

  /// Pushes an operator between values, such as `+`. All of these are left associative.
  private mutating func binary(
    _ role: StackEntry.Role, precedence: Int
  ) throws(Stop) -> State {
    guard isExpression else { throw unexpectedBehindOperand() }
    try apply(bindingAtLeast: precedence)
    parts.append(StackEntry(role: role, range: token.range))
    advance()
    return .operand
  }

  private mutating func connective(
    _ role: StackEntry.Role, bindingAtLeast precedence: Int
  ) throws(Stop) -> State {
    try apply(bindingAtLeast: precedence)
    guard operands.last?.value.isPredicate == true else { throw missingOperator() }
    parts.append(StackEntry(role: role, range: token.range))
    advance()
    return .operand
  }

  /// Parses `x NOT IN y`. No other operator may have its NOT after the left operand.
  private mutating func notIn() throws(Stop) -> State {
    guard isExpression else { throw unexpectedBehindOperand() }
    let not = token.range
    let first = previous
    advance()
    guard token.kind == .keyword(.in) else { throw negatedOperator(not, behind: first) }
    let range = not.union(token.range)
    if case .quantifier? = parts.last(where: { $0.precedence < 5 })?.role {
      throw fail(
        .expected(
          "IN behind a quantifier's values", found: "NOT IN",
          hint: "write NOT before the quantifier"
        ), at: range)
    }
    diagnostics.report(PredicateSyntaxMessage.notIn, at: SourceLocation(source, range))
    return try comparison(.in, isNegated: true)
  }

  private mutating func comparison(
    _ word: ComparisonToken, isNegated: Bool
  ) throws(Stop) -> State {
    try apply(bindingAtLeast: 6)
    guard isExpression, allowsComparison, (parts.last?.precedence ?? 0) != 5 else {
      throw unexpectedBehindOperand()
    }
    var part = StackEntry(role: .comparison(word, isNegated: isNegated), range: token.range)
    part.name = token.range
    if word == .custom { try checkCustomOperator(token.range) }
    advance()
    if token.kind == .sign(.openBracket), word != .custom {
      if word == .in, let brackets = foreign.bracketsForBraces() { throw fail(brackets) }
      if word == .between { throw unexpectedOperand() }
      part.options = try options()
      part.range = part.range.union(previous.range)
    }
    parts.append(part)
    return .operand
  }

  /// Refuses a custom operator unless it has exactly one colon, for the right side:
  /// `isKindOfClass:`.
  private mutating func checkCustomOperator(_ range: SourceRange) throws(Stop) {
    let colons = source.utf8[range.start..<range.end].reduce(0) {
      $0 + ($1 == UInt8(ascii: ":") ? 1 : 0)
    }
    guard colons == 1 else {
      throw fail(
        .expected("an operator with one colon", found: "'\(source.text(in: range))'"), at: range)
    }
  }

  /// Parses `[cd]`. After an operator a bracket holds options; it cannot be an index.
  private mutating func options() throws(Stop) -> ComparisonOptions {
    advance()
    guard token.kind == .identifier else { throw unexpected("options such as 'cd'") }
    var options: ComparisonOptions = []
    for index in token.range.start..<token.range.end {
      switch source.utf8[index] | 0x20 {
      case UInt8(ascii: "c"): options.insert(.caseInsensitive)
      case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
      case UInt8(ascii: "n"): options.insert(.normalized)
      case UInt8(ascii: "l"): options.insert(.localeSensitive)
      default:
        let letter = source.text(in: SourceRange(index, index + 1))
        throw fail(.unknownOption(letter), at: token.range)
      }
    }
    advance()
    guard token.kind == .sign(.closeBracket) else { throw unexpected("']'") }
    // An operand follows, so `.5` is a number here, and not a dot after an operand.
    lexer.followsOperand = false
    advance()
    return options
  }

  // MARK: - Operators that are applied

  /// Applies the waiting operators with this precedence or a higher one, down to the innermost
  /// bracket.
  mutating func apply(bindingAtLeast precedence: Int) throws(Stop) {
    while let part = parts.last, part.precedence >= precedence, !part.isBracket {
      switch part.role {
      case .and: try applyChain(of: .and)
      case .or: try applyChain(of: .or)
      case .not:
        let (operand, height) = try popPredicate()
        parts.removeLast()
        try push(
          .predicate(PredicateSyntax(.not(operand), part.range.union(operand.range))),
          height: height + 1)
      // A comparison removes its quantifier from the stack, so a quantifier here has no comparison.
      case .quantifier: throw missingOperator()
      case .comparison(let word, let isNegated):
        parts.removeLast()
        try applyComparison(part, word, isNegated: isNegated)
      case .assignment:
        parts.removeLast()
        let (value, height) = try popExpression()
        try push(
          .assignment(name(part.name), value), part.name.union(value.range), height: height + 1)
      case .set(let sign):
        parts.removeLast()
        try applyBinary { .setOperation(sign, $0, $1) }
      case .arithmetic(let sign):
        parts.removeLast()
        try applyBinary { .arithmetic(sign, $0, $1) }
      case .shift(let word):
        parts.removeLast()
        try applyBinary {
          .call(
            CallSyntax(selector: word.selector, selectorRange: part.range, arguments: [$0, $1]))
        }
      case .minus:
        parts.removeLast()
        try applyMinus(part)
      case .group, .aggregate, .index, .component, .call, .form: return
      }
    }
  }

  private mutating func applyBinary(
    _ make: (ExpressionSyntax, ExpressionSyntax) -> ExpressionSyntax.Kind
  ) throws(Stop) {
    let (right, rightHeight) = try popExpression()
    let (left, leftHeight) = try popExpression()
    try push(
      make(left, right), left.range.union(right.range), height: max(leftHeight, rightHeight) + 1)
  }

  /// Makes one AND of `a AND b AND c`, instead of an AND inside an AND. A part in parentheses is
  /// one operand, because it became one when its parenthesis closed.
  private mutating func applyChain(of role: StackEntry.Role) throws(Stop) {
    if operands.last?.value.isPredicate != true { throw missingOperator() }
    var count = 1
    while parts.last?.role == role {
      parts.removeLast()
      count += 1
    }
    var predicates: [PredicateSyntax] = []
    predicates.reserveCapacity(count)
    var height = 0
    for _ in 0..<count {
      let (predicate, partHeight) = try popPredicate()
      predicates.append(predicate)
      height = max(height, partHeight)
    }
    predicates.reverse()
    let range = predicates[0].range.union(predicates[count - 1].range)
    try push(
      .predicate(
        PredicateSyntax(role == .and ? .and(predicates) : .or(predicates), range)),
      height: height + 1)
  }

  private mutating func applyComparison(
    _ part: StackEntry, _ word: ComparisonToken, isNegated: Bool
  ) throws(Stop) {
    let (right, rightHeight) = try popExpression()
    let (left, leftHeight) = try popExpression()
    var start = left.range
    var quantifier: StackEntry.QuantifierWord?
    if let waiting = parts.last, case .quantifier(let word) = waiting.role {
      parts.removeLast()
      quantifier = word
      start = waiting.range
    }
    let comparison = ComparisonSyntax(
      quantifier: quantifier.map { $0 == .all ? .all : .any }, left: left,
      comparisonOperator: word.comparisonOperator(selector: source.text(in: part.name)),
      operatorRange: part.range, options: part.options, right: right)
    var predicate = PredicateSyntax(.comparison(comparison), start.union(right.range))
    // NONE has the same meaning as NOT ANY.
    if isNegated || quantifier == StackEntry.QuantifierWord.none {
      predicate = PredicateSyntax(.not(predicate), predicate.range)
    }
    try push(.predicate(predicate), height: max(leftHeight, rightHeight) + 1)
  }

  /// Makes a negative constant of a minus before a number; before any other operand it becomes
  /// `0 - x`.
  private mutating func applyMinus(_ part: StackEntry) throws(Stop) {
    let (operand, height) = try popExpression()
    let range = part.range.union(operand.range)
    if case .literal(let literal) = operand.kind, let negative = literal.negated {
      return try push(.literal(negative), range)
    }
    let zero = ExpressionSyntax(.literal(.integer(0)), part.range)
    try push(.arithmetic(.subtract, zero, operand), range, height: height + 1)
  }
}

extension Literal {
  /// The number with the other sign; `nil` for a literal that is not a number.
  fileprivate var negated: Literal? {
    switch self {
    case .integer(let value):
      // The negative of the smallest Int64 does not fit into an Int64.
      value == Int64.min ? .decimal("9223372036854775808") : .integer(-value)
    case .double(let value): .double(-value)
    case .decimal(let digits):
      digits.first == "-"
        ? .decimal(String(digits.dropFirst()))
        : Int64("-" + digits).map(Literal.integer) ?? .decimal("-" + digits)
    case .null, .string: nil
    }
  }
}

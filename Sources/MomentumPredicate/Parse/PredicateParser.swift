public import MomentumDiagnostics

/// Parses a predicate format: recursive descent, one token ahead, no backtracking.
///
///     predicate  = and { "OR" and }
///     and        = not { "AND" not }
///     not        = "NOT" not | comparison
///     comparison = [ quantifier ] operand [ operator [ options ] operand ]
///     operand    = "(" predicate ")" | expression
///
/// A parenthesis may hold a predicate or an expression. Both are read by one rule, which tells
/// afterwards what it found, so nested parentheses cost no more than their length.
public struct PredicateParser {
  /// Levels of parentheses, NOT and braces.
  static let levelsMax = 200

  let source: SourceFile
  var tokens: [Token]
  var position = 0
  var argumentCount = 0
  private var depth = 0
  private var diagnostics = Diagnostics()

  /// What a rule found.
  private enum Unit {
    case predicate(PredicateSyntax)
    case expression(ExpressionSyntax)

    var range: SourceRange {
      switch self {
      case .predicate(let predicate): predicate.range
      case .expression(let expression): expression.range
      }
    }
  }

  /// Leaves the parser after the one syntax error that is reported.
  struct Stop: Error {}

  /// The syntax of a format, `nil` after an error. Reports at most one syntax error.
  public static func parse(
    _ source: SourceFile, _ diagnostics: inout Diagnostics
  ) -> PredicateSyntax? {
    var lexing = Diagnostics()
    let tokens = PredicateLexer.tokens(of: source, &lexing)
    diagnostics.append(contentsOf: lexing)
    guard !lexing.hasErrors else { return nil }
    var parser = PredicateParser(source: source, tokens: tokens)
    let syntax = try? parser.format()
    diagnostics.append(contentsOf: parser.diagnostics)
    return syntax
  }

  private init(source: SourceFile, tokens: [Token]) {
    self.source = source
    self.tokens = tokens
  }

  private mutating func format() throws -> PredicateSyntax {
    if tokens.count == 1 { throw fail(.emptyPredicate, at: token.range) }
    let unit = try disjunction()
    let result = try predicate(from: unit)
    guard token.kind == .end else { throw unexpected("AND, OR or the end of the predicate") }
    return result
  }

  // MARK: - Tokens

  var token: Token { tokens[min(position, tokens.count - 1)] }

  func peek(_ ahead: Int) -> Token { tokens[min(position + ahead, tokens.count - 1)] }

  @discardableResult
  mutating func advance() -> Token {
    defer { position = min(position + 1, tokens.count - 1) }
    return token
  }

  private mutating func take(_ keyword: Keyword, or sign: String) -> Bool {
    guard token.keyword == keyword || token.isSign(sign) else { return false }
    advance()
    return true
  }

  mutating func take(_ sign: String) -> Bool {
    guard token.isSign(sign) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ sign: String) throws {
    guard take(sign) else { throw unexpected("'\(sign)'") }
  }

  // MARK: - Errors

  mutating func fail(
    _ message: PredicateSyntaxMessage, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []
  ) -> Stop {
    diagnostics.report(message, at: SourceLocation(source, range), fixIts: fixIts)
    return Stop()
  }

  mutating func unexpected(_ wanted: String) -> Stop {
    if let stop = construct() { return stop }
    return fail(.expected(wanted, found: token.description), at: token.range)
  }

  mutating func nested<Result>(
    _ body: (inout PredicateParser) throws -> Result
  ) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PredicateParser.levelsMax else {
      throw fail(.tooDeep(levelsMax: PredicateParser.levelsMax), at: token.range)
    }
    return try body(&self)
  }

  // MARK: - Compounds

  private mutating func disjunction() throws -> Unit {
    try chain(.or, "||", operand: { try $0.conjunction() }, make: { .or($0) })
  }

  private mutating func conjunction() throws -> Unit {
    try chain(.and, "&&", operand: { try $0.negation() }, make: { .and($0) })
  }

  /// A chain of one operator becomes one compound; a single operand stays what it is.
  private mutating func chain(
    _ keyword: Keyword, _ sign: String, operand: (inout PredicateParser) throws -> Unit,
    make: ([PredicateSyntax]) -> PredicateSyntax.Kind
  ) throws -> Unit {
    let first = try operand(&self)
    guard token.keyword == keyword || token.isSign(sign) else { return first }
    var operands = [try predicate(from: first)]
    while take(keyword, or: sign) {
      let next = try operand(&self)
      operands.append(try predicate(from: next))
    }
    let range = operands[0].range.union(operands[operands.count - 1].range)
    return .predicate(PredicateSyntax(make(operands), range))
  }

  private mutating func negation() throws -> Unit {
    let start = token.range
    guard take(.not, or: "!") else { return try comparison() }
    let operand = try nested { parser in
      let unit = try parser.negation()
      return try parser.predicate(from: unit)
    }
    return .predicate(PredicateSyntax(.not(operand), start.union(operand.range)))
  }

  /// An expression alone is no predicate: an operator was expected behind it.
  private mutating func predicate(from unit: Unit) throws -> PredicateSyntax {
    switch unit {
    case .predicate(let predicate): return predicate
    case .expression: throw unexpected("a comparison operator such as '=='")
    }
  }

  // MARK: - Comparisons

  private mutating func comparison() throws -> Unit {
    let start = token.range
    let quantifier = takeQuantifier()
    let left = try operand()
    guard case .expression(let leftExpression) = left else {
      guard quantifier == nil else {
        throw fail(
          .expected("one comparison behind the quantifier", found: "a compound predicate"),
          at: left.range)
      }
      return left
    }
    if quantifier == nil, !startsOperator { return left }
    let notRange = token.range
    let isNotIn = token.keyword == .not
    if isNotIn { advance() }
    let (comparison, options, range) = try comparisonOperator()
    let right = try expression(from: try operand())
    let predicate = PredicateSyntax(
      .comparison(
        ComparisonSyntax(
          quantifier: quantifier.map { $0 == .all ? .all : .any }, left: leftExpression,
          comparisonOperator: comparison, operatorRange: range, options: options, right: right)),
      start.union(right.range))
    if isNotIn {
      diagnostics.report(
        PredicateSyntaxMessage.notIn, at: SourceLocation(source, notRange.union(range)))
    }
    // NONE is NOT ANY, so `NONE x NOT IN y` is `ANY x IN y`.
    let isNegated = isNotIn != (quantifier == Keyword.none)
    return .predicate(isNegated ? PredicateSyntax(.not(predicate), predicate.range) : predicate)
  }

  private mutating func takeQuantifier() -> Keyword? {
    switch token.keyword {
    case .any, .some?, .all, Keyword.none?: advance().keyword
    default: nil
    }
  }

  private var startsOperator: Bool {
    token.keyword == .not ? peek(1).keyword == .in : operatorHere != nil
  }

  private var operatorHere: ComparisonOperator? {
    switch token.kind {
    case .sign(let text): PredicateParser.operatorSigns[text]
    case .keyword: token.keyword.flatMap { PredicateParser.operatorKeywords[$0] }
    case .identifier, .collectionOperator, .variable, .number, .string, .argument,
      .keyPathArgument, .end:
      nil
    }
  }

  private static let operatorSigns: [String: ComparisonOperator] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]

  private static let operatorKeywords: [Keyword: ComparisonOperator] = [
    .in: .in, .contains: .contains, .beginsWith: .beginsWith, .endsWith: .endsWith, .like: .like,
    .matches: .matches, .between: .between,
  ]

  private mutating func comparisonOperator() throws
    -> (ComparisonOperator, ComparisonOptions, SourceRange)
  {
    guard let comparison = operatorHere else {
      throw unexpected("a comparison operator such as '=='")
    }
    let start = advance().range
    guard token.isSign("[") else { return (comparison, [], start) }
    let (options, end) = try options()
    return (comparison, options, start.union(end))
  }

  /// `[cd]`; behind an operator a bracket is never an index.
  private mutating func options() throws -> (ComparisonOptions, SourceRange) {
    try expect("[")
    guard case .identifier(let letters) = token.kind else {
      throw fail(.expected("options such as 'cd'", found: token.description), at: token.range)
    }
    var options: ComparisonOptions = []
    for letter in letters {
      switch letter {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "n", "N": options.insert(.normalized)
      case "l", "L": options.insert(.localeSensitive)
      default: throw fail(.unknownOption(String(letter)), at: token.range)
      }
    }
    advance()
    let end = token.range
    try expect("]")
    return (options, end)
  }

  // MARK: - Operands

  /// A parenthesis with whatever it holds, or an expression.
  private mutating func operand() throws -> Unit {
    guard token.isSign("(") else { return try simpleOperand() }
    let start = advance().range
    let inner = try nested { try $0.disjunction() }
    let range = start.union(token.range)
    try expect(")")
    switch inner {
    case .predicate(var predicate):
      predicate.range = range
      return .predicate(predicate)
    case .expression(var expression):
      if let stop = construct() { throw stop }
      expression.range = range
      return .expression(expression)
    }
  }

  private mutating func expression(from unit: Unit) throws -> ExpressionSyntax {
    switch unit {
    case .expression(let expression): return expression
    case .predicate(let predicate):
      throw fail(.expected("a value or a key path", found: "a predicate"), at: predicate.range)
    }
  }

  private mutating func simpleOperand() throws -> Unit {
    switch token.keyword {
    case .truePredicate: return .predicate(PredicateSyntax(.constant(true), advance().range))
    case .falsePredicate: return .predicate(PredicateSyntax(.constant(false), advance().range))
    default:
      let expression = try expression()
      if let stop = construct() { throw stop }
      return .expression(expression)
    }
  }
}

package import MomentumDiagnostics

/// Parses a predicate format or an expression format, in one pass and without recursion.
///
/// The grammar is Grammar/Predicate.ebnf. Operators and open brackets wait on one stack, operands
/// on another; an operator is applied when an operator that binds less tightly follows. A
/// parenthesis may hold a predicate or an expression: which one is known when it closes, so no text
/// is read twice.
package struct PredicateParser {
  /// The greatest height of a syntax tree; parentheses add no level. Later stages walk the tree by
  /// recursion, and a higher tree could overflow the 512 KB stack that a thread may have.
  static let levelsMax = 100

  enum Value {
    case predicate(PredicateSyntax)
    case expression(ExpressionSyntax)

    var range: SourceRange {
      switch self {
      case .predicate(let predicate): predicate.range
      case .expression(let expression): expression.range
      }
    }

    var isPredicate: Bool {
      switch self {
      case .predicate: true
      case .expression: false
      }
    }
  }

  struct Operand {
    var value: Value
    /// The number of levels below the root node of `value`, to limit the depth of the tree.
    var height: Int
  }

  enum State { case operand, afterOperand, end }

  /// Thrown after the syntax error has been reported; parsing ends with the first error.
  struct Stop: Error {}

  let source: SourceFile
  let wantsExpression: Bool
  /// Whether a checker follows. The parser then omits warnings of mistakes that the checker reports
  /// as errors.
  let isChecked: Bool
  var lexer: PredicateLexer
  var token = Token(.end, SourceRange(0, 0))
  /// The token before the current one; messages look at it, for example to see that a quote ended a
  /// string too early.
  var previous = Token(.end, SourceRange(0, 0))
  var argumentCount = 0
  var operands: [Operand] = []
  var parts: [StackEntry] = []
  var diagnostics = Diagnostics()

  /// Parses the format of a predicate. Returns `nil` after an error. Reports at most one syntax
  /// error.
  ///
  /// - Parameter isChecked: Whether `PredicateChecker` checks the syntax afterwards. It describes
  ///   some mistakes better than the parser can, so the parser then does not warn of them.
  package static func parse(
    _ source: SourceFile, isChecked: Bool = false, _ diagnostics: inout Diagnostics
  ) -> PredicateSyntax? {
    guard
      case .predicate(let predicate)? = run(
        source, wantsExpression: false, isChecked: isChecked, &diagnostics)
    else { return nil }
    return predicate
  }

  /// Parses the format of an expression, as `NSExpression(format:)` does. Returns `nil` after an
  /// error.
  package static func parseExpression(
    _ source: SourceFile, isChecked: Bool = false, _ diagnostics: inout Diagnostics
  ) -> ExpressionSyntax? {
    guard
      case .expression(let expression)? = run(
        source, wantsExpression: true, isChecked: isChecked, &diagnostics)
    else { return nil }
    return expression
  }

  private static func run(
    _ source: SourceFile, wantsExpression: Bool, isChecked: Bool,
    _ diagnostics: inout Diagnostics
  ) -> Value? {
    var parser = PredicateParser(
      source, wantsExpression: wantsExpression, isChecked: isChecked)
    var value: Value?
    do throws(Stop) {
      value = try parser.format()
    } catch {
      value = nil
    }
    if !parser.lexer.warnings.isEmpty { diagnostics.append(contentsOf: parser.lexer.warnings) }
    if !parser.diagnostics.isEmpty { diagnostics.append(contentsOf: parser.diagnostics) }
    return value
  }

  private init(_ source: SourceFile, wantsExpression: Bool, isChecked: Bool) {
    self.source = source
    self.wantsExpression = wantsExpression
    self.isChecked = isChecked
    lexer = PredicateLexer(source)
    operands.reserveCapacity(8)
    parts.reserveCapacity(8)
  }

  private mutating func format() throws(Stop) -> Value {
    guard source.utf8.count <= PredicateLexer.bytesMax else {
      throw fail(.tooLong(bytesMax: PredicateLexer.bytesMax), at: SourceRange(0, 0))
    }
    advance()
    if token.kind == .end { throw fail(.emptyPredicate, at: token.range) }
    var state = State.operand
    while state != .end {
      switch state {
      case .operand: state = try operand()
      case .afterOperand: state = try afterOperand()
      case .end: break
      }
    }
    guard let result = operands.last?.value else { throw unexpectedOperand() }
    if result.isPredicate == wantsExpression {
      throw wantsExpression ? unexpectedPredicate(at: result.range) : missingOperator()
    }
    return result
  }

  // MARK: - Tokens

  mutating func advance() {
    previous = token
    token = lexer.next()
  }

  /// The name of a key, a variable or a collection operator, without its `$`, `@` or `#`.
  func name(_ range: SourceRange) -> String {
    var start = range.start
    while start < range.end, !PredicateLexer.isLetter(source.utf8[start]) { start += 1 }
    return source.text(in: SourceRange(start, range.end))
  }

  // MARK: - Operands on the stack

  mutating func push(_ value: Value, height: Int) throws(Stop) {
    guard height <= PredicateParser.levelsMax else {
      throw fail(.tooDeep(levelsMax: PredicateParser.levelsMax), at: token.range)
    }
    operands.append(Operand(value: value, height: height))
  }

  mutating func push(
    _ kind: ExpressionSyntax.Kind, _ range: SourceRange, height: Int = 0
  ) throws(Stop) {
    try push(.expression(ExpressionSyntax(kind, range)), height: height)
  }

  mutating func popExpression() throws(Stop) -> (ExpressionSyntax, height: Int) {
    guard let operand = operands.popLast() else { throw unexpectedOperand() }
    switch operand.value {
    case .expression(let expression): return (expression, operand.height)
    case .predicate(let predicate): throw unexpectedPredicate(at: predicate.range)
    }
  }

  /// Takes a predicate from the stack. An expression there is an error: its operator is missing.
  mutating func popPredicate() throws(Stop) -> (PredicateSyntax, height: Int) {
    guard let operand = operands.popLast() else { throw unexpectedOperand() }
    switch operand.value {
    case .predicate(let predicate): return (predicate, operand.height)
    case .expression:
      operands.append(operand)
      throw missingOperator()
    }
  }
}

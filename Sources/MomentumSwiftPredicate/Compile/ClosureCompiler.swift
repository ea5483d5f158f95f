import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

/// Turns the body of a `#Predicate` or `#Expression` into the syntax of the predicate language.
///
/// The forms are those of Foundation's own conversion to NSPredicate (documented: the public source of
/// swift-foundation, NSPredicateConversion.swift), with one difference: a Boolean condition on nil is
/// written with AND and OR instead of TERNARY. A part that cannot be compiled is reported, and the result
/// is `nil`.
struct ClosureCompiler {
  /// The greatest nesting of expressions; deeper ones are reported.
  static let depthMax = 24

  let tokens: SwiftTokens
  let model: ObjectModel
  let classes: SwiftClasses
  private(set) var diagnostics = Diagnostics()
  /// The values of the names of closure parameters and of `if let`, the innermost scope last.
  private var scopes: [[String: Term]] = []
  /// How many closures over collections were compiled; numbers the variables that have no name.
  private var localCount = 0
  private var depth = 0

  init(tokens: SwiftTokens, model: ObjectModel, classes: SwiftClasses) {
    self.tokens = tokens
    self.model = model
    self.classes = classes
  }

  /// Compiles a closure whose parameter is an object of an entity; `nil` after a finding.
  mutating func compile(_ closure: SwiftClosure, entity: EntityID) -> Term? {
    let object = Term(.selfObject, .object(entity), range(closure.body))
    return within([closure.parameters.first?.name ?? "$0": object]) {
      $0.compile(body: closure.body)
    }
  }

  /// Compiles a body of one statement; `nil` after a finding.
  mutating func compile(body: Range<Int>) -> Term? {
    var body = body
    if !body.isEmpty, tokens[body.lowerBound].kind == .identifier,
      tokens.token(body.lowerBound, is: "return")
    {
      body = body.lowerBound + 1..<body.upperBound
    }
    while !body.isEmpty, tokens[body.upperBound - 1].kind == .semicolon {
      body = body.lowerBound..<body.upperBound - 1
    }
    guard !body.isEmpty else {
      report(.unsupported("an empty closure"), body)
      return nil
    }
    guard NestingLimit.allows(body, in: tokens) else {
      report(.unsupported("an expression that nests so deeply"), body)
      return nil
    }
    let expression = ExpressionReader.read(body, in: tokens)
    if case .other = expression.kind {
      report(.unsupported("a closure with anything but one expression"), body)
      return nil
    }
    return compile(expression)
  }

  /// Compiles an expression; `nil` after a finding.
  mutating func compile(_ expression: SwiftExpression) -> Term? {
    guard depth < ClosureCompiler.depthMax else {
      report(.unsupported("an expression that nests so deeply"), expression.tokens)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    guard var term = compileKind(expression.unparenthesized) else { return nil }
    term.range = range(expression.tokens)
    return term
  }

  private mutating func compileKind(_ expression: SwiftExpression) -> Term? {
    let place = range(expression.tokens)
    switch expression.kind {
    case .integer, .float, .string, .boolean, .nilLiteral: return literal(expression, place)
    case .name(let name, _): return self.name(name, place)
    case .member(let base, let name): return member(base, name, expression)
    case .call(let callee, let arguments): return call(callee, arguments, expression)
    case .optionalChain(let base): return compile(base).map { $0.unwrapped(by: .chain) }
    case .forceUnwrap(let base): return compile(base).map { $0.unwrapped(by: .force) }
    case .prefix(let sign, let operand): return prefix(sign, operand, expression)
    case .postfix(let sign, let operand): return postfix(sign, operand, expression)
    case .binary(let sign, let left, let right): return binary(sign, left, right, expression)
    case .ternary(let condition, let first, let second):
      return ternary(condition, first, second, expression)
    case .tuple: return unsupported("a tuple", expression)
    case .array(let items): return array(items, expression)
    case .conditional(let conditional): return self.conditional(conditional, expression)
    case .effect(let word, _): return unsupported("'\(word)'", expression)
    case .cast(_, let word, _): return unsupported("'\(word)'", expression)
    case .subscripted: return unsupported("a subscript", expression)
    case .macro(let macro): return unsupported("'#\(macro.name)' inside a predicate", expression)
    case .regex: return unsupported("a regular expression", expression)
    case .dictionary: return unsupported("a dictionary", expression)
    case .keyPath: return unsupported("a key path as a value", expression)
    case .closure: return unsupported("a closure as a value", expression)
    case .other: return unsupported("'\(text(expression))'", expression)
    }
  }

  private mutating func array(
    _ items: [SwiftExpression], _ expression: SwiftExpression
  ) -> Term? {
    var elements: [ExpressionSyntax] = []
    for item in items {
      if let term = compile(item), let element = value(term) { elements.append(element) }
    }
    guard elements.count == items.count else { return nil }
    return Term(.aggregate(elements), .list, range(expression.tokens))
  }

  // MARK: - Names

  /// The value of a name in the innermost scope that has it; `nil` for a captured name.
  func binding(_ name: String) -> Term? {
    for scope in scopes.reversed() {
      if let found = scope[name] { return found }
    }
    return nil
  }

  /// Runs `body` with an inner scope of these names.
  mutating func within<Result>(
    _ names: [String: Term], _ body: (inout ClosureCompiler) -> Result
  ) -> Result {
    scopes.append(names)
    defer { scopes.removeLast() }
    return body(&self)
  }

  /// The variable of a SUBQUERY for a closure: the closure's parameter, else a numbered name as
  /// Foundation makes it, such as `_local_1`.
  mutating func localName(_ closure: SwiftClosure) -> String {
    localCount += 1
    return closure.parameters.first?.name ?? "_local_\(localCount)"
  }

  // MARK: - Reporting

  mutating func unsupported(_ what: String, _ expression: SwiftExpression) -> Term? {
    report(.unsupported(what), expression.tokens)
    return nil
  }

  mutating func report(
    _ message: SwiftPredicateMessage, _ tokens: Range<Int>, notes: [Diagnostic.Note] = []
  ) {
    report(message, at: range(tokens))
  }

  /// Reports a finding once, although an expression that occurs twice in the result may be compiled
  /// twice.
  mutating func report(_ message: SwiftPredicateMessage, at range: SourceRange) {
    let diagnostic = Diagnostic(message, at: SourceLocation(tokens.file, range))
    guard !diagnostics.all.contains(diagnostic) else { return }
    diagnostics.report(diagnostic)
  }

  func range(_ tokens: Range<Int>) -> SourceRange { self.tokens.range(tokens) }

  func text(_ expression: SwiftExpression) -> String { text(range(expression.tokens)) }

  /// The source on one line, cut after 57 characters if it is longer than 60.
  func text(_ range: SourceRange) -> String {
    let words = tokens.file.text(in: range).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ")
    return line.count > 60 ? line.prefix(57) + "…" : line
  }
}

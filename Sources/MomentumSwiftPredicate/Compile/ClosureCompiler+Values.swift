import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// Literals, names, and what a term is as a value or as a condition.

extension ClosureCompiler {
  mutating func literal(_ expression: SwiftExpression, _ place: SourceRange) -> Term? {
    switch expression.kind {
    case .integer(let text):
      guard let number = SwiftLiteral.integer(text) else {
        return unsupported("the number '\(text)'", expression)
      }
      return Term(.literal(.integer(number)), .integerLiteral, place)
    case .float(let text):
      guard let number = SwiftLiteral.double(text) else {
        return unsupported("the number '\(text)'", expression)
      }
      return Term(.literal(.double(number)), .floatLiteral, place)
    case .string(let index):
      guard let text = SwiftLiteral.string(tokens.text(index)) else {
        return unsupported("a text with an interpolation", expression)
      }
      return Term(.literal(.string(text)), .attribute(.string), place)
    case .boolean(let value):
      return Term(.literal(.integer(value ? 1 : 0)), .attribute(.boolean), place)
    default: return Term(.literal(.null), .null, place, isOptional: true)
    }
  }

  mutating func name(_ name: String, _ place: SourceRange) -> Term? {
    if var bound = binding(name) {
      bound.range = place
      return bound
    }
    if name == "self" { return Term(.instance, .other, place) }
    if name.first?.isUppercase == true {
      var term = Term(.typeName, .other, place)
      term.name = name
      return term
    }
    guard !name.hasPrefix("$") else {
      report(.unsupported("'\(name)'"), at: place)
      return nil
    }
    return variable(name, place)
  }

  /// A value from outside: it is bound when the request runs.
  func variable(_ name: String, _ place: SourceRange) -> Term {
    var term = Term(.variable(name), .variable, place)
    term.name = name
    return term
  }

  // MARK: - Optional values

  enum Unwrapping {
    /// `a?.b`
    case chain
    /// `a!.b`
    case force
    /// `if let`, `flatMap` and `??`
    case condition
  }

  /// The value inside an optional. Where a chain can end early, the value that may be nil is kept as a
  /// guard.
  func unwrapped(_ term: Term, by unwrapping: Unwrapping) -> Term {
    var result = term
    result.isOptional = false
    if case .objects = term.type {
      // A store has no nil here: an absent array is an empty one.
      result.hasOptionalCollection = term.hasOptionalCollection || term.isOptional
      return result
    }
    if unwrapping == .force {
      result.guards = []
      return result
    }
    guard term.isOptional || term.isVariable || term.type == .other,
      case .expression(let expression) = term.form
    else { return result }
    result.guards.append(expression)
    result.stepCount += 1
    return result
  }

  /// The guards of a term that say something: one that a longer path implies says nothing.
  func needed(_ guards: [ExpressionSyntax], for value: ExpressionSyntax? = nil)
    -> [ExpressionSyntax]
  {
    var result: [ExpressionSyntax] = []
    for candidate in guards {
      guard !result.contains(where: { $0.withoutRanges == candidate.withoutRanges }) else {
        continue
      }
      let longer = guards + (value.map { [$0] } ?? [])
      if !longer.contains(where: { $0.begins(with: candidate) }) { result.append(candidate) }
    }
    return result
  }

  /// `a != nil AND b != nil`, or `a == nil OR b == nil`; `nil` if nothing may be nil.
  func nilTest(of guards: [ExpressionSyntax], isNil: Bool, _ place: SourceRange) -> PredicateSyntax?
  {
    let tests = needed(guards).map { PredicateSyntax.nilTest($0, isNil: isNil, place) }
    guard !tests.isEmpty else { return nil }
    return isNil ? .any(tests, place) : .all(tests, place)
  }

  /// Everything that has to be there for a term to have a value.
  func allGuards(_ term: Term) -> [ExpressionSyntax] {
    guard term.isOptional, case .expression(let expression) = term.form else { return term.guards }
    return term.guards + [expression]
  }

  // MARK: - Conditions and values

  /// A Bool as a condition: `isDone` is `isDone == 1`.
  mutating func condition(_ term: Term) -> PredicateSyntax? {
    let place = term.range
    let inner: PredicateSyntax
    switch term.form {
    case .predicate(let predicate): inner = predicate
    case .expression(let expression):
      if let value = term.booleanLiteral { return PredicateSyntax(.constant(value), place) }
      if let family = term.type.family, family != .boolean {
        report(.type(family.rawValue, "a Bool"), at: place)
        return nil
      }
      inner = .compare(expression, .equal, .boolean(true, place), place)
    case .span, .ordering, .orderingResult, .typeName, .instance:
      report(.unsupported("'\(text(place))' as a condition"), at: place)
      return nil
    }
    guard let test = nilTest(of: term.guards, isNil: false, place) else { return inner }
    return PredicateSyntax(.and([test, inner]), place)
  }

  /// A term as an operand of a comparison. The end of a chain is `TERNARY(a != nil, a.name, nil)`.
  mutating func value(_ term: Term) -> ExpressionSyntax? {
    let place = term.range
    let inner: ExpressionSyntax
    switch term.form {
    case .expression(let expression): inner = expression
    case .predicate(let predicate):
      inner = ExpressionSyntax(
        .ternary(predicate, .boolean(true, place), .boolean(false, place)), place)
    case .ordering(let left, let right, let options):
      inner = comparisonResult(left, right, options, place)
    case .orderingResult(let sign):
      let number: Int64 = sign == .equal ? 0 : sign == .less ? -1 : 1
      inner = ExpressionSyntax(.literal(.integer(number)), place)
    case .span, .typeName, .instance:
      report(.unsupported("'\(text(place))' as a value"), at: place)
      return nil
    }
    return needed(term.guards).reversed().reduce(inner) { result, value in
      ExpressionSyntax(
        .ternary(.nilTest(value, isNil: false, place), result, .null(place)), place)
    }
  }

  /// `TERNARY(a ==[c] b, 0, TERNARY(a <[c] b, -1, 1))`
  private func comparisonResult(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ options: ComparisonOptions,
    _ place: SourceRange
  ) -> ExpressionSyntax {
    func number(_ value: Int64) -> ExpressionSyntax {
      ExpressionSyntax(.literal(.integer(value)), place)
    }
    let order = ExpressionSyntax(
      .ternary(
        .compare(left, .less, right, place, options: options), number(-1), number(1)), place)
    return ExpressionSyntax(
      .ternary(.compare(left, .equal, right, place, options: options), number(0), order), place)
  }
}

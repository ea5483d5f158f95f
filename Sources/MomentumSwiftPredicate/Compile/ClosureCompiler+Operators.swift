import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// `&&`, `||`, `!`, `??`, arithmetic and ranges.

extension ClosureCompiler {
  mutating func prefix(
    _ sign: String, _ operand: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    switch sign {
    case "!":
      guard let term = compile(operand), let inner = condition(term) else { return nil }
      return Term(.not(inner, place))
    case "-": return negated(operand, place)
    case "...", "..<":
      guard let term = compile(operand), let upper = value(term) else { return nil }
      return Term(.span(lower: nil, upper: upper, isClosed: sign == "..."), .other, place)
    default:
      report(.unsupportedCall(sign, instead: nil), at: place)
      return nil
    }
  }

  private mutating func negated(_ operand: SwiftExpression, _ place: SourceRange) -> Term? {
    guard let term = compile(operand), let inner = value(term) else { return nil }
    switch inner.kind {
    case .literal(.integer(let number)) where number != .min:
      return Term(.literal(.integer(-number)), term.type, place)
    case .literal(.double(let number)): return Term(.literal(.double(-number)), term.type, place)
    default:
      let minusOne = ExpressionSyntax(.literal(.integer(-1)), place)
      return Term(.arithmetic(.multiply, inner, minusOne), term.type, place)
    }
  }

  mutating func postfix(
    _ sign: String, _ operand: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    guard sign == "..." else { return unsupported("'\(sign)'", expression) }
    guard let term = compile(operand), let lower = value(term) else { return nil }
    return Term(
      .span(lower: lower, upper: nil, isClosed: true), .other, range(expression.tokens))
  }

  mutating func binary(
    _ sign: String, _ left: SwiftExpression, _ right: SwiftExpression,
    _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    switch sign {
    case "&&", "||":
      let first = compile(left).flatMap { condition($0) }
      let second = compile(right).flatMap { condition($0) }
      guard let first, let second else { return nil }
      return Term(
        PredicateSyntax(sign == "&&" ? .and([first, second]) : .or([first, second]), place))
    case "??": return coalesced(left, right, place)
    default: break
    }
    // Both sides, so that the findings of both are reported.
    let first = compile(left)
    let second = compile(right)
    guard let first, let second else { return nil }
    switch sign {
    case "==": return compare(first, .equal, second, place)
    case "!=": return compare(first, .notEqual, second, place)
    case "<": return compare(first, .less, second, place)
    case "<=": return compare(first, .lessOrEqual, second, place)
    case ">": return compare(first, .greater, second, place)
    case ">=": return compare(first, .greaterOrEqual, second, place)
    case "...", "..<":
      guard let lower = value(first), let upper = value(second) else { return nil }
      return Term(.span(lower: lower, upper: upper, isClosed: sign == "..."), .other, place)
    case "+", "-", "*", "/", "%": return arithmetic(sign, first, second, place)
    default:
      report(.unsupportedCall(sign, instead: nil), at: place)
      return nil
    }
  }

  // MARK: - Arithmetic

  private mutating func arithmetic(
    _ sign: String, _ left: Term, _ right: Term, _ place: SourceRange
  ) -> Term? {
    for term in [left, right] {
      guard let family = term.type.family, family != .number, family != .date else { continue }
      let hint = family == .text && sign == "+" ? "; a store joins no texts" : ""
      report(.type("\(family.rawValue)\(hint)", "a number"), at: term.range)
      return nil
    }
    guard let first = value(left), let second = value(right) else { return nil }
    let isWhole = left.type.isWhole || right.type.isWhole
    let type: Term.ValueType =
      [left.type, right.type].first { $0.family == .number && $0.isAttribute }
      ?? (left.type.family == nil ? right.type : left.type)
    if sign == "%" || sign == "/" && isWhole { report(.integerDivision(sign), at: place) }
    if sign == "%" {
      let call = CallSyntax(
        selector: "modulus:by:", selectorRange: place, arguments: [first, second])
      return Term(.call(call), type, place)
    }
    guard let operation = ArithmeticOperator(rawValue: sign) else { return nil }
    return Term(.arithmetic(operation, first, second), type, place)
  }

  // MARK: - ??

  private mutating func coalesced(
    _ left: SwiftExpression, _ right: SwiftExpression, _ place: SourceRange
  ) -> Term? {
    guard let first = compile(left) else { return nil }
    if case .objects = first.type { return coalesced(objects: first, right, place) }
    guard let second = compile(right) else { return nil }
    let inner = unwrapped(first, by: .condition)
    if let predicate = coalesced(inner, second, place) { return Term(predicate) }
    guard let test = nilTest(of: inner.guards, isNil: false, place) else {
      // There is no nil that the right side could replace.
      return first
    }
    var plain = inner
    plain.guards = []
    guard let one = value(plain), let other = value(second) else { return nil }
    if let family = inner.type.family, let otherFamily = second.type.family, family != otherFamily {
      report(.type(family.rawValue, otherFamily.rawValue), at: place)
      return nil
    }
    let type = inner.type.family == nil ? second.type : inner.type
    return Term(
      .ternary(test, one, other), type, place,
      isOptional: second.mayBeNil)
  }

  /// `(a?.isDone ?? false)` of a computed Bool: the condition itself, without a TERNARY.
  private func coalesced(_ left: Term, _ right: Term, _ place: SourceRange) -> PredicateSyntax? {
    guard case .predicate(let inner) = left.form, let fallback = right.booleanLiteral else {
      return nil
    }
    guard let test = nilTest(of: left.guards, isNil: fallback, place) else { return inner }
    return PredicateSyntax(fallback ? .or([test, inner]) : .and([test, inner]), place)
  }

  /// `$0.items ?? []`: a store has no nil for a to-many relationship.
  private mutating func coalesced(
    objects: Term, _ right: SwiftExpression, _ place: SourceRange
  ) -> Term? {
    guard case .array(let items) = right.unparenthesized.kind, items.isEmpty else {
      report(.unsupported("'\(text(right))' in the place of objects"), right.tokens)
      return nil
    }
    report(.optionalCollection(text(objects.range)), at: place)
    var result = objects
    result.isOptional = false
    return result
  }

  // MARK: - Conditions

  mutating func ternary(
    _ test: SwiftExpression, _ first: SwiftExpression, _ second: SwiftExpression,
    _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    report(.conditional("? :"), at: place)
    guard let test = compile(test).flatMap({ condition($0) }) else { return nil }
    let one = compile(first)
    let two = compile(second)
    guard let one, let two else { return nil }
    return branches([test], one, two, place)
  }

  mutating func conditional(
    _ conditional: SwiftConditional, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    report(
      .conditional("if"), at: range(expression.tokens.lowerBound..<expression.tokens.lowerBound + 1)
    )
    guard let otherwise = conditional.otherwise else {
      return unsupported("an 'if' without 'else'", expression)
    }
    var tests: [PredicateSyntax] = []
    guard let one = compile(conditional.conditions[...], of: conditional, &tests, place) else {
      return nil
    }
    let two: Term? =
      if case .closure(let closure) = otherwise.kind { compile(body: closure.body) } else {
        compile(otherwise)
      }
    guard let two else { return nil }
    return branches(tests, one, two, place)
  }

  /// The value of the first branch. Each condition sees the names that those before it bind.
  private mutating func compile(
    _ conditions: ArraySlice<SwiftConditional.Condition>, of conditional: SwiftConditional,
    _ tests: inout [PredicateSyntax], _ place: SourceRange
  ) -> Term? {
    guard let first = conditions.first else { return compile(body: conditional.then) }
    let rest = conditions.dropFirst()
    switch first {
    case .expression(let expression):
      guard let test = compile(expression).flatMap({ condition($0) }) else { return nil }
      tests.append(test)
      return compile(rest, of: conditional, &tests, place)
    case .binding(let name, let value):
      guard let bound = value.map({ compile($0) }) ?? self.name(name, place) else { return nil }
      var inner = unwrapped(bound, by: .condition)
      if let test = nilTest(of: inner.guards, isNil: false, bound.range) { tests.append(test) }
      inner.guards = []
      inner.stepCount = 0
      if inner.name.isEmpty { inner.name = name }
      // The closure below changes `tests`, which it could not if it were passed on by reference.
      var innerTests: [PredicateSyntax] = []
      let result = within([name: inner]) {
        $0.compile(rest, of: conditional, &innerTests, place)
      }
      tests += innerTests
      return result
    }
  }

  /// `TERNARY(<test>, <one>, <two>)`; for Bools after conditions on nil AND and OR.
  private mutating func branches(
    _ tests: [PredicateSyntax], _ one: Term, _ two: Term, _ place: SourceRange
  ) -> Term? {
    let test = PredicateSyntax.all(tests, place)
    guard one.isCondition, two.isCondition else {
      guard let first = value(one), let second = value(two) else { return nil }
      let type = one.type.family == nil ? two.type : one.type
      return Term(
        .ternary(test, first, second), type, place, isOptional: one.mayBeNil || two.mayBeNil)
    }
    guard let first = condition(one), let second = condition(two) else { return nil }
    let both = PredicateSyntax.all(
      one.booleanLiteral == true ? [test] : [test, first], place)
    if two.booleanLiteral == false { return Term(both) }
    guard let opposite = tests.opposite(place) else {
      return Term(
        .compare(
          ExpressionSyntax(
            .ternary(test, Term(first).asNumber(place), Term(second).asNumber(place)), place),
          .equal, .boolean(true, place), place))
    }
    let other =
      two.booleanLiteral == true ? opposite : PredicateSyntax(.and([opposite, second]), place)
    if one.booleanLiteral == false { return Term(other) }
    if two.booleanLiteral == true { return Term(PredicateSyntax(.or([opposite, first]), place)) }
    return Term(PredicateSyntax(.or([both, other]), place))
  }
}

extension Term {
  /// Whether both branches of a condition that have this form are a condition: a computed Bool, or a
  /// literal one.
  fileprivate var isCondition: Bool {
    guard guards.isEmpty, !isOptional else { return false }
    if case .predicate = form { return true }
    return booleanLiteral != nil
  }

  /// A condition as 1 or 0.
  fileprivate func asNumber(_ place: SourceRange) -> ExpressionSyntax {
    guard case .predicate(let predicate) = form else { return .boolean(true, place) }
    if case .constant(let value) = predicate.kind { return .boolean(value, place) }
    return ExpressionSyntax(
      .ternary(predicate, .boolean(true, place), .boolean(false, place)), place)
  }
}

extension [PredicateSyntax] {
  /// The opposite of conditions on nil, which are never unknown; `nil` if one of them is another one.
  fileprivate func opposite(_ place: SourceRange) -> PredicateSyntax? {
    var result: [PredicateSyntax] = []
    var open: [PredicateSyntax] = reversed()
    while let next = open.popLast() {
      switch next.kind {
      case .and(let operands): open += operands.reversed()
      case .comparison(let comparison):
        guard case .literal(.null) = comparison.right.kind else { return nil }
        let isNil = comparison.comparisonOperator == .notEqual
        result.append(.nilTest(comparison.left, isNil: isNil, next.range))
      case .constant, .or, .not: return nil
      }
    }
    return .any(result, place)
  }
}

extension Term.ValueType {
  /// Whether it is a number without a fraction in the model.
  var isWhole: Bool {
    switch self {
    case .attribute(.integer16), .attribute(.integer32), .attribute(.integer64): true
    default: false
    }
  }

  var isAttribute: Bool {
    if case .attribute = self { true } else { false }
  }
}

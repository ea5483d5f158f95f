import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// Compiles `??`, `? :` and `if`.

extension ClosureCompiler {
  // MARK: - ??

  mutating func coalesced(
    _ left: SwiftExpression, _ right: SwiftExpression, _ place: SourceRange
  ) -> Term? {
    guard let first = compile(left) else { return nil }
    if case .objects = first.type { return coalesced(objects: first, right, place) }
    guard let second = compile(right) else { return nil }
    let inner = first.unwrapped(by: .condition)
    if let predicate = coalesced(inner, second, place) { return Term(predicate) }
    guard let test = Guards.test(inner.guards, isNil: false, place) else {
      // The left side cannot be nil in a store, so the right side is never used.
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

  /// Compiles `(a?.isDone ?? false)`, where `isDone` is a condition and not a stored attribute, to a
  /// comparison with nil and the condition, without a TERNARY; `nil` for other values.
  private func coalesced(_ left: Term, _ right: Term, _ place: SourceRange) -> PredicateSyntax? {
    guard case .predicate(let inner) = left.form, let fallback = right.booleanLiteral else {
      return nil
    }
    return Guards.apply(left.guards, to: inner, holdsForNil: fallback, place)
  }

  /// Compiles `$0.items ?? []` to `items`, because a store has no nil for a to-many relationship.
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

  /// Compiles the branch that is taken if all conditions are true. Each condition can use the names
  /// that the conditions before it bind: `if let a = …, let b = a.b`.
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
      var inner = bound.unwrapped(by: .condition)
      if let test = Guards.test(inner.guards, isNil: false, bound.range) { tests.append(test) }
      inner.guards = []
      inner.stepCount = 0
      if inner.name.isEmpty { inner.name = name }
      // The tests of the conditions after this one. They are added to `tests` after the call.
      var innerTests: [PredicateSyntax] = []
      let result = within([name: inner]) {
        $0.compile(rest, of: conditional, &innerTests, place)
      }
      tests += innerTests
      return result
    }
  }

  /// Combines the two branches of a condition: `TERNARY(<test>, <one>, <two>)`. If both are
  /// conditions and the tests ask for nil only, the result has AND and OR instead.
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
    guard let opposite = Guards.opposite(of: tests, place) else {
      let value = ExpressionSyntax(
        .ternary(test, .number(of: first, place), .number(of: second, place)), place)
      return Term(.compare(value, .equal, .boolean(true, place), place))
    }
    let other =
      two.booleanLiteral == true ? opposite : PredicateSyntax(.and([opposite, second]), place)
    if one.booleanLiteral == false { return Term(other) }
    if two.booleanLiteral == true { return Term(PredicateSyntax(.or([opposite, first]), place)) }
    return Term(PredicateSyntax(.or([both, other]), place))
  }
}

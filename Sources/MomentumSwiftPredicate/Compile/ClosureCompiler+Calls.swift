import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// Compiles calls of methods: `contains`, `filter`, `starts(with:)`, `flatMap` and the like.

extension ClosureCompiler {
  mutating func call(
    _ callee: SwiftExpression, _ arguments: [SwiftExpression.Argument],
    _ expression: SwiftExpression
  ) -> Term? {
    guard case .member(let base?, let name) = callee.kind else {
      return freeCall(callee, expression)
    }
    if let path = callee.path, path.count == 2, ["Date.init"].contains(path.joined(separator: ".")),
      arguments.isEmpty
    {
      return now(expression)
    }
    if arguments.count == 1, PredicateMethods.has(name, arguments[0]) {
      return method(name, base, arguments[0], callee, expression)
    }
    if arguments.isEmpty, ["min", "max"].contains(name) {
      return extreme(name, base, callee, expression)
    }
    let label = arguments.first?.label.map { "(\($0):)" } ?? ""
    report(
      .unsupportedCall(name + label, instead: PredicateMethods.instead[name]),
      at: nameRange(of: callee))
    return nil
  }

  /// Compiles a call of a function or an initializer, such as `Date()` and `min(a, b)`.
  private mutating func freeCall(
    _ callee: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    guard let path = callee.path, let name = path.last(where: { !$0.isEmpty }) else {
      return unsupported("'\(text(expression))'", expression)
    }
    if path == ["Date"] || path == ["Foundation", "Date"],
      case .call(_, let arguments) = expression.kind, arguments.isEmpty
    {
      return now(expression)
    }
    if name.first?.isUppercase == true {
      let variableName = name.prefix(1).lowercased() + name.dropFirst()
      report(.valueInside(text(expression), name: variableName), at: range(expression.tokens))
      return variable(variableName, range(expression.tokens))
    }
    report(.unsupportedCall(name, instead: nil), at: range(callee.tokens))
    return nil
  }

  private mutating func method(
    _ name: String, _ base: SwiftExpression, _ argument: SwiftExpression.Argument,
    _ callee: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    guard let owner = compile(base) else { return nil }
    let place = range(expression.tokens)
    if name != "flatMap", base.hasOptionalChain {
      report(.optionalCall(name), at: nameRange(of: callee))
    }
    if case .closure(let closure) = argument.value.unparenthesized.kind {
      if name == "flatMap" { return flatMap(owner, closure, place) }
      return overObjects(name, owner, closure, expression)
    }
    if name == "contains" { return contains(owner, argument.value, expression) }
    return text(name, owner, argument.value, expression)
  }

  // MARK: - Texts

  private mutating func text(
    _ name: String, _ owner: Term, _ argument: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    guard let other = compile(argument) else { return nil }
    guard checkText(owner), checkText(other) else { return nil }
    var plain = owner
    plain.guards = []
    guard let left = value(plain), let right = value(other) else { return nil }
    var result: Term
    switch name {
    case "starts": result = Term(.compare(left, .beginsWith, right, place))
    case "localizedStandardContains":
      let options: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive, .localeSensitive]
      result = Term(.compare(left, .contains, right, place, options: options))
    case "caseInsensitiveCompare":
      result = Term(.ordering(left, right, .caseInsensitive), .other, place)
    default: result = Term(.ordering(left, right, .localeSensitive), .other, place)
    }
    result.guards = owner.guards
    return result
  }

  private mutating func checkText(_ term: Term) -> Bool {
    if term.isOptional, !term.isVariable {
      report(.type("'\(text(term.range))', which may be nil,", "a text"), at: term.range)
      return false
    }
    guard let family = term.type.family, family != .text else { return true }
    report(.type("'\(text(term.range))', \(family.rawValue),", "a text"), at: term.range)
    return false
  }

  // MARK: - contains

  private mutating func contains(
    _ owner: Term, _ argument: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    guard let element = compile(argument) else { return nil }
    if case .span(let lower, let upper, let isClosed) = owner.form {
      return within(lower, upper, isClosed, element, place)
    }
    switch owner.type {
    case .attribute(.string):
      guard checkText(owner), checkText(element) else { return nil }
      var plain = owner
      plain.guards = []
      guard let left = value(plain), let right = value(element) else { return nil }
      var result = Term(.compare(left, .contains, right, place))
      result.guards = owner.guards
      return result
    case .objects, .list, .variable: return member(element, of: owner, place)
    case .attribute(.transformable), .attribute(.binary):
      report(.arrayAttribute(text(owner.range)), at: place)
      return nil
    default: return unsupported("'contains' of '\(text(owner.range))'", expression)
    }
  }

  /// Compiles `ids.contains($0.number)` to `number IN $ids`; `nil` after a finding.
  private mutating func member(_ element: Term, of owner: Term, _ place: SourceRange) -> Term? {
    if case .objects = owner.type {
      if owner.isOptional { report(.optionalCollection(text(owner.range)), at: place) }
    } else if element.isConditional {
      report(.conditionalInList(text(element.range)), at: element.range)
    }
    guard let element = storedForm(element) else { return nil }
    if case .attribute(.transformable) = element.type {
      report(.arrayAttribute(text(element.range)), at: place)
      return nil
    }
    guard let one = value(element), case .expression(let all) = owner.form else { return nil }
    var result = Term(.compare(one, .in, all, place))
    result.guards = owner.guards
    return result
  }

  /// Compiles `(a...b).contains($0.x)` to `x BETWEEN {a, b}`, and other ranges to comparisons.
  private mutating func within(
    _ lower: ExpressionSyntax?, _ upper: ExpressionSyntax?, _ isClosed: Bool, _ element: Term,
    _ place: SourceRange
  ) -> Term? {
    guard let one = value(element) else { return nil }
    if let lower, let upper, isClosed, lower.isFixed, upper.isFixed {
      let bounds = ExpressionSyntax(.aggregate([lower, upper]), place)
      return Term(.compare(one, .between, bounds, place))
    }
    var tests: [PredicateSyntax] = []
    if let lower { tests.append(.compare(one, .greaterOrEqual, lower, place)) }
    if let upper { tests.append(.compare(one, isClosed ? .lessOrEqual : .less, upper, place)) }
    return Term(.all(tests, place))
  }

  // MARK: - Collections

  /// Compiles `contains(where:)`, `allSatisfy` and `filter` with a closure about each object.
  private mutating func overObjects(
    _ name: String, _ owner: Term, _ closure: SwiftClosure, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    if case .attribute(.transformable) = owner.type {
      report(.arrayAttribute(text(owner.range)), at: place)
      return nil
    }
    guard case .objects(let entity) = owner.type, case .expression(let objects) = owner.form else {
      return unsupported("'\(name)' of '\(text(owner.range))'", expression)
    }
    if owner.isOptional { report(.optionalCollection(text(owner.range)), at: place) }
    let variable = localName(closure)
    let object = Term(.variable(variable), .object(entity), place)
    let parameter = closure.parameters.first?.name ?? "$0"
    guard
      let term = within([parameter: object], { $0.compile(body: closure.body) }),
      let test = condition(term)
    else { return nil }
    let isAll = name == "allSatisfy"
    let filtered = ExpressionSyntax(
      .subquery(objects, variable: variable, isAll ? .not(test, test.range) : test), place)
    var result: Term
    if name == "filter" {
      result = Term(.expression(filtered), .objects(entity), place)
    } else {
      let count = filtered.appending(.collectionOperator("count"), at: place)
      let zero = ExpressionSyntax(.literal(.integer(0)), place)
      result = Term(.compare(count, isAll ? .equal : .notEqual, zero, place))
    }
    result.guards = owner.guards
    return result
  }

  /// Compiles `$0.name.flatMap { $0 == text }`, which is nil if `name` is nil.
  private mutating func flatMap(
    _ owner: Term, _ closure: SwiftClosure, _ place: SourceRange
  ) -> Term? {
    let inner = owner.unwrapped(by: .condition)
    var value = inner
    value.guards = []
    value.stepCount = 0
    let parameter = closure.parameters.first?.name ?? "$0"
    guard var result = within([parameter: value], { $0.compile(body: closure.body) }) else {
      return nil
    }
    result.guards = inner.guards + result.guards
    result.stepCount += inner.stepCount
    return result
  }

  /// Compiles `[$0.a, $0.b].max()` to comparisons, because a store has no function for it.
  private mutating func extreme(
    _ name: String, _ base: SwiftExpression, _ callee: SwiftExpression,
    _ expression: SwiftExpression
  ) -> Term? {
    guard let owner = compile(base) else { return nil }
    if case .attribute(.transformable) = owner.type {
      report(.arrayAttribute(text(owner.range)), at: owner.range)
      return nil
    }
    guard case .expression(let list) = owner.form, case .aggregate(let elements) = list.kind,
      let first = elements.first
    else { return unsupported("'\(name)()' of '\(text(base))'", expression) }
    // Compare each further value with the result so far: `TERNARY(a >= b, a, b)`.
    let sign: ComparisonOperator = name == "max" ? .greaterOrEqual : .lessOrEqual
    let place = range(expression.tokens)
    let result = elements.dropFirst().reduce(first) { best, next in
      ExpressionSyntax(.ternary(.compare(best, sign, next, place), best, next), place)
    }
    return Term(.expression(result), .other, place, isOptional: false)
  }
}

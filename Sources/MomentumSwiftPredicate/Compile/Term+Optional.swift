import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Values that may be nil.

extension Term {
  enum Unwrapping {
    /// An optional chain: `a?.b`
    case chain
    /// A forced unwrapping: `a!.b`
    case force
    /// A test for nil: `if let`, `flatMap` and `??`
    case condition
  }

  /// The value inside an optional. Unless it is unwrapped by `!`, the optional is added to
  /// `guards`, because the chain ends early if it is nil.
  func unwrapped(by unwrapping: Unwrapping) -> Term {
    var result = self
    result.isOptional = false
    if case .objects = type {
      // A store has no nil here: an absent array is an empty one.
      result.hasOptionalCollection = hasOptionalCollection || isOptional
      return result
    }
    if unwrapping == .force {
      result.guards = []
      return result
    }
    guard isOptional || isVariable || type == .other, case .expression(let expression) = form else {
      return result
    }
    result.guards.append(expression)
    result.stepCount += 1
    return result
  }

  /// The member of `owner` that this value is: it exists only if the guards of `owner` are not nil.
  func reached(from owner: Term) -> Term {
    var result = self
    result.guards = owner.guards
    result.stepCount = owner.stepCount
    return result
  }

  /// The column of an enum's raw value: the only element of its composite, which has the name of the
  /// property. `nil` for a struct, and for an enum without raw values.
  func enumerationColumn(in model: ObjectModel) -> Term? {
    guard case .composite(let id) = type, case .expression(let path) = form,
      let element = model[id].elements.first, model[id].elements.count == 1, element.name == name
    else { return nil }
    return Term(
      .expression(path.appending(.key(element.name), at: range)), .attribute(element.type), range,
      isOptional: isOptional
    ).reached(from: self)
  }

  /// Whether the value is a condition that is never nil: a computed Bool or a Boolean literal.
  var isCondition: Bool {
    guard guards.isEmpty, !isOptional else { return false }
    if case .predicate = form { return true }
    return booleanLiteral != nil
  }
}

/// Values that must not be nil for another value to exist: `a` and `a.b` for `a?.b?.c`.
enum Guards {
  /// The guards without repeated ones and without those that another guard implies: `a.b != nil`
  /// implies `a != nil`.
  static func needed(_ guards: [ExpressionSyntax]) -> [ExpressionSyntax] {
    var result: [ExpressionSyntax] = []
    for candidate in guards {
      let isKnown = result.contains { $0.withoutRanges == candidate.withoutRanges }
      if !isKnown, !guards.contains(where: { $0.begins(with: candidate) }) {
        result.append(candidate)
      }
    }
    return result
  }

  /// `a != nil AND b != nil`, or `a == nil OR b == nil`; `nil` if nothing may be nil.
  static func test(
    _ guards: [ExpressionSyntax], isNil: Bool, _ place: SourceRange
  ) -> PredicateSyntax? {
    let tests = needed(guards).map { PredicateSyntax.nilTest($0, isNil: isNil, place) }
    guard !tests.isEmpty else { return nil }
    return isNil ? .any(tests, place) : .all(tests, place)
  }

  /// A condition on the value at the end of `a?.b?.c`. If the chain ends early, because `a` or `b` is
  /// nil, the condition is `holdsForNil`.
  static func apply(
    _ guards: [ExpressionSyntax], to condition: PredicateSyntax, holdsForNil: Bool,
    _ place: SourceRange
  ) -> PredicateSyntax {
    guard let test = test(guards, isNil: holdsForNil, place) else { return condition }
    return PredicateSyntax(holdsForNil ? .or([test, condition]) : .and([test, condition]), place)
  }

  /// The negation of a list of tests for nil. Such tests are never unknown in SQL, so `==` and `!=`
  /// can be exchanged. `nil` if one of the conditions is another test.
  static func opposite(
    of tests: [PredicateSyntax], _ place: SourceRange
  ) -> PredicateSyntax? {
    var result: [PredicateSyntax] = []
    var open: [PredicateSyntax] = tests.reversed()
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

import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Compiles `==`, `!=`, `<` and the like.

extension ClosureCompiler {
  mutating func compare(
    _ left: Term, _ sign: ComparisonOperator, _ right: Term, _ place: SourceRange
  ) -> Term? {
    if let result = left.orderTest(sign, right, place) { return result }
    if right.type == .null { return compareWithNil(left, sign, place) }
    if left.type == .null { return compareWithNil(right, sign, place) }
    if let result = comparedCondition(left, sign, right, place)
      ?? comparedCondition(right, sign, left, place)
    {
      return result
    }
    guard let left = storedForm(left), let right = storedForm(right) else { return nil }
    guard checkTypes(left, right, place) else { return nil }
    reportObjects(left, right)
    if let result = comparedIdentifier(left, sign, right, isLeft: true, place)
      ?? comparedIdentifier(right, sign, left, isLeft: false, place)
    {
      return result
    }
    reportChain(left)
    reportChain(right)
    guard let first = value(left), let second = value(right) else { return nil }
    return Term(.compare(first, sign, second, place))
  }

  // MARK: - Special forms

  /// Compiles a condition that is compared with `true` or `false`, such as
  /// `$0.name.isEmpty == false`; `nil` for any other comparison.
  private mutating func comparedCondition(
    _ term: Term, _ sign: ComparisonOperator, _ literal: Term, _ place: SourceRange
  ) -> Term? {
    guard case .predicate(let predicate) = term.form, let wanted = literal.booleanLiteral,
      sign == .equal || sign == .notEqual
    else { return nil }
    let isEqual = sign == .equal
    if term.isEmptiness, !term.mayBeNil, !term.hasOptionalCollection {
      report(
        .emptinessCompared((wanted == isEqual ? "" : "!") + text(term.range)), at: place)
    }
    let test = wanted == isEqual ? predicate : .not(predicate, place)
    return Term(Guards.apply(term.guards, to: test, holdsForNil: !isEqual, place))
  }

  private mutating func compareWithNil(
    _ term: Term, _ sign: ComparisonOperator, _ place: SourceRange
  ) -> Term? {
    guard sign == .equal || sign == .notEqual else {
      report(.type("nil", "a value by its order"), at: place)
      return nil
    }
    let isNil = sign == .equal
    switch (term.form, term.type) {
    case (.expression(let path), .objects):
      report(.optionalCollection(text(term.range)), at: place)
      let count = path.appending(.collectionOperator("count"), at: term.range)
      let zero = ExpressionSyntax(.literal(.integer(0)), place)
      return Term(.compare(count, isNil ? .equal : .greater, zero, place))
    case (.expression(let path), .object) where path.isPath:
      if case .selfObject = path.kind {
      } else {
        report(.relationshipNil(text(term.range)), at: place)
      }
      return Term(.nilTest(path, isNil: isNil, place))
    // A key path is nil if an object on it is missing, so the path alone is tested, without guards.
    case (.expression(let path), _) where path.isPath:
      let stored = storedForm(term)?.keyPath ?? path
      return Term(.nilTest(stored, isNil: isNil, place))
    case (.predicate, _):
      guard let test = Guards.test(term.guards, isNil: isNil, place) else {
        return Term(PredicateSyntax(.constant(!isNil), place))
      }
      return Term(test)
    default:
      return value(term).map { Term(.nilTest($0, isNil: isNil, place)) }
    }
  }

  // MARK: - Objects and identifiers

  /// `$0.playlist?.persistentModelID == id` is `playlist != nil AND playlist == $id` (observed: the SQL of
  /// an app on macOS 27).
  private mutating func comparedIdentifier(
    _ term: Term, _ sign: ComparisonOperator, _ other: Term, isLeft: Bool, _ place: SourceRange
  ) -> Term? {
    guard case .identifier = term.type, !term.guards.isEmpty,
      case .expression(let path) = term.form,
      sign == .equal || sign == .notEqual, other.guards.isEmpty
    else { return nil }
    if term.stepCount > 1 { report(.twoSteps(text(term.range)), at: term.range) }
    guard let value = value(other) else { return nil }
    let isEqual = sign == .equal
    let comparison =
      isLeft
      ? PredicateSyntax.compare(path, sign, value, place)
      : PredicateSyntax.compare(value, sign, path, place)
    return Term(Guards.apply(term.guards, to: comparison, holdsForNil: !isEqual, place))
  }

  private mutating func reportObjects(_ left: Term, _ right: Term) {
    for term in [left, right] {
      guard case .object = term.type else { continue }
      return report(.wholeObject(text(term.range)), at: term.range)
    }
  }

  // MARK: - Types

  /// A term as it is stored: an enum as its raw value. `nil` after a finding.
  mutating func storedForm(_ term: Term) -> Term? {
    guard case .composite = term.type else { return term }
    guard let column = term.enumerationColumn(in: model) else {
      report(
        .unsupported("'\(text(term.range))', a whole struct or an enum without raw values,"),
        at: term.range)
      return nil
    }
    report(.enumProperty(term.name), at: term.range)
    return column
  }

  private mutating func checkTypes(_ left: Term, _ right: Term, _ place: SourceRange) -> Bool {
    for term in [left, right] where isBytes(term) {
      report(.arrayAttribute(text(term.range)), at: term.range)
      return false
    }
    guard let first = left.type.family, let second = right.type.family, first != second else {
      return true
    }
    report(
      .type(
        "'\(text(left.range))', \(first.rawValue),", "'\(text(right.range))', \(second.rawValue)"),
      at: place)
    return false
  }

  private func isBytes(_ term: Term) -> Bool {
    if case .attribute(.transformable) = term.type { true } else { false }
  }

  /// Reports that the value of an optional chain becomes a TERNARY in a comparison.
  private mutating func reportChain(_ term: Term) {
    guard !term.guards.isEmpty, case .expression = term.form else { return }
    report(.optionalChain(text(term.range)), at: term.range)
  }
}

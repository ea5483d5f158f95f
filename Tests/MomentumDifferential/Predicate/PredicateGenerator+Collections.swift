import MomentumModel
import MomentumPredicate

// Quantifiers, counts, collection operators and SUBQUERY.

extension PredicateGenerator {
  /// `ANY items.price > 3`
  mutating func quantified(_ scope: Scope) -> GeneratedPredicate? {
    guard let path = toManyPath(scope) else { return nil }
    let quantifier = dice.one("ANY ", "ANY ", "SOME ", "ALL ", "NONE ", "NOT ANY ", "NOT ALL ")
    switch path.target {
    case .attribute(let type):
      if dice.chance(12), let other = attributePath(scope, where: { $0 == type }),
        type.family != .opaque
      {
        return .leaf(quantifier + path.format + dice.one(" == ", " != ") + other.format)
      }
      return .leaf(quantifier + compare(path.format, type, isQuantified: true))
    case .object(let entity):
      return .leaf(quantifier + compareObject(path.format, entity))
    }
  }

  private mutating func countSign() -> FormatText {
    FormatText(dice.one(" == ", " != ", " < ", " <= ", " > ", " >= ") + "\(dice.int(0...3))")
  }

  /// `items.@count > 2` or `SUBQUERY(items, $x, …).@count > 2`
  mutating func counted(_ scope: Scope, outer: [Scope]) -> GeneratedPredicate? {
    guard let walk = walkToMany(from: scope.entity) else { return nil }
    let collection = spelled(walk.names, scope)
    if isNested(outer) || dice.chance(40) { return .leaf(collection + ".@count" + countSign()) }
    return subquery(collection, walk.entity, scope, outer, ".@count" + countSign())
  }

  /// `items.@sum.price > 10`, of all objects or of those of a SUBQUERY
  mutating func aggregated(_ scope: Scope, outer: [Scope]) -> GeneratedPredicate? {
    guard let walk = walkToMany(from: scope.entity) else { return nil }
    let function = dice.one("sum", "avg", "min", "max")
    let isOrdered = function == "min" || function == "max"
    var inner = Walk(entity: walk.entity)
    walkToOne(&inner, weights: [8, 2])
    // A sum of doubles or of very large numbers hangs on the order of the rows.
    let ends = attributes(of: inner.entity) {
      isOrdered
        ? $0.family == .number || $0.family == .date : $0 == .integer16 || $0 == .integer32
    }
    guard let end = dice.pick(ends) else { return nil }
    let collection = spelled(walk.names, scope)
    let keys = (inner.names + end.names).joined(separator: ".")
    let operand = FormatText(".@\(function).\(keys)")
    let type: AttributeType = end.type.family == .number ? dice.one(.integer32, .double) : end.type
    let tail =
      dice.chance(10)
      ? operand + dice.one(" == nil", " != nil") : operand + orderSign() + constant(type)
    if isNested(outer) || dice.chance(60) { return .leaf(collection + tail) }
    return subquery(collection, walk.entity, scope, outer, tail)
  }

  /// Nested to three levels: each is a query of its own in SQL, and the parser of SQLite has a stack of
  /// 100 places (documented: <https://sqlite.org/limits.html>), which eight of them overflow.
  private func isNested(_ outer: [Scope]) -> Bool { outer.count >= 3 }

  private mutating func subquery(
    _ collection: FormatText, _ entity: EntityID, _ scope: Scope, _ outer: [Scope],
    _ tail: FormatText
  ) -> GeneratedPredicate {
    variableCount += 1
    let name = "x\(variableCount)"
    let isDeep = outer.count >= 2
    let inner = predicate(
      .variable(name, entity), outer: outer + [scope],
      depth: isDeep ? 1 : dice.weighted([0, 4, 2]))
    return .around("SUBQUERY(" + collection + ", $\(name), ", inner, ")" + tail)
  }

  /// A comparison of the innermost object with one further out: `$x.price > SELF.price`.
  mutating func correlated(_ scope: Scope, outer: [Scope]) -> GeneratedPredicate? {
    guard let other = dice.pick(outer) else { return nil }
    if dice.chance(30) {
      guard let path = objectPath(scope), case .object(let entity) = path.target,
        model.root(of: entity) == model.root(of: other.entity)
      else { return nil }
      return .leaf(path.format + dice.one(" == ", " != ") + other.object)
    }
    if dice.chance(25) { return attributeComparison(other) }
    return pathComparison(scope, other)
  }
}

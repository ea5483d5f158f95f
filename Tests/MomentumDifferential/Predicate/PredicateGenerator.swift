package import MomentumModel

/// Random predicates over a model as text with arguments: every operator, option, quantifier and form
/// that a store can answer.
///
/// Constants are mostly values that some object has, so that a comparison often holds.
package struct PredicateGenerator {
  let model: ObjectModel
  let graph: ObjectGraph
  /// Every value of the graph, by the number of its type.
  let pool: [Int32: [AttributeValue]]
  package var dice: Dice
  var variableCount = 0
  var freeVariableCount = 0

  package init(graph: ObjectGraph, dice: Dice) {
    model = graph.model
    self.graph = graph
    self.dice = dice
    var pool: [Int32: [AttributeValue]] = [:]
    for object in graph.objects {
      for (leaf, attribute) in ObjectGraph.leaves(of: object.entity, in: graph.model) {
        if let value = object.values[leaf] {
          pool[attribute.type.number, default: []].append(value)
        }
      }
    }
    self.pool = pool
  }

  /// A predicate over an entity.
  package mutating func predicate(over entity: EntityID) -> GeneratedPredicate {
    variableCount = 0
    freeVariableCount = 0
    return predicate(.queried(entity), outer: [], depth: dice.weighted([0, 5, 3, 1]))
  }

  /// - Parameter depth: How many compounds may stand around a comparison.
  mutating func predicate(_ scope: Scope, outer: [Scope], depth: Int) -> GeneratedPredicate {
    guard depth > 1 else {
      let leaf = comparison(scope, outer: outer)
      return dice.chance(15) ? .not(leaf) : leaf
    }
    let kind = dice.weighted([4, 4, 2])
    if kind == 2 { return .not(predicate(scope, outer: outer, depth: depth - 1)) }
    let operands = (0..<dice.int(2...3)).map { _ in
      predicate(scope, outer: outer, depth: depth - 1)
    }
    return kind == 0 ? .and(operands) : .or(operands)
  }

  /// A comparison of any kind; a kind that the entity has no properties for gives way to another.
  mutating func comparison(_ scope: Scope, outer: [Scope]) -> GeneratedPredicate {
    for _ in 0..<4 {
      let made: GeneratedPredicate? =
        switch dice.weighted([24, 9, 8, 8, 6, 5, 4, 2, outer.isEmpty ? 0 : 12, 1, 6, 3]) {
        case 0: attributeComparison(scope)
        case 1: quantified(scope)
        case 2: objectComparison(scope)
        case 3: counted(scope, outer: outer)
        case 4: aggregated(scope, outer: outer)
        case 5: pathComparison(scope, scope)
        case 6: computed(scope)
        case 7: ternary(scope, outer: outer)
        case 8: correlated(scope, outer: outer)
        case 10: converted(scope)
        case 11: fetched(scope)
        case _: constant()
        }
      if let made { return made }
    }
    return constant()
  }

  private mutating func constant() -> GeneratedPredicate {
    .leaf(
      FormatText(
        dice.one("TRUEPREDICATE", "FALSEPREDICATE", "1 == 1", "2 < 1", "'a' == 'a'", "YES == NO")))
  }
}

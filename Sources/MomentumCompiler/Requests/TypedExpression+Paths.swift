import MomentumModel
import MomentumPredicate
import MomentumQuery

// Finds the parts of an expression that depend on one object, and those that depend on a group of
// objects.

extension PropertyToFetch.Value {
  var isPath: Bool {
    switch self {
    case .path: true
    case .objectID, .expression: false
    }
  }

  var hasRowAggregate: Bool {
    switch self {
    case .path, .objectID: false
    case .expression(let expression, _): expression.hasRowAggregate
    }
  }
}

extension TypedExpression {
  /// The expressions directly inside this expression.
  fileprivate var operands: [TypedExpression] {
    switch self {
    case .keyPath, .aggregation, .constant, .object, .null, .variable, .fetch: []
    case .aggregate(let elements): elements
    case .arithmetic(_, let left, let right): [left, right]
    case .function(_, let arguments): arguments
    case .conditional(let predicate, let first, let second): predicate.operands + [first, second]
    case .rowAggregate(_, let operand): [operand]
    }
  }

  var hasRowAggregate: Bool {
    if case .rowAggregate = self { return true }
    return operands.contains(where: \.hasRowAggregate)
  }

  /// Whether the expression has an aggregate that needs the joined rows of a to-many relationship,
  /// such as `sum:(tips.price * 2)`: a subquery for each row would not have the same result.
  func needsRowsOfGroup(in model: ObjectModel) -> Bool {
    switch self {
    case .rowAggregate(.count, .keyPath), .rowAggregate(.sum, .keyPath),
      .rowAggregate(.average, .keyPath), .rowAggregate(.minimum, .keyPath),
      .rowAggregate(.maximum, .keyPath):
      false
    case .rowAggregate(_, let operand): operand.joinsToMany(in: model)
    case .keyPath, .aggregation, .constant, .object, .null, .variable, .fetch, .aggregate,
      .arithmetic, .function, .conditional:
      operands.contains { $0.needsRowsOfGroup(in: model) }
    }
  }

  private func joinsToMany(in model: ObjectModel) -> Bool {
    if case .keyPath(let path) = self { return path.steps.contains { model[$0].isToMany } }
    return operands.contains { $0.joinsToMany(in: model) }
  }

  /// The paths that are not inside of aggregates. If their values differ between the rows of a
  /// group, the expression has no single value for the group.
  var pathsOutsideOfAggregates: [TypedKeyPath] {
    switch self {
    case .keyPath(let path): [path]
    // The aggregation has one value for each object, so its path counts as a path outside of
    // aggregates.
    case .aggregation(_, let collection): [collection.path]
    case .rowAggregate: []
    case .constant, .object, .null, .variable, .fetch, .aggregate, .arithmetic, .function,
      .conditional:
      operands.flatMap(\.pathsOutsideOfAggregates)
    }
  }
}

extension TypedPredicate {
  /// The operands of all comparisons in the predicate.
  fileprivate var operands: [TypedExpression] {
    switch self {
    case .constant: []
    case .and(let parts), .or(let parts): parts.flatMap(\.operands)
    case .not(let part): part.operands
    case .comparison(let comparison): [comparison.left, comparison.right]
    }
  }
}

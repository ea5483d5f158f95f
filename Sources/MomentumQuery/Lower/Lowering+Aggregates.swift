import MomentumModel
import MomentumPredicate
import MomentumSQL

/// The rows that an aggregate is computed from: all rows that satisfy the request's predicate, or
/// those of one group.
struct AggregatedRows {
  var entity: EntityID
  var predicate: TypedPredicate?
  var includesSubentities: Bool
  var groups: [TypedKeyPath]
}

extension Lowering {
  /// A separate SELECT for an aggregate over a to-many relationship. A join in the SELECT of other
  /// aggregates would repeat each of their rows.
  ///
  ///     (SELECT MomentumMedian( g_t1.ZPAGES) FROM ZAUTHOR g_t0
  ///      LEFT OUTER JOIN ZBOOK g_t1 ON … WHERE g_t0.ZCITY IS t0.ZCITY)
  mutating func separate(
    _ function: AggregateFunction, _ expression: TypedExpression, _ rows: AggregatedRows
  ) -> SQLSelect {
    var inner = Lowering(
      layout: layout, options: options, root: rows.entity, aliasPrefix: "g_", allowsJoins: false)
    inner.arrayCount = arrayCount
    let condition = inner.condition(rows.predicate)
    arrayCount = inner.arrayCount
    let restriction = layout.restriction(
      to: rows.entity, includesSubentities: rows.includesSubentities, alias: inner.rootAlias)
    let groups = rows.groups.map { path -> SQLExpression? in
      .isSame(
        inner.reference(path, isRequired: false), reference(path, isRequired: false),
        isNegated: false)
    }
    let value = inner.rowAggregate(function, expression)
    return SQLSelect(
      columns: [value], source: .table(layout.table(of: rows.entity), alias: inner.rootAlias),
      joins: inner.scopes[0].joins, condition: .all([condition, restriction] + groups))
  }
}

extension TypedExpression {
  /// Whether the value needs a join over a to-many relationship. Conditions and counts of objects
  /// do not, because they have SELECTs of their own.
  func crossesToMany(in model: ObjectModel) -> Bool {
    switch self {
    case .keyPath(let path): path.steps.contains { model[$0].isToMany }
    case .arithmetic(_, let left, let right), .conditional(_, let left, let right):
      left.crossesToMany(in: model) || right.crossesToMany(in: model)
    case .function(_, let operands), .aggregate(let operands):
      operands.contains { $0.crossesToMany(in: model) }
    case .rowAggregate(_, let operand): operand.crossesToMany(in: model)
    case .aggregation, .constant, .object, .null, .variable, .fetch: false
    }
  }

  /// Whether the expression has an aggregate over the rows of its own SELECT, not of a nested one.
  func aggregatesRows(in model: ObjectModel) -> Bool {
    hasRowAggregate { !$0.crossesToMany(in: model) }
  }

  /// Whether the expression has an aggregate over rows, so that its rows are not those of objects.
  package var hasRowAggregate: Bool { hasRowAggregate { _ in true } }

  private func hasRowAggregate(_ isWanted: (TypedExpression) -> Bool) -> Bool {
    switch self {
    case .rowAggregate(_, let operand): isWanted(operand)
    case .arithmetic(_, let left, let right), .conditional(_, let left, let right):
      left.hasRowAggregate(isWanted) || right.hasRowAggregate(isWanted)
    case .function(_, let operands), .aggregate(let operands):
      operands.contains { $0.hasRowAggregate(isWanted) }
    case .keyPath, .aggregation, .constant, .object, .null, .variable, .fetch: false
    }
  }
}

import MomentumSQL

// Walks over the parts of SQL expressions.

extension SQLExpression {
  /// The same expression with its direct parts replaced: expressions by `part`, SELECTs by `select`.
  func mapped(
    _ part: (SQLExpression) -> SQLExpression, select: (SQLSelect) -> SQLSelect = { $0 }
  ) -> SQLExpression {
    switch self {
    case .column, .joinColumn, .name, .integer, .text, .star, .placeholder, .boolean: self
    case .comparison(let left, let sign, let right): .comparison(part(left), sign, part(right))
    case .isSame(let left, let right, let isNegated):
      .isSame(part(left), part(right), isNegated: isNegated)
    case .isNull(let operand): .isNull(part(operand))
    case .isNotNull(let operand): .isNotNull(part(operand))
    case .isTrue(let operand): .isTrue(part(operand))
    case .isNotTrue(let operand): .isNotTrue(part(operand))
    case .between(let operand, let low, let high): .between(part(operand), part(low), part(high))
    case .isIn(let operand, let elements): .isIn(part(operand), elements.map(part))
    case .isInArray(let operand, let array): .isInArray(part(operand), array)
    case .isInText(let operand, let values, let type): .isInText(part(operand), values, type)
    case .isInSelect(let operand, let inner): .isInSelect(part(operand), select(inner))
    case .and(let operands): .and(operands.map(part))
    case .or(let operands): .or(operands.map(part))
    case .not(let operand): .not(part(operand))
    case .parenthesized(let operand): .parenthesized(part(operand))
    case .arithmetic(let left, let sign, let right): .arithmetic(part(left), sign, part(right))
    case .bitwiseNot(let operand): .bitwiseNot(part(operand))
    case .function(let function, let operands): .function(function, operands.map(part))
    case .aggregate(let aggregate, let operand, let isDistinct):
      .aggregate(aggregate, part(operand), isDistinct: isDistinct)
    case .conditional(let condition, let first, let second):
      .conditional(part(condition), part(first), part(second))
    case .cast(let operand, let type): .cast(part(operand), type)
    case .collated(let operand, let collation): .collated(part(operand), collation)
    case .select(let inner): .select(select(inner))
    case .exists(let inner): .exists(select(inner))
    case .named(let operand, let name): .named(part(operand), name)
    }
  }

  /// Calls `expression` for this expression and all its parts, and `select` for each SELECT in it,
  /// whose own parts are not walked.
  func walk(
    _ expression: (SQLExpression) -> Void, select: (SQLSelect) -> Void = { _ in }
  ) {
    expression(self)
    _ = mapped(
      { part in
        part.walk(expression, select: select)
        return part
      },
      select: { inner in
        select(inner)
        return inner
      })
  }

  /// The column; `nil` for any other expression.
  var columnReference: SQLColumn? {
    switch self {
    case .column(let column), .joinColumn(let column): column
    case _: nil
    }
  }

  /// The conditions that must all be true for this one to be true.
  var conjuncts: [SQLExpression] {
    switch self {
    case .and(let operands): operands.flatMap(\.conjuncts)
    case .parenthesized(let operand): operand.conjuncts
    case _: [self]
    }
  }

  /// The same expression without the blanks that a condition has before columns.
  var unspacedColumns: SQLExpression {
    if case .column(let column) = self { return .joinColumn(column) }
    return mapped { $0.unspacedColumns }
  }
}

extension SQLSelect {
  /// The expressions of all clauses except those of joins.
  var expressions: [SQLExpression] {
    columns + [condition, groupCondition].compactMap { $0 } + groups + order.map(\.expression)
  }

  /// Whether the statement has an aggregate of its own rows.
  var hasAggregates: Bool {
    var found = false
    for expression in expressions {
      expression.walk { if case .aggregate = $0 { found = true } }
    }
    return found
  }
}

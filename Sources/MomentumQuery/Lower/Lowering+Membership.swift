import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumText

// Lowers IN with lists, arrays and variables, and requests inside a predicate.

extension Lowering {
  /// Lowers `BETWEEN`, and `IN` with a collection. Returns `nil` for any other comparison.
  mutating func membership(
    _ comparison: TypedComparison, _ left: SQLExpression, _ context: Context, isRequired: Bool
  ) -> SQLExpression? {
    switch (comparison.comparisonOperator, comparison.right) {
    case (.between, .aggregate(let bounds)) where bounds.count == 2:
      let low = operand(bounds[0], isRequired: isRequired)
      let high = operand(bounds[1], isRequired: isRequired)
      let isText = type(of: comparison.left) == .text
      let subject = matched(left, comparison.left, low, bounds[0]).0
      return settled(
        .between(
          isText ? .collated(subject, .binary) : subject,
          matched(low, bounds[0], left, comparison.left).0,
          matched(high, bounds[1], left, comparison.left).0), context)
    case (.between, .variable(let variable)):
      return settled(
        .between(left, parameter(variable, "[0]"), parameter(variable, "[1]")), context)
    case (.in, .aggregate(let elements)):
      return settled(isIn(comparison, left, elements, isRequired: isRequired), context)
    case (.in, .variable(let variable)) where variable.isCollection:
      return settled(.isIn(left, [parameter(variable, "")]), context)
    case (.in, .fetch(let fetch)):
      return settled(.isInSelect(left, nested(fetch)), context)
    case _: return nil
    }
  }

  func parameter(_ variable: PredicateVariable, _ suffix: String) -> SQLExpression {
    .placeholder(.parameter(variable.name + suffix), type(of: .variable(variable)))
  }

  /// Lowers `IN` with a list. nil in the list is ignored, because it equals no value.
  mutating func isIn(
    _ comparison: TypedComparison, _ left: SQLExpression, _ elements: [TypedExpression],
    isRequired: Bool
  ) -> SQLExpression {
    let elements = elements.filter { $0 != .null }
    guard !elements.isEmpty else { return .boolean(false) }
    // NSPredicate ignores options such as `[c]` when it evaluates `IN` with a collection in memory.
    let flags =
      options.nullSemantics == .foundation ? [] : comparison.options.flags
    if let values = constants(elements) {
      switch layout.dialect.queries.longLists {
      case .tables: return isIn(left, array(values), flags)
      case .text where flags.isEmpty:
        return .isInText(
          matched(left, comparison.left, left, elements[0]).0, values,
          type(of: elements[0]) ?? .text)
      case .text, .placeholders: break
      }
    }
    var operands: [SQLExpression] = []
    operands.reserveCapacity(elements.count)
    for element in elements {
      let right = operand(element, isRequired: false)
      operands.append(matched(right, element, left, comparison.left).0)
    }
    let isConstant = elements.allSatisfy(isNeverNull)
    let left = matched(left, comparison.left, operands[0], elements[0]).0
    if flags.isEmpty, isConstant { return .isIn(left, operands) }
    // Compare the elements one by one: in an SQL IN list, a NULL element would make the result
    // unknown.
    let tests = operands.map { right -> SQLExpression in
      let test: SQLExpression =
        flags.isEmpty
        ? .comparison(left, .equal, right)
        : .comparison(.function(.compare(flags), [left, right]), .equal, .integer(0))
      return isConstant ? test : .isTrue(test)
    }
    let any = tests.count == 1 ? tests[0] : balanced(tests, SQLExpression.or)
    return isConstant ? any : unlessNull(left, any)
  }

  /// The values of a list that is too long for placeholders; `nil` for a shorter list, and if an
  /// element is not constant. SQLite before 3.32 allows 999 placeholders in a statement.
  private func constants(_ elements: [TypedExpression]) -> [SQLValue]? {
    guard elements.count > 500, options.rules.contains(.valueArray) else { return nil }
    var values: [SQLValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .constant(let value): values.append(layout.value(value).0)
      case .object(let reference): values.append(.integer(reference.primaryKey))
      case .null, .keyPath, .aggregation, .variable, .aggregate, .arithmetic, .function,
        .conditional, .rowAggregate, .fetch:
        return nil
      }
    }
    return values
  }

  mutating func isIn(
    _ left: SQLExpression, _ array: SQLValueArray, _ flags: ComparisonFlags
  ) -> SQLExpression {
    guard !flags.isEmpty else { return .isInArray(left, array) }
    let alias = nextAlias()
    let order = SQLExpression.function(
      .compare(flags), [left, .joinColumn(SQLColumn(alias, "value"))])
    let found = SQLExpression.exists(
      SQLSelect(
        columns: [.integer(0)], source: .array(array, alias: alias),
        condition: .comparison(order, .equal, .integer(0))))
    return unlessNull(left, found)
  }

  /// Makes the condition unknown if the operand is NULL, because the comparisons of the list are
  /// never unknown by themselves.
  private func unlessNull(_ operand: SQLExpression, _ condition: SQLExpression) -> SQLExpression {
    options.nullSemantics == .foundation
      ? condition
      : .conditional(.isNull(operand), .placeholder(.value(.null), .boolean), condition)
  }

  // MARK: - Requests inside a predicate

  /// The SELECT for a request inside a predicate:
  /// `SELECT n1_t0.Z_PK FROM ZRECIPE n1_t0 GROUP BY n1_t0.ZSOURCE`.
  mutating func nested(_ fetch: TypedFetch) -> SQLSelect {
    let level = aliasPrefix.split(separator: "_").count + 1
    var inner = Lowering(
      layout: layout, options: options, root: fetch.entity, aliasPrefix: "n\(level)_",
      allowsJoins: false)
    inner.arrayCount = arrayCount
    let condition = inner.condition(fetch.predicate)
    arrayCount = inner.arrayCount
    let restriction = layout.restriction(
      to: fetch.entity, includesSubentities: true, alias: inner.rootAlias)
    let groups = fetch.groupBy.map { inner.reference($0, isRequired: false).unspaced }
    let key = SQLExpression.joinColumn(
      SQLColumn(inner.rootAlias, layout.identity(of: fetch.entity)))
    let isChosen = groups.isEmpty || layout.dialect.queries.groupsKnowColumns
    let rows = SQLSelect(
      columns: [isChosen ? key : .aggregate(.minimum, key, isDistinct: false)],
      source: .table(layout.table(of: fetch.entity), alias: inner.rootAlias),
      joins: inner.scopes[0].joins, condition: .all([condition, restriction]), groups: groups)
    guard fetch.countsOnly else { return rows }
    return SQLSelect(columns: [.count(.star)], source: .select(rows, alias: "counted"))
  }
}

import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumText

extension Lowering {
  /// The position of a predicate in the whole condition. It decides which kind of join a path may
  /// use, and whether "unknown" may be treated as false.
  struct Context {
    /// Whether every selected row has to satisfy the predicate, because only ANDs are around it.
    var isRequired = true
    /// Whether a NOT is around the predicate. Unknown is then not the same as false: NOT turns
    /// false into true, but leaves unknown as it is.
    var isNegated = false
  }

  /// The condition; `nil` if every row satisfies it.
  mutating func condition(_ predicate: TypedPredicate?) -> SQLExpression? {
    guard let predicate, predicate != .constant(true) else { return nil }
    return lower(predicate, Context())
  }

  mutating func lower(_ predicate: TypedPredicate, _ context: Context) -> SQLExpression {
    switch predicate {
    case .constant(let isTrue): return .boolean(isTrue)
    case .and(let operands):
      return balanced(operands.map { lower($0, context) }, SQLExpression.and)
    case .or(let operands):
      let inner = Context(isRequired: false, isNegated: context.isNegated)
      return balanced(operands.map { lower($0, inner) }, SQLExpression.or)
    case .not(let operand):
      return .not(lower(operand, Context(isRequired: false, isNegated: true)))
    case .comparison(let comparison): return lower(comparison, context)
    }
  }

  /// Joins operands by AND or OR in groups of at most 200. SQLite reads `a AND b AND c …` as a tree
  /// whose depth is the number of operands and may be at most 1,000 (documented:
  /// <https://sqlite.org/limits.html>).
  func balanced(
    _ operands: [SQLExpression], _ make: ([SQLExpression]) -> SQLExpression
  ) -> SQLExpression {
    let operandsMax = 200
    guard operands.count > operandsMax else { return make(operands) }
    let size = (operands.count + operandsMax - 1) / operandsMax
    return balanced(
      stride(from: 0, to: operands.count, by: size).map { start in
        let part = Array(operands[start..<min(start + size, operands.count)])
        return part.count == 1 ? part[0] : balanced(part, make)
      }, make)
  }

  // MARK: - Quantifiers

  mutating func lower(_ comparison: TypedComparison, _ context: Context) -> SQLExpression {
    guard let quantifier = comparison.quantifier, case .keyPath(let path) = comparison.left,
      let split = path.steps.firstIndex(where: { model[$0].isToMany })
    else { return condition(comparison, context) }
    switch quantifier {
    case .any where joins(comparison, path, context): return condition(comparison, context)
    case .any: return .exists(objects(comparison, path, split, context, isNegated: false))
    case .all: return .not(.exists(objects(comparison, path, split, context, isNegated: true)))
    }
  }

  /// The SELECT for ANY or ALL: `SELECT 0 FROM … WHERE (<near> = <far> AND (<comparison of one
  /// object>))`.
  mutating func objects(
    _ comparison: TypedComparison, _ path: TypedKeyPath, _ split: Int, _ context: Context,
    isNegated: Bool
  ) -> SQLSelect {
    let element = nextElement()
    let collection = TypedKeyPath(
      origin: path.origin, root: path.root, steps: Array(path.steps[...split]), target: .object)
    var single = comparison
    single.quantifier = nil
    single.left = .keyPath(
      TypedKeyPath(
        origin: .variable(element), root: model[path.steps[split]].destination,
        steps: Array(path.steps[(split + 1)...]), target: path.target))
    return select(
      over: collection, element: element, isRequired: context.isRequired && !isNegated
    ) { lowering, _ in
      // For ALL, the SELECT searches for an object that fails the comparison, so no object may be
      // removed by an inner join.
      let inner = lowering.condition(
        single, Context(isRequired: !isNegated, isNegated: false))
      let test = isNegated ? SQLExpression.isNotTrue(inner) : inner
      guard lowering.options.nullSemantics == .foundation,
        path.target != .object || split + 1 < path.steps.count
      else { return (.integer(0), test) }
      // In memory, the set of values contains no nil (documented: `value(forKey:)` of NSSet).
      let value = lowering.operand(single.left, isRequired: false)
      return (.integer(0), .and([.isNotNull(value), test]))
    }
  }

  /// Whether Core Data's log shows a join for a comparison with ANY: outside of NOT, if the
  /// comparison is never true for a missing object, and for `rel != nil`, which has the same result
  /// for all objects.
  private func joins(
    _ comparison: TypedComparison, _ path: TypedKeyPath, _ context: Context
  ) -> Bool {
    guard allowsJoins, layout.isCoreData, options.rules.contains(.joinForAny), scopes.count == 1,
      options.nullSemantics == .store, path.origin == .queriedObject
    else { return false }
    if comparison.right == .null {
      return comparison.comparisonOperator == .notEqual && path.target == .object
        && model[path.steps[path.steps.count - 1]].isToMany
    }
    return !context.isNegated && isPlain(comparison.right)
  }

  /// Whether the operand is a constant, an object or a variable, so that its SQL reads no row.
  private func isPlain(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .constant, .object, .variable: true
    case .aggregate(let elements): elements.allSatisfy(isPlain)
    case .null, .keyPath, .aggregation, .arithmetic, .function, .conditional, .rowAggregate, .fetch:
      false
    }
  }
}

extension SQLExpression {
  /// A condition that is always unknown: a comparison with NULL.
  static let isUnknown = SQLExpression.comparison(
    .placeholder(.value(.null), .integer), .equal, .integer(1))

  /// The expression as an element of a list, where Core Data writes a column without a blank before
  /// it: `t0.ZNAME`.
  var unspaced: SQLExpression {
    if case .column(let column) = self { .joinColumn(column) } else { self }
  }

  /// The conditions joined by AND; `nil` if all of them are `nil`.
  static func all(_ conditions: [SQLExpression?]) -> SQLExpression? {
    let conditions = conditions.compactMap { $0 }
    return conditions.count > 1 ? .and(conditions) : conditions.first
  }
}

extension SQLComparisonOperator {
  /// The same operator in SQL; `=` for an operator that has no counterpart here.
  init(_ comparison: ComparisonOperator) {
    switch comparison {
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .equal, .in, .contains, .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo,
      .utiEquals, .custom:
      self = .equal
    }
  }
}

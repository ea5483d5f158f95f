import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// Turns a typed predicate into an SQL condition.
struct PredicateLowering {
  let schema: StoreSchema

  /// Where a predicate stands, which decides how a path may be joined.
  private struct Context {
    /// Every row has to meet the predicate: it stands under AND only.
    var isRequired = true
    /// It stands under a NOT, where a join would ask the wrong question about a to-many.
    var isNegated = false
  }

  /// The condition, `nil` where every row meets it.
  func lower(_ predicate: TypedPredicate, in scope: inout JoinScope) -> SQLExpression? {
    if case .constant(true) = predicate { return nil }
    return lower(predicate, Context(), &scope)
  }

  private func lower(
    _ predicate: TypedPredicate, _ context: Context, _ scope: inout JoinScope
  ) -> SQLExpression {
    switch predicate {
    case .constant(let isTrue):
      return .comparison(.integer(isTrue ? 1 : 0), .equal, .integer(1))
    case .and(let operands):
      return .and(operands.map { lower($0, context, &scope) })
    case .or(let operands):
      var inner = context
      inner.isRequired = false
      return .or(operands.map { lower($0, inner, &scope) })
    case .not(let operand):
      return .not(lower(operand, Context(isRequired: false, isNegated: true), &scope))
    case .comparison(let comparison):
      return lower(comparison, context, &scope)
    }
  }

  // MARK: - Comparisons

  private func lower(
    _ comparison: TypedComparison, _ context: Context, _ scope: inout JoinScope
  ) -> SQLExpression {
    switch comparison.quantifier {
    case .all:
      return quantified(comparison, &scope) { .isNotTrue($0) }.map { .not($0) }
        ?? condition(comparison, context, &scope)
    case .any where context.isNegated && !isNullTest(comparison):
      return quantified(comparison, &scope) { $0 } ?? condition(comparison, context, &scope)
    case .any where isNullTest(comparison) && comparison.comparisonOperator == .equal:
      return quantified(comparison, &scope) { $0 } ?? condition(comparison, context, &scope)
    case .any, nil:
      return condition(comparison, context, &scope)
    }
  }

  /// ` EXISTS (SELECT 0 FROM … WHERE (<near> = <far> AND (<condition>)) )` over the to-many path of
  /// the left side, with the condition on one object changed by `change`; `nil` without such a path.
  private func quantified(
    _ comparison: TypedComparison, _ scope: inout JoinScope,
    _ change: (SQLExpression) -> SQLExpression
  ) -> SQLExpression? {
    guard case .keyPath(let path) = comparison.left, !path.steps.isEmpty else { return nil }
    let lowering = self
    let select = scope.subselect(
      over: path, isRequired: false, columns: { _ in [.integer(0)] },
      condition: { inner, end in
        let right = lowering.operand(comparison.right, isRequired: false, &inner)
        return change(lowering.condition(comparison, left: end, right: right))
      })
    return .exists(select)
  }

  private func condition(
    _ comparison: TypedComparison, _ context: Context, _ scope: inout JoinScope
  ) -> SQLExpression {
    // A test for nil holds for rows without the object on the way, so those must survive.
    let isRequired = context.isRequired && !isNullTest(comparison)
    let left = operand(comparison.left, isRequired: isRequired, &scope)
    let right = operand(comparison.right, isRequired: isRequired, &scope)
    return condition(comparison, left: left, right: right)
  }

  private func isNullTest(_ comparison: TypedComparison) -> Bool {
    comparison.left == .null || comparison.right == .null
  }

  private func condition(
    _ comparison: TypedComparison, left: SQLExpression, right: SQLExpression
  ) -> SQLExpression {
    let flags = StringFlags(comparison.options)
    switch comparison.comparisonOperator {
    case .equal where isNullTest(comparison):
      return .isNull(comparison.right == .null ? left : right)
    case .notEqual where isNullTest(comparison):
      return .isNotNull(comparison.right == .null ? left : right)
    case .equal: return compare(left, .equal, right, flags)
    case .notEqual: return compare(left, .notEqual, right, flags)
    case .less: return compare(left, .less, right, flags)
    case .lessOrEqual: return compare(left, .lessOrEqual, right, flags)
    case .greater: return compare(left, .greater, right, flags)
    case .greaterOrEqual: return compare(left, .greaterOrEqual, right, flags)
    case .contains: return search(left, for: right, flags)
    case .beginsWith: return search(left, for: right, flags.union(.anchored))
    case .endsWith: return search(left, for: right, flags.union([.anchored, .backwards]))
    case .like: return .function("NSCoreDataLike", [left, right, flags.expression])
    case .matches: return .function("NSCoreDataMatches", [left, right, flags.expression])
    case .in: return isIn(left, comparison.right, right, flags)
    case .between: return between(left, comparison.right, right)
    case .utiConformsTo, .utiEquals, .custom:
      return .comparison(.integer(0), .equal, .integer(1))
    }
  }

  private func compare(
    _ left: SQLExpression, _ comparison: SQLComparisonOperator, _ right: SQLExpression,
    _ flags: StringFlags
  ) -> SQLExpression {
    guard !flags.isEmpty else { return .comparison(left, comparison, right) }
    let order = SQLExpression.function(
      "NSCoreDataStringCompare", [left, right, flags.expression])
    return .comparison(order, comparison, .integer(0))
  }

  /// ` NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)`
  private func search(
    _ text: SQLExpression, for pattern: SQLExpression, _ flags: StringFlags
  ) -> SQLExpression {
    .function("NSCoreDataStringSearch", [text, pattern, flags.expression, .integer(1)])
  }

  private func isIn(
    _ left: SQLExpression, _ collection: TypedExpression, _ right: SQLExpression,
    _ flags: StringFlags
  ) -> SQLExpression {
    switch collection {
    case .aggregate(let elements):
      // nil is never found in a collection.
      let values = elements.filter { $0 != .null }.map(constant)
      guard !flags.isEmpty, !values.isEmpty else { return .isIn(left, values) }
      let tests = values.map { compare(left, .equal, $0, flags) }
      return tests.count == 1 ? tests[0] : .or(tests)
    case .variable(let variable) where variable.isCollection:
      return .isIn(left, [right])
    case .keyPath, .constant, .object, .null, .variable, .aggregation, .arithmetic, .function,
      .conditional, .rowAggregate, .fetch:
      // A string is in another when it is a part of it.
      return search(right, for: left, flags)
    }
  }

  private func between(
    _ operand: SQLExpression, _ bounds: TypedExpression, _ right: SQLExpression
  ) -> SQLExpression {
    switch bounds {
    case .aggregate(let elements) where elements.count == 2:
      return .between(operand, constant(elements[0]), constant(elements[1]))
    case .variable(let variable):
      return .between(
        operand, .placeholder(.parameter(variable.name + "[0]")),
        .placeholder(.parameter(variable.name + "[1]")))
    case .keyPath, .constant, .object, .null, .aggregate, .aggregation, .arithmetic, .function,
      .conditional, .rowAggregate, .fetch:
      return .between(operand, right, right)
    }
  }

  // MARK: - Operands

  private func operand(
    _ expression: TypedExpression, isRequired: Bool, _ scope: inout JoinScope
  ) -> SQLExpression {
    switch expression {
    case .keyPath(let path):
      return scope.reference(to: path, isRequired: isRequired)
    case .aggregation(_, let collection):
      let select = scope.subselect(
        over: collection.path, isRequired: isRequired, columns: { [.count($0, isDistinct: false)] },
        condition: { _, _ in nil })
      return .select(select)
    case .constant, .object, .null, .variable, .aggregate, .arithmetic, .function, .conditional,
      .rowAggregate, .fetch:
      return constant(expression)
    }
  }

  /// A bound value. An aggregate stands only where `isIn` and `between` take it apart.
  private func constant(_ expression: TypedExpression) -> SQLExpression {
    switch expression {
    case .constant(let value): .placeholder(.value(value.stored))
    case .object(let reference): .placeholder(.value(.integer(reference.primaryKey)))
    case .variable(let variable): .placeholder(.parameter(variable.name))
    case .null, .aggregate, .keyPath, .aggregation, .arithmetic, .function, .conditional,
      .rowAggregate, .fetch:
      .placeholder(.value(.null))
    }
  }
}

/// The flags of Core Data's string functions: those of `CFStringCompareFlags`.
///
/// Observed: `[cdl]` prints 417, which is 1 + 32 + 128 + 256. The other sums follow from the same
/// public constants and are assumed. Anchored and backwards say where a search has to match.
private struct StringFlags: OptionSet {
  let rawValue: Int64

  static let caseInsensitive = StringFlags(rawValue: 1)
  static let backwards = StringFlags(rawValue: 4)
  static let anchored = StringFlags(rawValue: 8)
  static let localized = StringFlags(rawValue: 32)
  static let diacriticInsensitive = StringFlags(rawValue: 128)
  static let widthInsensitive = StringFlags(rawValue: 256)

  init(rawValue: Int64) { self.rawValue = rawValue }

  /// `[n]` asks for literal bytes and overrides `[c]` and `[d]`; either of these ignores width too.
  init(_ options: ComparisonOptions) {
    self = []
    guard !options.contains(.normalized) else { return }
    if options.contains(.caseInsensitive) { formUnion([.caseInsensitive, .widthInsensitive]) }
    if options.contains(.diacriticInsensitive) {
      formUnion([.diacriticInsensitive, .widthInsensitive])
    }
    if options.contains(.localeSensitive) { insert(.localized) }
  }

  var expression: SQLExpression { .integer(rawValue) }
}

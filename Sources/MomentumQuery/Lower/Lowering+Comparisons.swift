import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumText

// Lowers one comparison: NULL on either side, order, equality and prefixes.

extension Lowering {
  mutating func condition(
    _ comparison: TypedComparison, _ context: Context
  ) -> SQLExpression {
    // In a strict comparison, a missing object on the path makes an operand NULL, so the comparison
    // cannot be true. An inner join, which removes rows without the object, then loses no result.
    let isStrict =
      options.nullSemantics == .store && comparison.left != .null && comparison.right != .null
      && isStrict(comparison.left) && isStrict(comparison.right)
    let isRequired = context.isRequired && isStrict
    let left = operand(comparison.left, isRequired: isRequired)
    if let isMember = membership(comparison, left, context, isRequired: isRequired) {
      return isMember
    }
    let right = operand(comparison.right, isRequired: isRequired)
    return condition(comparison, left, right, context)
  }

  /// Whether the value is NULL if an object on its path is missing.
  private func isStrict(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .keyPath, .constant, .object, .null, .variable, .aggregation, .fetch: true
    case .aggregate(let elements): elements.allSatisfy(isStrict)
    case .arithmetic(_, let left, let right): isStrict(left) && isStrict(right)
    case .function(_, let arguments): arguments.allSatisfy(isStrict)
    case .conditional, .rowAggregate: false
    }
  }

  mutating func condition(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context
  ) -> SQLExpression {
    if comparison.left == .null || comparison.right == .null {
      return nullTest(comparison, left, right)
    }
    let flags = comparison.options.flags
    let (left, right) = matched(left, comparison.left, right, comparison.right)
    switch comparison.comparisonOperator {
    case .equal: return equality(comparison, left, right, context, isNegated: false)
    case .notEqual: return equality(comparison, left, right, context, isNegated: true)
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      return order(comparison, left, right, context)
    case .contains:
      return settled(.function(.search(.anywhere, flags), [left, right]), context)
    case .beginsWith: return prefix(comparison, left, right, context)
    case .endsWith: return settled(.function(.search(.end, flags), [left, right]), context)
    case .like: return settled(.function(.like(flags), [left, right]), context)
    case .matches: return settled(.function(.matches(flags), [left, right]), context)
    case .in:
      // `IN` with two strings tests whether the left one is a part of the right one.
      return settled(.function(.search(.anywhere, flags), [right, left]), context)
    case .between, .utiConformsTo, .utiEquals, .custom: return .boolean(false)
    }
  }

  /// The condition for a comparison with nil. `== nil` and `!= nil` test for a missing value. Any
  /// other comparison with nil is unknown in a store; in memory it is false, except `nil <= nil`.
  private func nullTest(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> SQLExpression {
    let operand = comparison.right == .null ? left : right
    switch comparison.comparisonOperator {
    case .equal: return .isNull(operand)
    case .notEqual: return .isNotNull(operand)
    case .lessOrEqual where options.nullSemantics == .foundation,
      .greaterOrEqual where options.nullSemantics == .foundation:
      return .isNull(operand)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains, .beginsWith, .endsWith,
      .like, .matches, .between, .utiConformsTo, .utiEquals, .custom:
      return options.nullSemantics == .foundation
        ? .boolean(false) : .isUnknown
    }
  }

  /// Makes a condition true or false if it could be unknown and the semantics are those of
  /// `NSPredicate` in memory. Without a NOT around the condition, unknown has the same effect as
  /// false and may stay.
  func settled(_ condition: SQLExpression, _ context: Context) -> SQLExpression {
    options.nullSemantics == .foundation && context.isNegated ? .isTrue(condition) : condition
  }

  private func equality(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context, isNegated: Bool
  ) -> SQLExpression {
    let flags = comparison.options.flags
    let sign: SQLComparisonOperator = isNegated ? .notEqual : .equal
    guard flags.isEmpty else {
      let order = SQLExpression.function(.compare(flags), [left, right])
      guard options.nullSemantics == .foundation else {
        return .comparison(order, sign, .integer(0))
      }
      let same = SQLExpression.or([
        .isTrue(.comparison(order, .equal, .integer(0))), .and([.isNull(left), .isNull(right)]),
      ])
      return isNegated ? .not(same) : same
    }
    let isExact =
      options.nullSemantics == .store
      || (!isNegated && !context.isNegated
        && (isNeverNull(comparison.left) || isNeverNull(comparison.right)))
    return isExact
      ? .comparison(left, sign, right) : .isSame(left, right, isNegated: isNegated)
  }

  func order(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context
  ) -> SQLExpression {
    let sign = SQLComparisonOperator(comparison.comparisonOperator)
    let flags = comparison.options.flags
    let isText = type(of: comparison.left) == .text || type(of: comparison.right) == .text
    let test: SQLExpression =
      flags.isEmpty
      ? .comparison(isText ? .collated(left, .binary) : left, sign, right)
      : .comparison(.function(.compare(flags), [left, right]), sign, .integer(0))
    guard options.nullSemantics == .foundation else { return test }
    let includesEqual = sign == .lessOrEqual || sign == .greaterOrEqual
    guard includesEqual, !isNeverNull(comparison.left), !isNeverNull(comparison.right) else {
      return settled(test, context)
    }
    return .or([.isTrue(test), .and([.isNull(left), .isNull(right)])])
  }

  func isNeverNull(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .constant, .object: true
    case .null, .keyPath, .aggregation, .variable, .aggregate, .arithmetic, .function, .conditional,
      .rowAggregate, .fetch:
      false
    }
  }

  /// The condition for BEGINSWITH: ` NSCoreDataStringSearch( t0.ZNAME, ?, 8, 1)`, or the range of
  /// all texts with the prefix.
  private func prefix(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context
  ) -> SQLExpression {
    let flags = comparison.options.flags
    guard flags.isEmpty, options.rules.contains(.rangeForPrefix), case .keyPath = comparison.left,
      case .constant(.string(let prefix)) = comparison.right, !prefix.isEmpty
    else { return settled(.function(.search(.start, flags), [left, right]), context) }
    let column = SQLExpression.collated(left, .binary)
    let lower = SQLExpression.comparison(column, .greaterOrEqual, right)
    guard let end = Lowering.firstText(behind: prefix) else { return settled(lower, context) }
    let upper = SQLExpression.comparison(
      column, .less, .placeholder(.value(.text(end)), .text))
    return settled(.and([lower, upper]), context)
  }

  /// The first text, in code point order, that is greater than all texts with a prefix; `nil` if
  /// there is none.
  static func firstText(behind prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // The scalar after U+D7FF is U+E000: the values between are surrogates.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return nil
  }
}

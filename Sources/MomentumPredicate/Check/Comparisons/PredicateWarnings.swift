import MomentumDiagnostics
import MomentumModel

/// Warns of predicates that are valid but probably not what their author meant.
struct PredicateWarnings: CheckPart {
  let scope: CheckScope

  /// Warns of a constant that no stored value can equal, such as 100000 for an Integer 16.
  func warn(
    aboutConstant value: TypedExpression, _ type: PredicateType, _ operand: Operand,
    beside partner: @autoclosure () -> String
  ) {
    guard case .constant(let constant) = value, case .attribute(let attribute) = type else {
      return
    }
    if attribute == .boolean, case .integer = constant {
      report(
        .valueNever(describe(operand), of: partner(), why: "a Boolean is YES or NO"),
        at: operand.range)
    } else if !constant.fits(attribute) {
      report(
        .valueRange(
          describe(operand), of: partner(), type: PredicateMessage.article(attribute.xmlName)),
        at: operand.range)
    }
  }

  func warn(
    about typed: TypedComparison, _ left: Operand, _ right: Operand, _ type: PredicateType,
    _ range: SourceRange
  ) {
    if let first = left.fixedConstant, let second = right.fixedConstant {
      let hasText = left.constantType?.isString == true || right.constantType?.isString == true
      report(
        .constantCondition(Operand.compare(first, typed, second), hasText: hasText), at: range)
      return
    }
    guard typed.comparisonOperator == .equal || typed.comparisonOperator == .notEqual else {
      return
    }
    warn(aboutFraction: typed.right, right, left)
    warn(aboutFraction: typed.left, left, right)
  }

  func warn(
    aboutList list: Operand, _ typed: TypedExpression, _ left: Operand, _ type: PredicateType
  ) {
    guard case .list(let elements) = list.shape, case .aggregate(let values) = typed else { return }
    for (element, value) in zip(elements, values) { warn(aboutFraction: value, element, left) }
  }

  /// Warns of `age == 1.5` if `age` is a whole number.
  private func warn(
    aboutFraction value: TypedExpression, _ operand: Operand, _ partner: Operand
  ) {
    guard case .constant(.double(let number)) = value, number != number.rounded(),
      let type = partner.type, type.isInteger
    else { return }
    report(
      .valueNever(describe(operand), of: text(partner.range), why: "\(article(type)) is whole"),
      at: operand.range)
  }
}

extension Operand {
  /// The constant, if the operand is one that the text of the predicate contains; otherwise `nil`.
  /// Arguments and variables do not count as constants, because their values may differ from one
  /// request to the next.
  fileprivate var fixedConstant: Literal? {
    switch shape {
    case .literal(let literal): literal
    case .value, .argument, .path, .typed, .variable, .list, .arithmetic, .function, .conditional,
      .rowAggregate, .filtered, .fetched:
      nil
    }
  }

  /// Whether a comparison of two constants is true; `nil` if that is not certain.
  fileprivate static func compare(
    _ first: Literal, _ typed: TypedComparison, _ second: Literal
  ) -> Bool? {
    if case .string(let left) = first, case .string(let right) = second {
      guard typed.options.isEmpty else { return nil }
      return holds(
        typed.comparisonOperator, left == right, left.utf8.lexicographicallyPrecedes(right.utf8))
    }
    guard let left = ConstantFolding.double(first), let right = ConstantFolding.double(second)
    else { return nil }
    return holds(typed.comparisonOperator, left == right, left < right)
  }

  private static func holds(
    _ sign: ComparisonOperator, _ isEqual: Bool, _ isLess: Bool
  ) -> Bool? {
    switch sign {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    case .greater: !isLess && !isEqual
    case .greaterOrEqual: !isLess
    case .in, .contains, .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo,
      .utiEquals, .custom:
      nil
    }
  }
}

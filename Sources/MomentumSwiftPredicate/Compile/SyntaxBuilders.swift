import MomentumDiagnostics
import MomentumPredicate

// Short ways to build the syntax of predicates.

extension ExpressionSyntax {
  /// Whether the expression is the fetched object, a variable, or a key path from one of them,
  /// without computed parts.
  var isPath: Bool {
    switch kind {
    case .selfObject, .keyPath, .variable: true
    case .path(let base, _): base.isPath
    default: false
    }
  }

  /// The path with one more key at its end.
  func appending(_ key: KeyComponent.Name, at range: SourceRange) -> ExpressionSyntax {
    let component = KeyComponent(key, range)
    let whole = SourceRange(min(self.range.start, range.start), range.end)
    return switch kind {
    case .selfObject: ExpressionSyntax(.keyPath([component]), whole)
    case .keyPath(let keys): ExpressionSyntax(.keyPath(keys + [component]), whole)
    case .path(let base, let keys): ExpressionSyntax(.path(base, keys + [component]), whole)
    default: ExpressionSyntax(.path(self, [component]), whole)
    }
  }

  /// Whether the path continues another one, as `owner.name` continues `owner`.
  func begins(with other: ExpressionSyntax) -> Bool {
    switch (kind, other.kind) {
    case (.keyPath(let keys), .keyPath(let start)):
      keys.count > start.count && zip(keys, start).allSatisfy { $0.name == $1.name }
    case (.path(let base, let keys), .path(let otherBase, let start)):
      base.withoutRanges == otherBase.withoutRanges && keys.count > start.count
        && zip(keys, start).allSatisfy { $0.name == $1.name }
    default: false
    }
  }

  static func boolean(_ value: Bool, _ range: SourceRange) -> ExpressionSyntax {
    ExpressionSyntax(.literal(.integer(value ? 1 : 0)), range)
  }

  static func null(_ range: SourceRange) -> ExpressionSyntax {
    ExpressionSyntax(.literal(.null), range)
  }

  static func integer(_ value: Int64, _ range: SourceRange) -> ExpressionSyntax {
    ExpressionSyntax(.literal(.integer(value)), range)
  }

  /// A condition as the number 1 or 0: `TERNARY(<condition>, 1, 0)`
  static func number(of condition: PredicateSyntax, _ range: SourceRange) -> ExpressionSyntax {
    if case .constant(let value) = condition.kind { return .boolean(value, range) }
    return ExpressionSyntax(
      .ternary(condition, .boolean(true, range), .boolean(false, range)), range)
  }

  /// The result of a comparison as 0, -1 or 1: `TERNARY(a ==[c] b, 0, TERNARY(a <[c] b, -1, 1))`
  static func comparisonResult(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ options: ComparisonOptions,
    _ place: SourceRange
  ) -> ExpressionSyntax {
    let isLess = PredicateSyntax.compare(left, .less, right, place, options: options)
    let isEqual = PredicateSyntax.compare(left, .equal, right, place, options: options)
    let order = ExpressionSyntax(.ternary(isLess, .integer(-1, place), .integer(1, place)), place)
    return ExpressionSyntax(.ternary(isEqual, .integer(0, place), order), place)
  }

  /// Whether the expression has the same value for every object: a literal or a variable.
  var isFixed: Bool {
    switch kind {
    case .literal, .variable: true
    default: false
    }
  }
}

extension PredicateSyntax {
  /// Compares two expressions: `<left> <operator> <right>`
  static func compare(
    _ left: ExpressionSyntax, _ sign: ComparisonOperator, _ right: ExpressionSyntax,
    _ range: SourceRange, options: ComparisonOptions = []
  ) -> PredicateSyntax {
    PredicateSyntax(
      .comparison(
        ComparisonSyntax(
          quantifier: nil, left: left, comparisonOperator: sign, operatorRange: range,
          options: options, right: right)), range)
  }

  /// Tests a value for nil: `<value> == nil` if `isNil`, otherwise `<value> != nil`.
  static func nilTest(
    _ value: ExpressionSyntax, isNil: Bool, _ range: SourceRange
  ) -> PredicateSyntax {
    compare(value, isNil ? .equal : .notEqual, .null(range), range)
  }

  /// Joins operands with AND; a single operand is returned as it is.
  static func all(_ operands: [PredicateSyntax], _ range: SourceRange) -> PredicateSyntax {
    operands.count == 1 ? operands[0] : PredicateSyntax(.and(operands), range)
  }

  static func any(_ operands: [PredicateSyntax], _ range: SourceRange) -> PredicateSyntax {
    operands.count == 1 ? operands[0] : PredicateSyntax(.or(operands), range)
  }

  static func not(_ operand: PredicateSyntax, _ range: SourceRange) -> PredicateSyntax {
    PredicateSyntax(.not(operand), range)
  }
}

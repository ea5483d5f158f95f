package import MomentumDiagnostics

/// A predicate as it was written, before its names are resolved.
///
/// Ranges count UTF-8 bytes of the format text. Only messages use them.
package struct PredicateSyntax: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A predicate that is always true or always false: `TRUEPREDICATE`, `FALSEPREDICATE`.
    case constant(Bool)
    /// A comparison: `<left> <operator> <right>`. A quantifier may be before it, as in
    /// `ANY tags == 'x'`.
    indirect case comparison(ComparisonSyntax)
    /// Two or more predicates that must all be true: `<a> AND <b> AND …`.
    case and([PredicateSyntax])
    /// Two or more predicates of which one must be true: `<a> OR <b> OR …`.
    case or([PredicateSyntax])
    /// The negation of a predicate: `NOT <a>`.
    indirect case not(PredicateSyntax)
  }

  package var kind: Kind
  package var range: SourceRange

  package init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// One comparison.
package struct ComparisonSyntax: Sendable, Hashable {
  package var quantifier: Quantifier?
  package var left: ExpressionSyntax
  package var comparisonOperator: ComparisonOperator
  /// The range of the operator with its options.
  package var operatorRange: SourceRange
  package var options: ComparisonOptions
  package var right: ExpressionSyntax

  package init(
    quantifier: Quantifier?, left: ExpressionSyntax, comparisonOperator: ComparisonOperator,
    operatorRange: SourceRange, options: ComparisonOptions, right: ExpressionSyntax
  ) {
    self.quantifier = quantifier
    self.left = left
    self.comparisonOperator = comparisonOperator
    self.operatorRange = operatorRange
    self.options = options
    self.right = right
  }
}

/// The word before a comparison over a collection. `SOME` is read as `ANY`, and `NONE` as
/// `NOT ANY`.
package enum Quantifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
}

/// An operator between two expressions.
package enum ComparisonOperator: Sendable, Hashable {
  /// `==`
  case equal
  /// `!=`
  case notEqual
  /// `<`
  case less
  /// `<=`
  case lessOrEqual
  /// `>`
  case greater
  /// `>=`
  case greaterOrEqual
  /// `IN`
  case `in`
  /// `CONTAINS`
  case contains
  /// `BEGINSWITH`
  case beginsWith
  /// `ENDSWITH`
  case endsWith
  /// `LIKE`
  case like
  /// `MATCHES`
  case matches
  /// `BETWEEN`
  case between
  /// `UTI-CONFORMS-TO`
  case utiConformsTo
  /// `UTI-EQUALS`
  case utiEquals
  /// A selector that is called on the left object with the right object as its argument, for
  /// example `isKindOfClass:`. The text includes the colon.
  case custom(String)

  /// The operator as the predicate's text is printed.
  package var text: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .in: "IN"
    case .contains: "CONTAINS"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    case .matches: "MATCHES"
    case .between: "BETWEEN"
    case .utiConformsTo: "UTI-CONFORMS-TO"
    case .utiEquals: "UTI-EQUALS"
    case .custom(let selector): selector
    }
  }
}

import MomentumDiagnostics
import MomentumPredicate
package import MomentumSQL
package import MomentumStore

/// Reads the predicate of a partial index and prints it as SQL for Core Data's layout.
///
///     rank > 5 AND title != nil   →   (ZRANK > 5 AND ZTITLE IS NOT NULL)
///
/// A CREATE INDEX statement has no placeholders, so constants are written into the text. Source:
/// observed in the partial indexes of one model family.
package enum PartialIndexCondition {
  /// The condition as a value; `nil` if the predicate is not of a supported form.
  package static func parse(_ format: String) -> IndexCondition? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<partial index>", text: format)
    return PredicateParser.parse(source, &diagnostics).flatMap(condition)
  }

  /// The condition as SQL; `nil` if the predicate is not supported or a key has no column.
  ///
  /// - Parameter column: Returns the name of a key's column; `nil` if the key has no column.
  package static func sql(_ format: String, column: (String) -> String?) -> SQLFragment? {
    parse(format).flatMap { fragment($0, column) }
  }

  // MARK: - Reading

  private static func condition(_ predicate: PredicateSyntax) -> IndexCondition? {
    switch predicate.kind {
    case .and(let operands): list(operands).map(IndexCondition.and)
    case .or(let operands): list(operands).map(IndexCondition.or)
    case .comparison(let comparison): condition(comparison)
    case .not, .constant: nil
    }
  }

  private static func list(_ operands: [PredicateSyntax]) -> [IndexCondition]? {
    let conditions = operands.compactMap(condition)
    return conditions.count == operands.count ? conditions : nil
  }

  private static func condition(_ comparison: ComparisonSyntax) -> IndexCondition? {
    guard comparison.quantifier == nil, comparison.options.isEmpty,
      case .keyPath(let components) = comparison.left.kind, components.count == 1,
      case .key(let key) = components[0].name, case .literal(let literal) = comparison.right.kind,
      let sign = sign(of: comparison.comparisonOperator)
    else { return nil }
    switch literal {
    case .null:
      switch sign {
      case .equal: return .isNull(key)
      case .notEqual: return .isNotNull(key)
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
      }
    case .integer(let value): return .comparison(key, sign, .integer(value))
    case .double(let value): return .comparison(key, sign, .double(value))
    case .decimal(let digits): return .comparison(key, sign, .decimal(digits))
    case .string(let text): return .comparison(key, sign, .string(text))
    }
  }

  private static func sign(of comparison: ComparisonOperator) -> SQLComparisonOperator? {
    switch comparison {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .in, .contains, .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo,
      .utiEquals, .custom:
      nil
    }
  }

  // MARK: - Printing

  private static func fragment(
    _ condition: IndexCondition, _ column: (String) -> String?
  ) -> SQLFragment? {
    switch condition {
    case .and(let operands): return fragment(operands, " AND ", column)
    case .or(let operands): return fragment(operands, " OR ", column)
    case .isNull(let key): return column(key).map { "\(name: $0) IS NULL" }
    case .isNotNull(let key): return column(key).map { "\(name: $0) IS NOT NULL" }
    case .comparison(let key, let sign, let literal):
      return column(key).map { "\(name: $0) \(sql: sign.sql) \(sql: constant(literal))" }
    }
  }

  private static func fragment(
    _ operands: [IndexCondition], _ separator: SQLFragment, _ column: (String) -> String?
  ) -> SQLFragment? {
    let conditions = operands.compactMap { fragment($0, column) }
    guard conditions.count == operands.count else { return nil }
    return "(\(list: conditions, separator: separator))"
  }

  private static func constant(_ literal: IndexCondition.Literal) -> SQLFragment {
    switch literal {
    case .integer(let value): .number(value)
    // A whole number is written without a fraction, as Core Data writes it.
    case .double(let value):
      Int64(exactly: value).map { .number($0) } ?? SQLFragment(printed: "\(value)")
    case .decimal(let digits): SQLFragment(printed: digits)
    case .string(let text): .text(text)
    }
  }
}

import MomentumDiagnostics
import MomentumPredicate
import MomentumSQL

/// The predicate of a partial index as SQL: columns compared with constants, under AND and OR.
///
///     rank > 5 AND title != nil   →   (ZRANK > 5 AND ZTITLE IS NOT NULL)
///
/// An index's statement has no placeholders, so constants stand in the text. Source: observed in the
/// partial indexes of one model family.
public enum PartialIndexCondition {
  /// The condition, `nil` where the predicate says something else. `column` gives the column of a key.
  public static func sql(_ format: String, column: (String) -> String?) -> String? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<partial index>", text: format)
    return PredicateParser.parse(source, &diagnostics).flatMap { condition($0, column) }
  }

  private static func condition(
    _ predicate: PredicateSyntax, _ column: (String) -> String?
  ) -> String? {
    switch predicate.kind {
    case .and(let operands): list(operands, " AND ", column)
    case .or(let operands): list(operands, " OR ", column)
    case .comparison(let comparison): condition(comparison, column)
    case .not, .constant: nil
    }
  }

  private static func list(
    _ operands: [PredicateSyntax], _ separator: String, _ column: (String) -> String?
  ) -> String? {
    let conditions = operands.compactMap { condition($0, column) }
    guard conditions.count == operands.count else { return nil }
    return "(" + conditions.joined(separator: separator) + ")"
  }

  private static func condition(
    _ comparison: ComparisonSyntax, _ column: (String) -> String?
  ) -> String? {
    guard comparison.quantifier == nil, comparison.options.isEmpty,
      case .keyPath(let components) = comparison.left.kind, components.count == 1,
      case .key(let key) = components[0].name, let name = column(key),
      case .literal(let literal) = comparison.right.kind
    else { return nil }
    let operand = SQLPrinter.identifier(name)
    if literal == .null {
      switch comparison.comparisonOperator {
      case .equal: return "\(operand) IS NULL"
      case .notEqual: return "\(operand) IS NOT NULL"
      default: return nil
      }
    }
    return sign(of: comparison.comparisonOperator).flatMap { sign in
      text(of: literal).map { "\(operand) \(sign) \($0)" }
    }
  }

  private static func sign(of comparison: ComparisonOperator) -> String? {
    switch comparison {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .in, .contains, .beginsWith, .endsWith, .like, .matches, .between: nil
    }
  }

  private static func text(of literal: Literal) -> String? {
    switch literal {
    case .null: nil
    case .integer(let value): String(value)
    // Core Data prints a whole number without its fraction.
    case .double(let value): Int64(exactly: value).map { String($0) } ?? "\(value)"
    case .decimal(let digits): digits
    case .string(let text): SQLPrinter.literal(text)
    }
  }
}

import MomentumDiagnostics
import MomentumModel

// Types AND, OR and NOT, and an expression that is a whole predicate by itself, such as `isOpen`.

extension ComparisonTyper {
  func check(_ syntax: PredicateSyntax) -> TypedPredicate? {
    switch syntax.kind {
    case .constant(let value): return .constant(value)
    case .and(let operands): return check(operands).map { .and($0) }
    case .or(let operands): return check(operands).map { .or($0) }
    case .not(let operand):
      return nested(at: syntax.range) { $0.check(operand) }.map { .not($0) }
    case .comparison(let comparison):
      return nested(at: syntax.range) { $0.check(comparison, syntax.range) }
    }
  }

  /// Checks all operands, even after an error, so that the problems of each are reported.
  private func check(_ operands: [PredicateSyntax]) -> [TypedPredicate]? {
    var result: [TypedPredicate] = []
    for operand in operands {
      if let predicate = nested(at: operand.range, { $0.check(operand) }) {
        result.append(predicate)
      }
    }
    return result.count == operands.count ? result : nil
  }

  /// Types an expression that is not part of a comparison, such as a fetched column or a sort key.
  func value(of syntax: ExpressionSyntax) -> (TypedExpression, PredicateType)? {
    guard let operand = operandReader.operand(syntax) else { return nil }
    if operand.crossesToMany {
      report(
        .toManyInExpression(text(syntax), rewrite: "'\(text(syntax)).@count' for the number"),
        at: syntax.range)
      return nil
    }
    guard let type = operand.type ?? operand.constantType else {
      report(.ambiguousType, at: syntax.range)
      return nil
    }
    return valueTyper.beside(.written(syntax.range)).convert(operand, to: type)
      .map { ($0, type) }
  }
}

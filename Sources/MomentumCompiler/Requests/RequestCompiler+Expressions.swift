import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery

// Compiles selected expressions and the predicate over groups.

extension RequestCompiler {
  /// The value of a selected expression; `nil` after an error.
  func value(
    of source: SourceFile, _ diagnostics: inout Diagnostics
  ) -> PropertyToFetch.Value? {
    guard let syntax = PredicateParser.parseExpression(source, isChecked: true, &diagnostics),
      let (expression, type) = PredicateChecker.checkExpression(
        syntax, source: source, entity: request.entity, model: model,
        storedRequests: storedFetches, allowsRowAggregates: true, &diagnostics)
    else { return nil }
    let probe = TypedPredicate.comparison(
      TypedComparison(left: expression, comparisonOperator: .equal, right: .null))
    if let variable = probe.variables.first {
      diagnostics.report(
        RequestMessage.variableInSelection(variable.name),
        at: SourceLocation(source, syntax.range))
      return nil
    }
    return .expression(expression, type)
  }

  mutating func resolveHaving() {
    guard let having = text.having else { return }
    let source = SourceFile(path: "<having>", text: having)
    guard !text.propertiesToGroupBy.isEmpty else {
      let location = SourceLocation(source, SourceRange(0, source.utf8.count))
      return report(.havingWithoutGroup, at: location)
    }
    guard let syntax = PredicateParser.parse(source, isChecked: true, &diagnostics),
      unreadNames.isEmpty
    else {
      return
    }
    request.havingPredicate = PredicateChecker.checkHaving(
      syntax, source: source, entity: request.entity, model: model,
      names: selections.map { ($0.property.name, type(of: $0.property.value)) }, &diagnostics)
  }

  private func type(of value: PropertyToFetch.Value) -> PredicateType {
    switch value {
    case .path(let path): type(of: path)
    case .objectID: .object(request.entity)
    case .expression(_, let type): type
    }
  }
}

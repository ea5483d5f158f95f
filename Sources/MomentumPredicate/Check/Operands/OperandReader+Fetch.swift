import MomentumDiagnostics
import MomentumModel

// Reads FETCH(<request>, <context>, <countOnly>): another request inside a predicate.

extension OperandReader {
  func fetch(
    _ request: ExpressionSyntax, _ context: ExpressionSyntax, _ countsOnly: ExpressionSyntax,
    _ range: SourceRange
  ) -> Operand? {
    // In Core Data, the second operand of FETCH names the context in which the request runs. Here
    // every request runs in the same store, so the operand's value is ignored. An argument is still
    // counted as used.
    if case .argument(let index, _) = context.kind { use(index) }
    let isCount = flag(countsOnly)
    guard var fetch = typedFetch(request), let isCount else { return nil }
    fetch.countsOnly = isCount
    return isCount
      ? Operand(.typed(.fetch(fetch), .count), range) : Operand(.fetched(fetch), range)
  }

  private func typedFetch(_ request: ExpressionSyntax) -> TypedFetch? {
    let name: String
    switch request.kind {
    case .literal(.string(let text)): name = text
    case .argument(let index, _):
      switch argument(index, at: request.range) {
      case .fetch(let fetch):
        guard fetch.entity.index < model.entities.count else {
          report(.fetchRequest("the request is of another model"), at: request.range)
          return nil
        }
        return fetch
      case .text(let text), .value(.string(let text)): name = text
      case .value, .object, .key, .null, .list:
        report(
          .fetchRequest("the first argument of FETCH is a fetch request"), at: request.range)
        return nil
      case nil: return nil
      }
    case .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .aggregate, .path, .method,
      .index, .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch,
      .assignment, .literal:
      report(
        .fetchRequest(
          "the first argument of FETCH is a fetch request: write %@, or the name of a stored one in quotes"
        ), at: request.range)
      return nil
    }
    if let stored = state.storedRequests[name] { return stored }
    let near = nearName(to: name, among: state.storedRequests.keys.sorted())
    report(
      .fetchRequest(
        "the model has no fetch request '\(name)' that FETCH can use"
          + didYouMean(near)), at: request.range)
    return nil
  }

  /// Reads the third operand of a FETCH: YES, NO, 1 or 0, or an argument with one of these values.
  private func flag(_ expression: ExpressionSyntax) -> Bool? {
    switch expression.kind {
    case .literal(.integer(0)): return false
    case .literal(.integer(1)): return true
    case .argument(let index, _):
      guard let given = argument(index, at: expression.range) else { return nil }
      let value = try? state.converter.convert(given, to: .attribute(.boolean))
      if case .constant(.boolean(let isSet))? = value { return isSet }
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .aggregate, .path,
      .method, .index, .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function,
      .fetch, .assignment:
      break
    }
    report(
      .fetchRequest("the last argument of FETCH tells whether to count: YES or NO"),
      at: expression.range)
    return nil
  }
}

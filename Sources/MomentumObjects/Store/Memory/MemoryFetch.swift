import Foundation
internal import MomentumEvaluation
internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery

/// Runs one request on one state of a store in memory.
///
/// Predicates follow Foundation's rules for nil (documented: atomic stores evaluate in memory).
struct MemoryFetch {
  let view: any RowReader
  let fetch: StoreFetch
  private let options: EvaluationOptions

  init(_ view: any RowReader, _ fetch: StoreFetch) {
    self.view = view
    self.fetch = fetch
    options = EvaluationOptions(
      nullSemantics: .foundation, now: Date().timeIntervalSinceReferenceDate)
  }

  var request: FetchRequest { fetch.request }
  var model: ModelPlan { view.model }

  /// The rows of the request.
  func rows() throws -> [RowSnapshot] { window(try sorted(matching())) }

  func count() throws -> Int { window(try matching()).count }

  /// The results that remain after offset and limit are applied.
  func window<Value>(_ values: [Value]) -> [Value] {
    let rest = values.dropFirst(max(request.offset ?? 0, 0))
    guard let limit = request.limit, limit >= 0 else { return Array(rest) }
    return Array(rest.prefix(limit))
  }

  func evaluator(_ arguments: [PredicateValue]) -> PredicateEvaluator {
    PredicateEvaluator(arguments: arguments, bindings: fetch.variables, options: options)
  }

  // MARK: - Rows

  func matching() throws -> [RowSnapshot] {
    let entity = model[request.entity]
    let candidates = try view.candidates(of: entity).filter {
      request.includesSubentities
        ? $0.id.entity.inherits(from: request.entity) : $0.id.entity.id == request.entity
    }
    var typed = TypedSyntax(model.model, arguments: fetch.arguments)
    guard let predicate = try fetch.predicate ?? request.predicate.map({ try typed.predicate($0) })
    else { return candidates }
    var evaluator = evaluator(typed.arguments)
    return rows(try evaluator.filter(objects(candidates), by: predicate))
  }

  func sorted(_ rows: [RowSnapshot]) throws -> [RowSnapshot] {
    let keys = try sortKeys()
    guard !keys.isEmpty else { return rows }
    var evaluator = evaluator(fetch.arguments)
    return self.rows(try evaluator.sorted(objects(rows), by: keys))
  }

  private func sortKeys() throws -> [ValueSortKey] {
    guard fetch.sortKeys.isEmpty else { return fetch.sortKeys }
    var typed = TypedSyntax(model.model)
    var keys: [ValueSortKey] = []
    for key in request.sortKeys {
      guard case .path(let path) = key.value else { continue }
      keys.append(
        ValueSortKey(
          try typed.expression(.keyPath(path)), isAscending: key.isAscending,
          comparison: key.comparison))
    }
    return keys
  }

  func objects(_ rows: [RowSnapshot]) -> [PredicateValue] {
    rows.map { .object(MemoryRow(view: view, row: $0)) }
  }

  private func rows(_ objects: [PredicateValue]) -> [RowSnapshot] {
    objects.compactMap { value in
      guard case .object(let object) = value else { return nil }
      return (object as? MemoryRow)?.row
    }
  }
}

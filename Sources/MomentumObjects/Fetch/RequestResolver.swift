import MomentumCompiler
import MomentumDiagnostics
package import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumRuntime

/// Resolves the names of a request against a model.
struct RequestResolver {
  let model: ModelPlan

  func resolve(
    _ request: ObjectRequest, result: FetchRequest.ResultType = .managedObjects
  ) throws -> StoreFetch {
    guard let plan = model.entity(named: request.entityName) else {
      throw ObjectMisuse.unknownEntity(request.entityName)
    }
    var fetch = StoreFetch(FetchRequest(entity: plan.id))
    fetch.source = request
    fetch.refreshesObjects = request.refreshesFetchedObjects
    if result == .dictionaries { fetch.request = try dictionaries(request) }
    fetch.request.resultType = result
    fetch.request.limit = request.limit > 0 ? request.limit : nil
    fetch.request.offset = request.offset > 0 ? request.offset : nil
    fetch.request.includesSubentities = request.includesSubentities
    if let predicate = request.predicate { try resolve(predicate, plan, &fetch) }
    if result != .count, result != .dictionaries {
      for sort in request.sortKeys { try resolve(sort, plan, &fetch) }
    }
    return fetch
  }

  private func resolve(
    _ predicate: ObjectPredicate, _ plan: EntityPlan, _ fetch: inout StoreFetch
  ) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<predicate>", text: predicate.format)
    guard
      let syntax = PredicateParser.parse(source, isChecked: true, &diagnostics),
      var typed = PredicateChecker.check(
        syntax, source: source, entity: plan.id, model: model.model,
        arguments: predicate.arguments.map(\.predicateArgument),
        storedRequests: model.compiled.storedFetches,
        isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics)
    else { throw StoreFailure(.request, diagnostics: diagnostics) }
    if !typed.variables.isEmpty {
      let values = predicate.variables.sorted { $0.key < $1.key }.map {
        (name: $0.key, value: $0.value.predicateArgument)
      }
      guard let bound = typed.substituting(values, model: model.model, &diagnostics) else {
        throw StoreFailure(.request, diagnostics: diagnostics)
      }
      typed = bound
    }
    fetch.request.predicate = typed
    fetch.predicate = syntax
    fetch.arguments = predicate.arguments.map(\.predicateValue)
    fetch.variables = predicate.variables.mapValues(\.predicateValue)
    fetch.format = predicate.format
  }

  private func resolve(
    _ sort: ObjectSort, _ plan: EntityPlan, _ fetch: inout StoreFetch
  ) throws {
    let keys = sort.keyPath.split(separator: ".").map(String.init)
    let resolved = try PropertyPath(keys: keys).resolved(from: plan.id, in: model.model)
    let isText = resolved.type == .attribute(.string) || resolved.type == .attribute(.uri)
    let comparison = isText ? sort.comparison.sort : .binary
    fetch.request.sortKeys.append(
      SortKey(resolved.path, isAscending: sort.isAscending, comparison: comparison))
    let none = SourceRange(0, 0)
    fetch.sortKeys.append(
      ValueSortKey(
        ExpressionSyntax(.keyPath(keys.map { KeyComponent(.quoted($0), none) }), none),
        isAscending: sort.isAscending, comparison: comparison))
  }

  /// Compiles the parts of a request for dictionaries. They are texts, as on the command line.
  private func dictionaries(_ request: ObjectRequest) throws -> FetchRequest {
    var diagnostics = Diagnostics()
    let input = RequestInput(
      entity: request.entityName,
      sortKeys: request.sortKeys.map { $0.keyPath + ($0.isAscending ? "" : ":desc") },
      result: .dictionaries, propertiesToFetch: request.propertiesToFetch,
      propertiesToGroupBy: request.propertiesToGroupBy, having: request.havingFormat,
      isDistinct: request.isDistinct)
    guard let found = model.compiled.request(input, bindsVariables: false, &diagnostics) else {
      throw StoreFailure(.request, diagnostics: diagnostics)
    }
    return found
  }
}

extension ObjectPredicate.Argument {
  fileprivate var predicateArgument: PredicateArgument {
    switch self {
    // A history token is never the value of a property.
    case .null, .token: .null
    case .value(let value): .value(value)
    // No row has the key 0, so the store does not find an unsaved object; only objects in memory
    // match.
    case .object(let id):
      .object(
        ObjectReference(entity: id.entity.id, primaryKey: id.isTemporary ? 0 : id.number))
    case .list(let elements): .list(elements.map(\.predicateArgument))
    }
  }

  var predicateValue: PredicateValue {
    switch self {
    case .null, .token: .null
    case .value(let value): PredicateValue(value)
    case .object(let id): .object(EvaluatedIdentity(id: id))
    case .list(let elements): .array(elements.map(\.predicateValue))
    }
  }
}

/// An object of which only the identity is known, as the argument of `author == %@` is.
struct EvaluatedIdentity: EvaluatedObject {
  let id: ObjectID

  var identity: ObjectIdentity { id.evaluated }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue { throw UnknownKey(key) }
}

extension ObjectID {
  /// The identity as the predicate evaluator compares it. Entities of one family have one `kind`,
  /// so that an object equals its identity under an ancestor's name.
  package var evaluated: ObjectIdentity {
    ObjectIdentity(
      kind: "\(place.store ?? "")/\(entity.root.index)", number: number)
  }
}

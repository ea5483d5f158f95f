package import MomentumDiagnostics
import MomentumModel
package import MomentumPredicate
package import MomentumQuery

/// A checked fetch request of the model, which cannot be changed.
///
/// Every property of ``FetchRequest`` can be read. To fetch something else, change a copy:
///
/// ```swift
/// var request = try model.fetchRequestTemplate(forName: "managers").copy()
/// request.limit = 10
/// let fetch = model.compile(request)
/// ```
///
/// Documented: a template of `NSManagedObjectModel` is immutable, and is copied to be changed.
@dynamicMemberLookup
package struct StoredFetch: Sendable, Hashable {
  package let name: String
  private let request: FetchRequest

  /// Fails for a request whose predicate has errors.
  init?(_ stored: CheckedStoredRequest) {
    guard stored.isUsable else { return nil }
    name = stored.request.name
    request = FetchRequest(stored)
  }

  package subscript<Value>(dynamicMember path: KeyPath<FetchRequest, Value>) -> Value {
    request[keyPath: path]
  }

  /// A request with the same properties, which can be changed.
  package func copy() -> FetchRequest { request }

  /// Always throws ``StoredRequestError/immutable(name:)``, for callers that change requests by key
  /// path and need an error instead of a compile error.
  package func set<Value>(
    _ path: WritableKeyPath<FetchRequest, Value>, to value: Value
  ) throws(StoredRequestError) {
    throw .immutable(name: name)
  }
}

/// The reason why a stored fetch request cannot be found, changed or completed with values.
package enum StoredRequestError: Error, Sendable, Hashable {
  case immutable(name: String)
  case unknown(name: String, near: String?)
  /// The predicate of the request has errors.
  case unusable(name: String)
  /// A variable has no value, or a value of another type.
  case substitution(name: String, Diagnostics)
}

extension StoredRequestError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .immutable(let name): RequestMessage.immutable(name).text
    case .unknown(let name, let near): RequestMessage.unknownStoredRequest(name, near: near).text
    case .unusable(let name): RequestMessage.unusableStoredRequest(name).text
    case .substitution(let name, let diagnostics):
      "fetch request '\(name)': "
        + diagnostics.all.filter { $0.severity == .error }.map(\.text).joined(separator: "; ")
    }
  }
}

extension CompiledModel {
  /// The stored fetch request with a name; the `$VARIABLES` of its predicate have no values yet.
  package func fetchRequestTemplate(
    forName name: String
  ) throws(StoredRequestError) -> StoredFetch {
    guard let stored = storedRequests.first(where: { $0.request.name == name }) else {
      let names = storedRequests.map(\.request.name)
      throw .unknown(name: name, near: nearName(to: name, among: names))
    }
    guard let fetch = StoredFetch(stored) else { throw .unusable(name: name) }
    return fetch
  }

  /// A copy of a stored fetch request with a value for each variable of its predicate.
  ///
  /// Names of variables have no dollar sign. A variable without a value is an error, as in Core
  /// Data; so is a value without a variable, which Core Data ignores.
  package func fetchRequestFromTemplate(
    withName name: String, substitutionVariables values: [String: PredicateArgument]
  ) throws(StoredRequestError) -> FetchRequest {
    var request = try fetchRequestTemplate(forName: name).copy()
    var findings = Diagnostics()
    let sorted = values.keys.sorted().compactMap { key in values[key].map { (key, $0) } }
    guard request.substitute(sorted, model: model, &findings) else {
      throw .substitution(name: name, findings)
    }
    return request
  }
}

extension FetchRequest {
  /// Makes a request from a stored one; the variables of its predicate have no values yet.
  fileprivate init(_ stored: CheckedStoredRequest) {
    let request = stored.request
    let resultType: ResultType =
      switch request.resultType {
      case .managedObject: .managedObjects
      case .managedObjectID: .managedObjectIDs
      case .dictionary: .dictionaries
      case .count: .count
      }
    self.init(
      entity: request.entity, predicate: stored.predicate,
      limit: request.fetchLimit > 0 ? request.fetchLimit : nil,
      includesSubentities: request.includesSubentities, resultType: resultType,
      // Documented: each of these two options applies to one result type only, but Xcode writes
      // both for every type.
      isDistinct: request.returnsDistinctResults && resultType == .dictionaries,
      batchSize: request.fetchBatchSize > 0 && resultType == .managedObjects
        ? request.fetchBatchSize : nil)
  }

  /// Replaces the predicate's variables by values; returns `false` after an error.
  mutating func substitute(
    _ values: [(name: String, value: PredicateArgument)], model: ObjectModel,
    _ diagnostics: inout Diagnostics
  ) -> Bool {
    var findings = Diagnostics()
    let bound = (predicate ?? .constant(true)).substituting(values, model: model, &findings)
    diagnostics.append(contentsOf: findings)
    guard let bound else { return false }
    if predicate != nil { predicate = bound }
    return true
  }
}

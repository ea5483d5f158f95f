import Foundation
import MomentumEvaluation
import MomentumModel
import MomentumQuery

// Fetches. A store returns what is saved. The context then corrects the result by its unsaved
// changes, which it evaluates in memory.

extension ObjectContext {
  /// The objects of a request, with unsaved changes.
  ///
  /// Throws a ``StoreFailure`` for a wrong name or predicate, and errors of the stores.
  public final func fetch(_ request: ObjectRequest) throws -> [ManagedObject] {
    processPendingChanges()
    let fetch = try RequestResolver(model: model).resolve(request)
    try checkPrefetching(request)
    let content: FetchedContent =
      request.includesPropertyValues ? request.returnsFaults ? .rows : .values : .identities
    let objects =
      request.includesPendingChanges
      ? try fetchPatched(fetch, stores: request.storeIdentifiers, content)
      : try saved(fetch, request.storeIdentifiers, content)
    if !request.returnsFaults { try realize(objects) }
    for path in request.prefetchedKeyPaths { try prefetch(path, objects) }
    return objects
  }

  /// The identities of the objects of a request. Those of unsaved objects are temporary. Objects
  /// that match only because of unsaved changes come last, without the order of the request, as in
  /// Core Data (OG-502).
  public final func fetchIDs(_ request: ObjectRequest) throws -> [ObjectID] {
    processPendingChanges()
    let fetch = try RequestResolver(model: model).resolve(request, result: .managedObjectIDs)
    let stores = request.storeIdentifiers
    let isMerged = parent == nil && coordinator.storeCount(of: fetch, stores) > 1
    guard request.includesPendingChanges && hasPending(fetch, stores) || isMerged else {
      return try source.identities(fetch, stores: request.storeIdentifiers)
    }
    return try fetchPatched(
      fetch, stores: request.storeIdentifiers, .identities, sorts: false
    ).map(\.objectID)
  }

  /// The number of objects of a request, with unsaved changes.
  public final func count(_ request: ObjectRequest) throws -> Int {
    processPendingChanges()
    let fetch = try RequestResolver(model: model).resolve(request, result: .count)
    guard request.includesPendingChanges, hasPending(fetch, request.storeIdentifiers) else {
      return try source.count(fetch, stores: request.storeIdentifiers)
    }
    return try self.fetch(request).count
  }

  /// The rows of a request for dictionaries: the saved state, without unsaved changes. A key
  /// without a value is absent.
  public final func fetchDictionaries(
    _ request: ObjectRequest
  ) throws -> [[String: StoredValue]] {
    let fetch = try RequestResolver(model: model).resolve(request, result: .dictionaries)
    let stores = request.storeIdentifiers
    if let pinned = root.pinned { return try pinned.dictionaries(fetch, stores: stores) }
    return try coordinator.dictionaries(fetch, stores: stores)
  }

  // MARK: - The saved part

  /// What a fetch reads of each object.
  enum FetchedContent {
    case identities
    /// The identity and the row, so that a fault can be filled without a statement.
    case rows
    /// The identity and the row; the objects are filled.
    case values
  }

  private func saved(
    _ fetch: StoreFetch, _ stores: [String]?, _ content: FetchedContent
  ) throws -> [ManagedObject] {
    guard parent == nil, coordinator.storeCount(of: fetch, stores) > 1 else {
      return try saved(in: fetch, stores, content)
    }
    // A store sorts and limits only its own objects, so the context sorts all of them and applies
    // offset and limit.
    let all = try saved(in: fetch.widened, stores, content)
    return fetch.window(try sorted(all, fetch))
  }

  private func saved(
    in fetch: StoreFetch, _ stores: [String]?, _ content: FetchedContent
  ) throws -> [ManagedObject] {
    guard content != .identities else {
      let ids = try source.identities(fetch, stores: stores)
      if let first = ids.first { identities.reserve(ids.count, at: first.place) }
      return ids.map { object(with: $0) }
    }
    return registered(try source.rows(fetch, stores: stores), fetch, content)
  }

  final func registered(
    _ rows: [RowSnapshot], _ fetch: StoreFetch, _ content: FetchedContent = .rows
  ) -> [ManagedObject] {
    if let first = rows.first { identities.reserve(rows.count, at: first.id.place) }
    guard fetch.refreshesObjects else {
      return rows.map { row in
        let object = object(of: row)
        // The row was read just now, so do not look for a newer one.
        if content == .values, object.isFault { object.fill(row) }
        return object
      }
    }
    return rows.map { row in
      let object = object(of: row)
      if !object.isFault, object.row !== row, object.row?.version != row.version {
        object.takeBelowChanges(row)
        object.awake(from: .refresh)
        event.refreshed.insert(object)
      }
      return object
    }
  }

  private func sorted(
    _ objects: [ManagedObject], _ fetch: StoreFetch
  ) throws -> [ManagedObject] {
    guard !fetch.sortKeys.isEmpty else { return objects }
    var evaluator = evaluator(fetch)
    let values = objects.map { PredicateValue.object(EvaluatedManagedObject(object: $0)) }
    return try evaluator.sorted(values, by: fetch.sortKeys).compactMap { value in
      guard case .object(let object) = value else { return nil }
      return (object as? EvaluatedManagedObject)?.object
    }
  }

  // MARK: - The unsaved part

  /// The saved objects of a request, corrected by unsaved changes. The limit applies to the
  /// corrected list, the offset to the saved objects only, as in Core Data.
  final func fetchPatched(
    _ fetch: StoreFetch, stores: [String]?, _ content: FetchedContent = .rows, sorts: Bool = true
  ) throws -> [ManagedObject] {
    var fetch = fetch
    fetch.request.resultType = .managedObjects
    let objects = try saved(fetch, stores, content)
    return try corrected(objects, fetch, stores, sorts: sorts)
  }

  /// Corrects a list of saved objects by the unsaved changes.
  final func corrected(
    _ objects: [ManagedObject], _ fetch: StoreFetch, _ stores: [String]?, sorts: Bool = true
  ) throws -> [ManagedObject] {
    guard hasPending(fetch, stores) else { return objects }
    var patched = try patched(objects, fetch, stores, sorts: sorts)
    if let limit = fetch.request.limit, patched.count > limit { patched.removeSubrange(limit...) }
    return patched
  }

  final func hasPending(_ fetch: StoreFetch, _ stores: [String]?) -> Bool {
    guard hasChanges else { return false }
    return [inserted, updated, deleted].contains { objects in
      objects.contains { isWanted($0, fetch, stores) }
    }
  }

  /// Whether a request could find an object, by its entity and its store. A new object that was not
  /// assigned to a store may be in any store.
  private func isWanted(
    _ object: ManagedObject, _ fetch: StoreFetch, _ stores: [String]?
  ) -> Bool {
    let store = object.objectID.place.store ?? object.details?.assignedStore
    if let stores, let store, !stores.contains(store) { return false }
    return fetch.request.includesSubentities
      ? object.plan.inherits(from: fetch.request.entity)
      : object.plan.id == fetch.request.entity
  }

  private func patched(
    _ objects: [ManagedObject], _ fetch: StoreFetch, _ stores: [String]?, sorts: Bool
  ) throws -> [ManagedObject] {
    var evaluator = evaluator(fetch)
    func matches(_ object: ManagedObject) throws -> Bool {
      guard let predicate = fetch.predicate else { return true }
      return try evaluator.evaluate(
        predicate, on: .object(EvaluatedManagedObject(object: object)))
    }
    var result = ObjectSet()
    for object in objects where !object.isDeleted {
      if object.state.contains(.updated), try !matches(object) { continue }
      result.insert(object)
    }
    for object in inserted.elements + updated.elements
    where !object.isDeleted && isWanted(object, fetch, stores) && !result.contains(object) {
      if try matches(object) { result.insert(object) }
    }
    return sorts ? try sorted(result.elements, fetch) : result.elements
  }

  private func evaluator(_ fetch: StoreFetch) -> PredicateEvaluator {
    PredicateEvaluator(
      arguments: fetch.arguments, bindings: fetch.variables,
      options: EvaluationOptions(now: Date.timeIntervalSinceReferenceDate))
  }
}

import MomentumModel
import MomentumQuery

// Fetches. A store returns what is saved. The context then corrects the result by its unsaved
// changes, which it evaluates in memory.

extension ObjectContext {
  /// The objects of a request, with unsaved changes.
  ///
  /// Throws a ``StoreFailure`` for a wrong name or predicate, and errors of the stores.
  public final func fetch(_ request: ObjectRequest) throws -> [ManagedObject] {
    propagatePendingDeletes()
    let fetch = try RequestResolver(model: model).resolve(request)
    try prefetcher.check(request)
    let content: FetchedContent =
      request.includesPropertyValues ? request.returnsFaults ? .rows : .values : .identities
    let run = ContextFetch(self, fetch, request.storeIdentifiers)
    let objects = try request.includesPendingChanges ? run.patched(content) : run.saved(content)
    if !request.returnsFaults { try prefetcher.realize(objects) }
    for path in request.prefetchedKeyPaths { try prefetcher.prefetch(path, objects) }
    return objects
  }

  /// The identities of the objects of a request. Those of unsaved objects are temporary. Objects
  /// that match only because of unsaved changes come last, without the order of the request, as in
  /// Core Data (OG-502).
  public final func fetchIDs(_ request: ObjectRequest) throws -> [ObjectID] {
    propagatePendingDeletes()
    let fetch = try RequestResolver(model: model).resolve(request, result: .managedObjectIDs)
    let run = ContextFetch(self, fetch, request.storeIdentifiers)
    guard request.includesPendingChanges && run.hasPending || run.isMerged else {
      return try source.identities(fetch, stores: request.storeIdentifiers)
    }
    return try run.patched(.identities, sorts: false).map(\.objectID)
  }

  /// The number of objects of a request, with unsaved changes.
  public final func count(_ request: ObjectRequest) throws -> Int {
    propagatePendingDeletes()
    let fetch = try RequestResolver(model: model).resolve(request, result: .count)
    guard request.includesPendingChanges,
      ContextFetch(self, fetch, request.storeIdentifiers).hasPending
    else {
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
}

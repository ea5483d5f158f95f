import MomentumRuntime

// Batch requests, which change rows without objects.

extension ObjectContext {
  /// Runs a batch request in the stores. No object of a context changes, and no hook is called.
  ///
  /// Throws ``ObjectError`` if a row breaks a rule that batch requests check, or a store has
  /// no batch requests; nothing is changed then.
  ///
  /// - Returns: The number of rows, without those that the delete rule Cascade has deleted.
  @discardableResult
  public final func execute(_ request: BatchRequest) throws -> Int {
    try run(request, .count).count
  }

  /// Runs a batch request like ``execute(_:)``, and returns the identities of the rows, which
  /// contexts can merge.
  public final func executeForChanges(_ request: BatchRequest) throws -> MergedChanges {
    let result = try run(request, .objectIDs)
    switch request {
    case .insert, .insertDictionaries, .insertObjects:
      let updated = Set(result.updatedIDs)
      return MergedChanges(
        inserted: result.ids.filter { !updated.contains($0) }, updated: result.updatedIDs)
    case .update: return MergedChanges(updated: result.ids)
    case .delete, .deleteObjects: return MergedChanges(deleted: result.ids)
    }
  }

  /// Runs a batch request in the named stores, or in all that have the entity, and returns the kind
  /// of result that Core Data would return.
  package final func execute(
    _ request: BatchRequest, returning type: BatchResultType, in stores: [String]? = nil
  ) throws -> BatchResult {
    let result = try run(request, type, stores)
    switch type {
    case .statusOnly: return .status(true)
    case .objectIDs: return .objectIDs(result.ids)
    case .count: return .count(result.count)
    }
  }

  private func run(
    _ request: BatchRequest, _ type: BatchResultType, _ wanted: [String]? = nil
  ) throws -> StoreBatchResult {
    var batch = try BatchResolver(context: self).resolve(request, type)
    // As for a save: the context that changes the rows signs the transaction.
    batch.author = root.transactionAuthor
    batch.contextName = root.name
    var stores = wanted
    if wanted == nil, case .delete(let request) = request { stores = request.storeIdentifiers }
    return try coordinator.execute(batch, stores: stores)
  }
}

extension StoreCoordinator {
  /// Runs a batch request in each store that has the entity. An insertion goes to the first such
  /// store, a deletion of identities to the stores of these.
  package func execute(_ batch: StoreBatch, stores wanted: [String]?) throws -> StoreBatchResult {
    let entity = batch.entity(in: model)
    var targets = stores.filter { store in
      store.holds(entity) && (wanted?.contains(store.identifier) ?? true)
    }
    switch batch.kind {
    case .insert: targets = Array(targets.filter { !$0.isReadOnly }.prefix(1))
    case .deleteObjects(_, let ids):
      let named = Set(ids.compactMap(\.place.store))
      targets = targets.filter { named.contains($0.identifier) }
    case .update, .delete: break
    }
    guard !targets.isEmpty else {
      if case .deleteObjects = batch.kind { return StoreBatchResult() }
      throw ObjectError.noStore(entity.name)
    }
    var result = StoreBatchResult()
    for store in targets {
      let own = try store.execute(batch)
      result.count += own.count
      result.ids += own.ids
      result.updatedIDs += own.updatedIDs
      didCommit(store)
    }
    return result
  }
}

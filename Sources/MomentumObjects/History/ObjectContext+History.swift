// The persistent history of the stores: what was saved, by whom, and when.

extension ObjectContext {
  /// The transactions after a position in the history, oldest first, of all stores that keep a
  /// history.
  ///
  /// Throws ``ObjectError`` of code 134301 if transactions after the token were deleted.
  ///
  /// - Parameters:
  ///   - predicate: A condition with the keys `author`, `contextName`, `bundleID`, `processID`,
  ///     `timestamp`, `token` and `transactionNumber`.
  ///   - changePredicate: A condition for changes with the keys `changeType` (0 for new, 1 for
  ///     changed, 2 for deleted objects), `changedEntity` (a name), `changedObjectID` and
  ///     `changeID`. Transactions without such changes are left out.
  ///   - includesChanges: Whether the changes are read too, not only the transactions.
  public final func fetchHistory(
    after start: HistoryPoint, where predicate: ObjectPredicate? = nil,
    changesWhere changePredicate: ObjectPredicate? = nil, includesChanges: Bool = true
  ) throws -> [HistoryTransaction] {
    var request = HistoryRequest(after: start)
    request.predicate = predicate
    request.changePredicate = changePredicate
    request.resultType = includesChanges ? .transactionsAndChanges : .transactionsOnly
    guard case .transactions(let found) = try coordinator.execute(request) else { return [] }
    return found
  }

  /// Deletes the transactions before a position in the history. The transaction at the position
  /// stays; a `nil` token deletes nothing.
  public final func deleteHistory(before end: HistoryPoint) throws {
    try coordinator.deleteHistory(before: end)
  }

  /// Merges changes that others have saved, such as a batch request or another process, into
  /// several contexts, each on its own queue. Unlike ``merge(_:)`` it first reads the changed rows
  /// from the stores again.
  ///
  /// A context is merged after its parent. A context of another coordinator gets only changes of
  /// that coordinator's stores.
  public static func mergeRemoteChanges(
    _ changes: MergedChanges, into contexts: [ObjectContext]
  ) throws {
    let groups = Dictionary(grouping: contexts) { ObjectIdentifier($0.coordinator) }
    for group in groups.values {
      let used = group.flatMap { context in
        context.performAndWait {
          changes.updated.filter { context.registeredObject(for: $0) != nil }
        }
      }
      try group.first?.coordinator.readAgain(changes, used: Set(used))
    }
    for context in contexts.sorted(by: { $0.depth < $1.depth }) {
      let own = changes.of(context.coordinator)
      try context.performAndWait { try context.merge(own) }
    }
  }

  /// The number of the context's parents.
  private var depth: Int { (parent?.depth ?? -1) + 1 }
}

extension MergedChanges {
  /// The changes that concern stores of this coordinator.
  fileprivate func of(_ coordinator: StoreCoordinator) -> MergedChanges {
    let known = Set(coordinator.stores.map(\.identifier))
    func own(_ ids: [ObjectID]) -> [ObjectID] {
      ids.filter { $0.place.store.map(known.contains) ?? false }
    }
    return MergedChanges(inserted: own(inserted), updated: own(updated), deleted: own(deleted))
  }
}

extension StoreCoordinator {
  /// Reads rows again that somebody else has changed, so that contexts which have read them before
  /// get the new values. A row that no context uses is read when a context needs it.
  fileprivate func readAgain(_ changes: MergedChanges, used: Set<ObjectID>) throws {
    forget(changes.updated)
    var rows: [RowSnapshot] = []
    var gone = changes.deleted
    let byID = Dictionary(stores.map { ($0.identifier, $0) }) { first, _ in first }
    for id in changes.updated where used.contains(id) {
      guard let store = id.place.store.flatMap({ byID[$0] }) else { continue }
      if let row = try store.row(id) { rows.append(row) } else { gone.append(id) }
    }
    record(saved: rows, deleted: gone)
  }
}

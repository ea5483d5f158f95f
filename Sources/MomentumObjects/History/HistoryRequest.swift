/// A request for the persistent history, with all options of Core Data's.
package struct HistoryRequest: Sendable {
  package enum ResultType: Sendable, Hashable {
    case statusOnly
    /// The identities of the changed objects.
    case objectIDs
    /// The number of transactions.
    case count
    case transactionsOnly
    case changesOnly
    case transactionsAndChanges
  }

  package enum Result: Sendable {
    case status(Bool)
    case objectIDs([ObjectID])
    case count(Int)
    case transactions([HistoryTransaction])
    case changes([HistoryChange])
  }

  package var start: HistoryPoint
  package var resultType = ResultType.transactionsAndChanges
  /// A condition for transactions.
  package var predicate: ObjectPredicate?
  /// A condition for changes; transactions without such changes are left out.
  package var changePredicate: ObjectPredicate?
  /// The stores to read; `nil` for all.
  package var storeIdentifiers: [String]?

  package init(after start: HistoryPoint) { self.start = start }
}

extension StoreCoordinator {
  /// Reads the history of all stores that keep one.
  package func execute(_ request: HistoryRequest) throws -> HistoryRequest.Result {
    let found = try transactions(request)
    switch request.resultType {
    case .statusOnly: return .status(true)
    case .count: return .count(found.count)
    case .transactionsOnly, .transactionsAndChanges: return .transactions(found)
    case .changesOnly: return .changes(found.flatMap { $0.changes ?? [] })
    case .objectIDs: return .objectIDs(found.flatMap { $0.changes ?? [] }.map(\.objectID))
    }
  }

  private func transactions(_ request: HistoryRequest) throws -> [HistoryTransaction] {
    let filter = try request.predicate.map { try HistoryFilter($0) }
    let changeFilter = try request.changePredicate.map { try HistoryFilter($0) }
    let readsChanges =
      switch request.resultType {
      case .objectIDs, .changesOnly, .transactionsAndChanges: true
      case .statusOnly, .count, .transactionsOnly: changeFilter != nil
      }
    var lists: [[HistoryTransaction]] = []
    for (store, start) in try starts(request.start, request.storeIdentifiers) {
      var list = try store.history(StoreHistoryFetch(start, includesChanges: readsChanges))
      if let filter { list = try filter.filtered(list, of: store.identifier) }
      if let changeFilter { list = try changeFilter.filteredChanges(list, of: store.identifier) }
      if request.resultType == .transactionsOnly {
        for index in list.indices { list[index].records = nil }
      }
      lists.append(list)
    }
    return merged(lists)
  }

  /// The stores that keep a history, each with the position from which it is read.
  private func starts(
    _ point: HistoryPoint, _ wanted: [String]?
  ) throws -> [(any ObjectStore, StoreHistoryFetch.Start)] {
    let stores = stores.filter { wanted?.contains($0.identifier) ?? true }
    switch point {
    case .date(let seconds): return stores.map { ($0, .date(seconds)) }
    case .transaction(let transaction):
      return stores.filter { $0.identifier == transaction.storeIdentifier }
        .map { ($0, .number(transaction.number)) }
    case .token(nil): return stores.map { ($0, .beginning) }
    case .token(let token?):
      let known = Set(self.stores.map(\.identifier))
      guard token.numbers.keys.allSatisfy(known.contains) else {
        throw ObjectError.historyTokenExpired("it is of a store that is not open")
      }
      // A store that the token does not have was added later, so read it from its beginning.
      return stores.map { store in
        (store, token.numbers[store.identifier].map { .number($0) } ?? .beginning)
      }
    }
  }

  /// Merges the transactions of several stores by time; those of one store keep their order.
  private func merged(_ lists: [[HistoryTransaction]]) -> [HistoryTransaction] {
    let open = lists.filter { !$0.isEmpty }
    guard open.count > 1 else { return open.first ?? [] }
    var rests = open.map { $0[...] }
    var result: [HistoryTransaction] = []
    while let next = rests.indices.filter({ !rests[$0].isEmpty }).min(by: { one, other in
      (rests[one].first?.timestamp ?? 0) < (rests[other].first?.timestamp ?? 0)
    }) {
      result.append(rests[next].removeFirst())
    }
    return result
  }

  /// The position after the last transaction of each store that keeps a history; `nil` if no store
  /// does.
  ///
  /// - Parameter identifiers: The identifiers of the stores; `nil` for all stores.
  public func currentHistoryToken(fromStores identifiers: [String]? = nil) throws -> HistoryToken? {
    var numbers: [String: Int64] = [:]
    for store in stores where identifiers?.contains(store.identifier) ?? true {
      numbers[store.identifier] = try store.lastTransaction()
    }
    return numbers.isEmpty ? nil : HistoryToken(numbers)
  }

  /// Deletes the transactions before a position; the transaction at the position stays.
  func deleteHistory(before point: HistoryPoint) throws {
    for store in stores {
      switch point {
      case .date(let seconds): try store.deleteHistory(before: .date(seconds))
      case .transaction(let transaction):
        guard transaction.storeIdentifier == store.identifier else { continue }
        try store.deleteHistory(before: .number(transaction.number))
      case .token(let token):
        guard let number = token?.numbers[store.identifier] else { continue }
        try store.deleteHistory(before: .number(number))
      }
    }
  }
}

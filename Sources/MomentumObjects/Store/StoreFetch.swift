package import MomentumEvaluation
package import MomentumPredicate
package import MomentumQuery

/// A request in the form that stores run: with resolved names for SQL, and as syntax for stores
/// that evaluate predicates in memory.
package struct StoreFetch: Sendable {
  package var request: FetchRequest
  package var predicate: PredicateSyntax?
  /// The values for `%@` in `predicate`.
  package var arguments: [PredicateValue]
  package var variables: [String: PredicateValue]
  package var sortKeys: [ValueSortKey]
  /// The predicate in the user's spelling, for logs.
  package var format: String?
  /// The objects to read, in any order; `nil` for all that satisfy the request. If it is set, the
  /// request's predicate, sort keys and limits are ignored.
  package var identities: [ObjectID]?
  /// The key path that is prefetched by `identities`, for logs; `nil` for other requests.
  package var prefetchedKeyPath: String?
  /// The request as the program has made it, for custom stores; `nil` for a request that a context
  /// makes itself.
  package var source: ObjectRequest?
  /// Whether objects that the context already has get the values of the rows.
  package var refreshesObjects = false
  /// Watches the fetch and may cancel it; `nil` if nobody watches.
  package var watch: FetchWatch?

  package init(
    _ request: FetchRequest, predicate: PredicateSyntax? = nil, arguments: [PredicateValue] = [],
    variables: [String: PredicateValue] = [:], sortKeys: [ValueSortKey] = [], format: String? = nil
  ) {
    self.request = request
    self.predicate = predicate
    self.arguments = arguments
    self.variables = variables
    self.sortKeys = sortKeys
    self.format = format
  }
}

/// Watches a fetch that does not run on the context's queue.
package struct FetchWatch: Sendable {
  /// Whether the fetch should stop. A store calls it often, also while SQLite sorts.
  package var isCancelled: @Sendable () -> Bool
  /// Called with the number of rows that were read so far.
  package var didRead: @Sendable (Int) -> Void

  package init(
    isCancelled: @escaping @Sendable () -> Bool, didRead: @escaping @Sendable (Int) -> Void
  ) {
    self.isCancelled = isCancelled
    self.didRead = didRead
  }

  /// Reports one more row. Throws if the fetch was cancelled.
  package func check(_ rowCount: Int) throws {
    guard !isCancelled() else { throw ObjectError(.userCancelled) }
    didRead(rowCount)
  }
}

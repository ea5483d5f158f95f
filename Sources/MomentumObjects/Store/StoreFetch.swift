package import MomentumEvaluation
package import MomentumPredicate
package import MomentumQuery

/// A request as a store gets it: with resolved names, for SQL, and as syntax, for stores that
/// evaluate predicates in memory.
package struct StoreFetch: Sendable {
  package var request: FetchRequest
  package var predicate: PredicateSyntax?
  /// The values for `%@` in `predicate`.
  package var arguments: [PredicateValue]
  package var variables: [String: PredicateValue]
  package var sortKeys: [ValueSortKey]
  /// The predicate in the user's spelling, for logs.
  package var format: String?
  /// Only these objects, in any order; `nil` for all. The request then has neither predicate nor
  /// sort keys.
  package var identities: [ObjectID]?

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

package import MomentumPredicate

/// Options of the SQL for a request: the result of a comparison with a missing value, and which of
/// the shorter ways of writing SQL are allowed.
package struct QueryOptions: Sendable, Hashable {
  package var nullSemantics: NullSemantics
  /// The rules that choose a shorter or faster text with the same result.
  package var rules: Set<QueryRule>

  package init(
    nullSemantics: NullSemantics = .store, rules: Set<QueryRule> = Set(QueryRule.allCases)
  ) {
    self.nullSemantics = nullSemantics
    self.rules = rules
  }
}

/// A way of writing SQL that does not change the result. Each can be switched off, so that tests
/// can compare the results.
package enum QueryRule: String, Sendable, Hashable, CaseIterable {
  /// `ANY` outside of a NOT joins the objects and adds DISTINCT, as Core Data's log shows; without
  /// this rule it becomes an EXISTS. The rule applies to Core Data's layout only.
  case joinForAny = "join-for-any"
  /// `BEGINSWITH` with a constant becomes a range, for which SQLite can use an index.
  case rangeForPrefix = "range-for-prefix"
  /// A to-one object that every matching row must have is joined by an inner join.
  case innerJoin = "inner-join"
  /// If only the key of a many-to-many object is needed, it is read from the join table alone.
  case keyFromJoinTable = "key-from-join-table"
  /// A long IN list becomes a table of values. Without this rule each value is a placeholder.
  case valueArray = "value-array"
}

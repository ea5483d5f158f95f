public import MomentumPredicate

/// What a request means and which ways of writing it are taken.
public struct QueryOptions: Sendable, Hashable {
  public var nullSemantics: NullSemantics
  /// The rules that choose a shorter or faster text with the same rows.
  public var rules: Set<QueryRule>

  public init(
    nullSemantics: NullSemantics = .store, rules: Set<QueryRule> = Set(QueryRule.allCases)
  ) {
    self.nullSemantics = nullSemantics
    self.rules = rules
  }
}

/// A way of writing SQL that changes no rows. Each can be left out, so that tests can compare.
public enum QueryRule: String, Sendable, Hashable, CaseIterable {
  /// `ANY` outside of NOT joins the objects and takes DISTINCT, where Core Data's log shows it; else
  /// it is an EXISTS. Core Data's layout only.
  case joinForAny = "join-for-any"
  /// `BEGINSWITH` of a constant is a range, which an index serves.
  case rangeForPrefix = "range-for-prefix"
  /// A to-one object that has to be there is joined by an inner join.
  case innerJoin = "inner-join"
  /// A many-to-many object of which only the key is asked for is read from the join table alone.
  case keyFromJoinTable = "key-from-join-table"
  /// A long IN list is a table of values; else all are placeholders.
  case valueArray = "value-array"
}

/// What a comparison with nil gives.
package enum NullSemantics: Sendable, Hashable, CaseIterable {
  /// As Core Data's SQLite store: a comparison with a missing value is unknown, and so is its negation;
  /// only `== nil` and `!= nil` ask for one. Objects for which a predicate is unknown are not found.
  case store
  /// As `NSPredicate` in memory: two-valued; `nil == nil`, `nil <= nil` and `nil != x` hold, no other
  /// comparison with nil does.
  case foundation
}

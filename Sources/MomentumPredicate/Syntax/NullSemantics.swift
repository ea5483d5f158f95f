/// The result of a comparison with nil.
package enum NullSemantics: Sendable, Hashable, CaseIterable {
  /// Core Data's SQLite store: a comparison with a missing value is unknown, and so is its
  /// negation. Only `== nil` and `!= nil` find missing values. An object is not found if the
  /// predicate is unknown for it.
  case store
  /// `NSPredicate` in memory: each comparison is true or false. `nil == nil`, `nil <= nil` and
  /// `nil != x` are true, and all other comparisons with nil are false.
  case foundation
}

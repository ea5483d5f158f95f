package import MomentumText

/// A function of a single row's values. Each dialect has its own form for it.
package enum SQLFunction: Sendable, Hashable {
  /// Where the searched text must be found.
  package enum Place: Sendable, Hashable, CaseIterable {
    case anywhere
    case start
    case end
  }

  /// Whether the first text contains the second: ` NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)`.
  /// An empty text is never found.
  case search(Place, ComparisonFlags)
  /// The order of two texts: a number below 0, 0, or above 0.
  case compare(ComparisonFlags)
  /// Whether a text matches a pattern with `*` and `?`.
  case like(ComparisonFlags)
  /// Whether the whole text matches a regular expression.
  case matches(ComparisonFlags)
  case scalar(SQLScalarFunction)
}

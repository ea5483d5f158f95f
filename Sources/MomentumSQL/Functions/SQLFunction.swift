public import MomentumText

/// A function of one row's values; each dialect has its own words for it.
public enum SQLFunction: Sendable, Hashable {
  /// Where a pattern has to stand in a text.
  public enum Place: Sendable, Hashable, CaseIterable {
    case anywhere
    case start
    case end
  }

  /// Whether the first text holds the second: ` NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)`. An empty
  /// text is held by none.
  case search(Place, ComparisonFlags)
  /// Less than, equal to or greater than 0.
  case compare(ComparisonFlags)
  /// Whether the text has the form of a pattern with `*` and `?`.
  case like(ComparisonFlags)
  /// Whether the whole text matches a regular expression.
  case matches(ComparisonFlags)
  case scalar(SQLScalarFunction)
}

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
  case search(Place, SQLTextFlags)
  /// Less than, equal to or greater than 0.
  case compare(SQLTextFlags)
  /// Whether the text has the form of a pattern with `*` and `?`.
  case like(SQLTextFlags)
  /// Whether the whole text matches a regular expression.
  case matches(SQLTextFlags)
  case scalar(SQLScalarFunction)
}

/// How two texts are compared: the third argument of Core Data's string functions.
///
/// Observed: `[cdl]` prints 417, which is 1 + 32 + 128 + 256, as `CFStringCompareFlags` has them. The
/// other sums follow from the same public constants and are assumed.
public struct SQLTextFlags: OptionSet, Sendable, Hashable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let caseInsensitive = SQLTextFlags(rawValue: 1)
  /// With `anchored`: at the end.
  public static let backwards = SQLTextFlags(rawValue: 4)
  public static let anchored = SQLTextFlags(rawValue: 8)
  public static let localized = SQLTextFlags(rawValue: 32)
  public static let diacriticInsensitive = SQLTextFlags(rawValue: 128)
  public static let widthInsensitive = SQLTextFlags(rawValue: 256)
}

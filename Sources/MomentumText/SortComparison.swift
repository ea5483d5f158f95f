/// How texts are put in order; the raw value is the selector of `NSSortDescriptor`.
///
/// ```swift
/// let venues = Venue.all.sorted(by: \.name, .ascending, .localizedStandard)
/// ```
public enum SortComparison: String, Sendable, Hashable, CaseIterable {
  /// By code points. Only this comparison applies to values other than strings, and only for it can
  /// a database use an index.
  case binary = "compare:"
  /// By code points, but an upper-case letter is equal to its lower-case letter.
  case caseInsensitive = "caseInsensitiveCompare:"
  /// By the rules of the store's locale, for example `ä` beside `a`.
  case localized = "localizedCompare:"
  /// By the rules of the store's locale, but an upper-case letter is equal to its lower-case
  /// letter.
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  /// In the order in which the Finder shows names: numbers inside texts are compared by their
  /// value, so `Model 2` is before `Model 10`.
  case localizedStandard = "localizedStandardCompare:"
}

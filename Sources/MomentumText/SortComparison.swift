/// How texts are put in order; the raw value is the selector of `NSSortDescriptor`.
///
/// ```swift
/// let venues = Venue.all.sorted(by: \.name, .ascending, .localizedStandard)
/// ```
public enum SortComparison: String, Sendable, Hashable, CaseIterable {
  /// By code points. Only this comparison applies to values other than strings, and only for it can
  /// a database use an index.
  case binary = "compare:"
  /// By code points, with `a` equal to `A`.
  case caseInsensitive = "caseInsensitiveCompare:"
  /// By the rules of the store's locale.
  case localized = "localizedCompare:"
  /// By the rules of the store's locale, with `a` equal to `A`.
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  /// As the Finder sorts names: numbers in texts by their value.
  case localizedStandard = "localizedStandardCompare:"
}

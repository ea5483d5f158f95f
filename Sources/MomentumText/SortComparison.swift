/// How texts are put in order; the raw value is the selector of `NSSortDescriptor`.
public enum SortComparison: String, Sendable, Hashable, CaseIterable {
  /// By code points; the only one that compares anything but strings, and that an index serves.
  case binary = "compare:"
  case caseInsensitive = "caseInsensitiveCompare:"
  /// By the rules of the store's locale.
  case localized = "localizedCompare:"
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  /// As the Finder sorts names: numbers in texts by their value.
  case localizedStandard = "localizedStandardCompare:"
}

/// How a sort key compares; the raw value is the selector of `NSSortDescriptor`.
public enum SortComparison: String, Sendable, Hashable, CaseIterable {
  /// By code points; the only one that compares anything but strings.
  case compare = "compare:"
  case caseInsensitive = "caseInsensitiveCompare:"
  case localized = "localizedCompare:"
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  /// As the Finder sorts names.
  case localizedStandard = "localizedStandardCompare:"
}

internal import Foundation

/// The way in which two texts are compared. It is the third argument of Core Data's SQL functions
/// for texts, such as `NSCoreDataStringSearch`, so it is printed into SQL and read back by the
/// functions that are registered with SQLite.
///
/// The numbers are those of `CFStringCompareFlags` (documented:
/// <https://developer.apple.com/documentation/corefoundation/cfstringcompareflags>); observed in
/// SQL logs as 417 = 1 + 32 + 128 + 256 for `localizedStandardContains`.
package struct ComparisonFlags: OptionSet, Sendable, Hashable {
  package var rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  package static let caseInsensitive = ComparisonFlags(rawValue: 1)
  /// Together with `anchored`: the searched text must be at the end.
  package static let backwards = ComparisonFlags(rawValue: 4)
  package static let anchored = ComparisonFlags(rawValue: 8)
  package static let nonliteral = ComparisonFlags(rawValue: 16)
  package static let localized = ComparisonFlags(rawValue: 32)
  package static let numerically = ComparisonFlags(rawValue: 64)
  package static let diacriticInsensitive = ComparisonFlags(rawValue: 128)
  package static let widthInsensitive = ComparisonFlags(rawValue: 256)

  private static let folding: ComparisonFlags = [
    .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
  ]

  /// Whether texts are equal only if they have the same code points.
  package var isLiteral: Bool {
    isDisjoint(with: Self.folding.union([.nonliteral, .localized, .numerically]))
  }

  /// Whether two texts of ASCII characters can be compared byte by byte under a locale. If case is
  /// ignored, letters are changed to lower case first.
  ///
  /// False for flags that compare digits as numbers. Also false for localized comparisons in Turkic
  /// languages and Lithuanian, which have rules of their own for the case of `I` and `i`.
  package func isByteWise(ascii locale: String) -> Bool {
    guard !contains(.numerically) else { return false }
    let special = ["tr", "az", "lt"].contains { locale.lowercased().hasPrefix($0) }
    return !(contains(.localized) && special)
  }

  /// The same flags as options of Foundation.
  var options: String.CompareOptions {
    var options: String.CompareOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    if contains(.widthInsensitive) { options.insert(.widthInsensitive) }
    if contains(.numerically) { options.insert(.numeric) }
    if contains(.anchored) { options.insert(.anchored) }
    if contains(.backwards) { options.insert(.backwards) }
    if isLiteral { options.insert(.literal) }
    return options
  }
}

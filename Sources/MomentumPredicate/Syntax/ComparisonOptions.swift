package import MomentumText

/// The letters in brackets after an operator, printed in the order `c d n l`.
///
/// ```swift
/// let cafes = Venue.where { $0.name.contains("cafe", [.caseInsensitive, .diacriticInsensitive]) }
/// ```
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// The sum of the options: 1 for `c`, 2 for `d`, 4 for `n`, 8 for `l`.
  public let rawValue: Int

  /// Makes options from their sum.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Ignores case: `[c]`.
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// Ignores accents and other diacritics: `[d]`.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// Compares texts that are normalized already, code point by code point: `[n]`.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// Compares by the rules of the locale: `[l]`.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  /// The options with their letters, in the order in which they are printed.
  private static let letters: [(option: ComparisonOptions, letter: String)] = [
    (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
    (.localeSensitive, "l"),
  ]

  /// The options as written after an operator: `[cd]`. Empty without options.
  package var text: String {
    guard !isEmpty else { return "" }
    return "[" + ComparisonOptions.letters.filter { contains($0.option) }.map(\.letter).joined()
      + "]"
  }

  /// The comparison of texts that the options ask for: `[n]` asks for literal bytes and overrides
  /// `[c]` and `[d]`; `[c]` and `[d]` also ignore the width of characters.
  package var flags: ComparisonFlags {
    if rawValue == 0 || contains(.normalized) { return ComparisonFlags(rawValue: 0) }
    var flags: ComparisonFlags = []
    if contains(.caseInsensitive) { flags.formUnion([.caseInsensitive, .widthInsensitive]) }
    if contains(.diacriticInsensitive) {
      flags.formUnion([.diacriticInsensitive, .widthInsensitive])
    }
    if contains(.localeSensitive) { flags.insert(.localized) }
    return flags
  }
}

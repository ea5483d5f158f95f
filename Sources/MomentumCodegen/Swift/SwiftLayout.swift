/// The layout of declarations as lines.
package struct SwiftLayout: Sendable, Hashable {
  package var spacesPerLevel: Int
  /// Longer lines are broken.
  package var lineLengthMax: Int
  /// Whether an empty line is below the `{` and above the `}` of a type.
  package var hasEmptyLinesInTypes: Bool
  /// Whether there is a space before the colon: `extension Venue : Identifiable` instead of
  /// `extension Venue: Identifiable`.
  package var hasSpaceBeforeColonOfExtensions: Bool
  /// The number of empty lines between the imports and an extension.
  package var emptyLinesBeforeExtensions: Int

  /// The layout of swift-format with its default settings.
  package static let swiftFormat = SwiftLayout(
    spacesPerLevel: 2, lineLengthMax: 100, hasEmptyLinesInTypes: false,
    hasSpaceBeforeColonOfExtensions: false, emptyLinesBeforeExtensions: 1)

  /// Xcode's layout of the files of managed object classes.
  ///
  /// Observed in public repositories: files of Xcode 8 to 26; Xcode breaks no line, however long.
  package static let xcode = SwiftLayout(
    spacesPerLevel: 4, lineLengthMax: .max, hasEmptyLinesInTypes: true,
    hasSpaceBeforeColonOfExtensions: true, emptyLinesBeforeExtensions: 2)
}

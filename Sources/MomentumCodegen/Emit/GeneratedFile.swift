/// A generated source file: its name without folders, and its whole text.
///
/// ```swift
/// for file in model.swiftFiles(.coreData) where !file.isWrittenOnce {
///   try file.text.write(toFile: file.name, atomically: true, encoding: .utf8)
/// }
/// ```
public struct GeneratedFile: Sendable, Hashable {
  /// The file's name without a folder: `Venue.swift`.
  public let name: String
  /// The file's whole text.
  public let text: String
  /// Whether the file belongs to a person once it exists: it is written if it is missing, and then
  /// never compared, overwritten or removed.
  public let isWrittenOnce: Bool
  /// Whether the text has Xcode's layout, so that an existing file of Xcode's keeps its form: see
  /// `XcodeFile`.
  package let isInXcodeStyle: Bool

  package init(
    name: String, text: String, isWrittenOnce: Bool = false, isInXcodeStyle: Bool = false
  ) {
    self.name = name
    self.text = text
    self.isWrittenOnce = isWrittenOnce
    self.isInXcodeStyle = isInXcodeStyle
  }
}

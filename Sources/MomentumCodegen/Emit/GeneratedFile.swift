/// A generated source file: its name without folders, and its whole text.
public struct GeneratedFile: Sendable, Hashable {
  public let name: String
  public let text: String
  /// Whether the file is somebody's own once it stands: it is made where it is missing, and then never
  /// compared, overwritten or removed.
  public let isWrittenOnce: Bool
  /// Whether the text is laid out as Xcode does it, so that a file of Xcode's own at its place keeps its
  /// form: see `XcodeFile`.
  public let isInXcodeStyle: Bool

  public init(
    name: String, text: String, isWrittenOnce: Bool = false, isInXcodeStyle: Bool = false
  ) {
    self.name = name
    self.text = text
    self.isWrittenOnce = isWrittenOnce
    self.isInXcodeStyle = isInXcodeStyle
  }
}

/// A generated source file: its name without folders, and its whole text.
public struct GeneratedFile: Sendable, Hashable {
  public let name: String
  public let text: String
  /// Whether the file is somebody's own once it stands: it is made where it is missing, and then never
  /// compared, overwritten or removed.
  public let isWrittenOnce: Bool

  public init(name: String, text: String, isWrittenOnce: Bool = false) {
    self.name = name
    self.text = text
    self.isWrittenOnce = isWrittenOnce
  }
}

/// Whether a file on disk has to be written again.
public enum GeneratedOutput {
  /// What to do with a file that should hold a text.
  public enum Action: Sendable, Hashable {
    /// The text stands there already; touching the file would only make builds slower.
    case keep
    case write
    /// The file there does not begin as ours do: somebody wrote it by hand.
    case refuse
  }

  /// Compares a file's text, `nil` where there is no file, with the file it should be.
  public static func action(existing: String?, new: GeneratedFile) -> Action {
    guard let existing else { return .write }
    return new.isWrittenOnce ? .keep : action(existing: existing, new: new.text)
  }

  /// Compares a file's text, `nil` where there is no file, with the text it should have.
  public static func action(existing: String?, new: String) -> Action {
    guard let existing else { return .write }
    if existing.utf8.elementsEqual(new.utf8) { return .keep }
    guard existing.isEmpty || existing.utf8.starts(with: SwiftFile.firstLine.utf8) else {
      return .refuse
    }
    return .write
  }
}

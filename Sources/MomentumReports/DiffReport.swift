/// What differs between versions of a model, as text for people and for programs.
///
/// Every form has the same facts in the same order: the verdict, then the changes by entity, then the
/// renames that nobody declared. Equal input gives equal bytes.
public enum DiffReport {
  /// How many UTF-8 bytes of Markdown a comment on GitHub may have.
  ///
  /// Documented are 65,536 characters ("Body is too long (maximum is 65536 characters)"); bytes are
  /// never fewer, whatever is counted as a character.
  public static let commentLengthMax = 65_536
}

/// The differences of versions of a model, as text for people and for programs.
///
/// Every report has the same facts in the same order: the verdict, then the changes by entity, then
/// probable renames that the model does not declare. The same diff always makes the same bytes.
package enum DiffReport {
  /// The most UTF-8 bytes of Markdown in a comment on GitHub.
  ///
  /// Documented are 65,536 characters ("Body is too long (maximum is 65536 characters)"); a text
  /// never has more characters than bytes, whatever GitHub counts as a character.
  package static let commentLengthMax = 65_536
}

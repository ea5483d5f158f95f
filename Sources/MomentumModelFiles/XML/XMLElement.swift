package import MomentumDiagnostics

/// An element of an XML file with everything in it, as written.
package struct XMLElement: Sendable, Hashable {
  package var name: String
  package var nameRange: SourceRange
  /// From `<` to the `>` of the start tag.
  package var tagRange: SourceRange
  /// From the `<` of the start tag to the `>` of the end tag.
  package var range: SourceRange
  package var attributes: [XMLAttribute]
  package var children: [XMLElement] = []
  /// The text between the tags, joined and decoded, without that of inner elements. Empty where it
  /// was all blanks.
  package var text = ""
}

/// An attribute of an XML element, as written.
package struct XMLAttribute: Sendable, Hashable {
  package var name: String
  package var nameRange: SourceRange
  /// The decoded value.
  package var value: String
  /// The bytes between the quotes.
  package var valueRange: SourceRange
  /// How the decoded value was made from the bytes; empty where they are the same.
  package var segments: [EmbeddedText.Segment]
}

package import MomentumDiagnostics

/// An element of an XML file with everything in it, as written.
package struct XMLElement: Sendable, Hashable {
  package var name: String
  package var nameRange: SourceRange
  /// The range from the `<` to the `>` of the start tag.
  package var tagRange: SourceRange
  /// The range from the `<` of the start tag to the `>` of the end tag.
  package var range: SourceRange
  package var attributes: [XMLAttribute]
  package var children: [XMLElement] = []
  /// The text between the tags, decoded and joined, without the text of inner elements. Empty if
  /// all of it is white space.
  package var text = ""
}

/// An attribute of an XML element, as written.
package struct XMLAttribute: Sendable, Hashable {
  package var name: String
  package var nameRange: SourceRange
  /// The decoded value.
  package var value: String
  /// The range of the bytes between the quotes.
  package var valueRange: SourceRange
  /// The bytes that each part of the value was decoded from; empty if the value has the same bytes
  /// as the file.
  package var segments: [EmbeddedText.Segment]
}

public import MomentumDiagnostics

/// An element of a `contents` file as written: nothing is resolved, nothing is filled in.
public struct SyntaxElement: Sendable, Hashable {
  public var kind: ModelElementKind
  /// The element's name in the start tag.
  public var nameRange: SourceRange
  /// The start tag.
  public var tagRange: SourceRange
  /// From the start tag to the end tag.
  public var range: SourceRange
  /// In written order, also those that `ModelGrammar` does not know.
  public var attributes: [SyntaxAttribute]
  /// In written order; only elements that `ModelGrammar` allows here.
  public var children: [SyntaxElement]

  public init(
    kind: ModelElementKind, nameRange: SourceRange, tagRange: SourceRange, range: SourceRange,
    attributes: [SyntaxAttribute] = [], children: [SyntaxElement] = []
  ) {
    self.kind = kind
    self.nameRange = nameRange
    self.tagRange = tagRange
    self.range = range
    self.attributes = attributes
    self.children = children
  }

  /// The attribute of a name; `nil` where it is absent.
  public subscript(name: ModelAttributeName) -> SyntaxAttribute? {
    // By index: a closure over the elements would copy each.
    for index in attributes.indices where attributes[index].name == name {
      return attributes[index]
    }
    return nil
  }

  /// The inner elements of a kind, in written order.
  public func children(_ kind: ModelElementKind) -> [SyntaxElement] {
    children.filter { $0.kind == kind }
  }
}

/// An XML attribute of a `contents` file as written.
public struct SyntaxAttribute: Sendable, Hashable {
  /// The name in the file.
  public var text: String
  /// The name where it is one that the element may have.
  public var name: ModelAttributeName?
  public var nameRange: SourceRange
  /// The value with references decoded.
  public var value: String
  /// The bytes between the quotes.
  public var valueRange: SourceRange
  /// How the value was made from the bytes; empty where they are the same.
  public var segments: [EmbeddedText.Segment]

  public init(
    text: String, name: ModelAttributeName?, nameRange: SourceRange, value: String,
    valueRange: SourceRange, segments: [EmbeddedText.Segment] = []
  ) {
    self.text = text
    self.name = name
    self.nameRange = nameRange
    self.value = value
    self.valueRange = valueRange
    self.segments = segments
  }

  /// The value as a text that a later stage parses, its places led back to the file.
  public func embedded(in file: SourceFile) -> EmbeddedText {
    segments.isEmpty
      ? EmbeddedText(verbatim: valueRange, in: file)
      : EmbeddedText(text: value, file: file, segments: segments)
  }
}

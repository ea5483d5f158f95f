package import MomentumDiagnostics

// A large model has hundreds of thousands of these values, so they store nothing that can be
// computed from their other fields.

/// An element of a `contents` file as written: nothing is resolved, nothing is filled in.
package struct SyntaxElement: Sendable, Hashable {
  package var kind: ModelElementKind
  /// The range of the start tag.
  package var tagRange: SourceRange
  private var end: Int32
  /// The XML attributes in written order, including those that `ModelGrammar` does not know.
  package var attributes: [SyntaxAttribute]
  /// The inner elements in written order; only those that `ModelGrammar` allows here.
  package var children: [SyntaxElement]

  /// - Parameter range: From the start tag to the end tag.
  package init(
    kind: ModelElementKind, tagRange: SourceRange, range: SourceRange,
    attributes: [SyntaxAttribute] = [], children: [SyntaxElement] = []
  ) {
    self.kind = kind
    self.tagRange = tagRange
    self.end = Int32(clamping: range.end)
    self.attributes = attributes
    self.children = children
  }

  /// The element's name in the start tag.
  package var nameRange: SourceRange {
    SourceRange(tagRange.start + 1, tagRange.start + 1 + kind.rawValue.utf8.count)
  }

  /// The range from the start tag to the end tag.
  package var range: SourceRange { SourceRange(tagRange.start, Int(end)) }

  /// The attribute with a name; `nil` if it is absent.
  package subscript(name: ModelAttributeName) -> SyntaxAttribute? {
    // A loop over indices: a closure such as `first(where:)` would copy each element.
    for index in attributes.indices where attributes[index].name == name {
      return attributes[index]
    }
    return nil
  }

  /// The inner elements of one kind, in written order.
  package func children(_ kind: ModelElementKind) -> [SyntaxElement] {
    children.filter { $0.kind == kind }
  }
}

/// A view of the elements of one kind in an array, in written order; copies no elements.
package struct SyntaxElements: Sendable, Hashable, RandomAccessCollection {
  private let all: [SyntaxElement]
  private let positions: [Int32]

  init(_ all: [SyntaxElement], of kind: ModelElementKind) {
    self.all = all
    positions = all.indices.compactMap { all[$0].kind == kind ? Int32($0) : nil }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { positions.count }
  package subscript(index: Int) -> SyntaxElement { all[Int(positions[index])] }
}

/// An XML attribute of a `contents` file as written.
package struct SyntaxAttribute: Sendable, Hashable {
  /// The fields that few attributes need.
  private struct Rare: Sendable, Hashable {
    var text: String
    var segments: [EmbeddedText.Segment]
  }

  /// The value with references decoded.
  package var value: String
  /// The rare fields: one element if the attribute needs them, otherwise empty, to save memory.
  private var rare: [Rare]
  /// The bytes between the quotes.
  package var valueRange: SourceRange
  private var nameStart: Int32
  /// The name as a case of `ModelAttributeName`; `nil` for a name that the element may not have.
  package var name: ModelAttributeName?

  /// - Parameters:
  ///   - text: The name in the file.
  ///   - name: The name as a case of `ModelAttributeName`; `nil` for a name that the element may
  ///     not have.
  ///   - segments: Which bytes each part of the value was decoded from; empty if value and bytes
  ///     are equal.
  package init(
    text: String, name: ModelAttributeName?, nameRange: SourceRange, value: String,
    valueRange: SourceRange, segments: [EmbeddedText.Segment] = []
  ) {
    self.value = value
    self.valueRange = valueRange
    self.name = name
    nameStart = Int32(clamping: nameRange.start)
    rare = name == nil || !segments.isEmpty ? [Rare(text: text, segments: segments)] : []
  }

  /// The name in the file.
  package var text: String { name?.rawValue ?? rare.first?.text ?? "" }

  package var nameRange: SourceRange {
    SourceRange(Int(nameStart), Int(nameStart) + text.utf8.count)
  }

  /// The value as a text for a later stage to parse; places in the text map to places in the file.
  package func embedded(in file: SourceFile) -> EmbeddedText {
    if let segments = rare.first?.segments, !segments.isEmpty {
      return EmbeddedText(text: value, file: file, segments: segments)
    }
    return EmbeddedText(verbatim: valueRange, in: file)
  }
}

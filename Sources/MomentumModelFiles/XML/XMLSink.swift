import MomentumDiagnostics

/// A start tag as written in the file.
struct XMLStartTag {
  var nameRange: SourceRange
  /// The range from `<` to `>`.
  var range: SourceRange

  func name(in bytes: [UInt8]) -> String {
    String(decoding: bytes[nameRange.start..<nameRange.end], as: UTF8.self)
  }
}

/// Receives the elements of a file one by one. One implementation makes a tree of XML, another
/// makes the syntax of a model without such a tree.
protocol XMLSink: AnyObject {
  /// Called at a start tag.
  ///
  /// - Parameter attributes: The lexer after the tag's name, which returns the attributes one by
  ///   one.
  func start(_ tag: XMLStartTag, attributes: inout XMLTagLexer)
  /// Called at the end of an element.
  ///
  /// - Parameters:
  ///   - end: The offset after the `>` that ends the element.
  ///   - text: The text between the tags, without the text of inner elements; empty if all of it is
  ///     white space.
  func end(_ end: Int, text: String)
}

/// Makes a tree of XML elements.
final class XMLTreeSink: XMLSink {
  private(set) var root: XMLElement?
  private var open: [XMLElement] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func start(_ tag: XMLStartTag, attributes lexer: inout XMLTagLexer) {
    var attributes: [XMLAttribute] = []
    while let attribute = lexer.next() { attributes.append(attribute) }
    open.append(
      XMLElement(
        name: tag.name(in: bytes), nameRange: tag.nameRange, tagRange: tag.range,
        range: tag.range, attributes: attributes))
  }

  func end(_ end: Int, text: String) {
    guard var element = open.popLast() else { return }
    element.range = SourceRange(element.tagRange.start, end)
    element.text = text
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }
}

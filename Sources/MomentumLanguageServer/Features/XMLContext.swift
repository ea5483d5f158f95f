import MomentumDiagnostics
import MomentumModel

/// The part of a `contents` file around the cursor. Only the bytes around it are read, so that it
/// works in a text that is not well-formed yet, and is as fast in a large file as in a small one.
struct XMLContext {
  enum Position: Equatable {
    /// After `<`: an element's name.
    case elementName
    case attributeName
    /// Between the quotes of an attribute.
    case attributeValue(String)
  }

  var position: Position
  /// The name of the element; empty while it is typed.
  var element = ""
  /// The attributes of the whole tag, also those after the cursor.
  var attributes: [(name: String, value: String)] = []
  /// The text between the start of the name or value and the cursor, decoded.
  var prefix: String
  /// The bytes of that text.
  var prefixRange: SourceRange
  /// The start of the tag.
  var tagStart: Int

  private static let tagMax = 64 << 10

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset <= bytes.count, let start = XMLContext.tagStart(bytes, before: offset) else {
      return nil
    }
    tagStart = start
    let limit = min(bytes.count, start + XMLContext.tagMax)
    var scanner = TagScanner(bytes: bytes, position: start + 1, limit: limit)
    let name = scanner.name()
    if offset <= name.upperBound {
      self.position = .elementName
      prefix = XMLContext.text(bytes[(start + 1)..<offset])
      prefixRange = SourceRange(start + 1, offset)
      return
    }
    element = XMLContext.text(bytes[name])
    var found: (Position, Range<Int>)?
    while let attribute = scanner.attribute() {
      if let value = attribute.value {
        attributes.append((XMLContext.text(bytes[attribute.name]), XMLContext.text(bytes[value])))
        if value.lowerBound <= offset, offset <= value.upperBound {
          found = (
            .attributeValue(XMLContext.text(bytes[attribute.name])), value.lowerBound..<offset
          )
        }
      }
      if attribute.name.lowerBound <= offset, offset <= attribute.name.upperBound {
        found = (.attributeName, attribute.name.lowerBound..<offset)
      }
    }
    guard offset <= scanner.position else { return nil }
    let (position, range) = found ?? (.attributeName, offset..<offset)
    self.position = position
    prefix = XMLContext.text(bytes[range])
    prefixRange = SourceRange(range)
  }

  /// The start of the tag that the cursor is in. A `<` cannot be in a value, so the last one before
  /// the cursor begins the tag.
  private static func tagStart(_ bytes: [UInt8], before offset: Int) -> Int? {
    var index = offset - 1
    while index >= 0, offset - index < tagMax {
      if bytes[index] == UInt8(ascii: "<") {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        return next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next == UInt8(ascii: "/")
          ? nil : index
      }
      index -= 1
    }
    return nil
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    return text.replacing("&quot;", with: "\"").replacing("&apos;", with: "'")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}

import MomentumDiagnostics

/// Reads the names and values in a start tag, with their places.
///
/// libxml2 returns decoded values only, so the tag is lexed again to find the places. The tag is
/// known to be well-formed, so the lexer reports no errors; at unexpected bytes it ends.
struct XMLTagLexer {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  let nameRange: SourceRange

  init(_ bytes: [UInt8], tag: SourceRange) {
    self.bytes = bytes
    end = min(tag.end, bytes.count)
    index = min(tag.start + 1, end)
    let start = index
    while index < end, !XMLTagLexer.endsName(bytes[index]) { index += 1 }
    nameRange = SourceRange(start, index)
  }

  /// The next attribute, `nil` at the end of the tag.
  mutating func next() -> XMLAttribute? {
    skipBlanks()
    let start = index
    while index < end, !XMLTagLexer.endsName(bytes[index]) { index += 1 }
    guard index > start else { return nil }
    let nameRange = SourceRange(start, index)
    skipBlanks()
    guard index < end, bytes[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    skipBlanks()
    guard index < end else { return nil }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = bytes[(index + 1)..<end].firstIndex(of: quote)
    else { return nil }
    let valueRange = SourceRange(index + 1, close)
    index = close + 1
    let value = XMLValueDecoder.decode(bytes, valueRange)
    return XMLAttribute(
      name: String(decoding: bytes[nameRange.start..<nameRange.end], as: UTF8.self),
      nameRange: nameRange, value: value.text, valueRange: valueRange, segments: value.segments)
  }

  private mutating func skipBlanks() {
    while index < end, XMLTagLexer.isBlank(bytes[index]) { index += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: isBlank(byte)
    }
  }
}

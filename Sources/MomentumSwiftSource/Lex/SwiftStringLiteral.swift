import MomentumDiagnostics

/// The parts of a string literal.
///
/// ```swift
/// let literal = source.stringLiteral(at: index)  // "\(count) of 5"
/// literal?.value                                 // nil, since something is interpolated
/// literal?.textValue                             // " of 5"
/// ```
package struct SwiftStringLiteral: Sendable, Hashable {
  package enum Segment: Sendable, Hashable {
    /// Text as the program sees it: escapes are decoded, and the indentation of a literal of several
    /// lines is removed. The range is that of the text in the file.
    case text(String, Range<Int>)
    /// `\(…)`
    case interpolation(Interpolation)
  }

  package struct Interpolation: Sendable, Hashable {
    /// The bytes from the backslash to the closing bracket.
    package var range: Range<Int>
    /// The bytes between the brackets; `SwiftTokens(file, in: content)` reads them.
    package var content: Range<Int>

    package init(range: Range<Int>, content: Range<Int>) {
      self.range = range
      self.content = content
    }
  }

  /// The parts in written order. Two texts never follow each other.
  package var segments: [Segment] = []
  /// The number of `#` marks on each side.
  package var pounds: Int
  /// Whether the literal is written with three quotes.
  package var isMultiline: Bool
  /// Whether the closing quotes are there.
  package var isTerminated: Bool

  /// The text of the literal; `nil` if something is interpolated.
  package var value: String? {
    switch (segments.first, segments.count) {
    case (nil, _): ""
    case (.text(let text, _)?, 1): text
    default: nil
    }
  }

  /// The text without what is interpolated.
  package var textValue: String {
    segments.map { if case .text(let text, _) = $0 { text } else { "" } }.joined()
  }

  package var interpolations: [Interpolation] {
    segments.compactMap { if case .interpolation(let part) = $0 { part } else { nil } }
  }
}

extension SwiftTokens {
  /// The parts of the string literal at `index`; `nil` if the token is no string literal. Costs a walk over the
  /// literal's bytes.
  package func stringLiteral(at index: Int) -> SwiftStringLiteral? {
    let token = self[index]
    guard token.kind == .string else { return nil }
    return file.utf8.withUnsafeBufferPointer { bytes in
      var reader = StringLiteralReader(token, bytes)
      return reader.read()
    }
  }
}

/// Cuts one literal into its parts.
private struct StringLiteralReader {
  let bytes: SwiftLexer.Bytes
  /// Finds the ends of interpolations.
  var lexer: SwiftLexer
  var literal: SwiftStringLiteral
  /// The bytes between the quotes that belong to the value.
  var content: Range<Int>
  /// The white space that is removed at the start of each line.
  var indentation: Range<Int>
  var text: [UInt8] = []
  var textStart: Int

  init(_ token: SwiftToken, _ bytes: SwiftLexer.Bytes) {
    self.bytes = bytes
    lexer = SwiftLexer(end: token.end, at: token.start)
    var pounds = 0
    while bytes[token.start + pounds] == UInt8(ascii: "#") { pounds += 1 }
    let quote = token.start + pounds
    let isMultiline = lexer.isMultilineQuote(bytes, at: quote, pounds: pounds)
    let isTerminated = !token.marks.contains(.isUnterminated)
    literal = SwiftStringLiteral(
      pounds: pounds, isMultiline: isMultiline, isTerminated: isTerminated)
    let start = min(quote + (isMultiline ? 3 : 1), token.end)
    let end = isTerminated ? token.end - pounds - (isMultiline ? 3 : 1) : token.end
    content = start..<max(start, end)
    indentation = start..<start
    textStart = start
    if isMultiline { removeDelimiterLines() }
    textStart = content.lowerBound
  }

  /// The line of the opening quotes and that of the closing ones are not part of the value. The white
  /// space before the closing quotes is the indentation of all lines.
  private mutating func removeDelimiterLines() {
    var start = content.lowerBound
    while start < content.upperBound, isBlank(bytes[start]) { start += 1 }
    guard start < content.upperBound, isLineEnd(bytes[start]) else { return }
    start = afterLineEnd(start)
    var end = content.upperBound
    if literal.isTerminated {
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      if end == start || isLineEnd(bytes[end - 1]) {
        indentation = end..<content.upperBound
        if end > start {
          end -= 1
          if end > start, bytes[end] == UInt8(ascii: "\n"), bytes[end - 1] == UInt8(ascii: "\r") {
            end -= 1
          }
        }
      } else {
        end = content.upperBound
      }
    }
    content = start..<end
  }

  mutating func read() -> SwiftStringLiteral {
    var offset = content.lowerBound
    if literal.isMultiline { offset = afterIndentation(offset) }
    while offset < content.upperBound {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\\"),
        lexer.hasPounds(bytes, at: offset + 1, count: literal.pounds)
      {
        offset = readEscape(at: offset)
      } else if isLineEnd(byte) {
        // The value has line feeds, also if lines of the file end in another way.
        text.append(UInt8(ascii: "\n"))
        offset = afterIndentation(afterLineEnd(offset))
      } else {
        text.append(byte)
        offset += 1
      }
    }
    endText(at: content.upperBound)
    return literal
  }

  private mutating func endText(at offset: Int) {
    if !text.isEmpty {
      literal.segments.append(.text(String(decoding: text, as: UTF8.self), textStart..<offset))
    }
    text = []
  }

  /// Reads the escape or the interpolation whose backslash is at `start`. Returns the offset after
  /// it.
  private mutating func readEscape(at start: Int) -> Int {
    let offset = start + 1 + literal.pounds
    guard offset < content.upperBound else {
      // A backslash at the end of the content would join the last line to that of the closing
      // quotes.
      if !literal.isMultiline { text += bytes[start..<content.upperBound] }
      return content.upperBound
    }
    switch bytes[offset] {
    case UInt8(ascii: "("):
      endText(at: start)
      lexer.position = offset
      lexer.skipInterpolation(bytes, isMultiline: literal.isMultiline)
      let end = lexer.position
      let isClosed = end > offset + 1 && bytes[end - 1] == UInt8(ascii: ")")
      let inner = offset + 1..<max(isClosed ? end - 1 : end, offset + 1)
      literal.segments.append(
        .interpolation(SwiftStringLiteral.Interpolation(range: start..<end, content: inner)))
      textStart = end
      return end
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): text.append(bytes[offset])
    case UInt8(ascii: "u"): return readScalar(from: start, at: offset)
    default:
      if literal.isMultiline, let next = joinedLine(after: offset) { return next }
      // Swift has no such escape: the text stays as it is written.
      text += bytes[start...offset]
    }
    return offset + 1
  }

  /// Reads a scalar such as `\u{1F600}`; `offset` is that of the `u`. Returns the offset after it.
  private mutating func readScalar(from start: Int, at offset: Int) -> Int {
    var end = offset + 2
    var value: UInt32 = 0
    while end < content.upperBound, end - offset <= 9,
      let digit = Character(Unicode.Scalar(bytes[end])).hexDigitValue
    {
      value = value << 4 | UInt32(digit)
      end += 1
    }
    guard end < content.upperBound, bytes[offset + 1] == UInt8(ascii: "{"), end > offset + 2,
      bytes[end] == UInt8(ascii: "}"), let scalar = Unicode.Scalar(value)
    else {
      text += bytes[start...offset]
      return offset + 1
    }
    text += UTF8.encode(scalar)!  // Every scalar has an encoding.
    return end + 1
  }

  /// The start of the next line after a backslash at a line's end, which joins two lines; `nil` if
  /// the line does not end there.
  private func joinedLine(after offset: Int) -> Int? {
    var next = offset
    while next < content.upperBound, isBlank(bytes[next]) { next += 1 }
    guard next < content.upperBound, isLineEnd(bytes[next]) else { return nil }
    return afterIndentation(afterLineEnd(next))
  }

  private func afterLineEnd(_ offset: Int) -> Int {
    let isPair =
      bytes[offset] == UInt8(ascii: "\r") && offset + 1 < content.upperBound
      && bytes[offset + 1] == UInt8(ascii: "\n")
    return offset + (isPair ? 2 : 1)
  }

  private func afterIndentation(_ offset: Int) -> Int {
    var next = offset
    while next < content.upperBound, next - offset < indentation.count,
      bytes[next] == bytes[indentation.lowerBound + next - offset]
    {
      next += 1
    }
    return next
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

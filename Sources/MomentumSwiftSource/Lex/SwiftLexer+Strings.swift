extension SwiftLexer {
  /// The greatest nesting of interpolations that is followed; a string with deeper ones ends at its
  /// first quote. Without a limit a hostile file would exhaust the stack.
  static let interpolationsMax = 64

  /// A string literal, which begins at `from`; the position is at its first quote.
  mutating func scanString(_ bytes: Bytes, pounds: Int, from: Int? = nil) {
    let start = from ?? position
    let isClosed = skipString(bytes, pounds: pounds)
    add(.string, from: start, bytes, unterminated: !isClosed)
  }

  /// Moves past the literal whose first quote is at the position. Returns whether it is closed; an
  /// unclosed literal of one line ends before the line's end.
  private mutating func skipString(_ bytes: Bytes, pounds: Int) -> Bool {
    let isMultiline = isMultilineQuote(bytes, at: position, pounds: pounds)
    position += isMultiline ? 3 : 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        if let close = closeEnd(bytes, at: position, isMultiline: isMultiline, pounds: pounds) {
          position = close
          return true
        }
        position += 1
      case UInt8(ascii: "\\"):
        guard hasPounds(bytes, at: position + 1, count: pounds) else {
          position += 1
          continue
        }
        position += 1 + pounds
        guard position < end else { return false }
        if bytes[position] == UInt8(ascii: "("), depth < SwiftLexer.interpolationsMax {
          skipInterpolation(bytes, isMultiline: isMultiline)
        } else if !isLineEnd(bytes[position]) || isMultiline {
          position += 1
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !isMultiline { return false }
        position += 1
      default: position += 1
      }
    }
    return false
  }

  /// Three quotes begin a literal of several lines. With `#` marks they may also belong to a literal
  /// of one line, as in `#"""#`: then a quote with its marks follows in the same line.
  func isMultilineQuote(_ bytes: Bytes, at quote: Int, pounds: Int) -> Bool {
    guard hasQuotes(bytes, at: quote, count: 3) else { return false }
    guard pounds > 0 else { return true }
    guard !hasPounds(bytes, at: quote + 3, count: pounds) else { return false }
    var offset = quote + 3
    while offset < end, !isLineEnd(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: "\""), hasPounds(bytes, at: offset + 1, count: pounds) {
        return false
      }
      offset += 1
    }
    return true
  }

  /// The offset after the quotes that close a literal, if they are at `offset`.
  private func closeEnd(_ bytes: Bytes, at offset: Int, isMultiline: Bool, pounds: Int) -> Int? {
    let count = isMultiline ? 3 : 1
    guard hasQuotes(bytes, at: offset, count: count),
      hasPounds(bytes, at: offset + count, count: pounds)
    else { return nil }
    return offset + count + pounds
  }

  /// Moves past the `)` that closes the interpolation whose `(` is at the position. Its content is
  /// read as tokens, because a string, a comment or a regular expression in it may hold a `)` too.
  ///
  /// In a literal of one line an interpolation ends at the line's end at the latest.
  mutating func skipInterpolation(_ bytes: Bytes, isMultiline: Bool) {
    depth += 1
    withoutTokens { lexer in
      var level = 0
      lexer.step(bytes)
      while lexer.position < lexer.end {
        let byte = bytes[lexer.position]
        if !isMultiline, isLineEnd(byte) { return }
        if byte == UInt8(ascii: "(") { level += 1 }
        lexer.step(bytes)
        if byte == UInt8(ascii: ")") {
          level -= 1
          if level < 0 { return }
        }
      }
    }
    depth -= 1
  }

  private func hasQuotes(_ bytes: Bytes, at offset: Int, count: Int) -> Bool {
    guard offset + count <= end else { return false }
    return (0..<count).allSatisfy { bytes[offset + $0] == UInt8(ascii: "\"") }
  }

  func hasPounds(_ bytes: Bytes, at offset: Int, count: Int) -> Bool {
    guard offset + count <= end else { return false }
    return (0..<count).allSatisfy { bytes[offset + $0] == UInt8(ascii: "#") }
  }
}

extension SwiftLexer {
  /// The depth of interpolations inside interpolations that is followed; a string of deeper ones
  /// ends at its first quote. Without a limit a hostile file would exhaust the stack.
  static let interpolationsMax = 64

  /// A string literal, which begins at `from`; the position is at its first quote.
  mutating func scanString(_ bytes: Bytes, pounds: Int, from: Int? = nil) {
    let start = from ?? position
    let (next, isClosed) = stringEnd(bytes, at: position, pounds: pounds, depth: 0)
    position = next
    add(.string, from: start, bytes, unterminated: !isClosed)
  }

  /// The offset after the literal whose first quote is at `quote`, and whether it is closed. A
  /// literal of one line that is not closed ends before the line's end.
  func stringEnd(
    _ bytes: Bytes, at quote: Int, pounds: Int, depth: Int
  ) -> (offset: Int, isClosed: Bool) {
    let isMultiline = isMultilineQuote(bytes, at: quote, pounds: pounds)
    var offset = quote + (isMultiline ? 3 : 1)
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        if let close = closeEnd(bytes, at: offset, isMultiline: isMultiline, pounds: pounds) {
          return (close, true)
        }
        offset += 1
      } else if byte == UInt8(ascii: "\\") {
        guard hasPounds(bytes, at: offset + 1, count: pounds) else {
          offset += 1
          continue
        }
        offset += 1 + pounds
        guard offset < end else { break }
        if bytes[offset] == UInt8(ascii: "("), depth < SwiftLexer.interpolationsMax {
          offset = interpolationEnd(
            bytes, at: offset, isMultiline: isMultiline, depth: depth + 1)
        } else if !isLineEnd(bytes[offset]) || isMultiline {
          offset += 1
        }
      } else if !isMultiline, isLineEnd(byte) {
        return (offset, false)
      } else {
        offset += 1
      }
    }
    return (end, false)
  }

  /// Three quotes begin a literal of several lines. With `#` marks they may also be an empty
  /// literal's quotes, as in `#"""#`: then a quote with its marks follows in the same line.
  func isMultilineQuote(_ bytes: Bytes, at quote: Int, pounds: Int) -> Bool {
    guard hasQuotes(bytes, at: quote, count: 3) else { return false }
    guard pounds > 0 else { return true }
    var offset = quote + 3
    while offset < end, !isLineEnd(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: "\""), hasPounds(bytes, at: offset + 1, count: pounds) {
        return false
      }
      offset += 1
    }
    return !hasPounds(bytes, at: quote + 3, count: pounds)
  }

  /// The offset after the quotes that close a literal, if they stand at `offset`.
  private func closeEnd(_ bytes: Bytes, at offset: Int, isMultiline: Bool, pounds: Int) -> Int? {
    let count = isMultiline ? 3 : 1
    guard hasQuotes(bytes, at: offset, count: count),
      hasPounds(bytes, at: offset + count, count: pounds)
    else { return nil }
    return offset + count + pounds
  }

  /// The offset after the `)` that closes the interpolation whose `(` is at `open`.
  ///
  /// In a literal of one line an interpolation may hold line ends since Swift 5.9 only if it is
  /// closed; a lost `)` must not take the file along, so the search stops at a quote that closes the
  /// literal: strings inside the interpolation are read as literals of their own.
  private func interpolationEnd(
    _ bytes: Bytes, at open: Int, isMultiline: Bool, depth: Int
  ) -> Int {
    var offset = open
    var level = 0
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "("):
        level += 1
        offset += 1
      case UInt8(ascii: ")"):
        level -= 1
        offset += 1
        if level == 0 { return offset }
      case UInt8(ascii: "\""):
        offset = stringEnd(bytes, at: offset, pounds: 0, depth: depth).offset
      case UInt8(ascii: "#"):
        var pounds = 0
        while offset + pounds < end, bytes[offset + pounds] == UInt8(ascii: "#") { pounds += 1 }
        let quote = offset + pounds
        let isString = quote < end && bytes[quote] == UInt8(ascii: "\"")
        offset =
          isString ? stringEnd(bytes, at: quote, pounds: pounds, depth: depth).offset : quote
      case UInt8(ascii: "/"): offset = commentEnd(bytes, at: offset) ?? offset + 1
      case let byte where isLineEnd(byte) && !isMultiline: return offset
      default: offset += 1
      }
    }
    return end
  }

  private func hasQuotes(_ bytes: Bytes, at offset: Int, count: Int) -> Bool {
    guard offset + count <= end else { return false }
    return (0..<count).allSatisfy { bytes[offset + $0] == UInt8(ascii: "\"") }
  }

  private func hasPounds(_ bytes: Bytes, at offset: Int, count: Int) -> Bool {
    guard offset + count <= end else { return false }
    return (0..<count).allSatisfy { bytes[offset + $0] == UInt8(ascii: "#") }
  }
}

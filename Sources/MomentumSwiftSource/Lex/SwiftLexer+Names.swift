extension SwiftLexer {
  /// Moves to the first byte after a name.
  mutating func scanName(_ bytes: Bytes) {
    while position < end {
      let byte = bytes[position]
      if SwiftLexer.isNameByte(byte) {
        position += 1
      } else if byte >= 0x80, let scalar = scalar(at: position, bytes), !scalar.isOperator,
        !scalar.isSpace
      {
        position += scalar.length
      } else {
        return
      }
    }
  }

  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      return true
    default: return false
    }
  }

  /// A name between back quotes. Since Swift 6.2 it may hold spaces and operators, but no line end.
  mutating func scanQuotedName(_ bytes: Bytes) {
    let start = position
    position += 1
    while position < end, bytes[position] != UInt8(ascii: "`"), !isLineEnd(bytes[position]) {
      position += 1
    }
    let isClosed = position < end && bytes[position] == UInt8(ascii: "`")
    if isClosed { position += 1 }
    add(.quotedIdentifier, from: start, bytes, unterminated: !isClosed)
  }

  /// Scans a token that begins with `#`: a raw string, an extended regular expression, or a name such as `#if`.
  mutating func scanPound(_ bytes: Bytes) {
    let start = position
    var count = 0
    while byte(count, bytes) == UInt8(ascii: "#") { count += 1 }
    switch byte(count, bytes) {
    case UInt8(ascii: "\""):
      position += count
      scanString(bytes, pounds: count, from: start)
    case UInt8(ascii: "/") where scanExtendedRegex(bytes, pounds: count): break
    case let next where count == 1 && SwiftLexer.isNameByte(next):
      position += 1
      scanName(bytes)
      add(.pound, from: start, bytes)
    default:
      // The last `#` may begin a name, so it is read again. The others become one token, so that
      // they are not counted again for each of them.
      position += max(count - 1, 1)
      add(.unknown, from: start, bytes)
    }
  }

  /// Whether a placeholder that Xcode leaves for a value begins at an offset: `<#name#>`.
  func isPlaceholder(_ bytes: Bytes, at start: Int) -> Bool {
    placeholderEnd(bytes, at: start) != nil
  }

  /// Scans `<#name#>`, which Xcode writes in the place of a name.
  mutating func scanPlaceholder(_ bytes: Bytes) {
    let start = position
    position = placeholderEnd(bytes, at: start) ?? start + 1
    add(.identifier, from: start, bytes)
  }

  private func placeholderEnd(_ bytes: Bytes, at start: Int) -> Int? {
    guard start + 1 < end, bytes[start] == UInt8(ascii: "<"), bytes[start + 1] == UInt8(ascii: "#")
    else { return nil }
    var offset = start + 2
    while offset + 1 < end, bytes[offset] != UInt8(ascii: "\n") {
      if bytes[offset] == UInt8(ascii: "#"), bytes[offset + 1] == UInt8(ascii: ">") {
        return offset + 2
      }
      // Another placeholder begins: this one has no end.
      if bytes[offset] == UInt8(ascii: "<"), bytes[offset + 1] == UInt8(ascii: "#") { return nil }
      offset += 1
    }
    return nil
  }

  /// A character outside ASCII: white space, part of an operator, or part of a name.
  mutating func scanUnicode(_ bytes: Bytes) {
    let start = position
    guard let scalar = scalar(at: position, bytes) else {
      position += 1
      add(.unknown, from: start, bytes)
      return
    }
    if scalar.isSpace {
      position += scalar.length
      noteSpace()
    } else if scalar.isOperator {
      scanOperator(bytes)
    } else {
      scanName(bytes)
      add(.identifier, from: start, bytes)
    }
  }

  /// A character outside ASCII, and how it may be used.
  struct ForeignScalar {
    var value: UInt32
    /// The length of the character in bytes.
    var length: Int

    /// Characters that begin an operator, after the grammar of *operator-head*.
    var isOperator: Bool {
      switch value {
      case 0x00A1...0x00A7, 0x00A9, 0x00AB, 0x00AC, 0x00AE, 0x00B0...0x00B1, 0x00B6, 0x00BB, 0x00BF,
        0x00D7, 0x00F7, 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053,
        0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F,
        0x3001...0x3003, 0x3008...0x3030:
        return true
      default: return false
      }
    }

    /// Characters that join an operator but cannot begin it.
    var continuesOperator: Bool {
      switch value {
      case 0x0300...0x036F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
        0xE0100...0xE01EF:
        return true
      default: return isOperator
      }
    }

    /// The compiler takes a no-break space, and a mark of the byte order inside a file, as a space.
    var isSpace: Bool { value == 0xA0 || value == 0xFEFF }
  }

  /// The character that begins at an offset; `nil` if the bytes are not UTF-8.
  func scalar(at offset: Int, _ bytes: Bytes) -> ForeignScalar? {
    let first = bytes[offset]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard length > 0, first < 0xF5, offset + length <= end else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for next in 1..<length {
      let byte = bytes[offset + next]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return ForeignScalar(value: value, length: length)
  }
}

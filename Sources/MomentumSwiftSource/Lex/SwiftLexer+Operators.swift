extension SwiftLexer {
  /// Scans a token that begins with a slash: a comment, a regular expression, or an operator.
  mutating func scanSlash(_ bytes: Bytes) {
    let start = position
    switch byte(1, bytes) {
    case UInt8(ascii: "/"):
      let isDocumentation = byte(2, bytes) == UInt8(ascii: "/")
      while position < end, !isLineEnd(bytes[position]) { position += 1 }
      add(isDocumentation ? .documentationLine : .line, from: start)
    case UInt8(ascii: "*"):
      let isDocumentation =
        byte(2, bytes) == UInt8(ascii: "*") && byte(3, bytes) != UInt8(ascii: "/")
      position = blockCommentEnd(bytes, at: start)
      if bytes[start..<position].contains(where: isLineEnd) { noteLineEnd() }
      add(isDocumentation ? .documentationBlock : .block, from: start)
    default: scanOperator(bytes)
    }
  }

  /// The offset after the block comment that begins at `offset`; the end if nothing closes it.
  private func blockCommentEnd(_ bytes: Bytes, at offset: Int) -> Int {
    var next = offset + 2
    var level = 1
    while next < end {
      let byte = bytes[next]
      let second = next + 1 < end ? bytes[next + 1] : 0
      if byte == UInt8(ascii: "*"), second == UInt8(ascii: "/") {
        next += 2
        level -= 1
        if level == 0 { return next }
      } else if byte == UInt8(ascii: "/"), second == UInt8(ascii: "*") {
        next += 2
        level += 1
      } else {
        next += 1
      }
    }
    return end
  }

  /// Scans the longest operator. `?` and `!` directly after an operand are operators of their own,
  /// so that `a?.b` and `x!=y` are read as the compiler reads them.
  mutating func scanOperator(_ bytes: Bytes) {
    let start = position
    let first = bytes[start]
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "!"), isLeftBound(bytes, at: start) {
      position += 1
      add(.op, from: start, bytes)
      return
    }
    let (characters, slash) = operatorEnd(bytes, from: start)
    if let slash, let regexEnd = bareRegexEnd(bytes, at: slash, in: start..<characters) {
      if slash > start {
        position = slash
        add(.op, from: start, bytes)
      }
      position = regexEnd
      add(.regex, from: slash, bytes)
      return
    }
    position = slash == nil ? characters : commentStart(bytes, in: start..<characters)
    if position == start {
      position += 1
      add(.unknown, from: start, bytes)
    } else if first == UInt8(ascii: "."), position == start + 1 {
      add(.period, from: start, bytes)
    } else {
      add(.op, from: start, bytes)
    }
  }

  /// The offset after the operator's characters, and the first slash among them.
  private func operatorEnd(_ bytes: Bytes, from start: Int) -> (end: Int, slash: Int?) {
    let mayHavePeriods = bytes[start] == UInt8(ascii: ".")
    var offset = start
    var slash: Int?
    while offset < end {
      let byte = bytes[offset]
      if byte >= 0x80 {
        guard let scalar = scalar(at: offset, bytes),
          offset == start ? scalar.isOperator : scalar.continuesOperator
        else { break }
        offset += scalar.length
      } else if SwiftLexer.isOperatorByte(byte) || (mayHavePeriods && byte == UInt8(ascii: ".")) {
        if byte == UInt8(ascii: "<"), offset > start, isPlaceholder(bytes, at: offset) { break }
        if byte == UInt8(ascii: "/"), slash == nil { slash = offset }
        offset += 1
      } else {
        break
      }
    }
    return (offset, slash)
  }

  /// The offset at which a comment begins inside an operator's characters, and so ends the
  /// operator; the end of the range if none begins.
  private func commentStart(_ bytes: Bytes, in range: Range<Int>) -> Int {
    guard range.count > 2 else { return range.upperBound }
    for offset in range.lowerBound + 1..<range.upperBound where bytes[offset] == UInt8(ascii: "/") {
      let next = offset + 1 < end ? bytes[offset + 1] : 0
      if next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { return offset }
    }
    return range.upperBound
  }

  static func isOperatorByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "?"):
      return true
    default: return false
    }
  }

  // MARK: - What an operator is bound to

  /// Whether an operand is directly before the operator at `offset`, as the compiler decides it.
  func isLeftBound(_ bytes: Bytes, at offset: Int) -> Bool {
    guard offset > 0 else { return false }
    switch bytes[offset - 1] {
    case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"),
      UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
      return false
    // A comment counts as a space.
    case UInt8(ascii: "/"): return offset < 2 || bytes[offset - 2] != UInt8(ascii: "*")
    // A no-break space counts as a space too.
    case 0xA0: return offset < 2 || bytes[offset - 2] != 0xC2
    default: return true
    }
  }

  /// Whether an operand is directly after the operator that ends at `offset`.
  func isRightBound(_ bytes: Bytes, at offset: Int, isLeftBound: Bool) -> Bool {
    guard offset < end else { return false }
    let next = offset + 1 < end ? bytes[offset + 1] : 0
    switch bytes[offset] {
    case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"),
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
      return false
    // `x^.y` has a postfix operator, `^.y` a prefix operator.
    case UInt8(ascii: "."): return !isLeftBound
    case UInt8(ascii: "/"): return next != UInt8(ascii: "/") && next != UInt8(ascii: "*")
    case 0xC2: return next != 0xA0
    default: return true
    }
  }
}

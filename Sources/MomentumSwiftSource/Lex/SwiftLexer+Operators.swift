extension SwiftLexer {
  /// What begins with a slash: a comment, a regular expression, or an operator.
  mutating func scanSlash(_ bytes: Bytes) {
    let start = position
    switch byte(1, bytes) {
    case UInt8(ascii: "/"):
      let third = byte(2, bytes)
      let isDocumentation = third == UInt8(ascii: "/") && byte(3, bytes) != UInt8(ascii: "/")
      while position < end, !isLineEnd(bytes[position]) { position += 1 }
      add(isDocumentation ? .documentationLine : .line, from: start)
    case UInt8(ascii: "*"):
      let isDocumentation =
        byte(2, bytes) == UInt8(ascii: "*") && byte(3, bytes) != UInt8(ascii: "/")
        && byte(3, bytes) != UInt8(ascii: "*")
      position = commentEnd(bytes, at: start) ?? end
      if bytes[start..<position].contains(where: isLineEnd) { noteLineEnd() }
      add(isDocumentation ? .documentationBlock : .block, from: start)
    default:
      if !scanBareRegex(bytes) { scanOperator(bytes) }
    }
  }

  /// The offset after the comment that begins at `offset`; `nil` if none does.
  func commentEnd(_ bytes: Bytes, at offset: Int) -> Int? {
    guard offset + 1 < end, bytes[offset] == UInt8(ascii: "/") else { return nil }
    var next = offset + 2
    if bytes[offset + 1] == UInt8(ascii: "/") {
      while next < end, !isLineEnd(bytes[next]) { next += 1 }
      return next
    }
    guard bytes[offset + 1] == UInt8(ascii: "*") else { return nil }
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

  /// An operator, as long as its characters go. `?` and `!` directly after an operand stand alone,
  /// so that `a?.b` and `x!=y` are read as the compiler reads them.
  mutating func scanOperator(_ bytes: Bytes) {
    let start = position
    let first = bytes[start]
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "!"), !hasSpaceBefore,
      tokens.last.map({ $0.kind != .op || isPostfixMark($0, bytes) }) ?? false
    {
      position += 1
      add(.op, from: start, bytes)
      return
    }
    let mayHavePeriods = first == UInt8(ascii: ".")
    while position < end {
      let byte = bytes[position]
      if byte >= 0x80 {
        guard let scalar = scalar(at: position, bytes),
          position == start ? scalar.isOperator : scalar.continuesOperator
        else { break }
        position += scalar.length
      } else if SwiftLexer.isOperatorByte(byte) || (mayHavePeriods && byte == UInt8(ascii: ".")) {
        // A comment may follow an operator without a space.
        if position > start, byte == UInt8(ascii: "/"), commentEnd(bytes, at: position) != nil {
          break
        }
        position += 1
      } else {
        break
      }
    }
    if position == start {
      position += 1
      add(.unknown, from: start, bytes)
    } else if mayHavePeriods, position == start + 1 {
      add(.period, from: start, bytes)
    } else {
      add(.op, from: start, bytes)
    }
  }

  private func isPostfixMark(_ token: SwiftToken, _ bytes: Bytes) -> Bool {
    token.end - token.start == 1
      && (bytes[token.start] == UInt8(ascii: "?") || bytes[token.start] == UInt8(ascii: "!")
        || bytes[token.start] == UInt8(ascii: ">"))
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

  // MARK: - Regular expressions

  /// A regular expression between bare slashes, by the compiler's rule: it stands where an operand
  /// begins, does not begin or end with a space, and is closed in its line. Anything else is an
  /// operator.
  private mutating func scanBareRegex(_ bytes: Bytes) -> Bool {
    guard beginsOperand(bytes) else { return false }
    let start = position
    let first = byte(1, bytes)
    guard first != UInt8(ascii: " "), first != UInt8(ascii: "\t"), position + 1 < end else {
      return false
    }
    var offset = start + 1
    var groups = 0
    var isInClass = false
    while offset < end {
      let byte = bytes[offset]
      if isLineEnd(byte) { return false }
      switch byte {
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: groups += 1
      case UInt8(ascii: ")") where !isInClass:
        groups -= 1
        // `foo(/, 2)`: the slash is an operator that is passed as an argument.
        if groups < 0 { return false }
      case UInt8(ascii: "/"):
        let last = bytes[offset - 1]
        let isSpace = last == UInt8(ascii: " ") || last == UInt8(ascii: "\t")
        guard !isSpace || bytes[offset - 2] == UInt8(ascii: "\\") else { return false }
        position = offset + 1
        add(.regex, from: start, bytes)
        return true
      default: break
      }
      offset += 1
    }
    return false
  }

  /// Whether the token before the position leaves an operand to be expected.
  private func beginsOperand(_ bytes: Bytes) -> Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .integer, .float, .string, .regex, .quotedIdentifier, .rightParenthesis, .rightBracket,
      .rightBrace, .pound:
      return false
    case .period, .at, .backslash, .unknown: return false
    case .identifier:
      return SwiftKeyword.beginsOperand(bytes[last.start..<last.end])
    case .op:
      // `x! / 2`: a mark behind an operand ends it.
      let isPostfix = !last.marks.contains(.spaceBefore) && last.marks.contains(.spaceAfter)
      return !isPostfix
    case .leftParenthesis, .leftBracket, .leftBrace, .comma, .colon, .semicolon, .end: return true
    }
  }

  /// A regular expression between `#/` and `/#`, which may have several lines. Whether there is one.
  mutating func scanExtendedRegex(_ bytes: Bytes, pounds: Int) -> Bool {
    let start = position
    var offset = start + pounds + 1
    // After a line end the literal must be one of several lines: its first line is empty.
    var isMultiline = false
    var content = offset
    while content < end, bytes[content] == UInt8(ascii: " ") { content += 1 }
    if content < end, isLineEnd(bytes[content]) { isMultiline = true }
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\\") {
        offset += 2
        continue
      }
      if isLineEnd(byte), !isMultiline { return false }
      if byte == UInt8(ascii: "/"), offset + pounds < end,
        (1...pounds).allSatisfy({ bytes[offset + $0] == UInt8(ascii: "#") })
      {
        position = offset + 1 + pounds
        add(.regex, from: start, bytes)
        return true
      }
      offset += 1
    }
    return false
  }
}

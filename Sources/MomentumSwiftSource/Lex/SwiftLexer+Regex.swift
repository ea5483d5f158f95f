// Regular expression literals. Source: SE-0354, and the rules by which the toolchain's lexer tells them
// from operators.
extension SwiftLexer {
  /// The offset after the regular expression between bare slashes whose first slash is at `slash`;
  /// `nil` if that slash is part of an operator.
  ///
  /// - Parameter characters: The operator's characters with the slash.
  func bareRegexEnd(_ bytes: Bytes, at slash: Int, in characters: Range<Int>) -> Int? {
    // A slash with an operand directly before it divides.
    guard !isLeftBound(bytes, at: characters.lowerBound), !followsOperatorWord(bytes) else {
      return nil
    }
    // A slash that looks like a prefix operator may begin a regular expression anywhere. With a
    // space, or a closing bracket, on the other side too, it is one only where an operand is
    // expected.
    let isPrefix = isRightBound(bytes, at: characters.upperBound, isLeftBound: false)
    guard isPrefix || expectsOperand(bytes) else { return nil }
    return bareRegexEnd(bytes, at: slash)
  }

  /// `func /(…)` and `operator /^/` name operators.
  private func followsOperatorWord(_ bytes: Bytes) -> Bool {
    guard let last = tokens.last, last.kind == .identifier else { return false }
    let word = bytes[last.start..<last.end]
    return word.elementsEqual("func".utf8) || word.elementsEqual("operator".utf8)
  }

  /// Whether an operand is expected after the last token.
  private func expectsOperand(_ bytes: Bytes) -> Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .integer, .float, .string, .regex, .quotedIdentifier, .rightParenthesis, .rightBracket,
      .rightBrace, .period, .at, .backslash:
      return false
    case .leftParenthesis, .leftBracket, .leftBrace, .comma, .colon, .semicolon, .end, .unknown:
      return true
    case .identifier: return SwiftKeyword.beginsOperand(bytes[last.start..<last.end])
    case .pound:
      let word = bytes[last.start..<last.end]
      return ["#if", "#else", "#elseif", "#endif"].contains { word.elementsEqual($0.utf8) }
    case .op:
      if bytes[last.start..<last.end].elementsEqual("->".utf8) { return false }
      let isLeftBound = isLeftBound(bytes, at: last.start)
      // A postfix operator ends an operand.
      return !isLeftBound || isRightBound(bytes, at: last.end, isLeftBound: isLeftBound)
    }
  }

  private func bareRegexEnd(_ bytes: Bytes, at slash: Int) -> Int? {
    guard slash + 1 < end else { return nil }
    switch bytes[slash + 1] {
    // A literal cannot begin with a space, because chains of operators would be ambiguous; `/*` and
    // `//` begin comments.
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "*"), UInt8(ascii: "/"): return nil
    default: break
    }
    var offset = slash + 1
    var groups = 0
    var classes = 0
    var lastSpace = -1
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "/"):
        let next = offset + 1 < end ? bytes[offset + 1] : 0
        let isComment = next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
        return isComment || lastSpace == offset - 1 ? nil : offset + 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
      case UInt8(ascii: "\\"):
        offset += 1
        if offset < end, isLineEnd(bytes[offset]) { return nil }
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(classes - 1, 0)
      case UInt8(ascii: "(") where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        groups -= 1
        // `foo(/, 2)`: the slash is an operator that is passed as an argument.
        if groups < 0 { return nil }
      case UInt8(ascii: " "), UInt8(ascii: "\t"): lastSpace = offset
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// Scans a regular expression between `#/` and `/#`, which may have several lines. Returns
  /// whether there is one.
  mutating func scanExtendedRegex(_ bytes: Bytes, pounds: Int) -> Bool {
    let start = position
    var offset = start + pounds + 1
    // A literal of several lines has nothing in its first line.
    var content = offset
    while content < end, bytes[content] == UInt8(ascii: " ") || bytes[content] == UInt8(ascii: "\t")
    {
      content += 1
    }
    let isMultiline = content < end && isLineEnd(bytes[content])
    if isMultiline, pounds >= unclosedPounds { return false }
    while offset < end {
      let byte = bytes[offset]
      if isLineEnd(byte), !isMultiline { return false }
      if byte == UInt8(ascii: "\\"), offset + 1 < end, isMultiline || !isLineEnd(bytes[offset + 1])
      {
        offset += 2
        continue
      }
      if byte == UInt8(ascii: "/"), hasPounds(bytes, at: offset + 1, count: pounds) {
        position = offset + 1
        while self.byte(0, bytes) == UInt8(ascii: "#") { position += 1 }
        add(.regex, from: start, bytes)
        return true
      }
      offset += 1
    }
    if isMultiline { unclosedPounds = pounds }
    return false
  }
}

import MomentumDiagnostics

/// Reads expressions.
///
/// No name is looked up and no type is inferred. Syntax that the reader does not know becomes
/// `.other`, and reading goes on after it.
package struct ExpressionReader {
  /// The greatest nesting of expressions that is read; a thread of a tool may have a stack of 512
  /// KB.
  static let depthMax = 50

  let source: SwiftTokens
  package var index: Int
  let end: Int
  /// Whether a `{` begins the body of an `if` and not a closure.
  var isCondition = false
  var depth = 0

  /// - Parameter range: The tokens that may belong to the expression.
  package init(_ source: SwiftTokens, in range: Range<Int>) {
    self.source = source
    index = range.lowerBound
    end = min(range.upperBound, source.end)
  }

  /// The expression that fills a range of tokens.
  package static func read(_ range: Range<Int>, in source: SwiftTokens) -> SwiftExpression {
    var reader = ExpressionReader(source, in: range)
    let expression = reader.read()
    guard let expression, reader.index >= reader.end else { return SwiftExpression(.other, range) }
    return expression
  }

  /// The arguments that fill a range of tokens: what is between round brackets.
  package static func arguments(
    _ range: Range<Int>, in source: SwiftTokens
  ) -> [SwiftExpression.Argument] {
    var reader = ExpressionReader(source, in: range)
    return reader.readArguments()
  }

  /// The expression at the index; `nil` if none begins there.
  package mutating func read() -> SwiftExpression? { read(above: Int.min) }

  /// Reads an expression whose binary operators all have a precedence above `level`.
  mutating func read(above level: Int) -> SwiftExpression? {
    guard depth < ExpressionReader.depthMax else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var left = readOperand() else { return nil }
    while let (text, precedence) = nextOperator(), precedence.level > level {
      let start = left.tokens.lowerBound
      switch text {
      case "?":
        guard let whole = readTernary(left) else { return left }
        left = whole
      case "as", "is":
        left = readCast(left)
      default:
        let before = index
        index += 1
        guard
          let right = read(
            above: precedence.isRightAssociative ? precedence.level - 1 : precedence.level)
        else {
          index = before
          return left
        }
        left = SwiftExpression(.binary(text, left, right), start..<right.tokens.upperBound)
      }
    }
    return left
  }

  /// The binary operator at the index; `nil` if none is there.
  private func nextOperator() -> (text: String, precedence: SwiftOperators.Precedence)? {
    guard index < end else { return nil }
    let token = source[index]
    if token.kind == .identifier {
      guard isWord("as") || isWord("is") else { return nil }
      return (source.text(index), SwiftOperators.cast)
    }
    guard token.kind == .op else { return nil }
    if token.startsLine, !ValueEnd.continues(at: index, in: source) { return nil }
    let text = source.text(index)
    if text == "->" { return nil }
    if text == "?" { return (text, SwiftOperators.ternary) }
    if text == "=" { return (text, SwiftOperators.precedence(of: text)) }
    let isSpaced = token.marks.contains(.spaceBefore)
    guard isSpaced == token.marks.contains(.spaceAfter) else { return nil }
    return (text, SwiftOperators.precedence(of: text))
  }

  private mutating func readTernary(_ condition: SwiftExpression) -> SwiftExpression? {
    let start = index
    index += 1
    guard let then = read(above: SwiftOperators.ternary.level - 1),
      index < end, source[index].kind == .colon
    else {
      index = start
      return nil
    }
    index += 1
    guard let otherwise = read(above: SwiftOperators.ternary.level - 1) else {
      index = start
      return nil
    }
    return SwiftExpression(
      .ternary(condition, then, otherwise), condition.tokens.lowerBound..<index)
  }

  private mutating func readCast(_ operand: SwiftExpression) -> SwiftExpression {
    var text = source.text(index)
    index += 1
    if source[index].kind == .op, !source[index].marks.contains(.spaceBefore),
      source.token(index, is: "?") || source.token(index, is: "!")
    {
      text += source.text(index)
      index += 1
    }
    let type = readType() ?? .other
    return SwiftExpression(.cast(operand, text, type), operand.tokens.lowerBound..<index)
  }

  // MARK: - Tokens

  func isWord(_ word: StaticString) -> Bool {
    index < end && source[index].kind == .identifier && source.token(index, is: word)
  }

  func isKind(_ kind: SwiftToken.Kind) -> Bool { index < end && source[index].kind == kind }

  mutating func readType() -> SwiftType? {
    var reader = TypeReader(source, at: index)
    let type = reader.read()
    index = min(reader.index, end)
    return type
  }

  /// The range of the tokens inside the bracket at the index; moves past it.
  mutating func readBracket() -> Range<Int> {
    let start = index + 1
    index = min(source.index(afterBracketAt: index), end)
    // A bracket that nothing closes ends with the range.
    let isClosed = source.partner(of: start - 1).map { $0 < end } ?? false
    return start..<max(isClosed ? index - 1 : index, start)
  }

  /// The expressions between commas inside a bracket; moves past the bracket.
  mutating func readArgumentsInBracket() -> [SwiftExpression.Argument] {
    let range = readBracket()
    guard depth < ExpressionReader.depthMax else { return [] }
    var inner = ExpressionReader(source, in: range)
    inner.depth = depth
    return inner.readArguments()
  }

  /// Arguments with their labels up to the end of the range.
  mutating func readArguments() -> [SwiftExpression.Argument] {
    var result: [SwiftExpression.Argument] = []
    while index < end {
      var label: String?
      if [.identifier, .quotedIdentifier].contains(source[index].kind),
        source[index + 1].kind == .colon, index + 1 < end
      {
        label = source.name(index)
        index += 2
      }
      let start = index
      var value = read()
      if index < end, source[index].kind != .comma {
        // The argument is not an expression that the reader knows: take all tokens up to the next
        // comma.
        while index < end, source[index].kind != .comma {
          index = max(source.partner(of: index).map { $0 + 1 } ?? index + 1, index + 1)
        }
        value = SwiftExpression(.other, start..<min(index, end))
      }
      result.append(
        SwiftExpression.Argument(
          label: label, value: value ?? SwiftExpression(.other, start..<max(start, index))))
      if isKind(.comma) { index += 1 }
    }
    return result
  }
}

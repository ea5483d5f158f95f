import MomentumSwiftSource

/// Refuses source that nests so deeply that reading it would exhaust the stack. Threads may have 512 KB,
/// and real predicates stay far below.
enum NestingLimit {
  /// The greatest nesting of round and square brackets.
  static let bracketsMax = 16
  /// The greatest number of `?`, `??` and `if` in one closure; each may contain all that follows
  /// it, so it may add a level.
  static let choicesMax = 12
  /// The greatest number of operators in one closure: `a && b && c` is a tree as deep as it is
  /// long.
  static let operatorsMax = 200

  /// Whether the expressions in a range of tokens can be read. Braces are skipped, because their
  /// content is read and checked by itself.
  static func allows(_ range: Range<Int>, in tokens: SwiftTokens) -> Bool {
    var depth = 0
    var choices = 0
    var operators = 0
    var index = range.lowerBound
    while index < min(range.upperBound, tokens.end) {
      switch tokens[index].kind {
      case .leftParenthesis, .leftBracket:
        depth += 1
        guard depth <= bracketsMax else { return false }
      case .rightParenthesis, .rightBracket: depth -= 1
      case .leftBrace:
        index = max(tokens.index(afterBracketAt: index), index + 1)
        continue
      case .op:
        operators += 1
        // The `?` of a chain has no blank before it.
        let isTernary =
          tokens.token(index, is: "?") && tokens[index].marks.contains(.spaceBefore)
        if isTernary || tokens.token(index, is: "??") { choices += 1 }
        guard choices <= choicesMax, operators <= operatorsMax else { return false }
      case .identifier where tokens.token(index, is: "if"):
        choices += 1
        guard choices <= choicesMax else { return false }
      default: break
      }
      index += 1
    }
    return true
  }

  /// The tokens that an expression at an index may include: up to the end of the brackets that
  /// follow it.
  static func reach(from index: Int, in tokens: SwiftTokens) -> Range<Int> {
    var end = index + 1
    while end < tokens.end {
      switch tokens[end].kind {
      case .leftParenthesis, .leftBracket, .leftBrace:
        end = max(tokens.index(afterBracketAt: end), end + 1)
      case .op, .identifier,
        .period where !tokens[end].startsLine:
        end += 1
      default: return index..<end
      }
    }
    return index..<end
  }
}

package import MomentumDiagnostics

/// A Swift file as tokens. Each byte of the file is in a token, a comment or white space.
package struct SwiftTokens: Sendable {
  package let file: SourceFile
  /// The tokens in the order of the file; the last one is `end`.
  package let all: [SwiftToken]
  /// The comments in the order of the file.
  package let comments: [SwiftComment]
  /// The index of the partner for each token that is a bracket; -1 for any other token, and for a
  /// bracket without a partner. With the partner a reader can step over a body without looking into
  /// it.
  private let partners: [Int32]

  /// - Parameter range: The bytes to read; the whole file by default. Places count from the start of
  ///   the file in any case.
  package init(_ file: SourceFile, in range: Range<Int>? = nil) {
    var lexer = SwiftLexer(end: range?.upperBound ?? file.utf8.count, at: range?.lowerBound ?? 0)
    file.utf8.withUnsafeBufferPointer { lexer.run($0) }
    self.file = file
    all = lexer.tokens
    comments = lexer.comments
    partners = SwiftTokens.partners(of: lexer.tokens)
  }

  package subscript(index: Int) -> SwiftToken {
    // A reader may look one token further than the end.
    all[min(max(index, 0), all.count - 1)]
  }

  /// The index of the `end` token.
  package var end: Int { all.count - 1 }

  /// The index of the bracket that belongs to the bracket at `index`; `nil` if it has none.
  package func partner(of index: Int) -> Int? {
    guard partners.indices.contains(index), partners[index] >= 0 else { return nil }
    return Int(partners[index])
  }

  /// The index after the bracket that closes the one at `index`; the end of the tokens if nothing
  /// closes it.
  package func index(afterBracketAt index: Int) -> Int {
    partner(of: index).map { $0 + 1 } ?? end
  }

  /// The tokens inside the bracket at `index`; all tokens after it if nothing closes it.
  package func range(inBracketAt index: Int) -> Range<Int> {
    index + 1..<max(partner(of: index) ?? end, index + 1)
  }

  /// The text of a token.
  package func text(_ index: Int) -> String {
    let token = self[index]
    return String(decoding: file.utf8[token.start..<token.end], as: UTF8.self)
  }

  /// The text of a name without the back quotes that may be around it.
  package func name(_ index: Int) -> String {
    let token = self[index]
    guard token.kind == .quotedIdentifier else { return text(index) }
    let end = token.marks.contains(.isUnterminated) ? token.end : token.end - 1
    return String(decoding: file.utf8[token.start + 1..<max(end, token.start + 1)], as: UTF8.self)
  }

  /// The bytes from the first to the last token of a range, empty if the range is.
  package func range(_ tokens: Range<Int>) -> SourceRange {
    guard !tokens.isEmpty else {
      return SourceRange(self[tokens.lowerBound].start, self[tokens.lowerBound].start)
    }
    return SourceRange(self[tokens.lowerBound].start, self[tokens.upperBound - 1].end)
  }

  /// The text from the first to the last token of a range, with all between them.
  package func text(_ tokens: Range<Int>) -> String { file.text(in: range(tokens)) }

  /// The place of the tokens of a range.
  package func location(_ tokens: Range<Int>) -> SourceLocation {
    SourceLocation(file, range(tokens))
  }

  /// Whether a token is written exactly as `text`. Compares bytes and makes no string.
  package func token(_ index: Int, is text: StaticString) -> Bool {
    let token = self[index]
    guard token.end - token.start == text.utf8CodeUnitCount else { return false }
    return file.utf8.withUnsafeBufferPointer { bytes in
      for offset in 0..<text.utf8CodeUnitCount
      where bytes[token.start + offset] != text.utf8Start[offset] {
        return false
      }
      return true
    }
  }

  /// The bracket that belongs to each bracket. A closing bracket belongs to the nearest open one of
  /// its kind; those that were opened after that one and not closed have no partner.
  private static func partners(of tokens: [SwiftToken]) -> [Int32] {
    var result = [Int32](repeating: -1, count: tokens.count)
    var open = OpenBrackets()
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .leftParenthesis: open.push(index, OpenBrackets.parenthesis)
      case .leftBracket: open.push(index, OpenBrackets.bracket)
      case .leftBrace: open.push(index, OpenBrackets.brace)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard let opener = open.pop(for: token.kind) else { continue }
        result[opener] = Int32(index)
        result[index] = Int32(opener)
      default: break
      }
    }
    return result
  }
}

/// The brackets that are open at a token. Each kind has a list of its own, so that a closing
/// bracket finds its partner without a walk over the others, which may be all tokens of the file.
private struct OpenBrackets {
  static let parenthesis = 0
  static let bracket = 1
  static let brace = 2

  private var indices: [[Int]] = [[], [], []]

  mutating func push(_ index: Int, _ kind: Int) { indices[kind].append(index) }

  /// The opening bracket that `closer` closes. It is no longer open, nor is what was opened after it.
  mutating func pop(for closer: SwiftToken.Kind) -> Int? {
    let kind =
      closer == .rightBrace
      ? OpenBrackets.brace
      : closer == .rightBracket ? OpenBrackets.bracket : OpenBrackets.parenthesis
    guard let found = indices[kind].last else { return nil }
    // A brace is stronger than what is open inside it: a lost `)` must not take the rest of the
    // file along. The other way round a `)` never closes across a brace.
    if kind != OpenBrackets.brace, let brace = indices[OpenBrackets.brace].last, brace > found {
      return nil
    }
    for other in indices.indices {
      while let last = indices[other].last, last >= found { indices[other].removeLast() }
    }
    return found
  }
}

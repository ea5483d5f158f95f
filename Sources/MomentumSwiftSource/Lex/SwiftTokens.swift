package import MomentumDiagnostics

/// A Swift file as tokens. Each byte of the file is in a token, a comment or white space.
package struct SwiftTokens: Sendable {
  package let file: SourceFile
  /// The tokens in the order of the file; the last one is `end`.
  package let all: [SwiftToken]
  /// The comments in the order of the file.
  package let comments: [SwiftComment]
  /// For each token that is a bracket the index of its partner; -1 for any other token, and for a
  /// bracket without a partner. The partner lets a reader step over a body without looking into it.
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

  /// The text of a token.
  package func text(_ index: Int) -> String {
    let token = self[index]
    return String(decoding: file.utf8[token.start..<token.end], as: UTF8.self)
  }

  /// The text of a name without the back quotes that may stand around it.
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
    var open: [(kind: SwiftToken.Kind, index: Int)] = []
    for (index, token) in tokens.enumerated() {
      let opener: SwiftToken.Kind
      switch token.kind {
      case .leftParenthesis, .leftBracket, .leftBrace:
        open.append((token.kind, index))
        continue
      case .rightParenthesis: opener = .leftParenthesis
      case .rightBracket: opener = .leftBracket
      case .rightBrace: opener = .leftBrace
      default: continue
      }
      guard let found = open.lastIndex(where: { $0.kind == opener }) else { continue }
      // A brace is stronger than what is open inside it: a lost `)` must not take the rest of the
      // file along. The other way round a `)` never closes across a brace.
      if opener != .leftBrace, open[(found + 1)...].contains(where: { $0.kind == .leftBrace }) {
        continue
      }
      result[open[found].index] = Int32(index)
      result[index] = Int32(open[found].index)
      open.removeSubrange(found...)
    }
    return result
  }
}

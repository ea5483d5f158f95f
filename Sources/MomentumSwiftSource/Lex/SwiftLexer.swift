/// Cuts Swift source into tokens and comments.
///
/// Source: *The Swift Programming Language*, Lexical Structure. A test compares the result with that of
/// the toolchain's own parser.
struct SwiftLexer {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private(set) var tokens: [SwiftToken] = []
  private(set) var comments: [SwiftComment] = []
  /// The offset after the last byte to read.
  let end: Int
  /// The offset of the next byte.
  var position: Int
  private var marks: SwiftToken.Marks = [.startsLine, .spaceBefore]
  /// The number of interpolations around the position.
  var depth = 0
  /// The least number of `#` marks for which no regular expression of several lines is closed after
  /// the position. Without this number, a file with many `#/` would be searched to its end for each
  /// of them.
  var unclosedPounds = Int.max

  init(end: Int, at position: Int) {
    self.end = end
    self.position = position
  }

  mutating func run(_ bytes: Bytes) {
    tokens.reserveCapacity((end - position) / 4)
    skipByteOrderMarkAndShebang(bytes)
    while position < end { step(bytes) }
    tokens.append(SwiftToken(.end, end, end, marks))
  }

  /// Reads one token, one comment or one run of white space.
  mutating func step(_ bytes: Bytes) {
    let start = position
    let byte = bytes[start]
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      position += 1
      marks = [.startsLine, .spaceBefore]
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0:
      position += 1
      marks.insert(.spaceBefore)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      scanName(bytes)
      add(.identifier, from: start, bytes)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber(bytes)
    case UInt8(ascii: "\""): scanString(bytes, pounds: 0)
    case UInt8(ascii: "`"): scanQuotedName(bytes)
    case UInt8(ascii: "#"): scanPound(bytes)
    case UInt8(ascii: "/"): scanSlash(bytes)
    case UInt8(ascii: "("): punctuation(.leftParenthesis, bytes)
    case UInt8(ascii: ")"): punctuation(.rightParenthesis, bytes)
    case UInt8(ascii: "["): punctuation(.leftBracket, bytes)
    case UInt8(ascii: "]"): punctuation(.rightBracket, bytes)
    case UInt8(ascii: "{"): punctuation(.leftBrace, bytes)
    case UInt8(ascii: "}"): punctuation(.rightBrace, bytes)
    case UInt8(ascii: ","): punctuation(.comma, bytes)
    case UInt8(ascii: ":"): punctuation(.colon, bytes)
    case UInt8(ascii: ";"): punctuation(.semicolon, bytes)
    case UInt8(ascii: "@"): punctuation(.at, bytes)
    case UInt8(ascii: "\\"): punctuation(.backslash, bytes)
    case UInt8(ascii: "<") where isPlaceholder(bytes, at: start): scanPlaceholder(bytes)
    default:
      if byte >= 0x80 { scanUnicode(bytes) } else { scanOperator(bytes) }
    }
  }

  // MARK: - Results

  mutating func add(
    _ kind: SwiftToken.Kind, from start: Int, _ bytes: Bytes, unterminated: Bool = false
  ) {
    if unterminated { marks.insert(.isUnterminated) }
    if isSpace(at: position, bytes) { marks.insert(.spaceAfter) }
    tokens.append(SwiftToken(kind, start, position, marks))
    switch kind {
    case .leftParenthesis, .leftBracket, .leftBrace, .comma, .semicolon, .colon:
      marks = .spaceBefore
    default: marks = []
    }
  }

  mutating func add(_ comment: SwiftComment.Kind, from start: Int) {
    comments.append(SwiftComment(comment, start..<position))
    marks.insert(.spaceBefore)
  }

  /// Notes a space that is not ASCII.
  mutating func noteSpace() { marks.insert(.spaceBefore) }

  /// Notes that a comment had a line end: the token after it is the first of its line.
  mutating func noteLineEnd() { marks.insert(.startsLine) }

  private mutating func punctuation(_ kind: SwiftToken.Kind, _ bytes: Bytes) {
    let start = position
    position += 1
    add(kind, from: start, bytes)
  }

  /// Whether the token that ends at `offset` is followed by white space, a comment, a closing
  /// bracket or a sign such as a comma: then an operator there has no operand on its right.
  private func isSpace(at offset: Int, _ bytes: Bytes) -> Bool {
    guard offset < end else { return true }
    switch bytes[offset] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C,
      0, UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return true
    case UInt8(ascii: "/"):
      let next = offset + 1 < end ? bytes[offset + 1] : 0
      return next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
    default: return false
    }
  }

  /// Runs `body` and forgets the tokens and comments that it added: those of an interpolation are
  /// part of the string's token.
  mutating func withoutTokens(_ body: (inout SwiftLexer) -> Void) {
    let before = (tokens: tokens.count, comments: comments.count, marks: marks)
    marks = []
    body(&self)
    tokens.removeLast(tokens.count - before.tokens)
    comments.removeLast(comments.count - before.comments)
    marks = before.marks
  }

  // MARK: - Bytes

  /// The byte at a distance from the position; 0 after the end.
  @inline(__always)
  func byte(_ distance: Int, _ bytes: Bytes) -> UInt8 {
    position + distance < end ? bytes[position + distance] : 0
  }

  private mutating func skipByteOrderMarkAndShebang(_ bytes: Bytes) {
    guard position == 0 else { return }
    if byte(0, bytes) == 0xEF, byte(1, bytes) == 0xBB, byte(2, bytes) == 0xBF { position = 3 }
    guard byte(0, bytes) == UInt8(ascii: "#"), byte(1, bytes) == UInt8(ascii: "!") else { return }
    while position < end, !isLineEnd(bytes[position]) { position += 1 }
  }
}

/// Whether a byte ends a line.
@inline(__always)
func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

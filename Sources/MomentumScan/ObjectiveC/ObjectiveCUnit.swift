import MomentumDiagnostics

/// An Objective-C file as tokens with the partners of its brackets.
struct ObjectiveCUnit: Sendable {
  struct Token: Sendable {
    enum Kind: UInt8, Sendable {
      case name
      /// `@"text"`
      case text
      /// `"text"` and `'c'`
      case plainText
      case number
      /// `@` before a word, a number or a bracket
      case at
      /// Any other sign: one byte.
      case sign
    }
    var kind: Kind
    var start: Int
    var end: Int
  }

  let source: SourceFile
  let tokens: [Token]
  /// The byte range of each comment, without the signs with which it begins and ends.
  let comments: [Range<Int>]
  /// For each token the index of the matching bracket; -1 for a token that is no bracket.
  private let partners: [Int32]
  /// For each token the index of the innermost bracket that is open around it; -1 outside of
  /// brackets.
  private let parents: [Int32]

  init(_ source: SourceFile) {
    self.source = source
    var lexer = ObjectiveCLexer(source.utf8)
    lexer.run()
    let tokens = lexer.tokens
    self.tokens = tokens
    comments = lexer.comments
    var partners = [Int32](repeating: -1, count: tokens.count)
    var parents = partners
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      let byte = token.kind == .sign ? source.utf8[token.start] : 0
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        parents[index] = Int32(open.last ?? -1)
        open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        let opener = byte == UInt8(ascii: ")") ? UInt8(ascii: "(") : byte - 2
        if let position = open.lastIndex(where: { source.utf8[tokens[$0].start] == opener }) {
          partners[index] = Int32(open[position])
          partners[open[position]] = Int32(index)
          open.removeSubrange(position...)
        }
        parents[index] = Int32(open.last ?? -1)
      default: parents[index] = Int32(open.last ?? -1)
      }
    }
    self.partners = partners
    self.parents = parents
  }

  /// Whether a name in the code is one of `words`. Shorter names are skipped to save time, so each
  /// word must have 14 letters or more.
  func names(oneOf words: Set<String>) -> Bool {
    tokens.indices.contains { index in
      tokens[index].kind == .name && tokens[index].end - tokens[index].start >= 14
        && words.contains(text(index))
    }
  }

  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: source.utf8[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  func text(_ range: Range<Int>) -> String { source.text(in: location(range).range) }

  func isName(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .name
  }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .sign
      && source.utf8[tokens[index].start] == UInt8(ascii: sign)
  }

  func partner(of index: Int) -> Int? {
    partners.indices.contains(index) && partners[index] >= 0 ? Int(partners[index]) : nil
  }

  func parent(of index: Int) -> Int? {
    parents.indices.contains(index) && parents[index] >= 0 ? Int(parents[index]) : nil
  }

  func location(_ range: Range<Int>) -> SourceLocation {
    guard let first = range.first, tokens.indices.contains(first), range.upperBound <= tokens.count
    else { return SourceLocation(source, SourceRange(0, 0)) }
    return SourceLocation(
      source, SourceRange(tokens[first].start, tokens[range.upperBound - 1].end))
  }

  /// The text of one or several literals that follow each other, `@"a" @"b"`; `nil` for other
  /// tokens.
  func literal(_ range: Range<Int>) -> SourceLiteral? {
    guard !range.isEmpty, tokens.indices.contains(range.lowerBound),
      range.allSatisfy({ [.text, .plainText].contains(tokens[$0].kind) }),
      tokens[range.lowerBound].kind == .text
    else { return nil }
    var result = SourceLiteral(at: location(range))
    for index in range { append(index, to: &result) }
    return result
  }

  private func append(_ index: Int, to result: inout SourceLiteral) {
    var offset = tokens[index].start + (tokens[index].kind == .text ? 2 : 1)
    let end = max(offset, tokens[index].end - 1)
    var start = offset
    func flush(_ result: inout SourceLiteral) {
      guard start < offset else { return }
      result.append(
        String(decoding: source.utf8[start..<offset], as: UTF8.self),
        from: SourceRange(start, offset), in: source)
    }
    while offset < end {
      guard source.utf8[offset] == UInt8(ascii: "\\"), offset + 1 < end else {
        offset += 1
        continue
      }
      flush(&result)
      let decoded: String
      switch source.utf8[offset + 1] {
      case UInt8(ascii: "n"): decoded = "\n"
      case UInt8(ascii: "t"): decoded = "\t"
      case UInt8(ascii: "r"): decoded = "\r"
      case let byte: decoded = String(Character(Unicode.Scalar(byte)))
      }
      result.append(decoded, from: SourceRange(offset, offset + 2), in: source)
      offset += 2
      start = offset
    }
    flush(&result)
  }
}

/// Cuts Objective-C into tokens. Preprocessor lines are read like code, except for those that name
/// files.
private struct ObjectiveCLexer {
  let bytes: [UInt8]
  var position = 0
  var tokens: [ObjectiveCUnit.Token] = []
  var comments: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ ahead: Int = 0) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  mutating func run() {
    tokens.reserveCapacity(bytes.count / 5)
    while position < bytes.count { step() }
  }

  private mutating func add(_ kind: ObjectiveCUnit.Token.Kind, from start: Int) {
    tokens.append(ObjectiveCUnit.Token(kind: kind, start: start, end: position))
  }

  private mutating func step() {
    let start = position
    switch byte() {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      position += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      skipLine()
      comments.append(start + 2..<max(position, start + 2))
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      position += 2
      while position < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
        position += 1
      }
      comments.append(start + 2..<max(position, start + 2))
      position = min(position + 2, bytes.count)
    case UInt8(ascii: "#"): directive()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      quoted(byte())
      add(.plainText, from: start)
    case UInt8(ascii: "@") where byte(1) == UInt8(ascii: "\""):
      position += 1
      quoted(UInt8(ascii: "\""))
      add(.text, from: start)
    case UInt8(ascii: "@"):
      position += 1
      add(.at, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while isWord(byte()) || byte() == UInt8(ascii: ".") { position += 1 }
      add(.number, from: start)
    case let first where isWord(first):
      while isWord(byte()) { position += 1 }
      add(.name, from: start)
    default:
      position += 1
      add(.sign, from: start)
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  private mutating func skipLine() {
    while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func directive() {
    let start = position
    position += 1
    while isWord(byte()) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if ["#import", "#include", "#pragma", "#error", "#warning"].contains(word) { skipLine() }
  }

  private mutating func quoted(_ quote: UInt8) {
    position += 1
    while position < bytes.count, byte() != quote, byte() != UInt8(ascii: "\n") {
      position += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
  }
}

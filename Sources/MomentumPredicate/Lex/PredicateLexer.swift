public import MomentumDiagnostics

/// Cuts a predicate format into tokens.
public struct PredicateLexer {
  /// Longer texts are refused; no real predicate comes near.
  static let bytesMax = 1 << 20

  let source: SourceFile
  var position = 0
  private var diagnostics = Diagnostics()

  private init(_ source: SourceFile) { self.source = source }

  /// The tokens with a closing `.end`; what is no token is reported and left out.
  public static func tokens(
    of source: SourceFile, _ diagnostics: inout Diagnostics
  ) -> [Token] {
    var lexer = PredicateLexer(source)
    let tokens = lexer.run()
    diagnostics.append(contentsOf: lexer.diagnostics)
    return tokens
  }

  private mutating func run() -> [Token] {
    guard source.utf8.count <= PredicateLexer.bytesMax else {
      report(.tooLong(bytesMax: PredicateLexer.bytesMax), SourceRange(0, 0))
      return [Token(.end, SourceRange(0, 0))]
    }
    var tokens: [Token] = []
    while true {
      skipBlanks()
      guard position < source.utf8.count else { break }
      let start = position
      if let kind = next() { tokens.append(Token(kind, SourceRange(start, position))) }
      // Each turn takes at least one byte.
      if position == start { position += 1 }
      if diagnostics.all.count > 20 { break }
    }
    let end = source.utf8.count
    return tokens + [Token(.end, SourceRange(end, end))]
  }

  // MARK: - Bytes

  func byte(_ ahead: Int = 0) -> UInt8 {
    position + ahead < source.utf8.count ? source.utf8[position + ahead] : 0
  }

  func text(from start: Int) -> String { source.text(in: SourceRange(start, position)) }

  private mutating func skipBlanks() {
    while position < source.utf8.count, byte() == 0x20 || (0x09...0x0D).contains(byte()) {
      position += 1
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte == 0x5F || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  mutating func report(_ message: PredicateSyntaxMessage, _ range: SourceRange) {
    diagnostics.report(message, at: SourceLocation(source, range))
  }

  // MARK: - Words and signs

  private mutating func next() -> Token.Kind? {
    let first = byte()
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return string()
    case UInt8(ascii: "%"): return conversion()
    case UInt8(ascii: "$"): return sigil(named: "a variable name") { .variable($0) }
    case UInt8(ascii: "@"): return sigil(named: "an operator name") { .collectionOperator($0) }
    case UInt8(ascii: "#"): return sigil(named: "a key") { .identifier($0) }
    case _ where PredicateLexer.isLetter(first): return word()
    case _ where PredicateLexer.isDigit(first): return number()
    case UInt8(ascii: ".") where PredicateLexer.isDigit(byte(1)) && !followsOperand:
      return number()
    default: return sign()
    }
  }

  /// Whether the byte before belongs to an operand, so that `.5` would be a key path's dot.
  private var followsOperand: Bool {
    guard position > 0 else { return false }
    let before = source.utf8[position - 1]
    return PredicateLexer.isLetter(before) || PredicateLexer.isDigit(before)
      || before == UInt8(ascii: ")") || before == UInt8(ascii: "]")
  }

  mutating func identifier() -> String {
    let start = position
    while PredicateLexer.isLetter(byte()) || PredicateLexer.isDigit(byte()) { position += 1 }
    return text(from: start)
  }

  private mutating func sigil(
    named what: String, _ make: (String) -> Token.Kind
  ) -> Token.Kind? {
    let start = position
    position += 1
    // A variable may have a reserved name behind a number sign: `$#in`.
    if byte() == UInt8(ascii: "#") { position += 1 }
    guard PredicateLexer.isLetter(byte()) else {
      let found = position < source.utf8.count ? "'\(character(at: position))'" : "the end"
      report(
        .expected("\(what) behind '\(text(from: start))'", found: found),
        SourceRange(start, position))
      return nil
    }
    return make(identifier())
  }

  private mutating func word() -> Token.Kind {
    for keyword in [Keyword.utiConformsTo, .utiEquals] where matches(keyword.rawValue) {
      position += keyword.rawValue.utf8.count
      return .keyword(keyword.rawValue)
    }
    let name = identifier()
    return Keyword.byWord[name.uppercased()].map { .keyword($0.rawValue) } ?? .identifier(name)
  }

  /// Whether a word stands here, in any case, with no letter behind it.
  private func matches(_ word: String) -> Bool {
    for (offset, expected) in word.utf8.enumerated() {
      let found = byte(offset)
      let upper = (0x61...0x7A).contains(found) ? found - 0x20 : found
      if upper != expected { return false }
    }
    let behind = byte(word.utf8.count)
    return !PredicateLexer.isLetter(behind) && !PredicateLexer.isDigit(behind)
  }

  private static let signs = [
    "**", "==", "=<", "=>", "<=", "<>", ">=", "!=", "&&", "||", ":=", "=", "<", ">", "!", "(",
    ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "/", "&", "|", "^", ":",
  ]

  private mutating func sign() -> Token.Kind? {
    let start = position
    if let mistake = PredicateLexer.mistakes.first(where: { starts(with: $0.text) }) {
      position += mistake.text.utf8.count
      report(.noToken(mistake.text, hint: mistake.hint), SourceRange(start, position))
      return nil
    }
    if let sign = PredicateLexer.signs.first(where: { starts(with: $0) }) {
      position += sign.utf8.count
      return .sign(sign)
    }
    let character = character(at: position)
    position = min(position + max(1, character.utf8.count), source.utf8.count)
    let hint =
      character.isLetter
      ? "a key is written in ASCII letters, digits and '_'; give any other key as an argument of %K"
      : nil
    report(.noToken(String(character), hint: hint), SourceRange(start, position))
    return nil
  }

  /// What people write that the language does not have.
  private static let mistakes: [(text: String, hint: String)] = [
    ("===", "equality is '=='"), ("!==", "inequality is '!='"),
    ("//", "a predicate has no comments"), ("/*", "a predicate has no comments"),
    (";", "a predicate is one expression; join two by AND"),
    ("“", "strings stand in straight quotes"), ("”", "strings stand in straight quotes"),
    ("‘", "strings stand in straight quotes"), ("’", "strings stand in straight quotes"),
  ]

  private func starts(with text: String) -> Bool {
    for (offset, expected) in text.utf8.enumerated() where byte(offset) != expected {
      return false
    }
    return true
  }

  func character(at offset: Int) -> Character {
    let end = min(offset + 32, source.utf8.count)
    return String(decoding: source.utf8[offset..<end], as: UTF8.self).first ?? "\u{FFFD}"
  }
}

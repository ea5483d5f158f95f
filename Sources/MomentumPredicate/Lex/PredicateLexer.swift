package import MomentumDiagnostics

/// Cuts a predicate format into tokens, one at a time.
package struct PredicateLexer {
  /// The largest length of a text; longer texts are refused. Predicates that people write are far
  /// shorter.
  static let bytesMax = 1 << 20

  let source: SourceFile
  let bytes: [UInt8]
  var position = 0
  /// Whether the previous token ends an operand. `.5` after an operand is a dot and a number, not
  /// 0.5.
  var followsOperand = false
  private var followsDot = false
  /// Why the last token is `.invalid`.
  var problem: (message: PredicateSyntaxMessage, range: SourceRange)?
  var warnings = Diagnostics()

  init(_ source: SourceFile) {
    self.source = source
    bytes = source.utf8
  }

  /// The tokens of a text, with `.end` as the last one. Text that is no token is reported and left
  /// out.
  package static func tokens(
    of source: SourceFile, _ diagnostics: inout Diagnostics
  ) -> [Token] {
    guard source.utf8.count <= bytesMax else {
      diagnostics.report(
        PredicateSyntaxMessage.tooLong(bytesMax: bytesMax),
        at: SourceLocation(source, SourceRange(0, 0)))
      return [Token(.end, SourceRange(0, 0))]
    }
    var lexer = PredicateLexer(source)
    var tokens: [Token] = []
    while diagnostics.all.count <= 20 {
      let token = lexer.next()
      if let problem = lexer.problem {
        diagnostics.report(problem.message, at: SourceLocation(source, problem.range))
        lexer.problem = nil
        continue
      }
      tokens.append(token)
      if token.kind == .end { break }
    }
    diagnostics.append(contentsOf: lexer.warnings)
    return tokens
  }

  // MARK: - Bytes

  /// The byte that is `ahead` bytes after the current one, or zero past the end of the text.
  @inline(__always)
  func byte(_ ahead: Int = 0) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  func text(from start: Int) -> String { source.text(in: SourceRange(start, position)) }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  mutating func reject(_ message: PredicateSyntaxMessage, _ range: SourceRange) -> Token.Kind {
    problem = (message, range)
    return .invalid
  }

  mutating func warn(
    _ message: PredicateSyntaxMessage, _ range: SourceRange, fixIts: [Diagnostic.FixIt] = []
  ) {
    warnings.report(message, at: SourceLocation(source, range), fixIts: fixIts)
  }

  // MARK: - Tokens

  /// The next token. At the end of the text, every call returns `.end`.
  mutating func next() -> Token {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] &- 0x09 < 5 {
      position += 1
    }
    let start = position
    guard start < bytes.count else { return Token(.end, SourceRange(start, start)) }
    let kind = kind(of: bytes[start])
    followsDot = kind == .sign(.dot)
    followsOperand = PredicateLexer.endsOperand(kind)
    return Token(kind, SourceRange(start, position))
  }

  private static func endsOperand(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .identifier, .collectionOperator, .variable, .number, .string, .argument,
      .keyPathArgument, .sign(.closeParenthesis), .sign(.closeBrace), .sign(.closeBracket):
      true
    case .keyword(let word): word.isOperand
    case .selector, .sign, .invalid, .end: false
    }
  }

  private mutating func kind(of first: UInt8) -> Token.Kind {
    if PredicateLexer.isLetter(first) { return word() }
    if PredicateLexer.isDigit(first) { return number() }
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return string()
    case UInt8(ascii: "%"): return conversion()
    case UInt8(ascii: "$"): return sigil(.variable, named: "a variable name")
    case UInt8(ascii: "@"): return sigil(.collectionOperator, named: "an operator name")
    case UInt8(ascii: "#"): return sigil(.identifier, named: "a key")
    case UInt8(ascii: ".") where PredicateLexer.isDigit(byte(1)) && !followsOperand:
      return number()
    default: return sign(first)
    }
  }

  // MARK: - Words

  private mutating func word() -> Token.Kind {
    var word = PackedWord()
    while position < bytes.count {
      let letter = bytes[position]
      guard PredicateLexer.isLetter(letter) || PredicateLexer.isDigit(letter) else { break }
      word.append(letter)
      position += 1
    }
    // The colon of `a:=b` belongs to the assignment; `a:` would be read as a selector without this
    // test.
    if byte() == UInt8(ascii: ":"), byte(1) != UInt8(ascii: "=") { return selector() }
    if byte() == UInt8(ascii: "-"), !followsDot, let keyword = dashedWord(word) { return keyword }
    return KeywordTable.all.find(word).map { .keyword($0) } ?? .identifier
  }

  /// Reads the rest of a selector such as `name:with:`, from the first colon on.
  private mutating func selector() -> Token.Kind {
    position += 1
    while true {
      var ahead = 0
      while PredicateLexer.isLetter(byte(ahead)) || PredicateLexer.isDigit(byte(ahead)) {
        ahead += 1
      }
      guard byte(ahead) == UInt8(ascii: ":"), byte(ahead + 1) != UInt8(ascii: "="),
        !PredicateLexer.isDigit(byte())
      else { return .selector }
      position += ahead + 1
    }
  }

  /// Reads `UTI-CONFORMS-TO` or `UTI-EQUALS`, the only words with a dash. After any other word a
  /// dash is a minus, and the result is `nil`.
  private mutating func dashedWord(_ start: PackedWord) -> Token.Kind? {
    var word = start
    guard word.count == 3 else { return nil }
    var ahead = 0
    var found: (keyword: Keyword, end: Int)?
    while word.count < KeywordTable.lengthMax,
      PredicateLexer.isLetter(byte(ahead)) || byte(ahead) == UInt8(ascii: "-")
    {
      word.append(byte(ahead))
      ahead += 1
      // A further dash is a minus: `a UTI-EQUALS-b`.
      if !PredicateLexer.isLetter(byte(ahead)), !PredicateLexer.isDigit(byte(ahead)),
        let keyword = KeywordTable.all.find(word)
      {
        found = (keyword, ahead)
      }
    }
    guard let found else { return nil }
    position += found.end
    return .keyword(found.keyword)
  }

  private mutating func sigil(_ kind: Token.Kind, named what: String) -> Token.Kind {
    let start = position
    position += 1
    // A variable's name may be a reserved word if a number sign precedes it: `$#in`.
    if kind == .variable, byte() == UInt8(ascii: "#") { position += 1 }
    guard PredicateLexer.isLetter(byte()) else {
      let found = position < bytes.count ? "'\(character(at: position))'" : "the end"
      return reject(
        .expected("\(what) behind '\(text(from: start))'", found: found),
        SourceRange(start, position))
    }
    while PredicateLexer.isLetter(byte()) || PredicateLexer.isDigit(byte()) { position += 1 }
    return kind
  }

  // MARK: - Signs

  private mutating func sign(_ first: UInt8) -> Token.Kind {
    let second = byte(1)
    let (sign, length): (Sign, Int)
    switch first {
    case UInt8(ascii: "("): (sign, length) = (.openParenthesis, 1)
    case UInt8(ascii: ")"): (sign, length) = (.closeParenthesis, 1)
    case UInt8(ascii: "{"): (sign, length) = (.openBrace, 1)
    case UInt8(ascii: "}"): (sign, length) = (.closeBrace, 1)
    case UInt8(ascii: "["): (sign, length) = (.openBracket, 1)
    case UInt8(ascii: "]"): (sign, length) = (.closeBracket, 1)
    case UInt8(ascii: ","): (sign, length) = (.comma, 1)
    case UInt8(ascii: "."): (sign, length) = (.dot, 1)
    case UInt8(ascii: "+"): (sign, length) = (.plus, 1)
    case UInt8(ascii: "-"): (sign, length) = (.minus, 1)
    case UInt8(ascii: "^"): (sign, length) = (.bitXor, 1)
    case UInt8(ascii: "&"): (sign, length) = second == first ? (.and, 2) : (.bitAnd, 1)
    case UInt8(ascii: "|"): (sign, length) = second == first ? (.or, 2) : (.bitOr, 1)
    case UInt8(ascii: "*"): (sign, length) = second == first ? (.power, 2) : (.times, 1)
    case UInt8(ascii: "/") where second != first && second != UInt8(ascii: "*"):
      (sign, length) = (.divide, 1)
    case UInt8(ascii: ":") where second == UInt8(ascii: "="): (sign, length) = (.assign, 2)
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"):
      guard let found = comparison(first, second) else { return noToken() }
      (sign, length) = found
    default: return noToken()
    }
    position += length
    return .sign(sign)
  }

  private func comparison(_ first: UInt8, _ second: UInt8) -> (Sign, Int)? {
    switch (first, second) {
    case (UInt8(ascii: "="), UInt8(ascii: "=")):
      byte(2) == UInt8(ascii: "=") ? nil : (.equal, 2)
    case (UInt8(ascii: "="), UInt8(ascii: "<")): (.lessOrEqual, 2)
    case (UInt8(ascii: "="), UInt8(ascii: ">")): (.greaterOrEqual, 2)
    case (UInt8(ascii: "="), _): (.equal, 1)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): (.lessOrEqual, 2)
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): (.notEqual, 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "<")): (.shiftLeft, 2)
    case (UInt8(ascii: "<"), _): (.less, 1)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): (.greaterOrEqual, 2)
    case (UInt8(ascii: ">"), UInt8(ascii: ">")): (.shiftRight, 2)
    case (UInt8(ascii: ">"), _): (.greater, 1)
    case (_, UInt8(ascii: "=")): byte(2) == UInt8(ascii: "=") ? nil : (.notEqual, 2)
    case _: (.not, 1)
    }
  }

  /// Signs of other languages that predicates do not have, each with the hint for the message.
  private static let mistakes: [(text: String, hint: String)] = [
    ("===", "equality is '=='"), ("!==", "inequality is '!='"),
    ("//", "a predicate has no comments"), ("/*", "a predicate has no comments"),
    (";", "a predicate is one expression; join two by AND"),
    ("?", "an argument is '%@' and a variable '$NAME'"),
    ("`", "strings stand in single or double quotes, and keys in none"),
    ("~", "CONTAINS and LIKE look for a part of a string, MATCHES for a regular expression"),
    ("≠", "inequality is '!='"), ("≤", "at most is '<='"), ("≥", "at least is '>='"),
    ("“", "strings stand in straight quotes"), ("”", "strings stand in straight quotes"),
    ("„", "strings stand in straight quotes"), ("«", "strings stand in straight quotes"),
    ("‘", "strings stand in straight quotes"), ("’", "strings stand in straight quotes"),
  ]

  private mutating func noToken() -> Token.Kind {
    let start = position
    if let mistake = PredicateLexer.mistakes.first(where: { starts(with: $0.text) }) {
      position += mistake.text.utf8.count
      return reject(.noToken(mistake.text, hint: mistake.hint), SourceRange(start, position))
    }
    let character = character(at: position)
    position = min(position + max(1, character.utf8.count), bytes.count)
    let hint =
      character.isLetter
      ? "a key is written in ASCII letters, digits and '_'; give any other key as an argument of %K"
      : nil
    return reject(.noToken(String(character), hint: hint), SourceRange(start, position))
  }

  private func starts(with text: String) -> Bool {
    for (offset, expected) in text.utf8.enumerated() where byte(offset) != expected {
      return false
    }
    return true
  }

  func character(at offset: Int) -> Character {
    let end = min(offset + 32, bytes.count)
    return String(decoding: bytes[offset..<end], as: UTF8.self).first ?? "\u{FFFD}"
  }
}

extension Keyword {
  /// Whether the word alone is an operand, as `TRUE`, `NIL` and `SELF` are.
  var isOperand: Bool {
    switch self {
    case .true, .yes, .false, .no, .null, .nil, .self, .anyKey, .first, .last, .size: true
    case .and, .or, .not, .any, .some, .all, .none, .in, .contains, .beginsWith, .endsWith, .like,
      .matches, .between, .utiConformsTo, .utiEquals, .truePredicate, .falsePredicate, .subquery,
      .cast, .ternary, .function, .fetch, .union, .intersect, .minus:
      false
    }
  }
}

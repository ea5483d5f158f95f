import MomentumDiagnostics

// Reads numbers, strings and placeholders such as `%@`: finds their ends in the text, and computes
// their values.

extension PredicateLexer {
  // MARK: - Numbers

  mutating func number() -> Token.Kind {
    let start = position
    if byte() == UInt8(ascii: "0"), let radix = PredicateLexer.radix(byte(1)) {
      position += 2
      let digits = position
      while PredicateLexer.digit(byte()) < radix { position += 1 }
      return checkedRadixNumber(from: start, hasDigits: position > digits)
    }
    skipDigits()
    var isWhole = true
    // `10.` and `10.e5` are numbers. In `10.key` the dot is not part of the number: a letter
    // follows.
    if byte() == UInt8(ascii: "."), !PredicateLexer.isLetter(byte(1)) || exponentLength(at: 1) > 0 {
      isWhole = false
      position += 1
      skipDigits()
    }
    let exponent = exponentLength(at: 0)
    if exponent > 0 {
      isWhole = false
      position += exponent
      skipDigits()
    }
    if isWhole, position - start <= 18 { return .number }
    return checkedNumber(from: start)
  }

  /// The number of bytes from an exponent's `e` to its first digit; 0 if no exponent begins there.
  /// `ahead` counts bytes from the current position.
  private func exponentLength(at ahead: Int) -> Int {
    guard byte(ahead) | 0x20 == UInt8(ascii: "e") else { return 0 }
    let isSigned = byte(ahead + 1) == UInt8(ascii: "+") || byte(ahead + 1) == UInt8(ascii: "-")
    let length = isSigned ? 2 : 1
    return PredicateLexer.isDigit(byte(ahead + length)) ? length + 1 : 0
  }

  private mutating func skipDigits() {
    while position < bytes.count, PredicateLexer.isDigit(bytes[position]) { position += 1 }
  }

  private mutating func checkedNumber(from start: Int) -> Token.Kind {
    let range = SourceRange(start, position)
    switch PredicateLexer.literal(range, in: source) {
    case nil: return reject(.numberTooLarge(text(from: start), limit: "any double"), range)
    case .decimal?: warn(.wideNumber(text(from: start)), range)
    case .null?, .integer?, .double?, .string?: break
    }
    return .number
  }

  private mutating func checkedRadixNumber(from start: Int, hasDigits: Bool) -> Token.Kind {
    let range = SourceRange(start, position)
    let letter = bytes[start + 1] | 0x20
    guard hasDigits else {
      let base = PredicateLexer.radix(letter) ?? 10
      return reject(
        .expected("digits of base \(base)", found: "'\(text(from: start))'"), range)
    }
    guard let value = PredicateLexer.literal(range, in: source) else {
      return reject(.numberTooLarge(text(from: start), limit: "64 bits hold"), range)
    }
    if case .decimal = value { warn(.wideNumber(text(from: start)), range) }
    if letter != UInt8(ascii: "x") { warn(.radixNumber(text(from: start)), range) }
    return .number
  }

  /// The value of a digit of any base up to 36; a greater number for any other byte.
  private static func digit(_ byte: UInt8) -> UInt8 {
    isDigit(byte) ? byte &- 0x30 : isLetter(byte) && byte != 0x5F ? (byte | 0x20) &- 0x57 : 255
  }

  private static func radix(_ letter: UInt8) -> UInt8? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// The value of a number token; `nil` if the number is too large for a Double.
  static func literal(_ range: SourceRange, in source: SourceFile) -> Literal? {
    var value: Int64 = 0
    if range.end - range.start <= 18 {
      for index in range.start..<range.end {
        let digit = source.utf8[index] &- 0x30
        guard digit < 10 else { return longLiteral(range, in: source) }
        value = value &* 10 &+ Int64(digit)
      }
      return .integer(value)
    }
    return longLiteral(range, in: source)
  }

  private static func longLiteral(_ range: SourceRange, in source: SourceFile) -> Literal? {
    let text = source.text(in: range)
    if text.utf8.first == UInt8(ascii: "0"), let letter = text.utf8.dropFirst().first,
      let radix = radix(letter)
    {
      let digits = text.dropFirst(2)
      if let value = Int64(digits, radix: Int(radix)) { return .integer(value) }
      return UInt64(digits, radix: Int(radix)).map { .decimal(String($0)) }
    }
    if text.utf8.allSatisfy(isDigit) { return Int64(text).map { .integer($0) } ?? .decimal(text) }
    guard let value = Double(completed(text)), value.isFinite else { return nil }
    return .double(value)
  }

  /// Adds the digits without which Swift cannot read a number: `.5` becomes `0.5`, and `10.`
  /// becomes `10.0`.
  private static func completed(_ text: String) -> String {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text }
    let fraction = text[text.utf8.index(after: dot)...]
    let hasFraction = fraction.utf8.first.map(isDigit) ?? false
    if hasFraction, dot > text.startIndex { return text }
    return (dot == text.startIndex ? "0" : "") + text[..<dot] + (hasFraction ? "." : ".0")
      + fraction
  }

  // MARK: - Strings

  mutating func string() -> Token.Kind {
    let start = position
    let quote = bytes[start]
    var hasEscapes = false
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return .string(hasEscapes: hasEscapes)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        position += 1
      }
      position += 1
    }
    position = bytes.count
    return reject(.unterminatedString, SourceRange(start, start + 1))
  }

  /// The text of a string token, without its quotes.
  static func string(_ range: SourceRange, hasEscapes: Bool, in source: SourceFile) -> String {
    let content = SourceRange(range.start + 1, range.end - 1)
    guard hasEscapes else { return source.text(in: content) }
    var reader = EscapeReader(bytes: source.utf8, position: content.start, end: content.end)
    return reader.text()
  }

  // MARK: - Conversions

  private static func conversion(_ letter: UInt8) -> ArgumentConversion? {
    switch letter {
    case UInt8(ascii: "@"): .object
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"), UInt8(ascii: "u"),
      UInt8(ascii: "U"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"),
      UInt8(ascii: "O"), UInt8(ascii: "p"):
      .integer
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"),
      UInt8(ascii: "g"), UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
      .double
    case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "s"), UInt8(ascii: "S"): .string
    default: nil
    }
  }

  /// Reads a conversion such as `%@`, `%K` or `%ld`; its flags, width, precision and length are
  /// skipped.
  mutating func conversion() -> Token.Kind {
    let start = position
    position += 1
    while PredicateLexer.isDigit(byte()) || byte() == UInt8(ascii: "-")
      || byte() == UInt8(ascii: "+")
      || byte() == UInt8(ascii: "#") || byte() == UInt8(ascii: ".")
    {
      position += 1
    }
    skipLength()
    let letter = byte()
    if letter == UInt8(ascii: "K") {
      position += 1
      return .keyPathArgument
    }
    if let conversion = PredicateLexer.conversion(letter) {
      position += 1
      skipSurplusLetter(behind: letter, from: start)
      return .argument(conversion)
    }
    if position < bytes.count {
      position = min(position + max(1, character(at: position).utf8.count), bytes.count)
    }
    return reject(.unknownConversion(text(from: start)), SourceRange(start, position))
  }

  /// Skips the `d` of `%lud`. If the parser read the `d` as a key, it would refuse formats that run
  /// on Apple's systems.
  ///
  /// Source: observed in the fetches of a library for synchronisation, `state == %lud`, in its
  /// Objective-C and in its Swift.
  private mutating func skipSurplusLetter(behind letter: UInt8, from start: Int) {
    guard letter == UInt8(ascii: "u"), byte() == UInt8(ascii: "d"),
      !PredicateLexer.isLetter(byte(1)), !PredicateLexer.isDigit(byte(1)),
      position - start > 2, PredicateLexer.isLetter(bytes[position - 2])
    else { return }
    let documented = text(from: start)
    position += 1
    let range = SourceRange(start, position)
    warn(
      .surplusLetter(text(from: start), documented), range,
      fixIts: [
        Diagnostic.FixIt(
          "write '\(documented)'", replace: SourceLocation(source, range), with: documented)
      ])
  }

  /// Skips the length modifier of a conversion, such as the `ll` of `%lld`.
  private mutating func skipLength() {
    switch byte() {
    case UInt8(ascii: "h"), UInt8(ascii: "l"): position += byte(1) == byte() ? 2 : 1
    case UInt8(ascii: "q"), UInt8(ascii: "L"), UInt8(ascii: "z"), UInt8(ascii: "t"),
      UInt8(ascii: "j"):
      position += 1
    default: break
    }
  }
}

/// Reads the text between quotes and decodes its escapes.
///
/// The escapes are `\\ \' \" \n \r \t \a \b \f \v`, octal numbers, `\xHH` and `\uHHHH`. After a
/// backslash, any other character stands for itself. Source: open implementations that copy
/// Foundation.
private struct EscapeReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int

  mutating func text() -> String {
    var result: [UInt8] = []
    result.reserveCapacity(end - position)
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\\"), position < end {
        result += escape()
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func escape() -> [UInt8] {
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "x"): return number(digits: 2).map(EscapeReader.utf8) ?? [letter]
    case UInt8(ascii: "u"): return unicode() ?? [letter]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = UInt32(letter - 0x30)
      var count = 1
      while count < 3, position < end, (0x30...0x37).contains(bytes[position]) {
        value = value * 8 + UInt32(bytes[position] - 0x30)
        position += 1
        count += 1
      }
      return EscapeReader.utf8(value)
    default: return [letter]
    }
  }

  /// Reads the four digits of `\u00e9`, or both halves of a surrogate pair, as UTF-8; `nil` for
  /// half a pair.
  private mutating func unicode() -> [UInt8]? {
    guard let first = number(digits: 4) else { return nil }
    guard (0xD800..<0xDC00).contains(first), position + 1 < end,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { return EscapeReader.utf8(first) }
    let start = position
    position += 2
    guard let second = number(digits: 4), (0xDC00..<0xE000).contains(second) else {
      position = start
      return EscapeReader.utf8(first)
    }
    return EscapeReader.utf8(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func number(digits: Int) -> UInt32? {
    guard position + digits <= end else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<(position + digits)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 + UInt32(digit)
    }
    position += digits
    return value
  }

  private static func utf8(_ value: UInt32) -> [UInt8] {
    Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
  }
}

import MomentumDiagnostics

// Numbers, strings and conversions.

extension PredicateLexer {
  // MARK: - Numbers

  mutating func number() -> Token.Kind? {
    let start = position
    if byte() == UInt8(ascii: "0"), let radix = PredicateLexer.radix(byte(1)) {
      return number(radix: radix, from: start)
    }
    skipDigits()
    var isWhole = true
    // `10.` is a number; `10.key` is not one with a key behind it.
    if byte() == UInt8(ascii: "."), !PredicateLexer.isLetter(byte(1)) {
      isWhole = false
      position += 1
      skipDigits()
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let isSigned = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
      if PredicateLexer.isDigit(byte(isSigned ? 2 : 1)) {
        isWhole = false
        position += isSigned ? 3 : 2
        skipDigits()
      }
    }
    let text = text(from: start)
    if isWhole { return .number(Int64(text).map(Literal.integer) ?? .decimal(text)) }
    guard let value = Double(PredicateLexer.completed(text)), value.isFinite else {
      report(.numberTooLarge(text), SourceRange(start, position))
      return nil
    }
    return .number(.double(value))
  }

  /// `.5` and `10.` with the digit that Swift wants.
  private static func completed(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    let fraction = parts[1].first.map { $0.isNumber } == true ? parts[1] : "0" + parts[1]
    return (parts[0].isEmpty ? "0" : parts[0]) + "." + fraction
  }

  private mutating func skipDigits() {
    while PredicateLexer.isDigit(byte()) { position += 1 }
  }

  private static func radix(_ letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private mutating func number(radix: Int, from start: Int) -> Token.Kind? {
    position += 2
    let digits = identifier()
    guard let value = Int64(digits, radix: radix) else {
      report(
        .expected("digits of base \(radix) that fit 64 bits", found: "'\(digits)'"),
        SourceRange(start, position))
      return nil
    }
    return .number(.integer(value))
  }

  // MARK: - Strings

  mutating func string() -> Token.Kind? {
    let start = position
    let quote = byte()
    position += 1
    var bytes: [UInt8] = []
    while position < source.utf8.count, byte() != quote {
      if byte() == UInt8(ascii: "\\") {
        position += 1
        guard position < source.utf8.count else { break }
        bytes += escape()
      } else {
        bytes.append(byte())
        position += 1
      }
    }
    guard position < source.utf8.count else {
      report(.unterminatedString, SourceRange(start, start + 1))
      return nil
    }
    position += 1
    return .string(String(decoding: bytes, as: UTF8.self))
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "v"): 0x0B,
  ]

  /// The bytes of an escape whose backslash was taken; any other character stands for itself.
  private mutating func escape() -> [UInt8] {
    let letter = byte()
    switch letter {
    case UInt8(ascii: "x"):
      return scalar(digits: 2, radix: 16, skip: 1) ?? literalEscape()
    case UInt8(ascii: "u"):
      return scalar(digits: 4, radix: 16, skip: 1) ?? literalEscape()
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var count = 1
      while count < 3, (0x30...0x37).contains(byte(count)) { count += 1 }
      return scalar(digits: count, radix: 8, skip: 0) ?? literalEscape()
    default: return literalEscape()
    }
  }

  private mutating func literalEscape() -> [UInt8] {
    let letter = byte()
    position += 1
    return [PredicateLexer.escapes[letter] ?? letter]
  }

  private mutating func scalar(digits: Int, radix: Int, skip: Int) -> [UInt8]? {
    let start = position + skip
    guard start + digits <= source.utf8.count else { return nil }
    let text = String(decoding: source.utf8[start..<(start + digits)], as: UTF8.self)
    guard let value = UInt32(text, radix: radix), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    position = start + digits
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: - Conversions

  private static let conversions: [Character: ArgumentConversion] = [
    "@": .object, "d": .integer, "D": .integer, "i": .integer, "u": .integer, "U": .integer,
    "x": .integer, "X": .integer, "o": .integer, "O": .integer, "f": .double, "F": .double,
    "e": .double, "E": .double, "g": .double, "G": .double, "a": .double, "A": .double,
    "c": .string, "C": .string, "s": .string, "S": .string,
  ]

  /// `%@`, `%K`, `%ld` …; flags, width, precision and length are read over.
  mutating func conversion() -> Token.Kind? {
    let start = position
    position += 1
    while "-+ #0123456789.".utf8.contains(byte()) { position += 1 }
    while "hlqLztj".utf8.contains(byte()) { position += 1 }
    guard position < source.utf8.count else {
      report(.unknownConversion(text(from: start)), SourceRange(start, position))
      return nil
    }
    let letter = character(at: position)
    if letter == "K" {
      position += 1
      return .keyPathArgument
    }
    guard let conversion = PredicateLexer.conversions[letter] else {
      position = min(position + max(1, letter.utf8.count), source.utf8.count)
      report(.unknownConversion(text(from: start)), SourceRange(start, position))
      return nil
    }
    position += 1
    return .argument(conversion)
  }
}

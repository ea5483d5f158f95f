import MomentumDiagnostics
import MomentumSwiftSource

/// Decodes the string literals of Swift: escapes, `#` marks, several lines, interpolations.
enum SwiftLiteralReader {
  /// Reads the text of a literal, with the ranges of the file that it is decoded from.
  static func read(_ token: Int, in tokens: SwiftTokens) -> SourceLiteral {
    let range = tokens[token].start..<tokens[token].end
    var decoder = Decoder(tokens.file, range)
    return decoder.read()
  }
}

private struct Decoder {
  let file: SourceFile
  let bytes: ArraySlice<UInt8>
  var pounds = 0
  var isMultiline = false
  var position: Int
  var end: Int
  var result: SourceLiteral
  /// The bytes that are removed at the start of each line.
  var indentation: [UInt8] = []
  /// The start of the bytes that were read, but not yet added to the result, and need no decoding.
  var copyStart: Int

  init(_ file: SourceFile, _ range: Range<Int>) {
    self.file = file
    bytes = file.utf8[range]
    position = range.lowerBound
    end = range.upperBound
    copyStart = position
    result = SourceLiteral(at: SourceLocation(file, SourceRange(range)))
  }

  func byte(_ offset: Int) -> UInt8 { offset < bytes.endIndex ? bytes[offset] : 0 }

  mutating func read() -> SourceLiteral {
    while byte(position) == UInt8(ascii: "#") {
      pounds += 1
      position += 1
    }
    result.isRaw = pounds > 0
    isMultiline = isQuotes(position, 3) && end - position >= 6 + pounds
    let quotes = isMultiline ? 3 : 1
    position += quotes
    if isQuotes(end - pounds - quotes, quotes), end - pounds - quotes >= position {
      end -= pounds + quotes
    }
    if isMultiline { cutLines() }
    copyStart = position
    while position < end { step() }
    flush()
    return result
  }

  private func isQuotes(_ offset: Int, _ count: Int) -> Bool {
    offset >= bytes.startIndex && (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "\"") }
  }

  /// Leaves out the lines of the opening and of the closing quotes.
  private mutating func cutLines() {
    while position < end, byte(position) != UInt8(ascii: "\n") { position += 1 }
    position = min(position + 1, end)
    var start = end
    while start > position, byte(start - 1) != UInt8(ascii: "\n") { start -= 1 }
    indentation = Array(bytes[start..<end])
    end = max(position, start - 1)
    if end > position, byte(end - 1) == UInt8(ascii: "\r") { end -= 1 }
    skipIndentation()
  }

  private mutating func skipIndentation() {
    for (index, expected) in indentation.enumerated() {
      guard position + index < end, byte(position + index) == expected else {
        position += index
        return
      }
    }
    position += indentation.count
  }

  private mutating func flush() {
    if copyStart < position {
      let range = copyStart..<min(position, end)
      result.append(
        String(decoding: bytes[range], as: UTF8.self), from: SourceRange(range), in: file)
    }
    copyStart = position
  }

  private mutating func step() {
    switch byte(position) {
    case UInt8(ascii: "\\"):
      let marks = (1...max(pounds, 1)).allSatisfy { byte(position + $0) == UInt8(ascii: "#") }
      if pounds > 0, !marks {
        position += 1
      } else {
        escape()
      }
    case UInt8(ascii: "\n") where isMultiline:
      position += 1
      flush()
      skipIndentation()
      copyStart = position
    default: position += 1
    }
  }

  /// Reads the escape or the interpolation at the position.
  private mutating func escape() {
    flush()
    let start = position
    position += 1 + pounds
    let kind = byte(position)
    position = min(position + 1, end)
    var text: String?
    switch kind {
    case UInt8(ascii: "("):
      interpolation(from: start)
      return
    case UInt8(ascii: "n"): text = "\n"
    case UInt8(ascii: "t"): text = "\t"
    case UInt8(ascii: "r"): text = "\r"
    case UInt8(ascii: "0"): text = "\0"
    case UInt8(ascii: "\\"): text = "\\"
    case UInt8(ascii: "\""): text = "\""
    case UInt8(ascii: "'"): text = "'"
    case UInt8(ascii: "u"): text = scalar()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      skipLineEnd(from: position - 1)
    default: break
    }
    if let text { result.append(text, from: SourceRange(start, position), in: file) }
    copyStart = position
  }

  /// A backslash at the end of a line joins it with the next one.
  private mutating func skipLineEnd(from start: Int) {
    position = start
    while position < end, byte(position) != UInt8(ascii: "\n") { position += 1 }
    position = min(position + 1, end)
    skipIndentation()
  }

  /// Reads a scalar such as `\u{1F600}`, whose `u` has been read; `nil` if it is none.
  private mutating func scalar() -> String? {
    guard byte(position) == UInt8(ascii: "{") else { return nil }
    var digits = ""
    position += 1
    while position < end, byte(position) != UInt8(ascii: "}") {
      digits.unicodeScalars.append(Unicode.Scalar(byte(position)))
      position += 1
    }
    position = min(position + 1, end)
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  /// Reads an interpolation whose opening bracket has been read. The lexer steps over brackets and
  /// strings inside of it.
  private mutating func interpolation(from start: Int) {
    let open = position - 1
    let inner = SwiftTokens(file, in: open..<end)
    let close = inner.partner(of: 0).map { inner[$0].start } ?? end
    position = min(close + 1, end)
    result.append(
      gap: SourceRange(open + 1, close),
      at: SourceLocation(file, SourceRange(start, position)))
    copyStart = position
  }
}

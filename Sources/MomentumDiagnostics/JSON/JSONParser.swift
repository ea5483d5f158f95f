// No library's parser is used, because findings about JSON that people write need positions, which
// libraries do not return.

/// Parses JSON (RFC 8259) with positions. Stops at the first error.
package struct JSONParser {
  static let depthMax = 64

  let bytes: [UInt8]
  var position = 0
  var names: [(name: String, range: SourceRange)] = []
  /// Whether lists and objects keep their contents. If false, contents are checked and dropped.
  var keepsParts = true

  /// Reports one diagnostic and returns `nil` if the text is not JSON. A name that occurs twice in
  /// one object is reported and its later value left out.
  package static func parse(_ file: SourceFile, _ issues: inout Diagnostics) -> JSONNode? {
    var parser = JSONParser(bytes: file.utf8)
    return parser.finish(file, &issues) { parser throws(Failure) in try parser.value(depth: 0) }
  }

  /// Parses a document with `read`, which reads its value; reports the errors.
  mutating func finish(
    _ file: SourceFile, _ issues: inout Diagnostics,
    _ read: (inout JSONParser) throws(Failure) -> JSONNode
  ) -> JSONNode? {
    do throws(Failure) {
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      let node = try read(&self)
      skipBlanks()
      guard current == nil else { throw failure("expected the end of the file") }
      for (name, range) in names {
        issues.report(JSONMessage.repeatedName(name), at: SourceLocation(file, range))
      }
      return node
    } catch {
      issues.report(
        JSONMessage.syntax(error.message), at: SourceLocation(file, error.range))
      return nil
    }
  }

  struct Failure: Error {
    var message: String
    var range: SourceRange
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func failure(_ message: String, from start: Int? = nil) -> Failure {
    let start = min(start ?? position, bytes.count)
    return Failure(
      message: message, range: SourceRange(start, min(max(position, start + 1), bytes.count)))
  }

  mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func value(depth: Int) throws(Failure) -> JSONNode {
    skipBlanks()
    let start = position
    guard depth <= Self.depthMax else {
      throw failure("values can be nested \(Self.depthMax) deep at most")
    }
    let value: JSONNode.Value
    switch current {
    case UInt8(ascii: "{"): value = .object(try members(depth))
    case UInt8(ascii: "["): value = .array(try items(depth))
    case UInt8(ascii: "\""): value = .string(try string())
    case nil: throw failure("expected a value before the end of the file")
    case UInt8(ascii: "-"): value = .number(try number())
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): value = .number(try number())
    case .some(UInt8(ascii: "a")...UInt8(ascii: "z")): value = try word()
    case _: throw failure("expected a value")
    }
    return JSONNode(value, at: SourceRange(start, position))
  }

  private mutating func word() throws(Failure) -> JSONNode.Value {
    let start = position
    while let byte = current, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) {
      position += 1
    }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case _: throw failure("expected a value", from: start)
    }
  }

  private mutating func items(_ depth: Int) throws(Failure) -> [JSONNode] {
    position += 1
    var result: [JSONNode] = []
    skipBlanks()
    if take("]") { return result }
    while true {
      let item = try value(depth: depth + 1)
      if keepsParts { result.append(item) }
      skipBlanks()
      if take("]") { return result }
      guard take(",") else { throw failure("expected ',' or ']' in a list") }
    }
  }

  private mutating func members(_ depth: Int) throws(Failure) -> [JSONMember] {
    position += 1
    var result: [JSONMember] = []
    var seen: Set<String> = []
    skipBlanks()
    if take("}") { return result }
    while true {
      let (name, range) = try memberName()
      let member = JSONMember(
        name: name, nameRange: range, value: try value(depth: depth + 1))
      if !seen.insert(name).inserted {
        names.append((name, range))
      } else if keepsParts {
        result.append(member)
      }
      skipBlanks()
      if take("}") { return result }
      guard take(",") else { throw failure("expected ',' or '}' in an object") }
    }
  }

  /// Reads the name of a member and its colon: `"name" :`.
  mutating func memberName() throws(Failure) -> (String, SourceRange) {
    skipBlanks()
    let start = position
    guard current == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
    let name = try string()
    let range = SourceRange(start, position)
    skipBlanks()
    guard take(":") else { throw failure("expected ':' after a name") }
    return (name, range)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  // MARK: - Numbers and strings

  private mutating func number() throws(Failure) -> String {
    let start = position
    _ = take("-")
    let isZero = current == UInt8(ascii: "0")
    let digitCount = skipDigits()
    guard digitCount > 0 else { throw failure("expected a digit") }
    guard !isZero || digitCount == 1 else {
      throw failure("a number cannot begin with 0", from: start)
    }
    if take("."), skipDigits() == 0 { throw failure("expected a digit after '.'") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard skipDigits() > 0 else { throw failure("expected a digit in the exponent") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    return position - start
  }

  mutating func string() throws(Failure) -> String {
    let start = position
    position += 1
    var units: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        // Decoding replaces invalid bytes, so a difference means that the bytes are not UTF-8.
        // (`String(validating:)` would need macOS 15.)
        let text = String(decoding: units, as: UTF8.self)
        guard text.utf8.elementsEqual(units) else {
          throw failure("expected UTF-8 in a string", from: start)
        }
        return text
      case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
      case 0..<0x20:
        position -= 1
        throw failure("a control character in a string has to be written as '\\u00XX'")
      case _: units.append(byte)
      }
    }
    throw failure("expected '\"' at the end of a string", from: start)
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = position - 1
    guard let byte = current else { throw failure("expected a character after '\\'") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    case _: throw failure("expected one of '\"\\/bfnrtu' after '\\'", from: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(Failure) -> Unicode.Scalar {
    let high = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    // The first half of a surrogate pair: the second half has to follow.
    guard high < 0xDC00, take("\\"), take("u") else {
      throw failure("expected both halves of a surrogate pair", from: start)
    }
    let low = try hexadecimal(from: start)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure("expected both halves of a surrogate pair", from: start) }
    return scalar
  }

  private mutating func hexadecimal(from start: Int) throws(Failure) -> UInt32 {
    guard position + 4 <= bytes.count,
      bytes[position..<position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(
        String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits after '\\u'", from: start) }
    position += 4
    return number
  }
}

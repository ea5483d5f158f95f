/// Reads the elements of a list that was given as text on a command line: `a, 'b, c', d`.
///
/// If only a part of an element is in quotes, the quotes are ordinary characters: `Rock 'n' Roll`
/// is one element.
struct ListLiteral {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  static func elements(of text: String) -> [String] {
    var list = ListLiteral(text)
    var elements: [String] = []
    list.skipBlanks()
    if list.position == list.end { return [] }
    while true {
      elements.append(list.element())
      if list.position == list.end { return elements }
      list.position += 1
    }
  }

  /// Starts after an opening bracket and ends before the closing one, if the text has brackets.
  private init(_ text: String) {
    bytes = Array(text.utf8)
    var start = 0
    var end = bytes.count
    while start < end, ListLiteral.isBlank(bytes[start]) { start += 1 }
    while end > start, ListLiteral.isBlank(bytes[end - 1]) { end -= 1 }
    if end - start >= 2 {
      switch (bytes[start], bytes[end - 1]) {
      case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "{"), UInt8(ascii: "}")):
        start += 1
        end -= 1
      case _: break
      }
    }
    position = start
    self.end = end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private mutating func skipBlanks() {
    while position < end, ListLiteral.isBlank(bytes[position]) { position += 1 }
  }

  /// Reads an element up to the next comma or the end, and stops there.
  private mutating func element() -> String {
    skipBlanks()
    let start = position
    if let quoted = quoted() { return quoted }
    position = start
    while position < end, bytes[position] != UInt8(ascii: ",") { position += 1 }
    var last = position
    while last > start, ListLiteral.isBlank(bytes[last - 1]) { last -= 1 }
    return String(decoding: bytes[start..<last], as: UTF8.self)
  }

  /// Reads an element that is in quotes as a whole; `nil` for any other element.
  private mutating func quoted() -> String? {
    guard position < end,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { return nil }
    let quote = bytes[position]
    var content: [UInt8] = []
    position += 1
    while position < end, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") {
        guard appendEscape(to: &content) else { return nil }
      } else {
        content.append(bytes[position])
        position += 1
      }
    }
    guard position < end else { return nil }
    position += 1
    skipBlanks()
    guard position == end || bytes[position] == UInt8(ascii: ",") else { return nil }
    return String(decoding: content, as: UTF8.self)
  }

  /// Reads a backslash and the character after it; returns `false` for an invalid escape.
  private mutating func appendEscape(to content: inout [UInt8]) -> Bool {
    guard position + 1 < end else { return false }
    let letter = bytes[position + 1]
    position += 2
    switch letter {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "u"):
      guard let first = unit() else { return false }
      var units = [first]
      // JSON writes a character above U+FFFF as two escapes.
      if UTF16.isLeadSurrogate(first), position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        guard let second = unit() else { return false }
        units.append(second)
      }
      content += String(decoding: units, as: UTF16.self).utf8
    case _: content.append(letter)
    }
    return true
  }

  /// Reads the four hexadecimal digits of `\u00e9`.
  private mutating func unit() -> UInt16? {
    guard end - position >= 4 else { return nil }
    var value: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    position += 4
    return value
  }
}

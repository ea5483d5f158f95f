/// Reads the attributes of a tag that may be unfinished.
struct TagScanner {
  let bytes: [UInt8]
  var position: Int
  let limit: Int

  mutating func name() -> Range<Int> {
    let start = position
    while position < limit, TagScanner.isName(bytes[position]) {
      position += 1
    }
    return start..<position
  }

  mutating func attribute() -> (name: Range<Int>, value: Range<Int>?)? {
    skipBlanks()
    guard position < limit, !isEnd(bytes[position]) else { return nil }
    let name = name()
    guard !name.isEmpty else { return nil }
    skipBlanks()
    guard position < limit, bytes[position] == UInt8(ascii: "=") else { return (name, nil) }
    position += 1
    skipBlanks()
    guard position < limit,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { return (name, nil) }
    let quote = bytes[position]
    position += 1
    let start = position
    // An unfinished value ends where the next tag begins.
    while position < limit, bytes[position] != quote, bytes[position] != UInt8(ascii: "<") {
      position += 1
    }
    let value = start..<position
    if position < limit, bytes[position] == quote { position += 1 }
    return (name, value)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    SourceWord.isLetter(byte) || byte == 0x2D || byte == 0x3A
  }

  private func isEnd(_ byte: UInt8) -> Bool { [0x3E, 0x2F, 0x3C].contains(byte) }

  private mutating func skipBlanks() {
    while position < limit, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }
}

/// A start tag around the cursor.
struct EnclosingTag {
  var element: String
  var attributes: [String: String] = [:]

  /// The start tags around a place, the innermost first, up to an entity or the model.
  static func all(_ bytes: [UInt8], before start: Int) -> [EnclosingTag] {
    var result: [EnclosingTag] = []
    var depth = 0
    var index = start - 1
    while index >= 0 {
      defer { index -= 1 }
      guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { continue }
      switch bytes[index + 1] {
      case UInt8(ascii: "/"):
        // An entity that ended is beside the place, so only the model is around it.
        if depth == 0, bytes[(index + 2)...].starts(with: Array("entity>".utf8)) {
          return result + [EnclosingTag(element: "model")]
        }
        depth += 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"): continue
      case _:
        var scanner = TagScanner(bytes: bytes, position: index + 1, limit: start)
        let name = XMLContext.text(bytes[scanner.name()])
        var tag = EnclosingTag(element: name)
        while let attribute = scanner.attribute() {
          guard let value = attribute.value else { continue }
          tag.attributes[XMLContext.text(bytes[attribute.name])] = XMLContext.text(bytes[value])
        }
        let isClosed =
          scanner.position < start && bytes[scanner.position] == UInt8(ascii: "/")
        if isClosed { continue }
        if depth > 0 {
          depth -= 1
          continue
        }
        result.append(tag)
        if ["entity", "model"].contains(name) { return result }
      }
    }
    return result
  }
}

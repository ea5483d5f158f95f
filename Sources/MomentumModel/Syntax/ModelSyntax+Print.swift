import MomentumDiagnostics

extension ModelSyntax {
  /// The tree as indented text, each element and attribute value with its line and column:
  ///
  ///     entity 3:5
  ///       name "Author" 3:19
  package var printed: String {
    var printer = SyntaxPrinter(file.utf8)
    printer.print(root, indent: 0)
    return printer.text
  }
}

/// Prints the tree in one pass. Each place is after the one before, so the lines of the file are
/// counted only once.
private struct SyntaxPrinter {
  var text = ""
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func print(_ element: SyntaxElement, indent: Int) {
    let blanks = String(repeating: "  ", count: indent)
    text += "\(blanks)\(element.kind.rawValue) \(place(element.range.start))\n"
    for attribute in element.attributes {
      let mark = attribute.name == nil ? "? " : ""
      let value = JSONText.string(attribute.value).compact
      text += "\(blanks)  \(mark)\(attribute.text) \(value) \(place(attribute.valueRange.start))\n"
    }
    for child in element.children { print(child, indent: indent + 1) }
  }

  private mutating func place(_ target: Int) -> String {
    var start = offset
    let end = min(max(target, offset), bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      let isPair = byte == 0x0D && offset < bytes.count && bytes[offset] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isPair) {
        line += 1
        column = 1
        start = offset
      }
    }
    column += String(decoding: bytes[start..<end], as: UTF8.self).count
    return "\(line):\(column)"
  }
}

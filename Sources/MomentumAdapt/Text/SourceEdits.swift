/// Changes of a source text. They never change the number of its lines.
struct SourceEdits {
  private enum Content {
    /// A text without line ends. Line ends of the replaced text come before `closing`.
    case text(String, closing: String)
    /// A space for each byte that ends no line.
    case blank
  }

  private var edits: [(range: Range<Int>, content: Content)] = []

  /// The bytes that change, in the order of the text.
  var places: [Range<Int>] { edits.map(\.range).sorted { $0.lowerBound < $1.lowerBound } }

  mutating func insert(_ text: String, at offset: Int) {
    replace(offset..<offset, with: text)
  }

  mutating func replace(_ range: Range<Int>, with text: String, closing: String = "") {
    edits.append((range, .text(text, closing: closing)))
  }

  /// Replaces a range by spaces, so that what follows stays in its column.
  mutating func blank(_ range: Range<Int>) { edits.append((range, .blank)) }

  /// Takes out a range with the changes in it, and leaves its line ends.
  ///
  /// - Returns: The changed text of the range.
  mutating func cut(_ range: Range<Int>, from bytes: [UInt8]) -> String {
    var inner = SourceEdits()
    inner.edits = edits.filter { range.contains($0.range.lowerBound) }
    edits.removeAll { range.contains($0.range.lowerBound) }
    blank(range)
    return String(decoding: inner.applied(to: bytes, in: range), as: UTF8.self)
  }

  /// The changed text. Where two changes overlap, the first one in the text is made.
  func applied(to bytes: [UInt8]) -> [UInt8] { applied(to: bytes, in: bytes.indices) }

  private func applied(to bytes: [UInt8], in whole: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(whole.count + edits.count * 64)
    var position = whole.lowerBound
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound]
      let old = bytes[edit.range]
      switch edit.content {
      case .text(let text, let closing):
        result += text.utf8
        result += old.filter(Self.isLineEnd)
        result += closing.utf8
      case .blank: result += old.map { Self.isLineEnd($0) ? $0 : UInt8(ascii: " ") }
      }
      position = edit.range.upperBound
    }
    return result + bytes[position..<max(position, whole.upperBound)]
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

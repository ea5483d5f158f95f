package import MomentumDiagnostics

/// A text as UTF-8 with the offsets of its lines, which an edit updates without reading the whole
/// text again. Lines end at LF, CR or CR LF, as the protocol says and as `SourceFile` counts them.
package struct TextLines: Sendable, Hashable {
  package private(set) var utf8: [UInt8]
  /// The offset of the first byte of each line.
  private var starts: [Int]

  package init(_ utf8: [UInt8]) {
    self.utf8 = utf8
    starts = [0] + TextLines.starts(after: utf8, from: 0, to: utf8.count)
  }

  package var lineCount: Int { starts.count }

  // MARK: - Positions

  /// The offset of a position. A line or a character after the end is taken for the end, as the
  /// protocol says; a position inside a character for the start of that character.
  package func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return utf8.count }
    let start = starts[position.line]
    let end = lineEnd(position.line)
    guard position.character > 0 else { return start }
    switch encoding {
    case .utf8:
      var offset = min(start.saturatingAdd(position.character), end)
      while offset > start, offset < end, isContinuation(utf8[offset]) { offset -= 1 }
      return offset
    case .utf16:
      var offset = start
      var units = 0
      while offset < end {
        let length = min(TextLines.length(of: utf8[offset]), end - offset)
        units += length == 4 ? 2 : 1
        if units > position.character { return offset }
        offset += length
      }
      return end
    }
  }

  /// The position of an offset, which is clamped to the text.
  package func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), utf8.count)
    let line = lineIndex(at: offset)
    let start = starts[line]
    switch encoding {
    case .utf8: return TextPosition(line: line, character: offset - start)
    case .utf16:
      var units = 0
      for byte in utf8[start..<offset] where !isContinuation(byte) {
        units += byte >= 0xF0 ? 2 : 1
      }
      return TextPosition(line: line, character: units)
    }
  }

  package func span(of range: SourceRange, _ encoding: PositionEncoding) -> TextSpan {
    TextSpan(position(of: range.start, encoding), position(of: range.end, encoding))
  }

  package func range(of span: TextSpan, _ encoding: PositionEncoding) -> SourceRange {
    SourceRange(offset(of: span.start, encoding), offset(of: span.end, encoding))
  }

  /// The bytes of a line, without its line end.
  package func lineRange(at offset: Int) -> SourceRange {
    let line = lineIndex(at: min(max(offset, 0), utf8.count))
    return SourceRange(starts[line], lineEnd(line))
  }

  // MARK: - Edits

  /// Replaces a range, which is clamped to the text.
  package mutating func replace(_ range: SourceRange, with text: [UInt8]) {
    let lower = min(max(range.start, 0), utf8.count)
    let upper = min(max(range.end, lower), utf8.count)
    utf8.replaceSubrange(lower..<upper, with: text)
    // A line end at the border can become another one: CR before an LF that was inserted is no
    // line end of its own any more. So begin at the line of the byte before.
    let first = lineIndex(at: max(lower - 1, 0))
    var last = first
    while last + 1 < starts.count, starts[last + 1] <= upper { last += 1 }
    let shift = text.count - (upper - lower)
    // The line after the edited ones begins at a line end that is read again, too.
    let end = last + 1 < starts.count ? starts[last + 1] + shift : utf8.count
    var middle = TextLines.starts(after: utf8, from: starts[first], to: end)
    if last + 1 < starts.count, middle.last == end { middle.removeLast() }
    var rest = starts[(last + 1)...].map { $0 + shift }
    rest.insert(contentsOf: middle, at: 0)
    starts.replaceSubrange((first + 1)..., with: rest)
  }

  // MARK: - Bytes

  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func lineEnd(_ line: Int) -> Int {
    guard line + 1 < starts.count else { return utf8.count }
    var end = starts[line + 1]
    while end > starts[line], utf8[end - 1] == 0x0A || utf8[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The starts of the lines whose line ends are in a range of the bytes.
  private static func starts(after bytes: [UInt8], from lower: Int, to upper: Int) -> [Int] {
    var result: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for index in lower..<upper where bytes[index] == 0x0A || bytes[index] == 0x0D {
        let isPair =
          bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if !isPair { result.append(index + 1) }
      }
    }
    return result
  }

  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: 1
    case 0x80..<0xE0: 2
    case 0xE0..<0xF0: 3
    default: 4
    }
  }
}

extension Int {
  /// The sum, or the greatest number if the sum is greater: a client may send any number.
  fileprivate func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? Int.max : sum
  }
}

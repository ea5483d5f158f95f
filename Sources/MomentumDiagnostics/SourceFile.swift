/// A text that came from outside, with the path a person knows it by.
public struct SourceFile: Sendable, Hashable {
  /// The path as the user gave it, or a name in angle brackets such as `<predicate>`.
  public let path: String

  /// The text as UTF-8. Every `SourceRange` of this file counts these bytes.
  public let utf8: [UInt8]

  /// Makes a file from its bytes.
  public init(path: String, utf8: [UInt8]) {
    self.path = path
    self.utf8 = utf8
  }

  /// Makes a file from text.
  public init(path: String, text: String) {
    self.init(path: path, utf8: Array(text.utf8))
  }

  /// The whole text; bytes that are not UTF-8 become U+FFFD.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The text of a range, clamped to the file.
  public func text(in range: SourceRange) -> String {
    let end = min(max(range.end, 0), utf8.count)
    let start = min(max(range.start, 0), end)
    return String(decoding: utf8[start..<end], as: UTF8.self)
  }
}

/// A half-open range of UTF-8 offsets into one source file.
public struct SourceRange: Sendable, Hashable {
  public var start: Int
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  public init(_ range: Range<Int>) {
    self.init(range.lowerBound, range.upperBound)
  }

  public var isEmpty: Bool { start == end }

  /// The smallest range that holds both.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }
}

/// A range in a named file: where a diagnostic points.
public struct SourceLocation: Sendable, Hashable {
  public var file: SourceFile
  public var range: SourceRange

  public init(_ file: SourceFile, _ range: SourceRange) {
    self.file = file
    self.range = range
  }
}

/// A 1-based position for people: lines end at LF, CR or CR LF; columns count characters.
public struct LineColumn: Sendable, Hashable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceFile {
  /// The line and column of a UTF-8 offset, which is clamped to the file. Costs a scan up to the offset.
  public func lineColumn(at offset: Int) -> LineColumn {
    let offset = min(max(offset, 0), utf8.count)
    var line = 1
    var lineStart = 0
    var index = 0
    while index < offset {
      if let width = newlineWidth(at: index) {
        // An offset between CR and LF still belongs to the line that they end.
        guard index + width <= offset else { break }
        line += 1
        index += width
        lineStart = index
      } else {
        index += 1
      }
    }
    let column = String(decoding: utf8[lineStart..<offset], as: UTF8.self).count + 1
    return LineColumn(line: line, column: column)
  }

  /// The range of the line that holds an offset, without its line end.
  func lineRange(at offset: Int) -> SourceRange {
    let offset = min(max(offset, 0), utf8.count)
    var start = offset
    while start > 0, !isNewline(utf8[start - 1]) { start -= 1 }
    var end = offset
    while end < utf8.count, !isNewline(utf8[end]) { end += 1 }
    return SourceRange(start, end)
  }

  private func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func newlineWidth(at index: Int) -> Int? {
    switch utf8[index] {
    case 0x0A: return 1
    case 0x0D: return index + 1 < utf8.count && utf8[index + 1] == 0x0A ? 2 : 1
    default: return nil
    }
  }
}

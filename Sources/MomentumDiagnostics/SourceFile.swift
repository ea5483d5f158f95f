/// A text that a user gave, with the path under which the user knows it.
package struct SourceFile: Sendable, Hashable {
  /// The path as the user wrote it, or a name in angle brackets such as `<predicate>`.
  package let path: String

  /// The text as UTF-8. Every `SourceRange` of this file counts these bytes.
  package let utf8: [UInt8]

  /// The offset of each line's first byte. With it, the line of a finding is computed without
  /// reading the file again.
  private let lineStarts: [Int32]

  /// For a generated text, the places that its parts were made from, in ascending order of offsets;
  /// empty for a text that a person wrote. A finding in a part is reported at the part's place.
  private let origins: [SourceOrigin]

  /// Makes a file from its bytes.
  package init(path: String, utf8: [UInt8], origins: [SourceOrigin] = []) {
    self.path = path
    self.utf8 = utf8
    self.origins = origins
    lineStarts = SourceFile.lineStarts(of: utf8)
  }

  /// Makes a file from text.
  package init(path: String, text: String) {
    self.init(path: path, utf8: Array(text.utf8))
  }

  private init(path: String, like other: SourceFile) {
    self.path = path
    utf8 = other.utf8
    lineStarts = other.lineStarts
    origins = other.origins
  }

  /// The same file under another path. Bytes and lines are shared, so this costs nothing.
  package func named(_ path: String) -> SourceFile { SourceFile(path: path, like: self) }

  /// The whole text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The text of a range, clamped to the file.
  package func text(in range: SourceRange) -> String {
    let end = min(max(range.end, 0), utf8.count)
    let start = min(max(range.start, 0), end)
    return String(decoding: utf8[start..<end], as: UTF8.self)
  }
}

/// The place that a part of a generated text was made from.
package struct SourceOrigin: Sendable, Hashable {
  /// The offset in the generated text where the part begins. The part ends where the next one
  /// begins.
  package var offset: Int
  package var location: SourceLocation

  package init(offset: Int, location: SourceLocation) {
    self.offset = offset
    self.location = location
  }
}

extension SourceLocation {
  /// The place in a text that a person wrote: this one or, for a generated text, the place that it
  /// was made from.
  package var written: SourceLocation { file.origin(of: range.start) ?? self }
}

extension SourceFile {
  /// The place that the part of a generated text at an offset was made from; `nil` for a text that
  /// a person wrote.
  fileprivate func origin(of offset: Int) -> SourceLocation? {
    guard let first = origins.first else { return nil }
    return (origins.last { $0.offset <= offset } ?? first).location
  }

  /// Whether a program made the text, so that a repair in the text would be lost.
  package var isGenerated: Bool { !origins.isEmpty }
}

/// A half-open range of UTF-8 offsets into one source file.
///
/// Offsets have 32 bits, since a tree has two ranges for each attribute; offsets above 2 GB are
/// clamped.
package struct SourceRange: Sendable, Hashable {
  private var lower: Int32
  private var upper: Int32

  /// The offset of the first byte.
  package var start: Int {
    get { Int(lower) }
    set { lower = Int32(clamping: newValue) }
  }
  /// The offset after the last byte.
  package var end: Int {
    get { Int(upper) }
    set { upper = Int32(clamping: newValue) }
  }

  package init(_ start: Int, _ end: Int) {
    lower = Int32(clamping: start)
    upper = Int32(clamping: max(start, end))
  }

  package init(_ range: Range<Int>) {
    self.init(range.lowerBound, range.upperBound)
  }

  package var isEmpty: Bool { start == end }

  /// The smallest range that contains both.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }
}

/// A range in a named file: the place of a diagnostic.
///
/// ```swift
/// if let place = finding.location {
///   print("\(place.path):\(place.line):\(place.column): \(finding.text)")
/// }
/// ```
public struct SourceLocation: Sendable, Hashable {
  /// The file that contains the place.
  package var file: SourceFile
  /// The range of the place in the file's bytes.
  package var range: SourceRange

  /// The file's path as the user wrote it.
  public var path: String { file.path }
  /// The line where the place begins, from 1.
  public var line: Int { file.lineColumn(at: range.start).line }
  /// The character of the line where the place begins, from 1.
  public var column: Int { file.lineColumn(at: range.start).column }

  package init(_ file: SourceFile, _ range: SourceRange) {
    self.file = file
    self.range = range
  }
}

/// A 1-based position for people: lines end at LF, CR or CR LF; columns count characters.
package struct LineColumn: Sendable, Hashable {
  /// The number of the line, from 1.
  package var line: Int
  /// The number of the character in the line, from 1.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceFile {
  /// The line and column of a UTF-8 offset, which is clamped to the file.
  package func lineColumn(at offset: Int) -> LineColumn {
    let offset = min(max(offset, 0), utf8.count)
    let line = lineIndex(at: offset)
    let column = String(decoding: utf8[Int(lineStarts[line])..<offset], as: UTF8.self).count + 1
    return LineColumn(line: line + 1, column: column)
  }

  /// The range of the line that contains an offset, without its line end.
  func lineRange(at offset: Int) -> SourceRange {
    let offset = min(max(offset, 0), utf8.count)
    let start = Int(lineStarts[lineIndex(at: offset)])
    var end = offset
    while end < utf8.count, !isNewline(utf8[end]) { end += 1 }
    // An offset between CR and LF belongs to the line before them.
    while end > start, isNewline(utf8[end - 1]) { end -= 1 }
    return SourceRange(start, end)
  }

  private func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The last line that begins at or before an offset.
  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private static func lineStarts(of bytes: [UInt8]) -> [Int32] {
    var starts: [Int32] = [0]
    for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
      // CR LF is one line end, so no line starts between the two.
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isPair { starts.append(Int32(clamping: index + 1)) }
    }
    return starts
  }
}

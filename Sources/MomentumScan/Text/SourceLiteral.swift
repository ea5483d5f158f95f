package import MomentumDiagnostics

/// A text of a program, with the ranges of source files that it was read from.
///
/// The text of `"a == \(x)" + "b"` comes from two literals. An interpolation whose text is not
/// known is a gap of no length in the text.
package struct SourceLiteral: Sendable, Hashable {
  /// A part of the text, and the bytes of a file that it was decoded from.
  package struct Piece: Sendable, Hashable {
    /// The length in bytes of the decoded text.
    package var length: Int
    package var file: SourceFile
    package var origin: SourceRange

    /// Whether the file has the same bytes as the text.
    var isCopy: Bool { origin.end - origin.start == length }
  }

  /// An interpolation whose value is not known.
  package struct Gap: Sendable, Hashable {
    /// The offset in the text, in bytes.
    package var offset: Int
    /// The source from the backslash to the closing bracket.
    package var location: SourceLocation
    /// The code between the parentheses.
    package var content: SourceRange
  }

  package private(set) var text = ""
  private(set) var pieces: [Piece] = []
  package private(set) var gaps: [Gap] = []
  /// The location of the first literal, with its quotes.
  package var location: SourceLocation
  /// Whether the first literal is a raw one, in which a backslash is plain text.
  package var isRaw = false
  /// Whether the text comes from a `#keyPath`: the compiler has checked its keys, so an unknown key
  /// is one of a class that the scan does not see.
  package var isCheckedByCompiler = false

  package init(at location: SourceLocation) { self.location = location }

  /// Makes a text that is no literal in the file, such as `name` of `#keyPath(Person.name)`.
  package init(_ text: String, at location: SourceLocation) {
    self.location = location
    append(text, from: location.range, in: location.file)
  }

  package mutating func append(_ part: String, from origin: SourceRange, in file: SourceFile) {
    let length = part.utf8.count
    guard length > 0 else { return }
    text += part
    pieces.append(Piece(length: length, file: file, origin: origin))
  }

  package mutating func append(gap content: SourceRange, at location: SourceLocation) {
    gaps.append(Gap(offset: text.utf8.count, location: location, content: content))
  }

  package mutating func append(_ other: SourceLiteral) {
    let start = text.utf8.count
    text += other.text
    pieces += other.pieces
    gaps += other.gaps.map { gap in
      var moved = gap
      moved.offset += start
      return moved
    }
  }

  /// The literal with texts in place of the gaps. Such a text has the location of its
  /// interpolation.
  package func filling(_ texts: [String]) -> SourceLiteral {
    var result = SourceLiteral(at: location)
    result.isRaw = isRaw
    var offset = 0
    var rest = pieces[...]
    let bytes = Array(text.utf8)
    func copy(to end: Int) {
      while offset < end, var piece = rest.first {
        let count = min(piece.length, end - offset)
        let part = String(decoding: bytes[offset..<offset + count], as: UTF8.self)
        let isCopy = piece.isCopy
        let origin =
          isCopy ? SourceRange(piece.origin.start, piece.origin.start + count) : piece.origin
        result.append(part, from: origin, in: piece.file)
        offset += count
        rest.removeFirst()
        if count < piece.length {
          piece.length -= count
          if isCopy { piece.origin.start += count }
          rest.insert(piece, at: rest.startIndex)
        }
      }
    }
    for (gap, filler) in zip(gaps, texts) {
      copy(to: gap.offset)
      result.append(filler, from: gap.location.range, in: gap.location.file)
    }
    copy(to: bytes.count)
    return result
  }

  /// The place that a range of the text was read from.
  package func location(of range: SourceRange) -> SourceLocation {
    var passed = 0
    var start: SourceLocation?
    for piece in pieces {
      let next = passed + piece.length
      if start == nil, range.start < next {
        let offset = piece.isCopy ? piece.origin.start + range.start - passed : piece.origin.start
        start = SourceLocation(piece.file, SourceRange(offset, offset))
      }
      if var found = start, range.end <= next {
        guard !range.isEmpty, found.file.path == piece.file.path else { return found }
        let end = piece.isCopy ? piece.origin.start + range.end - passed : piece.origin.end
        found.range = SourceRange(found.range.start, max(found.range.start, end))
        return found
      }
      passed = next
    }
    // The end of the text is before the closing quote.
    guard let last = pieces.last else { return location }
    return start ?? SourceLocation(last.file, SourceRange(last.origin.end, last.origin.end))
  }

  /// Whether the file has the bytes of a range as the text has them, so that they can be replaced.
  package func isVerbatim(_ range: SourceRange) -> Bool {
    let place = location(of: range)
    return place.file.text(in: place.range)
      == String(
        decoding: Array(text.utf8)[range.start..<min(range.end, text.utf8.count)], as: UTF8.self)
  }

  /// The place of the whole text: that of the only literal, or of all pieces in one file.
  package var wholeLocation: SourceLocation {
    guard let first = pieces.first, let last = pieces.last, first.file.path == last.file.path,
      first.origin.start <= last.origin.end
    else { return location }
    return SourceLocation(first.file, SourceRange(first.origin.start, last.origin.end))
  }
}

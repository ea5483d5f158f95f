/// An encoded text inside another file, such as a predicate in an XML attribute.
///
/// A later stage parses the decoded text; `location(of:)` maps a range of it to the bytes that the
/// user wrote.
package struct EmbeddedText: Sendable, Hashable {
  /// One piece of decoded text and the bytes of the outer file it was decoded from.
  package struct Segment: Sendable, Hashable {
    /// The length of the piece in the decoded text, in UTF-8 bytes.
    package var length: Int
    /// The place of the piece in the outer file. Has `length` bytes if the piece was copied
    /// unchanged.
    package var origin: SourceRange

    package init(length: Int, origin: SourceRange) {
      self.length = length
      self.origin = origin
    }
  }

  package let text: String
  package let file: SourceFile

  /// The pieces in order; the sum of their lengths is the length of the text.
  package let segments: [Segment]

  package init(text: String, file: SourceFile, segments: [Segment]) {
    self.text = text
    self.file = file
    self.segments = segments
  }

  /// Makes an embedded text whose bytes are in the file as they are, without an encoding.
  package init(verbatim range: SourceRange, in file: SourceFile) {
    self.init(
      text: file.text(in: range), file: file,
      segments: [Segment(length: range.end - range.start, origin: range)])
  }

  /// The place in the outer file that a range of the decoded text came from.
  package func location(of range: SourceRange) -> SourceLocation {
    let start = originOffset(of: range.start, atEnd: false)
    let end = range.isEmpty ? start : originOffset(of: range.end, atEnd: true)
    return SourceLocation(file, SourceRange(start, end))
  }

  private func originOffset(of offset: Int, atEnd: Bool) -> Int {
    var passed = 0
    for segment in segments {
      let next = passed + segment.length
      if offset < next || (atEnd && offset == next) {
        let isCopy = segment.origin.end - segment.origin.start == segment.length
        if isCopy { return segment.origin.start + (offset - passed) }
        return atEnd ? segment.origin.end : segment.origin.start
      }
      passed = next
    }
    return segments.last?.origin.end ?? 0
  }
}

/// How a client counts the characters of a line. The two sides agree on one when they start.
package enum PositionEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  /// The encoding of clients that do not say another one.
  case utf16 = "utf-16"
}

/// A position as the protocol has it: both numbers count from 0.
package struct TextPosition: Sendable, Hashable, Comparable {
  package var line: Int
  /// The number of code units of the agreed encoding before the position in its line.
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A half-open range of positions.
package struct TextSpan: Sendable, Hashable {
  package var start: TextPosition
  package var end: TextPosition

  package init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }
}

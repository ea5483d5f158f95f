/// One token of Swift source: a kind and the bytes it covers.
///
/// Ten megabytes of source have some three million tokens, so a token holds 12 bytes and no text.
package struct SwiftToken: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    /// A name, a keyword or a contextual keyword: only the parser can tell which. `$0` and `_` too.
    case identifier
    /// A name between back quotes, which is never a keyword. The quotes belong to the token.
    case quotedIdentifier
    case integer
    case float
    /// A whole string literal with its quotes, its `#` marks and all that is interpolated.
    case string
    /// A regular expression literal: `/a+/` or `#/a+/#`.
    case regex
    /// Any operator, also `=`, `->`, `&`, `?` and `!`.
    case op
    case leftParenthesis
    case rightParenthesis
    case leftBracket
    case rightBracket
    case leftBrace
    case rightBrace
    case comma
    case colon
    case semicolon
    case period
    case at
    /// A `#` with the name after it: `#if`, `#Predicate`, `#selector`.
    case pound
    /// The `\` that begins a key path.
    case backslash
    /// Bytes that no Swift token begins with.
    case unknown
    /// The end of the file. It comes after the last token and has an empty range.
    case end
  }

  /// The surroundings of a token that the grammar depends on: `a -b` is not `a - b`.
  package struct Marks: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The token is the first of its line.
    package static let startsLine = Marks(rawValue: 1)
    /// White space, a comment or an opening bracket is before the token.
    package static let spaceBefore = Marks(rawValue: 2)
    /// White space, a comment or a closing bracket is after the token.
    package static let spaceAfter = Marks(rawValue: 4)
    /// The token is a literal, a comment or a quoted name without its closing mark: the line or the
    /// file ends before.
    package static let isUnterminated = Marks(rawValue: 8)
  }

  package var kind: Kind
  package var marks: Marks
  private var lower: Int32
  private var upper: Int32

  package init(_ kind: Kind, _ start: Int, _ end: Int, _ marks: Marks) {
    self.kind = kind
    self.marks = marks
    lower = Int32(clamping: start)
    upper = Int32(clamping: end)
  }

  /// The offset of the first byte.
  package var start: Int { Int(lower) }
  /// The offset after the last byte.
  package var end: Int { Int(upper) }

  package var startsLine: Bool { marks.contains(.startsLine) }
}

/// A comment of Swift source.
package struct SwiftComment: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    /// `//`
    case line
    /// `/* */`, which may hold others of its kind
    case block
    /// `///`
    case documentationLine
    /// `/** */`
    case documentationBlock
  }

  package var kind: Kind
  package var range: Range<Int>

  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

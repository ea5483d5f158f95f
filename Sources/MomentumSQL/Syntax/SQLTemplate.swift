/// SQL with places for operands: `NULLIF({0}, 0)`.
///
/// `{0}` is the first operand, `{9}` the tenth; every other brace is a plain character. The text is
/// split when the template is made, so that printing it allocates no strings.
package struct SQLTemplate: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text before an operand, and the operand's number.
  struct Piece: Sendable, Hashable {
    var words: String
    var operand: Int
  }

  let pieces: [Piece]
  /// The text after the last operand.
  let end: String

  package init(stringLiteral value: String) { self.init(value) }

  package init(_ text: String) {
    var pieces: [Piece] = []
    var words = ""
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      words += rest[..<brace]
      let place = rest[brace...].prefix(3)
      if place.count == 3, place.last == "}",
        let operand = place.dropFirst().first?.wholeNumberValue
      {
        pieces.append(Piece(words: words, operand: operand))
        words = ""
        rest = rest[place.endIndex...]
      } else {
        words += "{"
        rest = rest[rest.index(after: brace)...]
      }
    }
    self.pieces = pieces
    end = words + rest
  }

  /// The number of operands: one more than the highest number in braces.
  var operandCount: Int { (pieces.map(\.operand).max() ?? -1) + 1 }

  /// The template with fragments in place of `{0}`, `{1}` and so on. A place without a fragment is
  /// left empty.
  package func sql(_ operands: SQLFragment...) -> SQLFragment {
    var filled = SQLFragment()
    for piece in pieces {
      filled += SQLFragment(printed: piece.words)
      if piece.operand < operands.count { filled += operands[piece.operand] }
    }
    return filled + SQLFragment(printed: end)
  }
}

/// Something that a parser says about a file: what it is, where, and what it is called.
struct Fact: Hashable, Comparable {
  var kind: String
  /// UTF-8 offsets into the file, half-open.
  var start: Int
  var end: Int
  var name: String

  init(_ kind: String, _ start: Int, _ end: Int, _ name: String = "") {
    self.kind = kind
    self.start = start
    self.end = end
    self.name = name
  }

  static func < (left: Fact, right: Fact) -> Bool {
    (left.start, left.end, left.kind, left.name) < (right.start, right.end, right.kind, right.name)
  }
}

/// Text without the white space around and between its parts, so that formatting is no difference.
func squeezed(_ text: some StringProtocol) -> String {
  text.split(whereSeparator: \.isWhitespace).joined()
}

/// The end of generic parameters without the `>` at it. `>>` is one token to our reader, so whether the
/// last `>` of `A: B<C>>` belongs to the parameters cannot be said in tokens.
func withoutAngles(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
  var end = range.upperBound
  while end > range.lowerBound, bytes[end - 1] == UInt8(ascii: ">") || bytes[end - 1] == 0x20 {
    end -= 1
  }
  return end
}

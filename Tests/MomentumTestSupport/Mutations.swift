/// Damaged copies of a text: what every parser has to survive.
package enum Mutations {
  /// The text cut at each byte.
  package static func prefixes(of utf8: [UInt8]) -> [[UInt8]] {
    (0...utf8.count).map { Array(utf8[..<$0]) }
  }

  /// The text with each of the ranges left out, and with each doubled.
  package static func tokenEdits(of utf8: [UInt8], tokens: [Range<Int>]) -> [[UInt8]] {
    tokens.flatMap { token in
      let head = utf8[..<token.lowerBound]
      let tail = utf8[token.upperBound...]
      let text = utf8[token]
      return [Array(head + tail), Array(head + text + " ".utf8 + text + tail)]
    }
  }
}

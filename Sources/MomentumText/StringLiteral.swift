/// Escapes text for string literals. Swift, JSON and the predicate language agree on the escapes
/// that have a letter, and differ in the others.
package enum StringLiteral {
  /// The character after the backslash for a quote, a backslash, a line feed, a carriage return and
  /// a tab; `nil` for every other character.
  @inlinable
  package static func letter(for scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "\"": UInt8(ascii: "\"")
    case "\\": UInt8(ascii: "\\")
    case "\n": UInt8(ascii: "n")
    case "\r": UInt8(ascii: "r")
    case "\t": UInt8(ascii: "t")
    case _: nil
    }
  }

  /// A literal in double quotes: `"a \"b\""`.
  ///
  /// The text is read by scalars, not by characters: a quote and a combining mark after it are one
  /// character, and the quote would not be escaped.
  ///
  /// - Parameter escape: Returns the text in place of a scalar that has no escape letter; `nil` to
  ///   keep the scalar.
  package static func quoted(
    _ text: String, escape: (Unicode.Scalar) -> String? = { _ in nil }
  ) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if let letter = letter(for: scalar) {
        result += "\\"
        result.unicodeScalars.append(Unicode.Scalar(letter))
      } else if let escaped = escape(scalar) {
        result += escaped
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

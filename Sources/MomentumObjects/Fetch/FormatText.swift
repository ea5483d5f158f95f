/// The text of a predicate's format, for a change of what stands outside of its quoted texts.
package enum FormatText {
  /// Replaces parts of a format. A quoted text stays as it is, with the escapes in it.
  ///
  /// - Parameter replacement: Is called at each place outside of quotes with the rest of the format.
  ///   It returns the new text and how many characters it replaces; `nil` leaves the character.
  package static func replacing(
    in format: String,
    _ replacement: (_ rest: Substring) throws -> (text: String, count: Int)?
  ) rethrows -> String {
    var (text, rest) = ("", format[...])
    var quote: Character?
    while let character = rest.first {
      if quote == nil, let (new, count) = try replacement(rest) {
        text += new
        rest = rest.dropFirst(count)
        continue
      }
      if character == "\\", quote != nil {
        text += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      text.append(character)
      rest = rest.dropFirst()
    }
    return text
  }
}

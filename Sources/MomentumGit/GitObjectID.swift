/// The name that git gives an object by its content: 40 hexadecimal digits, or 64.
package struct GitObjectID: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  /// `nil` for a text that is no id: git would take a text that begins with `-` for an option.
  package init?(_ text: some StringProtocol) {
    let isDigits = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    guard isDigits, [40, 64].contains(text.utf8.count) else { return nil }
    self.text = String(text)
  }

  package var description: String { text }

  /// The first eight digits, for messages.
  package var short: String { String(text.prefix(8)) }
}

/// The tokens of a statement in `sqlite_master`, without blanks and quotes.
///
/// SQLite's ALTER TABLE adds quotes when it renames, and other blanks when it adds a column.
/// Compared as text, equal tables would differ.
package struct StatementTokens: Sendable, Equatable {
  package enum Token: Sendable, Equatable {
    /// An unquoted word: a keyword, a name or a number; in lower case (ASCII only).
    case word(String)
    /// A quoted name without its quotes, in lower case (ASCII only).
    case quotedName(String)
    case literal(String)
    case symbol(UInt8)

    /// The text of a word or quoted name; `nil` for other tokens.
    var name: String? {
      switch self {
      case .word(let text), .quotedName(let text): text
      case .literal, .symbol: nil
      }
    }

    /// Names are equal whether or not they are quoted.
    package static func == (left: Token, right: Token) -> Bool {
      switch (left, right) {
      case (.literal(let a), .literal(let b)): a == b
      case (.symbol(let a), .symbol(let b)): a == b
      default: left.name != nil && left.name == right.name
      }
    }
  }

  package private(set) var tokens: [Token] = []

  /// Reads any text. An unclosed quote ends at the end of the text.
  package init(_ sql: String) {
    let bytes = Array(sql.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        tokens.append(.quotedName(folded(StatementTokens.quotation(bytes, &index, byte))))
      case UInt8(ascii: "["):
        tokens.append(
          .quotedName(folded(StatementTokens.quotation(bytes, &index, UInt8(ascii: "]")))))
      case UInt8(ascii: "'"):
        tokens.append(.literal(StatementTokens.quotation(bytes, &index, byte)))
      case _ where StatementTokens.isWord(byte):
        let start = index
        while index < bytes.count, StatementTokens.isWord(bytes[index]) { index += 1 }
        tokens.append(.word(folded(String(decoding: bytes[start..<index], as: UTF8.self))))
      default:
        tokens.append(.symbol(byte))
        index += 1
      }
    }
  }

  /// The same statement with other names of tables and columns. Keys and values of `names` are
  /// folded, with ASCII letters in lower case.
  func renaming(_ names: [String: String]) -> StatementTokens {
    var result = self
    result.tokens = tokens.map { token in
      guard let name = token.name, let new = names[name] else { return token }
      return .quotedName(new)
    }
    return result
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || byte == 0x24
      || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  /// The text between an opening quote and its closing quote. A doubled closing quote is one
  /// character of the text.
  private static func quotation(_ bytes: [UInt8], _ index: inout Int, _ end: UInt8) -> String {
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      if bytes[index] == end {
        guard index + 1 < bytes.count, bytes[index + 1] == end else { break }
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }
}

import MomentumDiagnostics

/// The two parts of a selected property's text: `count:(sumPlanned) AS totalCount`.
struct SelectionSyntax {
  let source: SourceFile
  /// The text before `AS`, without the blanks around it.
  let expression: SourceRange
  /// The text after `AS`, without the blanks around it; `nil` if there is no `AS`.
  let alias: SourceRange?
  /// The text after the colon that follows the name, `Integer 64`; `nil` if there is no colon.
  let resultType: SourceRange?

  init(_ text: String) {
    let source = SourceFile(path: "<select>", text: text)
    self.source = source
    let whole = SourceRange(0, source.utf8.count)
    if let word = SelectionSyntax.aliasWord(in: source.utf8) {
      expression = source.trimmed(SourceRange(0, word.start))
      let rest = source.trimmed(SourceRange(word.end, whole.end))
      let colon = SelectionSyntax.colon(in: source.utf8, rest)
      alias = colon.map { source.trimmed(SourceRange(rest.start, $0)) } ?? rest
      resultType = colon.map { source.trimmed(SourceRange($0 + 1, rest.end)) }
    } else {
      expression = source.trimmed(whole)
      alias = nil
      resultType = nil
    }
  }

  var expressionText: String { source.text(in: expression) }

  /// The name after `AS`: a word, or any text in quotes; `nil` if there is no `AS`, or its text is
  /// neither.
  var aliasName: String? {
    guard let alias else { return nil }
    let text = source.text(in: alias)
    for quote in ["\"", "'"] where text.hasPrefix(quote) {
      let name = text.dropFirst().dropLast()
      let isWhole = text.utf8.count > 2 && text.hasSuffix(quote) && !name.contains(quote)
      return isWhole ? String(name) : nil
    }
    return SelectionSyntax.isKey(text) ? text : nil
  }

  /// Whether the text is a key path and nothing else: `owner.name`.
  var isKeyPath: Bool {
    expressionText.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { SelectionSyntax.isKey(String($0)) }
  }

  private static func isKey(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isAlphabetic)
      && text.unicodeScalars.allSatisfy {
        $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
          || $0.properties.generalCategory == .nonspacingMark
      }
  }

  /// The first colon after a name; a colon in quotes belongs to the name. `nil` if there is none.
  private static func colon(in bytes: [UInt8], _ range: SourceRange) -> Int? {
    var quote: UInt8?
    for index in range.start..<range.end {
      let byte = bytes[index]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ":") { return index }
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
      }
    }
    return nil
  }

  /// The first word `AS` outside of quotes; `nil` if there is none. The predicate language has no
  /// such word, so it cannot be a part of the expression.
  private static func aliasWord(in bytes: [UInt8]) -> SourceRange? {
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == open {
          quote = nil
        }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if isAliasWord(bytes, at: index) {
        return SourceRange(index, index + 2)
      }
      index += 1
    }
    return nil
  }

  private static func isAliasWord(_ bytes: [UInt8], at index: Int) -> Bool {
    guard index > 0, bytes[index - 1].isBlank, index + 1 < bytes.count else { return false }
    // The bit 0x20 distinguishes a lower-case letter from its upper-case form.
    return bytes[index] | 0x20 == UInt8(ascii: "a") && bytes[index + 1] | 0x20 == UInt8(ascii: "s")
      && (index + 2 == bytes.count || bytes[index + 2].isBlank)
  }
}

/// The rules by which text is escaped for XML or HTML.
///
///     MarkupEscape.html.escaped("a < b")   // a &lt; b
///
/// Each static constant has the rules for one kind of document.
package struct MarkupEscape: Sendable {
  /// The output for white space other than a space: a tab, a line feed and a carriage return.
  enum Blanks {
    /// These characters are kept.
    case kept
    /// Each becomes a space.
    case spaces
    /// Each becomes a reference: `&#10;`. Without it, a parser reads a line end in an attribute
    /// value as a space.
    case references
    /// Line feeds are kept; tabs and carriage returns become references.
    case referencesButLines
    /// Only a carriage return becomes a reference: in the text of an element, a parser would read
    /// it as a line feed, but keeps tabs and line feeds.
    case referencesForReturns
  }

  /// The output for control characters except tab, line feed and carriage return. XML 1.0 cannot
  /// contain these characters, not even as references (documented:
  /// <https://www.w3.org/TR/xml/#charsets>).
  enum Controls {
    /// These characters are kept, for HTML.
    case kept
    /// Characters that XML 1.0 forbids become U+FFFD.
    case replaced
    /// Characters that XML 1.0 forbids and U+007F to U+009F become U+FFFD: XML allows the latter,
    /// but terminals obey them as commands.
    case replacedWithC1
  }

  /// Whether `'` is escaped, so that the text also fits attribute values in single quotes.
  let escapesApostrophes: Bool
  /// Whether `"` is escaped, so that the text also fits attribute values in double quotes.
  var escapesQuotes = true
  let blanks: Blanks
  let controls: Controls

  /// Content and attribute values of HTML.
  package static let html = MarkupEscape(escapesApostrophes: true, blanks: .kept, controls: .kept)

  /// A label of a diagram (SVG or DOT), which has one line.
  package static let diagram = MarkupEscape(
    escapesApostrophes: true, blanks: .spaces, controls: .replaced)

  /// The value of an XML attribute in double quotes, which a reader gets back unchanged.
  package static let attribute = MarkupEscape(
    escapesApostrophes: false, blanks: .references, controls: .replaced)

  /// An attribute value of a report that people read in a terminal.
  package static let reportAttribute = MarkupEscape(
    escapesApostrophes: false, blanks: .references, controls: .replacedWithC1)

  /// The text of an element of a report that people read in a terminal.
  package static let reportContent = MarkupEscape(
    escapesApostrophes: false, blanks: .referencesButLines, controls: .replacedWithC1)

  /// The text of an element of an XML store, as Core Data writes it.
  package static let storeContent = MarkupEscape(
    escapesApostrophes: false, escapesQuotes: false, blanks: .referencesForReturns,
    controls: .replaced)

  /// The text with `&`, `<` and `>` as references, and the other characters as the format needs.
  package func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy(MarkupEscape.isPlain) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where escapesQuotes: result += "&quot;"
      case "'" where escapesApostrophes: result += "&#39;"
      case "\t", "\n", "\r": append(blank: scalar, to: &result)
      case _: result.unicodeScalars.append(isReplaced(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  private func append(blank scalar: Unicode.Scalar, to result: inout String) {
    switch blanks {
    case .kept: result.unicodeScalars.append(scalar)
    case .spaces: result += " "
    case .referencesButLines where scalar == "\n": result += "\n"
    case .referencesForReturns where scalar != "\r": result.unicodeScalars.append(scalar)
    case .references, .referencesButLines, .referencesForReturns: result += "&#\(scalar.value);"
    }
  }

  private func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": controls != .kept
    case "\u{7F}"..."\u{9F}": controls == .replacedWithC1
    case _: false
    }
  }

  /// Whether a byte is an ASCII character that no format escapes. A text of such bytes alone is
  /// returned unchanged.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    case _: 0x20..<0x7F ~= byte
    }
  }
}

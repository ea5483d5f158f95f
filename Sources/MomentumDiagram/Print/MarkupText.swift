/// Escapes text for XML and HTML.
enum MarkupText {
  /// `a &lt; b`, for content and for attribute values in double quotes.
  ///
  /// Characters that XML 1.0 does not allow become U+FFFD (documented:
  /// <https://www.w3.org/TR/xml/#charsets>).
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result += " "
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

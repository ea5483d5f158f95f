/// Escapes names and sentences from outside for GitHub and GitLab, so that they never become
/// markup, a mention, a link or a table's border.
enum MarkdownText {
  /// A name formatted as code, `` `Venue.name` ``; with `<code>` if it has characters that a code
  /// span in a table cannot contain.
  static func code(_ text: String, max: Int = ReportText.nameLengthMax) -> String {
    let shown = ReportText.name(text, max: max)
    let hasSpaces = shown.first == " " || shown.last == " "
    guard !hasSpaces,
      !shown.unicodeScalars.contains(where: { "`|\\<&".unicodeScalars.contains($0) })
    else { return htmlCode(text, max: max) }
    return "`\(shown)`"
  }

  /// A name formatted as HTML, `<code>a&#124;b</code>`, for places in which Markdown is not
  /// interpreted, and for hostile names.
  static func htmlCode(_ text: String, max: Int = ReportText.nameLengthMax) -> String {
    var result = "<code>"
    for scalar in ReportText.name(text, max: max).unicodeScalars {
      result += isPlain(scalar) ? String(scalar) : "&#\(scalar.value);"
    }
    return result + "</code>"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || scalar == " " || scalar == "-"
  }

  /// A sentence without markup.
  ///
  /// `@` and `#` get a word joiner after them, since GitHub looks for mentions and issues after it
  /// has interpreted Markdown. The `.` of `www.` and the `:` of `://` become numeric references, so
  /// that no address becomes a link.
  static func prose(_ text: String) -> String {
    var result = ""
    var last: Unicode.Scalar = " "
    let scalars = Array(ReportText.sentence(text).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "@", "#": result += "&#\(scalar.value);\u{2060}"
      case ":" where index + 1 < scalars.count && scalars[index + 1] == "/": result += "&#58;"
      case "&", "<", ">", "*", "_", "`", "[", "]", "\\", "|", "~", "$":
        result += "&#\(scalar.value);"
      case "." where last == "w" || last == "W": result += "&#46;"
      case "-" where result.isEmpty, "+" where result.isEmpty, "=" where result.isEmpty:
        result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return result
  }

  /// A code block with a fence that no line of the text can close.
  static func block(_ text: String, language: String = "") -> String {
    let lines = ReportText.lines(text)
    var run = 0
    var longest = 2
    for character in lines.joined(separator: "\n") {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence)\(language)\n\(lines.joined(separator: "\n"))\n\(fence)"
  }
}

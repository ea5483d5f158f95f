// Text from a model inside string literals and comments.

/// Escapes text for generated Swift source.
package enum SwiftText {
  /// A string literal with its quotes: `"a \"b\" \\(c)\n"`.
  ///
  /// Iterates scalars, never characters: a mark after a quote would make one character of both.
  package static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: append(scalar, to: &result)
      }
    }
    return result + "\""
  }

  /// The lines between the quotes of a literal of several lines.
  ///
  /// A text without line ends is cut behind spaces, with a backslash at each cut, where it would be too long.
  package static func lines(of text: String, width: Int) -> [String] {
    let lines = text.split(separator: Character("\n"), omittingEmptySubsequences: false)
    return lines.count == 1 ? folded(escaped(lines[0]), width: width) : lines.map(escaped)
  }

  /// One line of a literal of several lines; never three quotes in a row, never a blank at its end.
  private static func escaped(_ line: Substring) -> String {
    var result = ""
    var wasQuote = false
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\"": result += wasQuote ? "\\\"" : "\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: append(scalar, to: &result)
      }
      wasQuote = scalar == "\""
    }
    if result.utf8.last == 0x20 {
      result.removeLast()
      result += "\\u{20}"
    }
    return result
  }

  private static func folded(_ line: String, width: Int) -> [String] {
    var result: [String] = []
    var current = ""
    var isFirst = true
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if isFirst {
        current = String(word)
      } else if current.utf8.count + word.utf8.count + 3 <= width {
        current += " " + word
      } else {
        result.append(current + " \\")
        current = String(word)
      }
      isFirst = false
    }
    return result + [current]
  }

  /// Text for a line comment: one line, whatever the text holds, without blanks at its end.
  package static func comment(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    while result.utf8.last == 0x20 { result.removeLast() }
    return result
  }

  /// Letters, digits, punctuation and symbols stand for themselves. Everything that a reader cannot
  /// see or that changes what is beside it (controls, marks, directions, line separators) is escaped.
  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    if isVisible(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      return true
    case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
      return false
    @unknown default: return false
    }
  }
}

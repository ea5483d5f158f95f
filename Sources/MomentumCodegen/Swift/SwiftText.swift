import MomentumText

// Escapes texts of a model for string literals and comments.

/// Escapes text for generated Swift source.
package enum SwiftText {
  /// A string literal with its quotes: `"a \"b\" \\(c)\n"`.
  ///
  /// The text is read by scalars, not by characters: a quote and a combining mark after it are one
  /// character, and the quote would not be escaped.
  package static func literal(_ text: String) -> String {
    var result = SourceText()
    write(literal: text, to: &result)
    return result.string
  }

  static func write(literal text: String, to result: inout SourceText) {
    result += "\""
    for scalar in text.unicodeScalars {
      if isPlain(scalar) {
        result.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        write(quoted: scalar, to: &result)
      }
    }
    result += "\""
  }

  /// The lines of a multi-line string literal. They have no three quotes in a row and no white
  /// space at the end, which would end the literal or be invisible.
  ///
  /// A text without line ends is cut after spaces if it is too long, with a backslash at each cut.
  package static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = SourceText()
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if isPlain(scalar) {
        line.append(UInt8(truncatingIfNeeded: scalar.value))
        continue
      }
      switch scalar {
      // A line feed after a carriage return does not begin a new line of the literal, because CR LF
      // is one character.
      case "\n" where previous != "\r":
        lines.append(finished(line))
        line.cut(to: 0)
      case "\"": line += previous == "\"" ? "\\\"" : "\""
      default: write(quoted: scalar, to: &line)
      }
    }
    lines.append(finished(line))
    return lines.count == 1 ? folded(lines[0], width: width) : lines
  }

  private static func finished(_ line: SourceText) -> String {
    guard line.bytes.last == UInt8(ascii: " ") else { return line.string }
    return String(decoding: line.bytes.dropLast(), as: UTF8.self) + "\\u{20}"
  }

  /// Writes one scalar of a string literal.
  private static func write(quoted scalar: Unicode.Scalar, to result: inout SourceText) {
    guard let letter = StringLiteral.letter(for: scalar) else { return write(scalar, to: &result) }
    result.append(UInt8(ascii: "\\"))
    result.append(letter)
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

  /// A text as one line of a line comment, whatever it contains, without white space at its end.
  package static func comment(_ text: String) -> String {
    var result = SourceText()
    write(comment: text, to: &result)
    return result.string
  }

  static func write(comment text: String, to result: inout SourceText) {
    let start = result.count
    for scalar in text.unicodeScalars { write(scalar, to: &result) }
    var end = result.count
    while end > start, result.bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    result.cut(to: end)
  }

  /// Writes letters, digits, punctuation and symbols as they are. Escapes all scalars that a reader
  /// cannot see or that change their neighbours (controls, marks, directions, line separators).
  private static func write(_ scalar: Unicode.Scalar, to result: inout SourceText) {
    if 0x20..<0x7F ~= scalar.value {
      result.append(UInt8(truncatingIfNeeded: scalar.value))
    } else if isVisible(scalar) {
      result += String(scalar)
    } else {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// Whether the scalar is in ASCII and needs no escape in a string literal, as is true for nearly
  /// all scalars.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    0x20..<0x7F ~= scalar.value && scalar != "\"" && scalar != "\\"
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
      false
    @unknown default: false
    }
  }
}

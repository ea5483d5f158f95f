/// Makes one line of a text, which may come from a model, a store or a user.
///
/// A line end in such a text would start a new line of the output: another row of a table, or SQL
/// after a comment. The outputs differ in the characters that harm them, and in what replaces
/// these.
package enum SingleLine {
  /// A line for a terminal. U+FFFD replaces every character that could move the cursor or turn the
  /// reading direction, so that names and values cannot change other lines. A tab becomes a blank.
  ///
  /// - Parameter replacesDirectionMarks: Whether U+FFFD also replaces the marks that set the
  ///   reading direction of their neighbours only. A report that is pasted elsewhere must not
  ///   contain them.
  package static func forTerminal(
    _ text: some StringProtocol, replacesDirectionMarks: Bool = false
  ) -> String {
    let line = String(text.map(printable))
    guard replacesDirectionMarks, line.unicodeScalars.contains(where: isDirectionMark) else {
      return line
    }
    var result = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      result.append(isDirectionMark(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// Makes a comment line for an SQL script. A blank replaces each line end, because the text after
  /// it would be read as SQL, and each NUL, because SQLite reads a script only up to the first NUL.
  package static func forComment(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
  }

  /// Makes the text of a comment on a table or column, which a database stores. A blank replaces
  /// each character that cannot be seen.
  package static func forStoredComment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator, .format: " "
          default: scalar
          }
        }))
  }

  /// A line that shows line ends and tabs as `␊`, `\r` and `␉`, so that texts stay different.
  package static func showingLineEnds(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "␊"
      case "\t": result += "␉"
      case "\r": result += "\\r"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: - Characters

  private static func printable(_ character: Character) -> Character {
    if character == "\t" { return " " }
    return character.unicodeScalars.contains(where: isUnsafe) ? "\u{FFFD}" : character
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Bidirectional overrides can make a line look like another text.
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }

  private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}",
      "\u{FFFE}", "\u{FFFF}":
      true
    case _: false
    }
  }
}

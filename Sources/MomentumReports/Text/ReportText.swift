import MomentumDiagnostics
import MomentumText

/// Makes names and sentences from outside safe for one line of a report.
enum ReportText {
  /// The most Unicode scalars of a name in a report for people. Names in real models have at most
  /// 60 or so; JSON has every name in full.
  static let nameLengthMax = 120

  /// The most Unicode scalars of a sentence, which may contain several names.
  static let sentenceLengthMax = 1_000

  /// A name on one line without control characters; a very long name is cut in the middle.
  ///
  /// A name without visible characters is in quotes, so that it can be seen.
  static func name(_ text: String, max: Int = nameLengthMax) -> String {
    let shown = oneLine(shortened(text, max: max))
    return shown.allSatisfy(\.isWhitespace) ? "'\(shown)'" : shown
  }

  /// A sentence on one line; a very long sentence is cut in the middle.
  static func sentence(_ text: String) -> String {
    oneLine(shortened(text, max: sentenceLengthMax))
  }

  /// Makes a sentence of a phrase: a capital letter at its beginning and a period at its end.
  static func asSentence(_ phrase: String) -> String {
    guard let first = phrase.unicodeScalars.first, let last = phrase.unicodeScalars.last else {
      return phrase
    }
    let start = ("a"..."z").contains(first) ? String(first).uppercased() : String(first)
    let end = ".!?…".unicodeScalars.contains(last) ? "" : "."
    return start + String(String.UnicodeScalarView(phrase.unicodeScalars.dropFirst())) + end
  }

  /// The lines of a text to paste, with their indentation. Control characters that a terminal would
  /// interpret are replaced.
  static func lines(_ text: String) -> [String] {
    shortened(text, max: 4 * sentenceLengthMax).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map { oneLine(String($0)) }
  }

  /// Does the same as `TerminalText.oneLine`, and also replaces marks that change the reading
  /// direction.
  static func oneLine(_ text: String) -> String {
    SingleLine.forTerminal(text, replacesDirectionMarks: true)
  }

  /// Cuts a text in the middle. Counts scalars, since one character may have thousands of combining
  /// marks.
  private static func shortened(_ text: String, max: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.index(scalars.startIndex, offsetBy: max + 1, limitedBy: scalars.endIndex) != nil
    else { return text }
    let tail = max / 4
    return String(String.UnicodeScalarView(scalars.prefix(max - tail - 1)))
      + "…" + String(String.UnicodeScalarView(scalars.suffix(tail)))
  }
}

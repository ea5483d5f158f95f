/// Prints diagnostics for a terminal: place, severity, message, the source line and a caret.
///
///     Model.xcdatamodel/contents:12:40: error: unknown destination entity 'Vennue' [model.unknown-destination]
///      12 |   <relationship name="venue" destinationEntity="Vennue"/>
///         |                                                 ^~~~~~
///         = note: …
package struct TextRenderer: Sendable {
  /// Whether to use ANSI colour.
  package var usesColor: Bool
  /// Source lines longer than this many characters are cut around the caret.
  package var widthMax: Int

  package init(usesColor: Bool = false, widthMax: Int = 120) {
    self.usesColor = usesColor
    self.widthMax = widthMax
  }

  /// The diagnostics, each with a line end; empty without diagnostics.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) + "\n" }.joined()
  }

  /// One diagnostic without a line end.
  package func render(_ diagnostic: Diagnostic) -> String {
    var lines = [
      head(diagnostic.severity, diagnostic.text, at: diagnostic.location)
        + paint(" [\(diagnostic.id)]", .dim)
    ]
    if let location = diagnostic.location { lines += excerpt(location, diagnostic.severity) }
    for note in diagnostic.notes {
      lines.append(head(.note, note.text, at: note.location))
      if let location = note.location { lines += excerpt(location, .note) }
    }
    for fixIt in diagnostic.fixIts {
      lines.append(head(.note, "fix-it: \(change(fixIt))", at: fixIt.location))
    }
    return lines.joined(separator: "\n")
  }

  private func change(_ fixIt: Diagnostic.FixIt) -> String {
    // A replacement of several lines is shown on one line, so the indentation of its lines is
    // dropped.
    let lines = fixIt.replacement.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
    let isOneLine = !fixIt.replacement.contains("\n")
    let new = TerminalText.oneLine(isOneLine ? fixIt.replacement : lines.joined(separator: " "))
    let old = TerminalText.oneLine(source(fixIt.location))
    let what = old.isEmpty ? "insert '\(new)'" : "replace '\(old)' with '\(new)'"
    return "\(TerminalText.oneLine(fixIt.text)): \(what)"
  }

  private func source(_ location: SourceLocation) -> String {
    location.file.text(in: location.range)
  }

  private func head(_ severity: Severity, _ text: String, at location: SourceLocation?) -> String {
    let place = location.map { place in
      let position = place.file.lineColumn(at: place.range.start)
      return "\(TerminalText.oneLine(place.file.path)):\(position.line):\(position.column): "
    }
    let label = paint("\(severity.rawValue):", color(of: severity))
    return paint(place ?? "", .bold) + label + " " + paint(TerminalText.oneLine(text), .bold)
  }

  /// The source line and a line with `^~~~` under the range.
  private func excerpt(_ location: SourceLocation, _ severity: Severity) -> [String] {
    let file = location.file
    // Without text there is no line to show: the place is a folder, or the file is not text.
    guard !file.utf8.isEmpty else { return [] }
    let lineRange = file.lineRange(at: location.range.start)
    let position = file.lineColumn(at: location.range.start)
    let characters = Array(file.text(in: lineRange))
    let first = min(position.column - 1, characters.count)
    let endOnLine = min(max(location.range.end, location.range.start), lineRange.end)
    let marked = file.text(in: SourceRange(location.range.start, endOnLine)).count

    let window = window(around: first, length: characters.count)
    let shown = TerminalText.oneLine(String(characters[window]))
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count + 1)
    let lead = window.lowerBound > 0 ? "…" : ""
    let tail = window.upperBound < characters.count ? "…" : ""
    let indent = lead.count + TerminalText.width(shown.prefix(first - window.lowerBound))
    let room = max(1, min(marked, window.upperBound - first))
    let underline = "^" + String(repeating: "~", count: room - 1)
    return [
      paint(" \(number) | ", .dim) + lead + shown + tail,
      paint("\(gutter) | ", .dim) + String(repeating: " ", count: indent)
        + paint(underline, color(of: severity)),
    ]
  }

  /// The part of a long line to show: a third of the width is before the caret, the rest after it.
  private func window(around column: Int, length: Int) -> Range<Int> {
    guard length > widthMax else { return 0..<length }
    let start = max(0, min(column - widthMax / 3, length - widthMax))
    return start..<min(length, start + widthMax)
  }

  // MARK: - Colour

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "1;31"
    case yellow = "1;33"
    case cyan = "1;36"
  }

  private func color(of severity: Severity) -> Style {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note, .info: .cyan
    }
  }

  private func paint(_ text: String, _ style: Style) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

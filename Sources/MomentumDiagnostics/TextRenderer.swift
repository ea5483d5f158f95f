/// Prints diagnostics for a terminal: place, severity, message, the source line and a caret.
///
///     Model.xcdatamodel/contents:12:40: error: unknown destination entity 'Vennue' [model.unknown-destination]
///      12 |   <relationship name="venue" destinationEntity="Vennue"/>
///         |                                                 ^~~~~~
///         = note: …
public struct TextRenderer: Sendable {
  /// Whether to use ANSI colour.
  public var usesColor: Bool
  /// Source lines longer than this many characters are cut around the caret.
  public var widthMax: Int

  public init(usesColor: Bool = false, widthMax: Int = 120) {
    self.usesColor = usesColor
    self.widthMax = widthMax
  }

  /// Each diagnostic with a line end, nothing for none.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) + "\n" }.joined()
  }

  /// One diagnostic without a line end.
  public func render(_ diagnostic: Diagnostic) -> String {
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
      lines.append(
        head(
          .note,
          "fix-it: \(oneLine(fixIt.text)): replace '\(oneLine(source(fixIt.location)))' with '\(oneLine(fixIt.replacement))'",
          at: fixIt.location))
    }
    return lines.joined(separator: "\n")
  }

  private func source(_ location: SourceLocation) -> String {
    location.file.text(in: location.range)
  }

  private func head(_ severity: Severity, _ text: String, at location: SourceLocation?) -> String {
    let place = location.map { place in
      let position = place.file.lineColumn(at: place.range.start)
      return "\(oneLine(place.file.path)):\(position.line):\(position.column): "
    }
    let label = paint("\(severity.rawValue):", color(of: severity))
    return paint(place ?? "", .bold) + label + " " + paint(oneLine(text), .bold)
  }

  /// The source line and a line with `^~~~` under the range.
  private func excerpt(_ location: SourceLocation, _ severity: Severity) -> [String] {
    let file = location.file
    let lineRange = file.lineRange(at: location.range.start)
    let position = file.lineColumn(at: location.range.start)
    let characters = Array(file.text(in: lineRange))
    let first = min(position.column - 1, characters.count)
    let endOnLine = min(max(location.range.end, location.range.start), lineRange.end)
    let marked = file.text(in: SourceRange(location.range.start, endOnLine)).count

    let window = window(around: first, length: characters.count)
    let shown = characters[window].map(printable)
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count + 1)
    let lead = window.lowerBound > 0 ? "…" : ""
    let tail = window.upperBound < characters.count ? "…" : ""
    let indent = lead.count + shown.prefix(first - window.lowerBound).reduce(0) { $0 + width($1) }
    let room = max(1, min(marked, window.upperBound - first))
    let underline = "^" + String(repeating: "~", count: room - 1)
    return [
      paint(" \(number) | ", .dim) + lead + shown.joined() + tail,
      paint("\(gutter) | ", .dim) + String(repeating: " ", count: indent)
        + paint(underline, color(of: severity)),
    ]
  }

  /// The part of a long line to show: a third of the width before the caret, the rest after it.
  private func window(around column: Int, length: Int) -> Range<Int> {
    guard length > widthMax else { return 0..<length }
    let start = max(0, min(column - widthMax / 3, length - widthMax))
    return start..<min(length, start + widthMax)
  }

  /// Control characters cannot reach the terminal; a tab takes one column so carets line up.
  private func printable(_ character: Character) -> String {
    if character == "\t" { return " " }
    let isControl = character.unicodeScalars.contains { isUnsafe($0) }
    return isControl ? "�" : String(character)
  }

  private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Bidirectional overrides can make a line read as something it is not.
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }

  /// East Asian wide characters and emoji take two columns on a terminal.
  private func width(_ shown: String) -> Int {
    guard let scalar = shown.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  private func oneLine(_ text: String) -> String { text.map(printable).joined() }

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
    case .note: .cyan
    }
  }

  private func paint(_ text: String, _ style: Style) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

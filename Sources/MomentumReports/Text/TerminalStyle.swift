import MomentumDiagnostics
import MomentumDiff

/// The colours and the line length of a report for a terminal.
struct TerminalStyle {
  enum Color: String {
    case bold = "1"
    case dim = "2"
    case red = "1;31"
    case green = "32"
    case yellow = "1;33"
    case magenta = "1;35"
    case cyan = "36"
  }

  var usesColor: Bool
  var width: Int

  func paint(_ text: String, _ color: Color?) -> String {
    guard let color, usesColor, !text.isEmpty else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }

  func color(of migrationClass: MigrationClass) -> Color {
    switch migrationClass {
    case .nothing: .dim
    case .lossless: .green
    case .dropsData, .dependsOnData: .yellow
    case .unproven: .magenta
    case .notInferrable: .red
    }
  }

  /// Wraps a text into indented lines that are at most `width` columns wide. A longer word, such as
  /// a path, gets a line of its own.
  func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let length = TerminalText.width(word)
      if !line.isEmpty, indent + used + 1 + length > width {
        lines.append(margin + line)
        line = ""
        used = 0
      }
      line += line.isEmpty ? String(word) : " " + word
      used += length + (used == 0 ? 0 : 1)
    }
    return line.isEmpty ? lines : lines + [margin + line]
  }
}

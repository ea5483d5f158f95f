import MomentumDiagnostics

/// A table drawn with lines, its columns as wide as their longest cell.
///
///     name    │ views
///     ────────┼──────
///     Tides   │     7
struct TextTable {
  enum Alignment {
    case left
    case right
  }

  var headers: [String]
  var alignments: [Alignment]
  var rows: [[String]]

  init(_ headers: [String], alignments: [Alignment]? = nil, rows: [[String]] = []) {
    self.headers = headers
    self.alignments = alignments ?? headers.map { _ in .left }
    self.rows = rows
  }

  /// The lines with their line ends; no line has trailing blanks.
  var text: String {
    let cells = rows.map { $0.map { TerminalText.oneLine($0) } }
    let widths = headers.indices.map { column in
      ([headers[column]] + cells.map { $0[column] }).map { TerminalText.width($0) }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
    let lines = [line(headers, widths), rule] + cells.map { line($0, widths) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var result = cells.indices.map { column in
      let blanks = String(
        repeating: " ", count: max(0, widths[column] - TerminalText.width(cells[column])))
      return alignments[column] == .right ? blanks + cells[column] : cells[column] + blanks
    }.joined(separator: " │ ")
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }
}

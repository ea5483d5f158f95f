import MomentumDiagnostics

/// A table drawn with lines, its columns as wide as their longest cell.
///
///     name    │ views
///     ────────┼──────
///     Tides   │     7
package struct TextTable {
  package enum Alignment {
    case left
    case right
  }

  var headers: [String]
  var alignments: [Alignment]
  var rows: [[String]]

  package init(_ headers: [String], alignments: [Alignment]? = nil, rows: [[String]] = []) {
    self.headers = headers
    self.alignments = alignments ?? headers.map { _ in .left }
    self.rows = rows
  }

  /// The lines with their line ends; no line has trailing blanks.
  package var text: String { text(widths: naturalWidths) }

  /// The table, whose widest columns are cut until no line is wider than the terminal. Columns have
  /// a minimum width, so a table of many columns may still be too wide.
  ///
  /// - Parameter width: The width in columns; `nil` cuts nothing.
  package func text(fitting width: Int?) -> String {
    guard let width else { return text }
    var widths = naturalWidths
    var surplus = TextTable.width(of: widths) - width
    // A column of fewer than eight characters could not be read.
    while surplus > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > 8
    {
      let next = widths.indices.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let cut = min(surplus, max(1, widths[widest] - max(8, next)))
      widths[widest] -= cut
      surplus -= cut
    }
    return text(widths: widths)
  }

  /// The number of terminal columns that the table needs.
  package var width: Int { TextTable.width(of: naturalWidths) }

  /// The rows as blocks with a line for each value, for a table that is too wide:
  ///
  ///     ── 1 ────────
  ///     name  │ Tides
  ///     views │ 7
  package func records(width: Int?) -> String {
    let name = headers.map { TerminalText.width($0) }.max() ?? 0
    let value = rows.joined().map { TerminalText.width(TerminalText.oneLine($0)) }.max() ?? 0
    let ruleWidth = max(8, min(name + 3 + value, width ?? 78))
    return rows.enumerated().map { index, row in
      let title = "── \(index + 1) "
      let rule = title + String(repeating: "─", count: max(0, ruleWidth - title.count))
      let lines = zip(headers, row).map { header, cell in
        line([header, TerminalText.oneLine(cell)], [name, 0], [.left, .left])
      }
      return ([rule] + lines).map { $0 + "\n" }.joined()
    }.joined()
  }

  private static func width(of widths: [Int]) -> Int {
    widths.reduce(0, +) + 3 * max(0, widths.count - 1)
  }

  private var naturalWidths: [Int] {
    headers.indices.map { column in
      ([headers[column]] + rows.map { TerminalText.oneLine($0[column]) })
        .map { TerminalText.width($0) }.max() ?? 0
    }
  }

  private func text(widths: [Int]) -> String {
    let cells = ([headers] + rows).map { row in
      zip(row, widths).map { TextTable.cut(TerminalText.oneLine($0), to: $1) }
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
    var lines = cells.map { line($0, widths, alignments) }
    lines.insert(rule, at: 1)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard TerminalText.width(text) > width else { return text }
    var result = ""
    var room = width - 1
    for character in text {
      room -= TerminalText.width(String(character))
      guard room >= 0 else { break }
      result.append(character)
    }
    return result + "…"
  }

  private func line(_ cells: [String], _ widths: [Int], _ alignments: [Alignment]) -> String {
    var result = cells.indices.map { column in
      let blanks = String(
        repeating: " ", count: max(0, widths[column] - TerminalText.width(cells[column])))
      return alignments[column] == .right ? blanks + cells[column] : cells[column] + blanks
    }.joined(separator: " │ ")
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }
}

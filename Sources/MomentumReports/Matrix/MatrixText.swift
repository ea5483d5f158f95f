import MomentumDiagnostics
import MomentumDiff

extension MigrationMatrixReport {
  /// The matrix for a terminal: a row for each older version, a column for each newer one.
  ///
  ///                  2  3
  ///     1  Model     L  X
  ///     2  Model 2      L
  ///
  /// - Parameter width: The number of columns of the terminal. If not all versions fit, the newest
  ///   are shown.
  package func text(usesColor: Bool = false, width: Int = 80) -> String {
    let style = TerminalStyle(usesColor: usesColor, width: max(40, width))
    guard versions.count > 1 else { return "There is no older version to migrate from.\n" }
    let digits = String(versions.count).count
    let names = versions.map { ReportText.name($0, max: 24) }
    let nameWidth = names.map { TerminalText.width($0) }.max() ?? 0
    let margin = digits + 2 + nameWidth + 1
    let columnWidth = digits + 1
    let all = columns
    let columns = Array(all.suffix(max(1, (style.width - margin) / columnWidth)))
    var lines = [
      String(repeating: " ", count: margin)
        + columns.map { padded("\($0 + 1)", columnWidth) }.joined()
    ]
    for row in versions.indices {
      let number = padded("\(row + 1)", digits)
      let name =
        names[row] + String(repeating: " ", count: nameWidth - TerminalText.width(names[row]))
      let cells = columns.map { cell(from: row, to: $0, width: columnWidth, style) }
      lines.append(trimmed("\(number)  \(name) " + cells.joined()))
    }
    if columns.count < all.count {
      lines.append("The newest \(columns.count) of \(versions.count) versions fit as columns.")
    }
    return (lines + [""] + legend(style) + jumps(style)).joined(separator: "\n") + "\n"
  }

  private func cell(from old: Int, to new: Int, width: Int, _ style: TerminalStyle) -> String {
    guard let cellClass = migrationClass(from: old, to: new) else {
      return String(repeating: " ", count: width)
    }
    return String(repeating: " ", count: width - 1)
      + style.paint(cellClass.letter, style.color(of: cellClass))
  }

  private func legend(_ style: TerminalStyle) -> [String] {
    occurring.flatMap { item in
      style.wrapped("\(item.words): \(item.explanation)", indent: 3).enumerated().map {
        index, line in
        index > 0 ? line : style.paint(item.letter, style.color(of: item)) + line.dropFirst()
      }
    }
  }

  private func jumps(_ style: TerminalStyle) -> [String] {
    let worse = worseJumps
    guard !worse.isEmpty else { return [] }
    let shown = worse.suffix(jumpsShownMax).map { pair in
      "  \(ReportText.name(versions[pair.old])) → \(ReportText.name(versions[pair.new])): "
        + style.paint(pair.migrationClass.words, style.color(of: pair.migrationClass))
    }
    let hiddenCount = worse.count - shown.count
    return ["", "Graver in one jump than in steps, and Core Data never goes in steps:"]
      + (hiddenCount > 0 ? ["  \(hiddenCount) more, and"] : []) + shown
  }

  /// The most migrations over several versions that are listed; further ones are only counted. JSON
  /// has all of them.
  var jumpsShownMax: Int { 20 }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.last == " " { line = line.dropLast() }
    return String(line)
  }
}

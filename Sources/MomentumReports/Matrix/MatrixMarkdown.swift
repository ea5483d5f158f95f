import MomentumDiff

extension MigrationMatrixReport {
  /// The matrix as a table for a pull request; for a long history only the newest versions are
  /// columns.
  package func markdown() -> String {
    guard versions.count > 1 else { return "There is no older version to migrate from.\n" }
    let all = columns
    let columns = Array(all.suffix(columnsMax))
    let rows = Array(versions.indices.dropLast().suffix(rowsMax))
    var lines = [
      "| from \\ to | \(columns.map { MarkdownText.code(versions[$0]) }.joined(separator: " | ")) |",
      "| :-- |" + String(repeating: " :-: |", count: columns.count),
    ]
    for row in rows {
      let cells = columns.map { column in
        migrationClass(from: row, to: column).map { "\($0.dot) \($0.letter)" } ?? ""
      }
      lines.append("| \(MarkdownText.code(versions[row])) | \(cells.joined(separator: " | ")) |")
    }
    lines.append("")
    if columns.count < all.count || rows.count < versions.count - 1 {
      lines += ["The newest of \(versions.count) versions.", ""]
    }
    lines.append(occurring.map { "\($0.dot) \($0.letter) \($0.words)" }.joined(separator: " · "))
    return (lines + jumpLines).joined(separator: "\n") + "\n"
  }

  /// The most columns that can be read side by side.
  private var columnsMax: Int { 16 }
  private var rowsMax: Int { 60 }

  private var jumpLines: [String] {
    let worse = worseJumps
    guard !worse.isEmpty else { return [] }
    let shown = worse.suffix(jumpsShownMax).map { pair in
      "- \(MarkdownText.code(versions[pair.old])) → \(MarkdownText.code(versions[pair.new])):"
        + " \(pair.migrationClass.words)"
    }
    let hiddenCount = worse.count - shown.count
    return [
      "", "**Graver in one jump than in steps, and Core Data never goes in steps:**", "",
    ] + (hiddenCount > 0 ? ["- \(hiddenCount) more, and"] : []) + shown
  }
}

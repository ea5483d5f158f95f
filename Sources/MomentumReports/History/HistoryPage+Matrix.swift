import MomentumDiff

// The table of migrations from every version to every later one.

extension HistoryPage {
  var matrixSection: String {
    guard let matrix, matrix.versions.count > 1 else { return "" }
    let rows = matrix.versions.indices.dropLast().map { row($0, of: matrix) }
    // Longer names are printed vertically, since they would make the columns wide.
    let isUpright = matrix.columns.allSatisfy {
      (HistoryPage.rest(of: matrix.versions[$0], after: title) ?? matrix.versions[$0]).count < 4
    }
    let heads = matrix.columns.map {
      "<th scope=\"col\"><span\(isUpright ? "" : " class=\"down\"")>\(shortName(matrix.versions[$0]))</span></th>"
    }
    return """
      <section aria-labelledby="matrix">
      <h2 id="matrix">From any version to any later one</h2>
      <p>Core Data migrates a store in one jump and never in steps. Rows are where a store comes from, columns where it goes.</p>
      <p class="key">\(matrix.occurring.map(keyEntry).joined(separator: " "))</p>
      <details\(matrix.versions.count > 24 ? "" : " open=\"\"")><summary>\(counted(matrix.pairs.count, "pair"))</summary>
      <div class="scroller tight" tabindex="0" role="group" aria-labelledby="matrix">
      <table class="matrix">
      <thead><tr><td></td>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </details>
      \(jumps(of: matrix))
      </section>
      """
  }

  private func keyEntry(_ item: MigrationClass) -> String {
    "<span class=\"badge \(item.rawValue)\"><b>\(HTMLText.escaped(item.letter))</b> \(item.words)</span>"
  }

  private func row(_ old: Int, of matrix: MigrationMatrixReport) -> String {
    let cells = matrix.columns.map { new -> String in
      guard let cellClass = matrix.migrationClass(from: old, to: new) else { return "<td></td>" }
      return "<td><span class=\"\(cellClass.rawValue)\" title=\"\(cellClass.words)\">"
        + "\(HTMLText.escaped(cellClass.letter))</span></td>"
    }
    return
      "<tr><th scope=\"row\">\(shortName(matrix.versions[old]))</th>\(cells.joined())</tr>"
  }

  private func jumps(of matrix: MigrationMatrixReport) -> String {
    let worse = matrix.worseJumps
    guard !worse.isEmpty else { return "" }
    let items = worse.map { pair in
      "<li>\(HTMLText.isolated(matrix.versions[pair.old])) →"
        + " \(HTMLText.isolated(matrix.versions[pair.new])):"
        + " \(HistoryPage.badge(pair.migrationClass))</li>"
    }
    return
      "<details class=\"jumps\"><summary>\(counted(worse.count, "jump")) graver than any of the steps</summary>"
      + "<ul>\(items.joined(separator: "\n"))</ul></details>"
  }
}

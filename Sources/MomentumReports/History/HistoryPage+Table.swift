import MomentumDiff

// The table of versions and entities.

extension HistoryPage {
  func table(_ history: EntityHistory) -> String {
    guard !versions.isEmpty else { return "<p>There are no versions.</p>" }
    let rows = history.tracks.enumerated().map { index, track in
      let isFirstGone = !track.isPresent && (index == 0 || history.tracks[index - 1].isPresent)
      return (isFirstGone ? goneRow : "") + row(track, history)
    }
    return """
      <section aria-labelledby="history">
      <h2 id="history">Versions and entities</h2>
      <div class="scroller" tabindex="0" role="group" aria-labelledby="history">
      <table class="history">
      <caption>A line runs through the versions that have the entity. A mark on it is a change and leads to what it means.</caption>
      <thead>
      <tr><th scope="col" class="corner">Entity</th>\(versions.indices.map(columnHead).joined())</tr>
      </thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  private var goneRow: String {
    "<tr class=\"gone\"><th scope=\"rowgroup\"><div class=\"name\">No longer in the model</div></th>"
      + "<td colspan=\"\(versions.count)\"></td></tr>\n"
  }

  private func columnHead(_ index: Int) -> String {
    let version = versions[index]
    let name = shortName(version.label.name)
    let notes = version.notes.map { "<span class=\"note\">\(HTMLText.name($0))</span>" }.joined()
    guard index > 0 else {
      return "<th scope=\"col\"><span class=\"v\">\(name)</span>\(notes)</th>"
    }
    let worst = Verdict(diff: steps[index - 1]).migrationClass
    return "<th scope=\"col\"><a class=\"v\" href=\"#\(anchor(version: index))\">\(name)</a>"
      + "<span class=\"dot \(worst.rawValue)\" title=\"\(worst.words)\">"
      + "<span class=\"sr\">\(worst.words)</span></span>\(notes)</th>"
  }

  /// The version's name without the bundle's name, which each column would repeat: `3` for
  /// `Model 3`, `2.101.0` for `zmessaging2.101.0`. A screen reader reads the whole name.
  func shortName(_ name: String) -> String {
    guard let suffix = HistoryPage.rest(of: name, after: title) else {
      return HTMLText.isolated(name)
    }
    return "<span class=\"sr\">\(HTMLText.name(title)) </span>\(HTMLText.isolated(suffix))"
  }

  /// The part of a name after the title, if a separator or a digit follows it; `nil` if the name
  /// does not begin with the title.
  static func rest(of name: String, after title: String) -> String? {
    guard !title.isEmpty, name.hasPrefix(title) else { return nil }
    let suffix = name.dropFirst(title.count)
    let number = suffix.drop { " -_.".contains($0) }
    let isSeparate = number.count < suffix.count || number.first?.isNumber == true
    return number.isEmpty || !isSeparate ? nil : String(number)
  }

  private func row(_ track: EntityHistory.Track, _ history: EntityHistory) -> String {
    let former =
      track.formerNames.isEmpty
      ? ""
      : "<span class=\"former\">was \(track.formerNames.reversed().map(HTMLText.isolated).joined(separator: ", "))</span>"
    let cells = track.cells.enumerated().map { cell($1, version: $0, of: track, history) }
    return
      "<tr><th scope=\"row\"><div class=\"name\">\(HTMLText.isolated(track.name))\(former)</div></th>"
      + cells.joined() + "</tr>"
  }

  private func cell(
    _ cell: EntityHistory.Cell, version: Int, of track: EntityHistory.Track,
    _ history: EntityHistory
  ) -> String {
    let isFirst = version == 0
    switch cell {
    case .absent: return "<td></td>"
    case .unchanged: return "<td class=\"on\(isFirst ? " first" : "")\"></td>"
    case .added(let group):
      return "<td class=\"on born\">" + mark("new", track, version, group, history) + "</td>"
    case .changed(let group):
      return "<td class=\"on\">"
        + mark(countsMark(history.groups[version - 1][group]), track, version, group, history)
        + "</td>"
    case .removed(let group):
      return "<td class=\"on died\">" + mark("gone", track, version, group, history) + "</td>"
    }
  }

  /// A link to the changes, with a label that describes the change to users of screen readers.
  private func mark(
    _ text: String, _ track: EntityHistory.Track, _ version: Int, _ group: Int?,
    _ history: EntityHistory
  ) -> String {
    guard let group else { return "<span class=\"mark nothing\">\(text)</span>" }
    let changes = history.groups[version - 1][group]
    let spoken =
      "\(track.name) in \(versions[version].label.name): \(counted(changes.changes.count, "change")), \(changes.migrationClass.words)"
    return "<a class=\"mark \(changes.migrationClass.rawValue)\""
      + " href=\"#\(anchor(version: version, group: group))\""
      + " title=\"\(HTMLText.sentence(spoken))\" aria-label=\"\(HTMLText.sentence(spoken))\">"
      + "\(text)</a>"
  }

  /// The numbers of added, removed and changed elements: `+3 −1 ~2`.
  private func countsMark(_ group: ChangeGroup) -> String {
    [("+", "+"), ("-", "−"), ("~", "~"), (">", "→")].compactMap { sign, shown in
      let count = group.changes.count { $0.kind.sign == sign }
      return count == 0 ? nil : "\(shown)\(count)"
    }.joined(separator: "\u{2009}")
  }
}

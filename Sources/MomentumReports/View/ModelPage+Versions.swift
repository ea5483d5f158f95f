import MomentumModel

// The versions of the model, and the numbers of a store.

extension ModelPage {
  var versionSections: [String] {
    let unreadable = unreadableVersions.map {
      "<p class=\"quiet\">Version \(HTMLText.isolated($0)) cannot be read; <code>momentum check</code> says why.</p>"
    }
    guard let history else { return unreadable }
    let tracks = EntityHistory(versions: history.versions, steps: history.steps)
    return [history.table(tracks)] + unreadable + [history.stepList]
  }

  // MARK: - Store

  /// The number of rows of an entity without its sub-entities; `nil` without a store.
  func rowCount(of id: EntityID) -> Int? {
    store?.rows[model[id].name].map { Int($0) }
  }

  var storeSection: String {
    guard let store else { return "" }
    let known = Dictionary(
      tables.enumerated().compactMap { index, table in table.map { ($0, [EntityID(index)]) } },
      uniquingKeysWith: +)
    let rows = store.tables.map { table in
      [
        HTMLText.isolated(table.name),
        (known[table.name] ?? []).map(link).joined(separator: ", "),
        table.rows.map { "\($0)" } ?? "unknown", table.bytes.map(Self.size) ?? "unknown",
      ]
    }
    return """
      <section aria-labelledby="store">
      <h2 id="store" tabindex="-1">Store</h2>
      \(pairs([
        ("File", HTMLText.isolated(store.name)), ("Size", Self.size(store.bytes)),
        ("Log", store.logBytes > 0 ? Self.size(store.logBytes) : nil),
        ("Framework", store.framework.map { "\($0)" }),
        ("Made with", madeWith(store)),
      ]))
      \(mismatches(of: store))
      \(table("tables", ["Table", "Entities", "Rows", "Size with indexes"], rows))
      </section>
      """
  }

  private func madeWith(_ store: StoreContents) -> String {
    if !store.matchingVersions.isEmpty {
      return store.matchingVersions.map { HTMLText.isolated($0) }.joined(separator: ", ")
    }
    return store.mismatches.isEmpty ? "the shown version" : "another model"
  }

  private func mismatches(of store: StoreContents) -> String {
    guard !store.mismatches.isEmpty else { return "" }
    let items = store.mismatches.map { "<li>\(HTMLText.sentence($0))</li>" }
    return
      "<p>The shown version did not make this store:</p>\n<ul>\(items.joined(separator: "\n"))</ul>"
  }

  /// A size as text: `512 bytes`, `24.6 kB`, `131.1 MB`.
  static func size(_ bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    let (unit, divisor) = bytes < 1_000_000 ? ("kB", 100.0) : ("MB", 100_000.0)
    return "\((Double(bytes) / divisor).rounded() / 10) \(unit)"
  }
}

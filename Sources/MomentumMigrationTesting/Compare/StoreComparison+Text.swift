package import MomentumDiagnostics
internal import MomentumSQL

extension StoreComparison {
  /// The comparison as text: a line for each difference, or one line if there is none.
  ///
  ///     Venue: 12 rows
  ///       'rating' differs in 2 rows (Z_PK 3, 7)
  ///     Tip: 30 rows before, 29 after
  ///       1 row only before (Z_PK 12)
  ///
  /// Values are shown only if the options of the comparison ask for them.
  public var text: String {
    var lines: [String] = []
    for entity in entities {
      let found = entity.lines
      if !found.isEmpty { lines += [entity.title] + found.map { "  " + $0 } }
    }
    lines += lastKeys.map { "Z_MAX of \($0.newName): \($0.old) before, \($0.new) after" }
    lines += metadataKeys.map { "metadata: '\($0)' differs" }
    lines += tables.map(\.text)
    if lines.isEmpty { lines = ["no difference"] }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  /// The comparison as JSON. Entities without differences are included with their counts.
  package var json: JSONText {
    .object([
      ("isEqual", .bool(isEqual)), ("isLossless", .bool(isLossless)),
      ("keepsBookkeeping", .bool(keepsBookkeeping)),
      ("entities", .array(entities.map(\.json))),
      (
        "lastKeys",
        .array(
          lastKeys.map {
            .object([
              ("entity", .string($0.newName)), ("old", .integer(Int($0.old))),
              ("new", .integer(Int($0.new))),
            ])
          })
      ),
      ("metadataKeys", .array(metadataKeys.map { .string($0) })),
      (
        "tables",
        .array(
          tables.map {
            .object([
              ("kind", .string($0.kind.rawValue)), ("element", .string($0.element.rawValue)),
              ("table", .string($0.table)), ("name", .string($0.name)),
            ])
          })
      ),
    ])
  }
}

extension StoreComparison.Entity {
  fileprivate var name: String { newName ?? oldName ?? "" }

  fileprivate var title: String {
    let names =
      switch (oldName, newName) {
      case (let old?, let new?): old == new ? new : "\(new), once \(old)"
      case (let old?, nil): "\(old), which is gone"
      case (nil, let new): "\(new ?? ""), which is new"
      }
    return oldRowCount == newRowCount || oldName == nil || newName == nil
      ? "\(names): \(rows(newName == nil ? oldRowCount : newRowCount))"
      : "\(names): \(rows(oldRowCount)) before, \(newRowCount) after"
  }

  fileprivate var lines: [String] {
    var lines: [String] = []
    if newName == nil, oldRowCount > 0 { lines.append("\(rows(oldRowCount)) dropped") }
    if oldName == nil, newRowCount > 0 { lines.append("\(rows(newRowCount)) added") }
    if onlyInOld.count > 0 { lines.append("\(onlyInOld.text) only before") }
    if onlyInNew.count > 0 { lines.append("\(onlyInNew.text) only after") }
    lines += attributes.map(\.text)
    lines += relationships.map(\.text)
    if versionNumbers.count > 0 { lines.append("Z_OPT differs in \(versionNumbers.text)") }
    lines += removedAttributes.filter { $0.count > 0 }.map {
      "'\($0.name)' is gone with \(values($0.count))"
    }
    lines += removedRelationships.filter { $0.count > 0 }.map {
      "'\($0.name)' is gone with \(links($0.count))"
    }
    lines += addedAttributes.filter { $0.count > 0 }.map {
      "'\($0.name)' is new with \(values($0.count)), \($0.defaultCount) of them the default"
    }
    lines += addedRelationships.filter { $0.count > 0 }.map {
      "'\($0.name)' is new with \(links($0.count))"
    }
    return lines
  }

  fileprivate var json: JSONText {
    func list(_ items: [StoreComparison.UnpairedProperty]) -> JSONText {
      .array(
        items.map {
          .object([
            ("name", .string($0.name)), ("count", .integer($0.count)),
            ("defaultCount", .integer($0.defaultCount)),
          ])
        })
    }
    return .object([
      ("old", oldName.map { .string($0) } ?? .null),
      ("new", newName.map { .string($0) } ?? .null),
      ("oldRows", .integer(oldRowCount)), ("newRows", .integer(newRowCount)),
      ("onlyInOld", onlyInOld.json), ("onlyInNew", onlyInNew.json),
      ("attributes", .array(attributes.map(\.json))),
      ("relationships", .array(relationships.map(\.json))),
      ("versionNumbers", versionNumbers.json),
      ("removedAttributes", list(removedAttributes)), ("addedAttributes", list(addedAttributes)),
      ("removedRelationships", list(removedRelationships)),
      ("addedRelationships", list(addedRelationships)),
    ])
  }
}

extension StoreComparison.Rows {
  fileprivate var text: String { rows(count) + keys(firstKeys, of: count) }

  fileprivate var json: JSONText {
    .object([
      ("count", .integer(count)), ("firstKeys", .array(firstKeys.map { .integer(Int($0)) })),
    ])
  }
}

extension StoreComparison.AttributeDifference {
  fileprivate var text: String {
    let name = oldName == newName ? "'\(newName)'" : "'\(newName)', once '\(oldName)',"
    let shown = examples.compactMap { example in
      example.oldValue.map { old in
        "Z_PK \(example.key): \(old.shown) became \((example.newValue ?? .null).shown)"
      }
    }
    let places = shown.isEmpty ? keys(examples.map(\.key), of: count) : ""
    return "\(name) differs in \(rows(count))\(places)"
      + (shown.isEmpty ? "" : ": " + shown.joined(separator: "; "))
  }

  fileprivate var json: JSONText {
    .object([
      ("old", .string(oldName)), ("new", .string(newName)), ("count", .integer(count)),
      ("oldNulls", .integer(oldNullCount)), ("newNulls", .integer(newNullCount)),
      (
        "examples",
        .array(
          examples.map { example in
            var members: [(key: String, value: JSONText)] = [("key", .integer(Int(example.key)))]
            if let old = example.oldValue { members.append(("old", .string(old.shown))) }
            if let new = example.newValue { members.append(("new", .string(new.shown))) }
            return .object(members)
          })
      ),
    ])
  }
}

extension StoreComparison.RelationshipDifference {
  fileprivate var text: String {
    let name = oldName == newName ? "'\(newName)'" : "'\(newName)', once '\(oldName)',"
    let parts = [(onlyInOld, "only before"), (onlyInNew, "only after"), (changed, "elsewhere")]
      .filter { $0.0.count > 0 }.map { "\($0.0.text) \($0.1)" }
    return "\(name): \(parts.joined(separator: ", "))"
  }

  fileprivate var json: JSONText {
    .object([
      ("old", .string(oldName)), ("new", .string(newName)), ("oldLinks", .integer(oldCount)),
      ("newLinks", .integer(newCount)), ("onlyInOld", onlyInOld.json),
      ("onlyInNew", onlyInNew.json), ("changed", changed.json),
    ])
  }
}

extension StoreComparison.Links {
  /// A number of links with the first of them: `3 links (1 → 4, 1 → 5, …)`.
  fileprivate var text: String {
    let shown = first.map { "\($0.source) → \($0.destination)" }.joined(separator: ", ")
    return links(count) + (first.isEmpty ? "" : " (\(shown)\(first.count < count ? ", …" : ""))")
  }

  fileprivate var json: JSONText {
    .object([
      ("count", .integer(count)),
      (
        "first",
        .array(first.map { .array([.integer(Int($0.source)), .integer(Int($0.destination))]) })
      ),
    ])
  }
}

extension TableDifference {
  /// A difference of tables in words: `index 'Z_Venue_byName' on ZVENUE: only after`.
  fileprivate var text: String {
    let what = element == .table ? "table \(table)" : "\(element.rawValue) '\(name)' of \(table)"
    return switch kind {
    case .onlyInOld: "\(what): only before"
    case .onlyInNew: "\(what): only after"
    case .differs: "\(what): differs"
    case .otherName: "\(what): has another name"
    case .otherOrder: "\(what): its columns are in another order"
    }
  }
}

extension SQLValue {
  /// The value as text, for the examples.
  fileprivate var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): "'" + text.prefix(60) + (text.count > 60 ? "…'" : "'")
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

private func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
private func links(_ count: Int) -> String { count == 1 ? "1 link" : "\(count) links" }
private func values(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }

/// The first keys of rows in parentheses: ` (Z_PK 3, 7, …)`.
private func keys(_ keys: [Int64], of count: Int) -> String {
  guard !keys.isEmpty else { return "" }
  let list = keys.map { String($0) }.joined(separator: ", ")
  return " (Z_PK \(list)\(keys.count < count ? ", …" : ""))"
}

internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

// Links that move, and links to rows that go.

extension StepBuilder {
  mutating func moveLinks(_ move: LinkMove) {
    let statements = LinkStatements(match: match, names: namePlan.current)
    guard let (statement, reads) = statements.statement(move) else { return }
    var locks = Dictionary(reads.map { ($0, TableLock.accessShare) }) { first, _ in first }
    locks[move.table] = .rowExclusive
    add(
      "move the links of \(match.new.name(move.new)) to \(move.table)",
      [MigrationAction(up: statement, down: [], locks: locks, work: .rows)])
  }

  /// Removes links to rows that will not be in the table which the key refers to.
  mutating func dropLinks(to table: TableMatch) {
    for key in table.new.foreignKeys {
      guard let column = table.columns.first(where: { $0.new.name == key.column }),
        let target = match.tables.first(where: { $0.new.name == key.table }),
        let source = target.source, let entityColumn = match.old.entityColumn(of: source),
        hasLinks(column, table)
      else { continue }
      let staying = Set(target.members.map(\.old))
      guard case .entity(let root) = source.kind else { continue }
      let leaving = match.old.concrete(root).map { match.old.model[$0].name }
        .filter { !staying.contains($0) }.sorted()
      guard !leaving.isEmpty, let identity = source.primaryKey.first else { continue }
      append(key, table, rows: leaving, in: source, identity, entityColumn)
    }
  }

  func hasLinks(_ column: ColumnMatch, _ table: TableMatch) -> Bool {
    if column.source != .none { return true }
    return match.links.contains {
      $0.table == table.new.name && ($0.column == nil || $0.column == column.new.name)
    }
  }

  private mutating func append(
    _ key: PlainForeignKey, _ table: TableMatch, rows leaving: [String], in source: PlainTable,
    _ identity: String, _ entityColumn: String
  ) {
    let change = changes.first { $0.new.name == table.new.name }
    let column = change?.during(key.column) ?? key.column
    let from = namePlan.current.table(source.name)
    func now(_ name: String) -> SQLFragment {
      .name(namePlan.current.column(name, of: source.name))
    }
    let entity = namePlan.current.column(entityColumn, of: source.name)
    let condition: SQLFragment = """
      \(name: column) IN (SELECT \(sql: now(identity)) FROM \(name: from) \
      WHERE \(sql: ColumnMatch.isOne(of: leaving, entity)))
      """
    let isJoin = if case .join = table.new.kind { true } else { false }
    let name = table.new.name
    let names = leaving.joined(separator: ", ")
    let statement: SQLFragment =
      isJoin
      ? "DELETE FROM \(name: name) WHERE \(sql: condition)"
      : "UPDATE \(name: name) SET \(name: column) = NULL WHERE \(sql: condition)"
    add(
      "remove links of \(name) to rows of \(names)",
      [
        MigrationAction(
          up: statement, down: nil, loss: "links to rows of \(names)",
          locks: [from: .accessShare].merging([name: .rowExclusive], uniquingKeysWith: max),
          work: .rows)
      ])
  }
}

// Positions in relationships that have become ordered.

extension StepBuilder {
  /// Links of a relationship that was not ordered get positions in the order of the keys, as in a
  /// store.
  mutating func numberLinks(_ table: TableMatch) {
    for (id, storage) in match.new.schema.relationships.sorted(by: {
      ($0.key.entity.index, $0.key.index) < ($1.key.entity.index, $1.key.index)
    }) {
      switch storage {
      case .inverseForeignKey(let key):
        guard let order = key.orderColumn, isHere(id, table),
          let identity = table.new.primaryKey.first,
          needsPositions(order, key.column, table)
        else { continue }
        let change = changes.first { $0.new.name == table.new.name }
        number(
          id, table.new.name, order, by: change?.during(key.column) ?? key.column, rows: [identity])
      case .joinTable(let side):
        guard side.table == table.new.name, let order = side.orderColumn,
          needsPositions(order, side.sourceColumn, table), !hasMovedPositions(id)
        else { continue }
        number(
          id, side.table, order, by: side.sourceColumn,
          rows: [side.sourceColumn, side.destinationColumn])
      case .foreignKey: continue
      }
    }
  }

  private func isHere(_ id: RelationshipID, _ table: TableMatch) -> Bool {
    match.new.table(of: match.new.model[id].destination)?.name == table.new.name
  }

  /// Whether the table has links and the column has no positions of them.
  private func needsPositions(_ order: String, _ key: String, _ table: TableMatch) -> Bool {
    guard let column = table.columns.first(where: { $0.new.name == order }),
      column.source == .none, let link = table.columns.first(where: { $0.new.name == key })
    else { return false }
    return hasLinks(link, table)
  }

  /// Whether links that move to a join table bring their positions.
  private func hasMovedPositions(_ id: RelationshipID) -> Bool {
    match.links.contains { move in
      guard move.new == id, !move.isReversed else { return false }
      return switch match.old.schema.relationships[move.old] {
      case .inverseForeignKey(let key): key.orderColumn != nil
      case .joinTable(let side): side.orderColumn != nil
      case .foreignKey, nil: false
      }
    }
  }

  /// `UPDATE tip SET tips_position = placed.place FROM (SELECT id, 2048 + … AS place FROM tip) AS placed
  /// WHERE tip.id = placed.id`
  private mutating func number(
    _ id: RelationshipID, _ table: String, _ order: String, by key: String, rows: [String]
  ) {
    let isSame = rows.map { row -> SQLFragment in
      "\(name: table).\(name: row) = placed.\(name: row)"
    }
    let last = rows[rows.count - 1]
    let statement: SQLFragment = """
      UPDATE \(name: table) SET \(name: order) = placed.place FROM (SELECT \(names: rows), \
      \(number: StorePosition.first) + 1024 * (row_number() OVER (PARTITION BY \(name: key) \
      ORDER BY \(name: last)) - 1) AS place FROM \(name: table) WHERE \(name: key) IS NOT NULL) \
      AS placed WHERE \(list: isSame, separator: " AND ")
      """
    add(
      "give the links of \(match.new.name(id)) positions",
      [
        MigrationAction(
          up: statement, down: [], locks: [table: .rowExclusive], work: .rows)
      ])
  }
}

/// The name of a table as a function takes it that reads names as SQL does.
enum PlainNameText {
  /// `"venue"`
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

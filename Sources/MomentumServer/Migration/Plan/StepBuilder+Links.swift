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

  private func hasLinks(_ column: ColumnMatch, _ table: TableMatch) -> Bool {
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

/// The name of a table as a function takes it that reads names as SQL does.
enum PlainNameText {
  /// `"venue"`
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

// Links that move, and links to rows that go.

extension StepBuilder {
  mutating func moveLinks(_ move: LinkMove) {
    let statements = LinkStatements(match: match, names: namePlan.current)
    guard let moved = statements.statement(move) else { return }
    var locks = Dictionary(moved.tables.map { ($0, TableLock.accessShare) }) { first, _ in first }
    locks[move.table] = .rowExclusive
    add(
      "move the links of \(match.new.name(move.new)) to \(move.table)",
      [MigrationAction(up: moved.query, down: [], locks: locks, work: .rows)],
      form: moved.form ?? .transaction)
  }

  /// Removes links to rows that will not be in the table which the key refers to.
  mutating func dropLinks(to table: TableMatch) {
    for key in table.new.foreignKeys {
      guard let leaving = match.leavingTargets(key, table) else { continue }
      append(key, table, leaving)
    }
  }

  /// Leaves each object with one owner, that with the lowest key, in a relationship that has lost its
  /// inverse: a store has the key of one owner in the object's row.
  mutating func keepOneOwner(_ table: TableMatch) {
    guard case .join(let owner) = table.new.kind, table.old != nil,
      match.new.model.storedInverse(of: owner) == nil,
      let (old, _) = match.linkSource(of: owner), match.old.model.storedInverse(of: old) != nil,
      case .joinTable(let side) = match.new.schema.relationships[owner]
    else { return }
    let name = table.new.name
    let (source, destination) = (side.sourceColumn, side.destinationColumn)
    var step = ServerMigrationStep("keep one owner in \(match.new.name(owner))", [])
    step.up = MigrationPart(
      .batches(table: name, key: source),
      [
        """
        DELETE FROM \(name: name) USING \(name: name) AS first \
        WHERE \(name: name).\(name: source) > $1 AND \(name: name).\(name: source) <= $2 \
        AND first.\(name: destination) = \(name: name).\(name: destination) \
        AND first.\(name: source) < \(name: name).\(name: source)
        """
      ])
    step.down = nil
    step.loss = "links of \(match.new.name(owner)) to objects with several owners"
    step.locks = [name: .rowExclusive]
    step.work = .rows
    append(step)
  }

  private mutating func append(
    _ key: PlainForeignKey, _ table: TableMatch, _ leaving: LeavingRows
  ) {
    let change = changes.first { $0.new.name == table.new.name }
    let column = change?.during(key.column) ?? key.column
    let from = namePlan.current.table(leaving.table.name)
    let condition: SQLFragment = """
      \(name: column) IN (\(sql: leaving.keys(namePlan.current)))
      """
    let isJoin = if case .join = table.new.kind { true } else { false }
    let name = table.new.name
    let names = leaving.entities.joined(separator: ", ")
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

/// The rows of an old table that will not be in the table to which a key leads.
struct LeavingRows {
  var table: PlainTable
  var entities: [String]
  var identity: String
  var entityColumn: String

  /// `SELECT id FROM venue WHERE entity IN ('Bar')`
  func keys(_ names: CurrentNames) -> SQLFragment {
    let entity = names.column(entityColumn, of: table.name)
    return """
      SELECT \(name: names.column(identity, of: table.name)) \
      FROM \(name: names.table(table.name)) WHERE \(sql: ColumnMatch.isOne(of: entities, entity))
      """
  }
}

extension SchemaMatch {
  /// The rows to which a key may lead now, and that leave its target; `nil` if there are none.
  func leavingTargets(_ key: PlainForeignKey, _ table: TableMatch) -> LeavingRows? {
    guard let column = table.columns.first(where: { $0.new.name == key.column }),
      hasLinks(column, table)
    else { return nil }
    return leavingRows(of: key.table)
  }

  /// The rows of the old table that will not be in this new one.
  func leavingRows(of table: String) -> LeavingRows? {
    guard let target = tables.first(where: { $0.new.name == table }),
      let source = target.source, let entityColumn = old.entityColumn(of: source),
      case .entity(let root) = source.kind
    else { return nil }
    let staying = Set(target.members.map(\.old))
    let leaving = old.concrete(root).map { old.model[$0].name }
      .filter { !staying.contains($0) }.sorted()
    guard !leaving.isEmpty, let identity = source.primaryKey.first else { return nil }
    return LeavingRows(
      table: source, entities: leaving, identity: identity, entityColumn: entityColumn)
  }

  func hasLinks(_ column: ColumnMatch, _ table: TableMatch) -> Bool {
    if column.source != .none { return true }
    return links.contains {
      $0.table == table.new.name && ($0.column == nil || $0.column == column.new.name)
    }
  }
}

// Positions in ordered relationships.

extension StepBuilder {
  /// Links of a relationship that was not ordered get positions in the order of the keys, as in a
  /// store.
  mutating func numberLinks(_ table: TableMatch) {
    for (id, storage) in storages {
      switch storage {
      case .inverseForeignKey(let key):
        guard let order = key.orderColumn, isHere(id, table),
          let identity = table.new.primaryKey.first,
          needsPositions(order, key.column, table), !hasMovedPositions(id)
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

  /// Clears positions of links that are gone: their keys were in a column that is not kept, or led to
  /// rows that leave. A position without a key would count when the row gets its next link.
  mutating func clearPositions(_ table: TableMatch) {
    for (id, storage) in storages {
      guard case .inverseForeignKey(let key) = storage, let order = key.orderColumn,
        isHere(id, table), let position = table.columns.first(where: { $0.new.name == order }),
        position.source != .none || hasMovedPositions(id), mayLoseKeys(id, key, position, table)
      else { continue }
      let change = changes.first { $0.new.name == table.new.name }
      let (name, column) = (
        change?.during(order) ?? order, change?.during(key.column) ?? key.column
      )
      let isKept = position.keptName != nil
      update(
        "clear positions without a link of \(match.new.name(id))", table.new,
        set: ["\(name: name) = NULL"],
        where: "\(name: column) IS NULL AND \(name: name) IS NOT NULL", down: isKept ? nil : [],
        loss: isKept ? "positions without a link of \(match.new.name(id))" : nil)
    }
  }

  /// Whether a row can have a position and no key.
  private func mayLoseKeys(
    _ id: RelationshipID, _ key: ForeignKey, _ position: ColumnMatch, _ table: TableMatch
  ) -> Bool {
    guard let link = table.columns.first(where: { $0.new.name == key.column }),
      let reference = table.new.foreignKeys.first(where: { $0.column == key.column })
    else { return false }
    if match.leavingTargets(reference, table) != nil { return true }
    if position.source == .none { return false }
    guard let old = match.source(of: id),
      case .inverseForeignKey(let oldKey) = match.old.schema.relationships[old]
    else { return true }
    return !link.hasAllValues(of: oldKey.column)
  }

  /// In the order of the model.
  private var storages: [(RelationshipID, RelationshipStorage)] {
    match.new.schema.relationships.sorted {
      ($0.key.entity.index, $0.key.index) < ($1.key.entity.index, $1.key.index)
    }.map { ($0.key, $0.value) }
  }

  private func isHere(_ id: RelationshipID, _ table: TableMatch) -> Bool {
    match.new.table(of: match.new.model[id].destination)?.name == table.new.name
  }

  /// Whether the table has links and the column has no positions of them.
  private func needsPositions(_ order: String, _ key: String, _ table: TableMatch) -> Bool {
    guard let column = table.columns.first(where: { $0.new.name == order }),
      column.source == .none, let link = table.columns.first(where: { $0.new.name == key })
    else { return false }
    return match.hasLinks(link, table)
  }

  /// Whether links that move bring their positions in this relationship.
  private func hasMovedPositions(_ id: RelationshipID) -> Bool {
    let statements = LinkStatements(match: match, names: namePlan.current)
    let inverse = match.new.model.storedInverse(of: id)
    return match.links.contains { move in
      (move.new == id || move.new == inverse) && statements.bringsPositions(move, of: id)
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

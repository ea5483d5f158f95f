internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

// Rows: values are filled in batches, links move, and rows of removed entities go.

extension StepBuilder {
  // MARK: - A trigger for rows that are written meanwhile

  /// Columns whose values are computed from old ones are filled for each row that a program writes
  /// while the batches run; otherwise a change of a row that has its batch behind it would be lost.
  ///
  /// The trigger runs for statements that write the old columns only. The migration's own statements,
  /// which give defaults and remove links, would be undone otherwise.
  func fillTrigger(_ change: TableChange) -> [MigrationAction] {
    let gathered = change.gathered
    guard !gathered.isEmpty else { return [] }
    let table = change.new.name
    let entityColumn = match.old.entityColumn(of: change.old)
    let assignments = gathered.compactMap { column -> SQLFragment? in
      let name = change.during(column.new.name)
      return column.value(change.now, entityColumn: entityColumn, otherwise: .name(name)).map {
        let value = required($0, column, change)
        return "NEW.\(name: name) := (SELECT \(sql: value) FROM (SELECT NEW.*) AS written);"
      }
    }
    let read = gathered.flatMap { column -> [String] in
      if case .gathered(let parts) = column.source {
        parts.map { change.now($0.column) }
      } else {
        []
      }
    }
    let body: SQLFragment = "BEGIN \(list: assignments, separator: " ") RETURN NEW; END"
    let function = change.fillFunction
    return [
      MigrationAction(
        up: """
          CREATE FUNCTION \(name: function)() RETURNS trigger LANGUAGE plpgsql AS \
          \(sql: body.dollarQuoted)
          """, down: []),
      MigrationAction(
        up: """
          CREATE TRIGGER momentum_fill BEFORE INSERT OR UPDATE OF \(names: unique(read).sorted()) \
          ON \(name: table) FOR EACH ROW EXECUTE FUNCTION \(name: function)()
          """, down: [], locks: [table: .shareRowExclusive]),
    ]
  }

  /// The value, or the default that rows without one get:
  /// `CASE WHEN entity IN ('Bar') THEN coalesce(rank, 1) ELSE rank END`.
  private func required(
    _ value: SQLFragment, _ column: ColumnMatch, _ change: TableChange
  ) -> SQLFragment {
    guard let constant = column.nullFill else { return value }
    let filled: SQLFragment = "coalesce(\(sql: value), \(sql: constant))"
    return owners(column, change).map {
      "CASE WHEN \(sql: $0) THEN \(sql: filled) ELSE \(sql: value) END"
    } ?? filled
  }

  // MARK: - The order of the work on rows

  mutating func moveRows() {
    for change in changes { fillColumns(change) }
    for table in match.tables where table.old == nil && table.copied != nil { copyRows(table) }
    for move in match.links { moveLinks(move) }
    for table in match.tables {
      dropLinks(to: table)
      keepOneOwner(table)
    }
    for change in changes { removeRows(change) }
    for table in match.tables {
      clearPositions(table)
      numberLinks(table)
    }
    for change in changes { renameEntities(change) }
  }

  /// A step that updates rows in batches by the table's key.
  mutating func update(
    _ title: String, _ table: PlainTable, set assignments: [SQLFragment],
    where condition: SQLFragment? = nil, down: [MigrationPart]?, loss: String? = nil
  ) {
    guard let key = table.primaryKey.first else { return }
    var step = ServerMigrationStep(title, [])
    let form = MigrationPart.Form.batches(table: table.name, key: key)
    step.up = MigrationPart(
      form, [Self.batch(table.name, key, set: assignments, where: condition)])
    step.down = down
    step.loss = loss
    step.locks = [table.name: .rowExclusive]
    step.work = .rows
    append(step)
  }

  /// `UPDATE venue SET rank_new = … WHERE id > $1 AND id <= $2 AND entity IN ('Bar')`
  static func batch(
    _ table: String, _ key: String, set assignments: [SQLFragment],
    where condition: SQLFragment? = nil
  ) -> SQLFragment {
    let range: SQLFragment = "\(name: key) > $1 AND \(name: key) <= $2"
    return "UPDATE \(name: table) SET \(list: assignments) WHERE \(sql: range)"
      + (condition.map { " AND (\(sql: $0))" } ?? "")
  }

  // MARK: - Values

  private mutating func fillColumns(_ change: TableChange) {
    let entityColumn = match.old.entityColumn(of: change.old)
    let assignments = change.gathered.compactMap { column -> SQLFragment? in
      column.value(change.now, entityColumn: entityColumn).map {
        "\(name: change.during(column.new.name)) = \(sql: $0)"
      }
    }
    if !assignments.isEmpty {
      update("fill new columns of \(change.new.name)", change.new, set: assignments, down: [])
    }
    for column in change.match.columns {
      let name = change.during(column.new.name)
      if !column.cleared.isEmpty, let entityColumn {
        update(
          "clear \(column.subject) of other entities", change.new,
          set: ["\(name: name) = NULL"],
          where: ColumnMatch.isOne(of: column.cleared, change.now(entityColumn)), down: nil,
          loss: "values of \(name) in rows of \(column.cleared.joined(separator: ", "))")
      }
      for fill in column.fills {
        guard let entities = fill.entities else { continue }
        let rows = entityColumn.map { ColumnMatch.isOne(of: entities, change.now($0)) }
        update(
          "give rows the default of \(column.subject)", change.new,
          set: ["\(name: name) = \(sql: fill.constant)"], where: rows,
          down: emptying(column, name, change.new, where: rows))
      }
      if let constant = column.nullFill {
        let condition: SQLFragment = "\(name: name) IS NULL"
        update(
          "give rows without a value the default of \(column.subject)", change.new,
          set: ["\(name: name) = \(sql: constant)"],
          where: owners(column, change).map { condition + " AND " + $0 } ?? condition, down: nil,
          loss: "which rows had no \(column.subject)")
      }
    }
  }

  /// The way back from defaults in a column that stays: the old model has no value in these rows. A
  /// new column needs none, since it is dropped.
  private func emptying(
    _ column: ColumnMatch, _ name: String, _ table: PlainTable, where rows: SQLFragment?
  ) -> [MigrationPart] {
    guard column.keptName != nil, let key = table.primaryKey.first else { return [] }
    return [
      MigrationPart(
        .batches(table: table.name, key: key),
        [Self.batch(table.name, key, set: ["\(name: name) = NULL"], where: rows)])
    ]
  }

  /// `entity IN ('Bar')`; `nil` if all entities of the table have the property.
  private func owners(_ column: ColumnMatch, _ change: TableChange) -> SQLFragment? {
    guard case .attribute(let id, _) = column.role,
      let entityColumn = match.old.entityColumn(of: change.old)
    else { return nil }
    let owners = change.match.members.filter {
      match.new.model.inherits($0.newID, from: id.entity)
    }
    guard owners.count < change.match.members.count else { return nil }
    return ColumnMatch.isOne(of: owners.map(\.old), change.now(entityColumn))
  }

  // MARK: - Entities

  private mutating func renameEntities(_ change: TableChange) {
    guard let column = match.new.entityColumn(of: change.new),
      match.old.entityColumn(of: change.old) != nil
    else { return }
    let renamed = change.match.members.filter { $0.old != $0.new }
    guard !renamed.isEmpty else { return }
    func assignment(_ names: [(from: String, to: String)]) -> (SQLFragment, SQLFragment) {
      let cases = names.map { pair -> SQLFragment in
        "WHEN \(text: pair.from) THEN \(text: pair.to)"
      }
      return (
        "\(name: column) = CASE \(name: column) \(list: cases, separator: " ") END",
        ColumnMatch.isOne(of: names.map(\.from), column)
      )
    }
    let (forth, isOld) = assignment(renamed.map { ($0.old, $0.new) })
    let (back, isNew) = assignment(renamed.map { ($0.new, $0.old) })
    let key = change.new.primaryKey.first ?? ""
    update(
      "rename entities in \(change.new.name)", change.new, set: [forth], where: isOld,
      down: [
        MigrationPart(
          .batches(table: change.new.name, key: key),
          [Self.batch(change.new.name, key, set: [back], where: isNew)])
      ])
  }

  /// The rows of entities that are removed, or that are in another table now.
  private mutating func removeRows(_ change: TableChange) {
    let leaving = change.match.leaving
    guard !leaving.isEmpty, let column = match.old.entityColumn(of: change.old) else { return }
    let names = leaving.joined(separator: ", ")
    let table = change.new.name
    add(
      "delete the rows of \(names) from \(table)",
      [
        MigrationAction(
          up: """
            DELETE FROM \(name: table) \
            WHERE \(sql: ColumnMatch.isOne(of: leaving, change.now(column)))
            """, down: nil, loss: "rows of \(names)", locks: [table: .rowExclusive], work: .rows)
      ])
  }

  /// Rows that leave the table of their former root for one of their own, with their keys.
  private mutating func copyRows(_ table: TableMatch) {
    guard let source = table.copied, let key = table.new.primaryKey.first else { return }
    let from = namePlan.current.table(source.name)
    func now(_ column: String) -> String { namePlan.current.column(column, of: source.name) }
    let entityColumn = match.old.entityColumn(of: source)
    var (columns, values) = ([SQLFragment](), [SQLFragment]())
    for column in table.columns {
      guard let value = copied(column, table, source, entityColumn, now) else { continue }
      columns.append(.name(column.new.name))
      values.append(value)
    }
    let condition = entityColumn.map {
      ColumnMatch.isOne(of: table.members.map(\.old), now($0))
    }
    let insertion: SQLFragment = """
      INSERT INTO \(name: table.new.name) (\(list: columns)) OVERRIDING SYSTEM VALUE \
      SELECT \(list: values) FROM \(name: from)
      """
    add(
      "move rows from \(from) to \(table.new.name)",
      [
        MigrationAction(
          up: insertion + (condition.map { " WHERE \(sql: $0)" } ?? ""), down: [],
          locks: [from: .accessShare, table.new.name: .rowExclusive], work: .rows),
        MigrationAction(
          up: """
            SELECT setval(pg_get_serial_sequence(\
            \(text: PlainNameText.quoted(table.new.name)), \(text: key)), \
            (SELECT coalesce(max(\(name: key)), 0) + 1 FROM \(name: table.new.name)), false)
            """, down: []),
      ])
  }

  private func copied(
    _ column: ColumnMatch, _ table: TableMatch, _ source: PlainTable, _ entityColumn: String?,
    _ now: (String) -> String
  ) -> SQLFragment? {
    switch column.role {
    case .identity: return source.primaryKey.first.map { .name(now($0)) }
    case .entity:
      guard let entityColumn else { return table.members.first.map { .text($0.new) } }
      let cases = table.members.map { member -> SQLFragment in
        "WHEN \(text: member.old) THEN \(text: member.new)"
      }
      return "CASE \(name: now(entityColumn)) \(list: cases, separator: " ") END"
    case .attribute, .key, .other:
      let value = column.value(now, entityColumn: entityColumn)
      let fill = column.nullFill ?? (column.fills.first?.constant)
      guard let value else { return column.fills.first?.constant }
      return fill.map { "coalesce(\(sql: value), \(sql: $0))" } ?? value
    }
  }
}

extension SQLFragment {
  /// The text between dollar signs with a word that the text does not have: `$momentum$BEGIN …
  /// END$momentum$`.
  var dollarQuoted: SQLFragment {
    let text = text(in: .postgreSQL)
    var (word, number) = ("$momentum$", 0)
    while text.contains(word) {
      number += 1
      word = "$momentum\(number)$"
    }
    let quote = SQLFragment([.sql(word)])
    return quote + self + quote
  }
}

extension TableChange {
  var gathered: [ColumnMatch] {
    match.columns.filter { if case .gathered = $0.source { true } else { false } }
  }

  /// The function of the trigger that fills columns.
  var fillFunction: String { PlainNameScope.free("momentum_fill_\(new.name)", besides: []) }
}

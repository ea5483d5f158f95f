internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

// The end: computed columns take the place of old ones, and what no new property has is dropped.

extension StepBuilder {
  mutating func swapColumns() {
    for change in changes {
      let gathered = change.gathered
      if !gathered.isEmpty { append(swap(gathered, change)) }
      for column in change.match.columns where column.source == .generated {
        add(
          "add \(column.new.name) to \(change.new.name), which the server computes",
          [.addGenerated(column.new.definition(), table: change.new.name)])
      }
      let former = change.match.columns.compactMap { column -> MigrationAction? in
        guard let kept = column.keptName, let old = change.oldColumn(kept),
          old.isGenerated(in: .postgreSQL), !column.new.isGenerated(in: .postgreSQL)
        else { return nil }
        var definition = old
        definition.name = column.new.name
        return .dropExpression(definition.definition(), table: change.new.name)
      }
      add("keep computed values of \(change.new.name)", former)
    }
  }

  /// One transaction in which the old columns go and the new ones get their names.
  private func swap(_ gathered: [ColumnMatch], _ change: TableChange) -> ServerMigrationStep {
    let table = change.new.name
    func changed(_ up: SQLFragment) -> MigrationAction {
      MigrationAction(up: up, down: [], locks: [table: .accessExclusive])
    }
    var actions = [
      changed("DROP TRIGGER momentum_fill ON \(name: table)"),
      MigrationAction(up: "DROP FUNCTION \(name: change.fillFunction)()", down: []),
    ]
    var down: [MigrationPart]? = []
    var losses: [String] = []
    for column in gathered {
      let name = column.new.name
      if change.working[name] != nil {
        actions.append(changed("ALTER TABLE \(name: table) DROP COLUMN \(name: name)"))
        actions.append(
          changed(SQLDefinition.renameColumn(change.during(name), to: name, table: table).sql))
        if let loss = loss(column) {
          losses.append(loss)
          down = nil
        } else if let parts = wayBack(column, change) {
          down? += parts
        }
      }
      if let constant = column.new.defaultConstant(.postgreSQL) {
        actions.append(.setDefault(constant, formerly: nil, column: name, table: table))
      }
    }
    var step = ServerMigrationStep("let computed columns of \(table) take their places", actions)
    step.down = down
    step.loss = losses.isEmpty ? nil : losses.joined(separator: "; ")
    return step
  }

  private func loss(_ column: ColumnMatch) -> String? {
    guard case .gathered(let parts) = column.source, parts.count == 1, parts[0].entities == nil,
      let old = parts[0].oldType, case .attribute(let id, let path) = column.role,
      let new = match.new.element(id, path: path)?.type
    else { return "the former values of \(column.subject)" }
    return ValueConversion.loss(from: old, to: new).map { "\(column.subject): \($0)" }
  }

  /// The old column again, with the values that the new one has.
  private func wayBack(_ column: ColumnMatch, _ change: TableChange) -> [MigrationPart]? {
    guard case .gathered(let parts) = column.source, let part = parts.first,
      let old = change.oldColumn(part.column), let oldType = part.oldType,
      case .attribute(let id, let path) = column.role,
      let newType = match.new.element(id, path: path)?.type,
      let conversion = ValueConversion(from: newType, to: oldType),
      let key = change.new.primaryKey.first
    else { return nil }
    let (table, name) = (change.new.name, column.new.name)
    let working = change.during(name)
    let value = conversion.sql(.name(working), to: old.typeName(.postgreSQL))
    var result = [
      MigrationPart(
        .transaction,
        [
          SQLDefinition.renameColumn(name, to: working, table: table).sql,
          SQLDefinition.addColumn(
            old.definition(
              named: name, isNullable: true, defaultConstant: old.defaultConstant(.postgreSQL)),
            table: table
          ).sql,
        ]),
      MigrationPart(
        .batches(table: table, key: key),
        [Self.batch(table, key, set: ["\(name: name) = \(sql: value)"])]),
    ]
    if !old.isNullable {
      result.append(
        MigrationPart(
          .scan, ["ALTER TABLE \(name: table) ALTER COLUMN \(name: name) SET NOT NULL"]))
    }
    return result
  }

  // MARK: - What is dropped

  mutating func dropRest() {
    for change in changes {
      add("set defaults of \(change.new.name)", defaults(change))
      add("drop columns of \(change.new.name)", dropped(change))
    }
    for table in match.droppedTables.reversed() {
      let name = namePlan.current.table(table.name)
      add(
        "drop \(name)",
        [
          MigrationAction(
            up: "DROP TABLE \(name: name)", down: nil, loss: loss(of: table),
            locks: [name: .accessExclusive])
        ])
    }
  }

  private func loss(of table: PlainTable) -> String {
    switch table.kind {
    case .entity(let root): "all rows of \(match.old.model[root].name)"
    case .join(let owner): "the links of \(match.old.name(owner)) that have no new place"
    }
  }

  private func defaults(_ change: TableChange) -> [MigrationAction] {
    let table = change.new.name
    return change.match.columns.compactMap { column -> MigrationAction? in
      let name = column.new.name
      if column.role == .entity, column.source == .none {
        let first = change.match.members.first?.new ?? ""
        return .setDefault(nil, formerly: .text(first), column: name, table: table)
      }
      guard let kept = column.keptName, let old = change.oldColumn(kept) else { return nil }
      let (before, after) = (
        old.defaultConstant(.postgreSQL), column.new.defaultConstant(.postgreSQL)
      )
      guard before != after else { return nil }
      return .setDefault(after, formerly: before, column: name, table: table)
    }
  }

  private func dropped(_ change: TableChange) -> [MigrationAction] {
    let table = change.new.name
    let roles = ColumnFinder.roles(change.old, match.old)
    return change.match.droppedColumns.compactMap { column -> MigrationAction? in
      guard !column.isGenerated(in: .postgreSQL) else { return nil }
      // The swap has dropped those whose place a computed column takes.
      if change.working[column.name] != nil { return nil }
      let name = change.now(column.name)
      switch roles[column.name] {
      case .entity: return droppedEntityColumn(name, change)
      case .attribute(let id, let path):
        let model = match.old.model
        let words = ([model[id.entity].name, model[id].name] + path).joined(separator: ".")
        return .dropColumn(name, table: table, loss: "the values of \(words)")
      case .key(let id):
        return .dropColumn(name, table: table, loss: "the links of \(match.old.name(id))")
      case .identity, .other, nil:
        return .dropColumn(name, table: table, loss: "the positions in \(column.name)")
      }
    }
  }

  /// The column with the entity, in a table that has only one left.
  private func droppedEntityColumn(_ name: String, _ change: TableChange) -> MigrationAction {
    let table = change.new.name
    let entity = change.match.members.first?.old ?? ""
    let column = SQLColumnDefinition(
      name, "text", constraints: ["NOT NULL", "DEFAULT \(text: entity)"])
    return MigrationAction(
      up: "ALTER TABLE \(name: table) DROP COLUMN \(name: name)",
      down: [
        MigrationPart(
          .transaction,
          [
            SQLDefinition.addColumn(column, table: table).sql,
            "ALTER TABLE \(name: table) ALTER COLUMN \(name: name) DROP DEFAULT",
          ])
      ], locks: [table: .accessExclusive])
  }
}

// Details of rows that were copied from a store.

extension StepBuilder {
  /// Details follow their table to its new name; those of a dropped table would be taken for details of
  /// another one that gets its name.
  func detailActions() -> [MigrationAction] {
    guard context.names.hasStoreRows else { return [] }
    let table = CopyTablesOnServer.rows
    func action(_ up: SQLFragment, _ down: SQLFragment?) -> MigrationAction {
      MigrationAction(
        up: up, down: down.map { [MigrationPart(.transaction, [$0])] } ?? [],
        locks: [table: .rowExclusive])
    }
    var actions: [MigrationAction] = []
    let dropped = match.droppedTables.map { SQLFragment.text($0.name) }
    if !dropped.isEmpty {
      actions.append(
        action("DELETE FROM \(name: table) WHERE table_name IN (\(list: dropped))", nil))
    }
    let renamed = context.keptTables.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
    guard !renamed.isEmpty else { return actions }
    // In two moves, so that tables may change names with each other.
    let mark: SQLFragment = "'*'"
    func move(_ names: [(from: String, to: String)]) -> SQLFragment {
      let cases = names.map { pair -> SQLFragment in
        "WHEN \(text: pair.from) THEN \(text: pair.to)"
      }
      return """
        UPDATE \(name: table) SET table_name = \(sql: mark) || CASE table_name \
        \(list: cases, separator: " ") END \
        WHERE table_name IN (\(list: names.map { .text($0.from) }))
        """
    }
    let unmark: SQLFragment = """
      UPDATE \(name: table) SET table_name = substr(table_name, 2) \
      WHERE substr(table_name, 1, 1) = \(sql: mark)
      """
    let forth = move(renamed.map { ($0.key, $0.value) })
    let back = move(renamed.map { ($0.value, $0.key) })
    return actions + [action(forth, unmark), action(unmark, back)]
  }
}

import MomentumModel
import MomentumSQL
import MomentumStore

extension StepBuilder {
  /// Drops the tables that are no longer needed, renames the old tables whose names new tables
  /// need, and makes all new tables.
  mutating func renameOldTables() {
    for table in plans.removed {
      add(
        MigrationPlan.Step(
          comment: "removes table \(table.name) with its rows",
          statements: [.definition(.drop(.table, table.name))],
          causes: causes.of(oldTable: table.name),
          isReversible: table.rowCount == 0, table: table.name, rowCount: table.rowCount,
          byteCount: 0, freedByteCount: table.byteCount))
    }
    moveAside()
    for table in plans.entities {
      addTable(table.name, table.match.source, table.shape, table.match.schema.creation)
    }
    for join in plans.joins {
      addTable(join.table.name, join.source, join.shape, join.table.creation)
    }
    addMissingHistory()
    for table in matches.new.schema.tables {
      for tree in table.rTrees where !ObjectPlan(self).keepsTree(tree) {
        add(
          MigrationPlan.Step(
            comment: "makes the spatial index \(tree.name)",
            statements: Array(tree.creations.prefix(1)), table: table.name))
      }
    }
  }

  /// Renames each table that is rebuilt, or whose name another table needs.
  private mutating func moveAside() {
    let wanted =
      plans.entities.map { ($0.match.source, $0.name, $0.shape) }
      + plans.joins.map { ($0.source, $0.table.name, $0.shape) }
    let present = Set(catalog.tables.map { folded($0.name) })
    let gone = Set(plans.removed.map { folded($0.name) })
    let targets = Set(wanted.map { folded($0.1) })
    var followed: [(source: StoreCatalog.Table, target: String)] = []
    for (source, target, shape) in wanted {
      guard let source, currentNames[source.name] == nil else { continue }
      let isRebuilt = if case .rebuilt = shape { true } else { false }
      // Tables are renamed one by one. A table gets a temporary name first if another table still
      // has its new name, or if a new table needs its old name.
      let mustWait =
        source.name != target
        && (present.contains(folded(target)) && !gone.contains(folded(target))
          || targets.contains(folded(source.name)))
      guard isRebuilt || mustWait else { continue }
      let spare = spareName()
      currentNames[source.name] = spare
      let isNamesake = folded(source.name) == folded(target)
      if isRebuilt, hasOwnTables, !isNamesake { followed.append((source, target)) }
      add(
        MigrationPlan.Step(
          comment: "moves table \(source.name) out of the way",
          statements: isRebuilt && hasOwnTables && isNamesake
            ? moveWithoutReferences(source.name, spare)
            : [.definition(.renameTable(source.name, to: spare))],
          table: target))
    }
    // From here on, each name that a table needs is free.
    for (source, target) in followed { addReferences(to: source, target) }
  }

  /// Lets foreign keys of the app's own tables refer to the new table. They followed the old table
  /// to its temporary name (documented:
  /// <https://sqlite.org/pragma.html#pragma_legacy_alter_table>). So the old table gets the new
  /// table's name for a moment, which they follow, and then loses it without them following.
  private mutating func addReferences(to source: StoreCatalog.Table, _ target: String) {
    let spare = current(source)
    add(
      MigrationPlan.Step(
        comment: "lets what refers to table \(source.name) refer to \(target)",
        statements: [.definition(.renameTable(spare, to: target))]
          + moveWithoutReferences(target, spare), table: target))
  }

  /// Renames a table while foreign keys that refer to it keep the old name.
  private func moveWithoutReferences(
    _ source: String, _ spare: String
  ) -> [MigrationPlan.Statement] {
    [
      "PRAGMA legacy_alter_table = ON",
      .definition(.renameTable(source, to: spare)),
      "PRAGMA legacy_alter_table = OFF",
    ]
  }

  /// Whether the store has tables that Core Data did not make. Only these can have foreign keys.
  private var hasOwnTables: Bool {
    let history = ["achange", "atransaction", "atransactionstring"]
    let sources = plans.entities.compactMap(\.match.source) + plans.joins.compactMap(\.source)
    let known = Set((sources + plans.removed).map { folded($0.name) } + history)
    return catalog.tables.contains {
      !known.contains(folded($0.name)) && !folded($0.name).hasPrefix("z_")
    }
  }

  private mutating func addTable(
    _ name: String, _ source: StoreCatalog.Table?, _ shape: TableShape,
    _ creation: MigrationPlan.Statement
  ) {
    switch shape {
    case .created, .rebuilt:
      add(
        MigrationPlan.Step(
          comment: "makes table \(name)", statements: [creation],
          causes: causes.of(newTable: name), table: name))
    case .altered:
      guard let source, current(source) != name else { return }
      add(
        MigrationPlan.Step(
          comment: "renames table \(source.name)",
          statements: [.definition(.renameTable(current(source), to: name))],
          causes: causes.of(newTable: name), table: name))
      currentNames[source.name] = name
    }
  }
}

import MomentumModel
import MomentumSQL
import MomentumStore

// The steps for tables: rename the old ones, make the new ones, and drop the old ones at the end.

extension MappingStepBuilder {
  /// Renames the old tables after dropping their triggers and indexes.
  mutating func addOldTableSteps() {
    add(
      "drop the triggers and indexes of the old tables", objects.drops, byteCount: 0,
      freedByteCount: objects.indexes.reduce(0) { $0.addingClamped($1.byteCount ?? 0) })
    let gone = catalog.tables.filter { isGone($0) }
    add(
      "drop spatial indexes and the history, whose rows name objects by their old keys",
      gone.map { .definition(.drop(.table, $0.name)) }, isReversible: false,
      byteCount: 0, freedByteCount: freedBytes(of: gone))
    // Without this pragma, views, triggers and foreign keys that name a table would follow it to
    // its temporary name (documented: <https://sqlite.org/pragma.html#pragma_legacy_alter_table>).
    // They must refer to the new table, which gets the old name.
    add(
      "put the old tables aside",
      ["PRAGMA legacy_alter_table = ON"]
        + oldNames.map { .definition(.renameTable($0, to: tables.name(of: $0))) }
        + ["PRAGMA legacy_alter_table = OFF"])
  }

  private var oldNames: [String] {
    rows.old.schema.tables.flatMap { [$0.name] + $0.joinTables.map(\.name) }
  }

  private func isGone(_ table: StoreCatalog.Table) -> Bool {
    let name = folded(table.name)
    return MappingStepBuilder.history.contains(name)
      || rows.old.schema.tables.contains { $0.rTrees.contains { folded($0.name) == name } }
  }

  private func freedBytes(of tables: [StoreCatalog.Table]) -> Int64 {
    tables.reduce(0) { $0.addingClamped($1.byteCount ?? 0) }
  }

  /// The tables of the persistent history (observed in stores since iOS 11).
  static let history: Set = ["achange", "atransaction", "atransactionstring"]
  /// The tables that belong to no entity of the model and were not added by the app: the history,
  /// and the tables in which Core Data describes the store.
  static let system = history.union(["z_primarykey", "z_metadata", "z_modelcache"])

  /// Makes the tables without indexes. Indexes are made after the rows, because inserting into an
  /// indexed table is slower.
  func newTableStatements() -> [MigrationPlan.Statement] {
    new.schema.tables.flatMap { [$0.creation] + $0.joinTables.map(\.creation) }
      + (new.schema.history?.tables ?? []).flatMap { [$0.creation] + $0.indexes.map(\.creation) }
  }

  mutating func addEndSteps() {
    addPositions()
    let old = store.modelTables
    add(
      "drop the old tables", oldNames.map { .definition(.drop(.table, tables.name(of: $0))) },
      isReversible: false,
      byteCount: 0,
      freedByteCount: old.reduce(0) { $0.addingClamped(bytes.rows(of: $1) ?? 0) })
    add(
      "compute derived attributes",
      new.schema.tables.flatMap(\.derivations).map { .other($0.sql) })
    addIndexes()
    add("number the entities", numberStatements())
    add(
      "drop what was noted meanwhile",
      rows.indices.flatMap { index in
        [map(index).drop(ifExists: true), sources(index).drop(ifExists: true)]
      } + [LinkStatements.links.drop(ifExists: true), MappingPlan.lastKeys.drop()])
  }

  private mutating func addIndexes() {
    for table in new.schema.tables {
      let count = rowCount(ofTable: table.name)
      for index in table.indexes {
        let size = bytes.index(index, columns: table.columns, rows: count)
        add(
          "make index \(index.name)", [index.creation], table: index.table, rowCount: count,
          byteCount: size, newByteCount: size)
      }
    }
    let trees = new.schema.tables.flatMap(\.rTrees)
    add("make spatial indexes", trees.flatMap { $0.creations + [$0.filling] })
    add("make triggers", new.schema.tables.flatMap(\.triggers).map(\.creation) + objects.restored)
  }

  /// The number of rows that a new table gets; `nil` if the catalogue has no counts.
  private func rowCount(ofTable name: String) -> Int64? {
    let sources = rows.indices.compactMap { index in
      rows[index].destination.map { new.schema[$0].table } == name ? rows[index].source : nil
    }
    return sources.reduce(0) { sum, source in
      guard let sum, let count = rowCount(source) else { return nil }
      return sum.addingClamped(count)
    }
  }

  private func numberStatements() -> [MigrationPlan.Statement] {
    let rows = new.schema.primaryKeyRows.map { entity -> MigrationPlan.Statement in
      let isRoot =
        entity.parentNumber == 0 && new.schema.tables.contains { $0.name == entity.table }
      let last: SQLFragment =
        isRoot ? "(SELECT coalesce(max(Z_PK), 0) FROM \(name: entity.table))" : "0"
      return .primaryKeyRow(
        number: entity.number, name: entity.name, parent: entity.parentNumber, lastKey: last)
    }
    return ["DELETE FROM Z_PRIMARYKEY"] + rows
  }
}

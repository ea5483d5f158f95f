import MomentumModel
import MomentumSQL
import MomentumStore

// The tables: the old ones aside, the new ones made, and at the end the old ones gone.

extension MappingStepBuilder {
  /// Moves the old tables aside, without what hangs on them.
  mutating func addOldTableSteps() {
    add(
      "drop the triggers and indexes of the old tables", objects.drops, byteCount: 0,
      freedByteCount: objects.indexes.reduce(0) { $0.addingClamped($1.byteCount ?? 0) })
    let gone = catalog.tables.filter { isGone($0) }
    add(
      "drop spatial indexes and the history, whose rows name objects by their old keys",
      gone.map { "DROP TABLE \(SQLPrinter.identifier($0.name))" }, isReversible: false,
      byteCount: 0, freedByteCount: freedBytes(of: gone))
    // Without this what refers to the tables would follow them to their other names (documented:
    // <https://sqlite.org/pragma.html#pragma_legacy_alter_table>).
    add(
      "put the old tables aside",
      ["PRAGMA legacy_alter_table = ON"]
        + oldNames.map { "ALTER TABLE \(SQLPrinter.identifier($0)) RENAME TO \(tables.sql($0))" }
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

  /// Persistent history (observed in stores since iOS 11).
  static let history: Set = ["achange", "atransaction", "atransactionstring"]
  /// What no entity has and no app: the history, and what a store says of itself.
  static let system = history.union(["z_primarykey", "z_metadata", "z_modelcache"])

  /// Without indexes, which are made when the rows are there.
  func newTableStatements() -> [String] {
    new.schema.tables.flatMap { [$0.statement] + $0.joinTables.map(\.statement) }
      + (new.schema.history?.tables ?? []).flatMap { [$0.statement] + $0.indexes.map(\.statement) }
  }

  mutating func addEndSteps() {
    addPositions()
    let old = store.modelTables
    add(
      "drop the old tables", oldNames.map { "DROP TABLE \(tables.sql($0))" }, isReversible: false,
      byteCount: 0,
      freedByteCount: old.reduce(0) { $0.addingClamped(bytes.rows(of: $1) ?? 0) })
    add("compute derived attributes", new.schema.tables.flatMap(\.derivations).map(\.sql.text))
    addIndexes()
    add("number the entities", numberStatements())
    add(
      "drop what was noted meanwhile",
      rows.indices.flatMap { index in
        ["DROP TABLE IF EXISTS \(map(index))", "DROP TABLE IF EXISTS temp.momentum_rows_\(index)"]
      } + ["DROP TABLE IF EXISTS temp.momentum_links", "DROP TABLE temp.momentum_keys"])
  }

  private mutating func addIndexes() {
    for table in new.schema.tables {
      let count = rowCount(ofTable: table.name)
      for index in table.indexes {
        let size = bytes.index(index, columns: table.columns, rows: count)
        add(
          "make index \(index.name)", [index.statement], table: index.table, rowCount: count,
          byteCount: size, newByteCount: size)
      }
    }
    let trees = new.schema.tables.flatMap(\.rTrees)
    add("make spatial indexes", trees.flatMap { $0.statements + [$0.filling] })
    add("make triggers", new.schema.tables.flatMap(\.triggers).map(\.statement) + objects.restored)
  }

  /// The rows that a new table gets; `nil` where nobody has counted.
  private func rowCount(ofTable name: String) -> Int64? {
    let sources = rows.indices.compactMap { index in
      rows[index].destination.map { new.schema[$0].table } == name ? rows[index].source : nil
    }
    return sources.reduce(0) { sum, source in
      guard let sum, let count = rowCount(source) else { return nil }
      return sum.addingClamped(count)
    }
  }

  private func numberStatements() -> [String] {
    let rows = new.schema.primaryKeyRows.map { entity in
      let isRoot =
        entity.parentNumber == 0 && new.schema.tables.contains { $0.name == entity.table }
      let last =
        isRoot
        ? "(SELECT coalesce(max(Z_PK), 0) FROM \(SQLPrinter.identifier(entity.table)))" : "0"
      return "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
        + "(\(entity.number), \(SQLPrinter.literal(entity.name)), \(entity.parentNumber), \(last))"
    }
    return ["DELETE FROM Z_PRIMARYKEY"] + rows
  }
}

import MomentumModel
import MomentumSQL
import MomentumStore

// The tables: the old ones aside, the new ones made, and at the end the old ones gone.

extension MappingDraft {
  /// Moves the old tables aside, without what hangs on them; a name in SQLite is one whatever its case.
  mutating func addOldTableSteps() {
    let entityTables = old.schema.tables.flatMap { [$0.name] + $0.joinTables.map(\.name) }
    let aside = Set(entityTables.map { $0.lowercased() })
    let hanging = catalog.objects.filter {
      aside.contains($0.table.lowercased()) && $0.sql != nil && $0.kind != .view
    }
    add(
      "drop the triggers and indexes of the old tables",
      hanging.filter { $0.kind == .trigger }.map {
        "DROP TRIGGER \(SQLPrinter.identifier($0.name))"
      }
        + hanging.filter { $0.kind == .index }
        .map { "DROP INDEX \(SQLPrinter.identifier($0.name))" })
    let known = Set(catalog.tables.map { $0.name.lowercased() })
    let spatial = old.schema.tables.flatMap { $0.rTrees.map(\.name) }
    let needed = newNames.subtracting(aside)
    let inTheWay = catalog.tables.map(\.name).filter { name in
      let lower = name.lowercased()
      return !aside.contains(lower) && !MappingDraft.kept.contains(lower)
        && (needed.contains(lower) || MappingDraft.history.contains(lower))
    }
    add(
      "drop spatial indexes and the history, whose rows name objects by their old keys",
      (spatial.filter { known.contains($0.lowercased()) }
        + inTheWay.filter { !spatial.contains($0) })
        .map { "DROP TABLE \(SQLPrinter.identifier($0))" }, isReversible: false)
    add(
      "put the old tables aside",
      entityTables.map { "ALTER TABLE \(SQLPrinter.identifier($0)) RENAME TO \(tables.sql($0))" })
  }

  /// Tables that are changed in place.
  private static let kept: Set = ["z_primarykey", "z_metadata", "z_modelcache"]
  /// Persistent history (observed in stores since iOS 11).
  private static let history: Set = ["achange", "atransaction", "atransactionstring"]

  /// In lower case.
  private var newNames: Set<String> {
    let own = new.schema.tables.flatMap { table in
      [table.name] + table.joinTables.map(\.name) + table.rTrees.map(\.name)
    }
    return Set((own + (new.schema.history?.tables.map(\.name) ?? [])).map { $0.lowercased() })
  }

  /// Without indexes, which are made when the rows are there.
  func newTableStatements() -> [String] {
    new.schema.tables.flatMap { [$0.statement] + $0.joinTables.map(\.statement) }
      + (new.schema.history?.tables ?? []).flatMap { [$0.statement] + $0.indexes.map(\.statement) }
  }

  mutating func addEndSteps() {
    addPositions()
    add(
      "drop the old tables",
      old.schema.tables.flatMap { [$0.name] + $0.joinTables.map(\.name) }
        .map { "DROP TABLE \(tables.sql($0))" }, isReversible: false)
    add("compute derived attributes", new.schema.tables.flatMap(\.derivations))
    add(
      "make indexes and triggers",
      new.schema.tables.flatMap { $0.indexes.map(\.statement) }
        + new.schema.tables.flatMap { $0.rTrees.flatMap(\.statements) } + spatialRows()
        + new.schema.tables.flatMap { $0.triggers.map(\.sql) })
    add("number the entities", numberStatements())
    add(
      "drop what was noted meanwhile",
      resolved.entityMappings.indices.flatMap { index in
        ["DROP TABLE IF EXISTS \(map(index))", "DROP TABLE IF EXISTS temp.momentum_rows_\(index)"]
      } + ["DROP TABLE IF EXISTS temp.momentum_links", "DROP TABLE temp.momentum_keys"])
  }

  /// The rows of spatial indexes, which triggers keep from here on.
  private func spatialRows() -> [String] {
    new.schema.tables.flatMap(\.rTrees).map { tree in
      let values = tree.columns.map(SQLPrinter.identifier)
      let bounds = tree.columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }.map(SQLPrinter.identifier)
      return
        "INSERT INTO \(SQLPrinter.identifier(tree.name)) (Z_PK, \(bounds.joined(separator: ", "))) "
        + "SELECT Z_PK, \(values.flatMap { [$0, $0] }.joined(separator: ", ")) "
        + "FROM \(SQLPrinter.identifier(tree.table)) WHERE "
        + values.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
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

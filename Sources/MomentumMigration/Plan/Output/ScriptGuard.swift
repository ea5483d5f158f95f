import MomentumSQL
package import MomentumStore
package import MomentumVersionHash

/// The conditions that a store must satisfy before a script may change it, and afterwards.
package struct ScriptGuard: Sendable, Hashable {
  /// The hashes of the old model; `Z_METADATA` must contain each of them.
  package var hashes: ModelHashes
  /// The `Z_PLIST` of the store's metadata, which the script replaces as a whole; `nil` if the
  /// script does not replace it.
  package var metadata: [UInt8]?
  /// The store that the plan was made for: its tables with their columns, its triggers, views and
  /// entity numbers.
  package var source: StoreCatalog
  /// The schema after the migration.
  package var target: StoreSchema
  /// The name of the old version for the message; `nil` if it has none.
  package var version: String?

  package init(
    hashes: ModelHashes, metadata: [UInt8]? = nil, source: StoreCatalog, target: StoreSchema,
    version: String? = nil
  ) {
    self.hashes = hashes
    self.metadata = metadata
    self.source = source
    self.target = target
    self.version = version
  }

  /// The prefix of the temporary names that a plan gives to tables and columns of a store.
  private static let spareStart = "Z_MOMENTUM_"

  /// The name of a table that the store does not have. The script makes this table to test that its
  /// own transaction is still open.
  var lock: String {
    let taken = Set(
      (source.tables.map(\.name) + source.objects.map(\.name)).map(folded))
    var name = ScriptGuard.spareStart + "LOCK"
    while taken.contains(folded(name)) { name += "_" }
    return name
  }

  /// The schema name in the statements for the lock: without it SQLite would look in `temp` first.
  static let storeSchema = "main"

  /// The table of the lock: `CREATE TABLE main.Z_MOMENTUM_LOCK (locked INTEGER)`.
  var lockTable: SQLTable {
    SQLTable(
      name: lock, columns: [SQLColumnDefinition("locked", "INTEGER")],
      schema: ScriptGuard.storeSchema)
  }

  /// The table of assertions. Each condition of the script inserts its result as a row; where the
  /// condition is false, a constraint refuses the row, and the script stops.
  package static let conditions = TemporaryTable("momentum_guard")

  /// The table with the values of the invariants in the old store.
  static let counts = TemporaryTable("momentum_counts")

  /// A column for each kind of condition. SQLite prints the name of a failed constraint, so the
  /// name is the message.
  ///
  /// `passes INTEGER NOT NULL DEFAULT 1 CONSTRAINT "rows of the store …" CHECK (passes = 1)`
  var conditionColumns: [SQLColumnDefinition] {
    let version = version.map { " \($0)" } ?? ""
    let messages = [
      ("source", "the store is not of version\(version), or was migrated already"),
      (
        "metadata",
        "the metadata of the store is not what it was when the script was printed; print it anew"
      ),
      ("passes", "rows of the store do not fit the target"),
      ("result", "the result is not what it should be"),
    ]
    return messages.map { name, message in
      SQLColumnDefinition(
        name, "INTEGER", "NOT NULL", "DEFAULT 1", "CONSTRAINT \(name: message)",
        "CHECK (\(name: name) = 1)")
    }
  }

  /// The tables that the script reads or writes. An app's own tables may change without making the
  /// script invalid.
  var tables: [StoreCatalog.Table] {
    source.tables.filter { $0.name.hasPrefix("Z") || $0.name == "ACHANGE" }
  }
}

// MARK: - Conditions, each an expression that is 1 or 0

extension ScriptGuard {
  /// Tests that the metadata contains the hash of each entity. A hash has 32 bytes, so it does not
  /// occur elsewhere by chance.
  var holdsHashes: SQLFragment {
    let rows = hashes.entities.map { entity -> SQLFragment in
      "(\(sql: SQLValue.blob(entity.hash).literal))"
    }
    let missing: SQLFragment =
      rows.isEmpty
      ? "0"
      : "(SELECT count(*) FROM (VALUES \(list: rows)) h, main.Z_METADATA m "
        + "WHERE ifnull(instr(CAST(m.Z_PLIST AS BLOB), h.column1), 0) = 0)"
    return "(SELECT count(*) FROM main.Z_METADATA) = 1 AND \(sql: missing) = 0"
  }

  /// Tests that the metadata is still the same as when the script was made. The script replaces all
  /// of it, and newer entries would be lost. `nil` if the script does not replace it.
  var holdsMetadata: SQLFragment? {
    metadata.map { bytes in
      "(SELECT count(*) FROM main.Z_METADATA WHERE CAST(Z_PLIST AS BLOB) = "
        + "\(sql: SQLValue.blob(bytes).literal)) = 1"
    }
  }

  /// Tests that the store has exactly these entity numbers and names. The hashes alone are not
  /// enough: a later version may have all hashes of this version and more.
  var hasEntities: SQLFragment {
    let rows = source.entityNumbers.map { "\($0.number) \($0.name)" }
    return isList(
      "SELECT Z_ENT || ' ' || Z_NAME AS item FROM main.Z_PRIMARYKEY ORDER BY Z_ENT", rows)
  }

  var hasTables: SQLFragment {
    columnsAre(tables.map { ($0.name, $0.columns.map(\.name)) }, ordered: true)
  }

  /// Tests that the store has only triggers and views that the plan knows; an unknown trigger would
  /// run while rows move. As in a `StoreCatalog`, an object on an app's own table is ignored if its
  /// name has other characters than printable ASCII.
  var hasTriggers: SQLFragment {
    let names = source.objects.filter { $0.kind != .index }.map(\.name)
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let known = names.map(SQLFragment.text)
    let own = tables.map { SQLFragment.text($0.name) }
    return isList(
      "SELECT name AS item FROM main.sqlite_master WHERE type IN ('trigger', 'view') AND "
        + "(name NOT GLOB '*[^ -~]*' OR name IN (\(list: known)) "
        + "OR tbl_name COLLATE NOCASE IN (\(list: own))) ORDER BY name", names)
  }

  /// Tests that the store has the tables, columns and entity numbers of the new model.
  ///
  /// - Parameter plan: Tells which tables are removed, and whether entities may keep old names.
  func hasTarget(_ plan: MigrationPlan) -> SQLFragment {
    let system = ["Z_PK", "Z_ENT", "Z_OPT"]
    let tables = target.tables.flatMap { table in
      [(table.name, system + table.columns.map(\.name))]
        + table.joinTables.map { ($0.name, $0.columns.map(\.name)) }
    }
    let objects = target.tables.flatMap { table in
      table.indexes.map(\.name) + table.triggers.map(\.name)
        + table.rTrees.flatMap { [$0.name] + $0.triggers.map(\.name) }
    }
    let rows = objects.map { name -> SQLFragment in "(\(text: name))" }
    let hasObjects: SQLFragment =
      rows.isEmpty
      ? "1"
      : "(SELECT count(*) FROM (VALUES \(list: rows)) n WHERE n.column1 NOT IN "
        + "(SELECT name FROM main.sqlite_master)) = 0"
    let isGone = isGone(plan, but: Set(tables.map { folded($0.0) } + objects.map(folded)))
    return "\(sql: columnsAre(tables, ordered: false)) AND \(sql: hasObjects) AND \(sql: isGone) "
      + "AND \(sql: hasNumbers(plan.style))"
  }

  /// Tests that the tables which a plan drops, and the temporary names that it gives, no longer
  /// exist.
  ///
  /// - Parameter wanted: The names that the new model needs, in lower case (ASCII only).
  private func isGone(_ plan: MigrationPlan, but wanted: Set<String>) -> SQLFragment {
    let dropped = Set(
      plan.steps.flatMap(\.definitions).compactMap { definition in
        if case .drop(.table, let name, schema: nil, ifExists: false) = definition {
          name
        } else {
          nil
        }
      })
    let gone = self.tables.map(\.name).filter {
      !wanted.contains(folded($0)) && dropped.contains($0)
    }.map(SQLFragment.text)
    let own = (self.tables.map(\.name) + source.objects.map(\.name)).filter {
      $0.hasPrefix(ScriptGuard.spareStart)
    }.map(SQLFragment.text)
    let others: SQLFragment = own.isEmpty ? "" : " AND name NOT IN (\(list: own))"
    let tables: SQLFragment = gone.isEmpty ? "" : " OR name IN (\(list: gone))"
    return "(SELECT count(*) FROM main.sqlite_master WHERE "
      + "(name GLOB \(text: ScriptGuard.spareStart + "*")\(sql: others))\(sql: tables)) = 0"
  }

  private func hasNumbers(_ style: MigrationPlan.Style) -> SQLFragment {
    let rows = target.entities.sorted { $0.number < $1.number }.map { entity in
      switch style {
      case .fresh: "\(entity.number) \(entity.name)"
      case .asCoreData: "\(entity.number)"
      }
    }
    let item: SQLFragment = style == .fresh ? "Z_ENT || ' ' || Z_NAME" : "Z_ENT"
    return isList(
      "SELECT \(sql: item) AS item FROM main.Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT",
      rows)
  }

  /// Tests that the only column of a statement has exactly these items in this order.
  private func isList(_ select: SQLFragment, _ items: [String]) -> SQLFragment {
    "ifnull((SELECT group_concat(item, '/') FROM (\(sql: select))), '') = "
      + "\(text: items.joined(separator: "/"))"
  }

  private func columnsAre(_ tables: [(String, [String])], ordered: Bool) -> SQLFragment {
    guard !tables.isEmpty else { return "1" }
    let rows = tables.map { name, columns -> SQLFragment in
      let list =
        ordered
        ? columns
        : columns.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      return "(\(text: name), \(text: list.joined(separator: "/")))"
    }
    let order: SQLFragment = ordered ? "cid" : "name"
    return "(SELECT count(*) FROM (VALUES \(list: rows)) t WHERE ifnull("
      + "(SELECT group_concat(name, '/') FROM (SELECT name FROM "
      + "pragma_table_info(t.column1, 'main') ORDER BY \(sql: order))), '') <> t.column2) = 0"
  }
}

import MomentumSQL
public import MomentumStore
public import MomentumVersionHash

/// What a store must be for a script to change it, and what it must be afterwards.
public struct ScriptGuard: Sendable, Hashable {
  /// Of the old model; `Z_METADATA` must hold each.
  public var hashes: ModelHashes
  /// `Z_PLIST` as it stands in the store, which the script's epilogue replaces as a whole; `nil` where it does
  /// not.
  public var metadata: [UInt8]?
  /// What the plan was made for: tables with these columns, these triggers, views and entity numbers.
  public var source: StoreCatalog
  /// What the plan leads to.
  public var target: StoreSchema
  /// What the old version is called, for the message; `nil` for none.
  public var version: String?

  public init(
    hashes: ModelHashes, metadata: [UInt8]? = nil, source: StoreCatalog, target: StoreSchema,
    version: String? = nil
  ) {
    self.hashes = hashes
    self.metadata = metadata
    self.source = source
    self.target = target
    self.version = version
  }

  /// What names begin with that a plan makes up.
  private static let spareStart = "Z_MOMENTUM_"

  /// A table that nothing has and that shows that the transaction is the script's own.
  var lock: String {
    let taken = Set(
      (source.tables.map(\.name) + source.objects.map(\.name)).map(folded))
    var name = ScriptGuard.spareStart + "LOCK"
    while taken.contains(folded(name)) { name += "_" }
    return name
  }

  /// The store's own schema, in which the lock is; `temp` is searched first.
  static let storeSchema = "main"

  /// `CREATE TABLE main.Z_MOMENTUM_LOCK (locked INTEGER)`
  var lockTable: SQLTable {
    SQLTable(
      name: lock, columns: [SQLColumnDefinition("locked", "INTEGER")],
      schema: ScriptGuard.storeSchema)
  }

  /// Takes a row for each condition that holds; the others are refused by its columns.
  package static let conditions = TemporaryTable("momentum_guard")

  /// What the invariants are in the source.
  static let counts = TemporaryTable("momentum_counts")

  /// A column for each kind of condition; its constraint has the message as its name.
  ///
  /// `passes INTEGER NOT NULL DEFAULT 1 CONSTRAINT "rows of the store do not fit …" CHECK (passes = 1)`
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

  /// The tables that the script reads or writes; an app's own are none of its business.
  var tables: [StoreCatalog.Table] {
    source.tables.filter { $0.name.hasPrefix("Z") || $0.name == "ACHANGE" }
  }
}

// MARK: - Conditions, each an expression that is 1 or 0

extension ScriptGuard {
  /// Each hash is 32 bytes that stand nowhere else by chance.
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

  /// Other metadata would be lost; `nil` where they stay as they are.
  var holdsMetadata: SQLFragment? {
    metadata.map { bytes in
      "(SELECT count(*) FROM main.Z_METADATA WHERE CAST(Z_PLIST AS BLOB) = "
        + "\(sql: SQLValue.blob(bytes).literal)) = 1"
    }
  }

  /// A later version may hold all hashes of this one and more: numbers and names tell them apart.
  var hasEntities: SQLFragment {
    let rows = source.entityNumbers.map { "\($0.number) \($0.name)" }
    return isList(
      "SELECT Z_ENT || ' ' || Z_NAME AS item FROM main.Z_PRIMARYKEY ORDER BY Z_ENT", rows)
  }

  var hasTables: SQLFragment {
    columnsAre(tables.map { ($0.name, $0.columns.map(\.name)) }, ordered: true)
  }

  /// A trigger that nobody knows of would fire while rows move. What stands on no table of ours and has a
  /// name that may be no text is left out, as it is in a catalogue.
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

  /// - Parameter plan: Says which tables go, and whether entities may keep old names.
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

  /// That tables that a plan drops are not there, nor names that it makes up.
  ///
  /// - Parameter wanted: The target's names, folded.
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

  /// Whether a statement's one column is just this list.
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

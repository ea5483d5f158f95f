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

  /// The tables that the script reads or writes; an app's own are none of its business.
  var tables: [StoreCatalog.Table] {
    source.tables.filter { $0.name.hasPrefix("Z") || $0.name == "ACHANGE" }
  }
}

// MARK: - Conditions, each an expression that is 1 or 0

extension ScriptGuard {
  /// Each hash is 32 bytes that stand nowhere else by chance.
  var holdsHashes: String {
    let list = hashes.entities.map { "(\(SQLValue.blob($0.hash).literal))" }.joined(separator: ", ")
    let missing =
      list.isEmpty
      ? "0"
      : "(SELECT count(*) FROM (VALUES \(list)) h, main.Z_METADATA m "
        + "WHERE ifnull(instr(CAST(m.Z_PLIST AS BLOB), h.column1), 0) = 0)"
    return "(SELECT count(*) FROM main.Z_METADATA) = 1 AND \(missing) = 0"
  }

  /// Other metadata would be lost; `nil` where they stay as they are.
  var holdsMetadata: String? {
    metadata.map { bytes in
      "(SELECT count(*) FROM main.Z_METADATA WHERE CAST(Z_PLIST AS BLOB) = "
        + "\(SQLValue.blob(bytes).literal)) = 1"
    }
  }

  /// A later version may hold all hashes of this one and more: numbers and names tell them apart.
  var hasEntities: String {
    let rows = source.entityNumbers.map { "\($0.number) \($0.name)" }
    return isList(
      "SELECT Z_ENT || ' ' || Z_NAME AS item FROM main.Z_PRIMARYKEY ORDER BY Z_ENT", rows)
  }

  var hasTables: String {
    columnsAre(tables.map { ($0.name, $0.columns.map(\.name)) }, ordered: true)
  }

  /// A trigger that nobody knows of would fire while rows move. What stands on no table of ours and has a
  /// name that may be no text is left out, as it is in a catalogue.
  var hasTriggers: String {
    let names = source.objects.filter { $0.kind != .index }.map(\.name)
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let known = names.map(sqlText).joined(separator: ", ")
    let own = tables.map { sqlText($0.name) }.joined(separator: ", ")
    return isList(
      "SELECT name AS item FROM main.sqlite_master WHERE type IN ('trigger', 'view') AND "
        + "(name NOT GLOB '*[^ -~]*' OR name IN (\(known)) OR tbl_name COLLATE NOCASE IN (\(own))) "
        + "ORDER BY name", names)
  }

  /// - Parameter plan: Says which tables go, and whether entities may keep old names.
  func hasTarget(_ plan: MigrationPlan) -> String {
    let system = ["Z_PK", "Z_ENT", "Z_OPT"]
    let tables = target.tables.flatMap { table in
      [(table.name, system + table.columns.map(\.name))]
        + table.joinTables.map { ($0.name, $0.columns.map(\.name)) }
    }
    let objects = target.tables.flatMap { table in
      table.indexes.map(\.name) + table.triggers.map(\.name)
        + table.rTrees.flatMap { [$0.name] + $0.triggers.map(\.name) }
    }
    let list = objects.map { "(\(sqlText($0)))" }.joined(separator: ", ")
    let hasObjects =
      list.isEmpty
      ? "1"
      : "(SELECT count(*) FROM (VALUES \(list)) n WHERE n.column1 NOT IN "
        + "(SELECT name FROM main.sqlite_master)) = 0"
    let wanted = Set(tables.map { folded($0.0) } + objects.map(folded))
    let dropped = Set(plan.steps.flatMap(\.statements))
    let gone = self.tables.map(\.name).filter {
      !wanted.contains(folded($0)) && dropped.contains("DROP TABLE \(sqlName($0))")
    }
    let own = (self.tables.map(\.name) + source.objects.map(\.name)).filter {
      $0.hasPrefix(ScriptGuard.spareStart)
    }
    let isGone =
      "(SELECT count(*) FROM main.sqlite_master WHERE (name GLOB '\(ScriptGuard.spareStart)*'"
      + (own.isEmpty ? ")" : " AND name NOT IN (\(own.map(sqlText).joined(separator: ", "))))")
      + (gone.isEmpty ? "" : " OR name IN (\(gone.map(sqlText).joined(separator: ", ")))") + ") = 0"
    return "\(columnsAre(tables, ordered: false)) AND \(hasObjects) AND \(isGone) "
      + "AND \(hasNumbers(plan.style))"
  }

  private func hasNumbers(_ style: MigrationPlan.Style) -> String {
    let rows = target.entities.sorted { $0.number < $1.number }.map { entity in
      switch style {
      case .fresh: "\(entity.number) \(entity.name)"
      case .asCoreData: "\(entity.number)"
      }
    }
    let item = style == .fresh ? "Z_ENT || ' ' || Z_NAME" : "Z_ENT"
    return isList(
      "SELECT \(item) AS item FROM main.Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT", rows)
  }

  /// Whether a statement's one column is just this list.
  private func isList(_ select: String, _ items: [String]) -> String {
    "ifnull((SELECT group_concat(item, '/') FROM (\(select))), '') = "
      + sqlText(items.joined(separator: "/"))
  }

  private func columnsAre(_ tables: [(String, [String])], ordered: Bool) -> String {
    guard !tables.isEmpty else { return "1" }
    let rows = tables.map { name, columns in
      let list =
        ordered
        ? columns
        : columns.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      return "(\(sqlText(name)), \(sqlText(list.joined(separator: "/"))))"
    }
    let order = ordered ? "cid" : "name"
    return "(SELECT count(*) FROM (VALUES \(rows.joined(separator: ", "))) t WHERE ifnull("
      + "(SELECT group_concat(name, '/') FROM (SELECT name FROM "
      + "pragma_table_info(t.column1, 'main') ORDER BY \(order))), '') <> t.column2) = 0"
  }
}

// The statements that create a store, in the order in which Core Data runs them.
//
// Source: observed in sqlite_master of 178 stores. Core Data writes a blank before the parenthesis
// that closes a table of an entity, and none in its own three tables.

extension StoreSchema {
  /// The statements without a final semicolon.
  public func creationStatements(framework: FrameworkVersion) -> [String] {
    let created =
      framework.createsIndexesLast
      ? tables.flatMap(tableStatements) + tables.flatMap { $0.indexes.map(\.statement) }
      : tables.flatMap(interleavedStatements)
    let spatial = tables.flatMap { $0.rTrees.flatMap(\.statements) }
    return created + spatial + tables.flatMap { $0.triggers.map(\.sql) } + systemTables(framework)
      + (history?.tables.flatMap { [$0.statement] } ?? [])
      + (history?.tables.flatMap { $0.indexes.map(\.statement) } ?? [])
  }

  /// A complete script: tables, indexes, triggers, and a row of Z_PRIMARYKEY per entity.
  ///
  /// Runs in any SQLite. Triggers of derived attributes call functions of Core Data when they fire.
  public func creationScript(framework: FrameworkVersion) -> String {
    let rows = primaryKeyRows.map {
      "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES"
        + "(\($0.number), \(SQLName.literal($0.name)), \($0.parentNumber), 0)"
    }
    return (creationStatements(framework: framework) + rows).map { $0 + ";\n" }.joined()
  }

  /// The entities by number: the rows of Z_PRIMARYKEY.
  public var primaryKeyRows: [EntityStorage] {
    entities.sorted { $0.number < $1.number } + (history?.entities ?? [])
  }

  private func tableStatements(_ table: EntityTable) -> [String] {
    [table.statement] + table.joinTables.map(\.statement)
  }

  /// Each table followed by its own indexes.
  private func interleavedStatements(_ table: EntityTable) -> [String] {
    let names = [table.name] + table.joinTables.map(\.name)
    return zip(names, tableStatements(table)).flatMap { name, statement in
      [statement] + table.indexes.filter { $0.table == name }.map(\.statement)
    }
  }

  private func systemTables(_ framework: FrameworkVersion) -> [String] {
    let always = [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    ]
    return framework.hasModelCache
      ? always + ["CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"] : always
  }
}

extension EntityTable {
  /// `CREATE TABLE ZVENUE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, … )`
  package var statement: String {
    let single = Set(inlineUniqueness.filter { $0.count == 1 }.map { $0[0] })
    let constraints = inlineUniqueness.filter { $0.count > 1 }.map { columns in
      "CONSTRAINT \(SQLName.quoted(columns.joined(separator: "_"))) UNIQUE "
        + "(\(columns.map(SQLName.quoted).joined(separator: ", ")))"
    }
    let definitions =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      + columns.map {
        "\(SQLName.quoted($0.name)) \($0.sqlType)\(single.contains($0.name) ? " UNIQUE" : "")"
      }
    let body = (definitions + constraints).joined(separator: ", ")
    return "CREATE TABLE \(SQLName.quoted(name)) ( \(body)\(constraints.isEmpty ? " )" : ")")"
  }
}

extension JoinTable {
  /// `CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_2TAGS) )`
  package var statement: String {
    let names = (keyColumns + orderColumns).map(SQLName.quoted)
    guard !isBare else {
      return "CREATE TABLE \(SQLName.quoted(name)) ( \(names.joined(separator: ", ")) )"
    }
    let definitions = names.map { "\($0) INTEGER" }
    let keys = keyColumns.map(SQLName.quoted).joined(separator: ", ")
    return "CREATE TABLE \(SQLName.quoted(name)) ( \(definitions.joined(separator: ", ")), "
      + "PRIMARY KEY (\(keys)) )"
  }
}

extension StoreRTree {
  /// The virtual table and the three triggers that keep it up to date.
  ///
  /// Source: the table and the INSERT trigger observed in photo libraries, names of the others too;
  /// their texts are assumed.
  package var statements: [String] {
    let quoted = SQLName.quoted(name)
    let bounds = columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }.map(SQLName.quoted)
    let values = columns.map { column in
      let value = "NEW.\(SQLName.quoted(column))"
      return "\(value) ,\(value)"
    }
    let upsert =
      "INSERT OR REPLACE INTO \(quoted) (Z_PK, \(bounds.joined(separator: ", "))) VALUES "
      + "(NEW.Z_PK, \(values.joined(separator: ", "))) ; END"
    let changed = columns.map(SQLName.quoted).joined(separator: ", ")
    func trigger(_ event: String, _ occasion: String, _ body: String) -> String {
      "CREATE TRIGGER \(SQLName.quoted("\(name)_\(event)")) AFTER \(occasion) ON "
        + "\(SQLName.quoted(table)) FOR EACH ROW BEGIN \(body)"
    }
    return [
      "CREATE VIRTUAL TABLE \(quoted) USING RTREE (Z_PK INTEGER PRIMARY KEY, "
        + "\(bounds.map { "\($0) FLOAT" }.joined(separator: ", ")))",
      trigger("INSERT", "INSERT", upsert),
      trigger("UPDATE", "UPDATE OF \(changed)", upsert),
      trigger("DELETE", "DELETE", "DELETE FROM \(quoted) WHERE Z_PK = OLD.Z_PK ; END"),
    ]
  }
}

extension StoreIndex {
  /// `CREATE INDEX Z_Venue_byName ON ZVENUE (ZNAME COLLATE BINARY ASC)`
  package var statement: String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQLName.quoted(name)) ON \(SQLName.quoted(table)) "
      + "(\(terms.joined(separator: ", ")))" + (condition.map { " WHERE \($0)" } ?? "")
  }
}

package import MomentumSQL

// The statements that create a store, in the order in which Core Data runs them.
//
// Source: observed in sqlite_master of 178 stores. Core Data writes a blank before the parenthesis
// that closes a table of an entity, and none in its own three tables.

extension StoreSchema {
  /// The statements without a final semicolon.
  package func creationStatements(framework: FrameworkVersion) -> [String] {
    definitions(framework: framework).map(\.sql.text)
  }

  private func definitions(framework: FrameworkVersion) -> [SQLDefinition] {
    let created =
      framework.createsIndexesLast
      ? tables.flatMap(tableDefinitions)
        + tables.flatMap { $0.indexes.map(SQLDefinition.createIndex) }
      : tables.flatMap(interleavedDefinitions)
    let historyTables = history?.tables ?? []
    return created
      + tables.flatMap {
        $0.rTrees.flatMap { [$0.definition] + $0.triggers.map(SQLDefinition.createTrigger) }
      }
      + tables.flatMap { $0.triggers.map(SQLDefinition.createTrigger) }
      + systemTables(framework).map(SQLDefinition.createTable)
      + historyTables.map(\.definition)
      + historyTables.flatMap { $0.indexes.map(SQLDefinition.createIndex) }
  }

  /// A complete script: tables, indexes, triggers, and a row of Z_PRIMARYKEY for each entity.
  ///
  /// The script runs in any SQLite. Triggers of derived attributes call functions of Core Data when
  /// they fire.
  package func creationScript(framework: FrameworkVersion) -> String {
    let rows = primaryKeyRows.map { row -> SQLFragment in
      "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES"
        + "(\(number: row.number), \(text: row.name), \(number: row.parentNumber), 0)"
    }
    return (creationStatements(framework: framework) + rows.map(\.text)).map { $0 + ";\n" }.joined()
  }

  /// The entities by number: the rows of Z_PRIMARYKEY.
  package var primaryKeyRows: [EntityStorage] {
    entities.sorted { $0.number < $1.number } + (history?.entities ?? [])
  }

  private func tableDefinitions(_ table: EntityTable) -> [SQLDefinition] {
    [table.definition] + table.joinTables.map(\.definition)
  }

  /// Each table followed by the indexes on it.
  private func interleavedDefinitions(_ table: EntityTable) -> [SQLDefinition] {
    let names = [table.name] + table.joinTables.map(\.name)
    return zip(names, tableDefinitions(table)).flatMap { name, definition in
      [definition]
        + table.indexes.filter { $0.table == name }.map(SQLDefinition.createIndex)
    }
  }

  private func systemTables(_ framework: FrameworkVersion) -> [SQLTable] {
    let always = [
      SQLTable(
        name: "Z_PRIMARYKEY",
        columns: [
          SQLColumnDefinition("Z_ENT", "INTEGER", "PRIMARY KEY"),
          SQLColumnDefinition("Z_NAME", "VARCHAR"), SQLColumnDefinition("Z_SUPER", "INTEGER"),
          SQLColumnDefinition("Z_MAX", "INTEGER"),
        ]),
      SQLTable(
        name: "Z_METADATA",
        columns: [
          SQLColumnDefinition("Z_VERSION", "INTEGER", "PRIMARY KEY"),
          SQLColumnDefinition("Z_UUID", "VARCHAR(255)"), SQLColumnDefinition("Z_PLIST", "BLOB"),
        ]),
    ]
    let cache = SQLTable(name: "Z_MODELCACHE", columns: [SQLColumnDefinition("Z_CONTENT", "BLOB")])
    return framework.hasModelCache ? always + [cache] : always
  }
}

extension EntityTable {
  /// The table of a root entity: `CREATE TABLE ZVENUE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER,
  /// Z_OPT INTEGER, … )`.
  package var definition: SQLDefinition {
    let single = Set(inlineUniqueness.filter { $0.count == 1 }.map { $0[0] })
    let constraints = inlineUniqueness.filter { $0.count > 1 }.map {
      SQLTableConstraint.unique($0.joined(separator: "_"), $0)
    }
    let own = columns.map { column in
      SQLColumnDefinition(
        column.name, SQLFragment(printed: column.sqlType),
        constraints: single.contains(column.name) ? ["UNIQUE"] : [])
    }
    return .createTable(
      SQLTable(
        name: name,
        columns: [
          SQLColumnDefinition("Z_PK", "INTEGER", "PRIMARY KEY"),
          SQLColumnDefinition("Z_ENT", "INTEGER"), SQLColumnDefinition("Z_OPT", "INTEGER"),
        ] + own, constraints: constraints, spacing: constraints.isEmpty ? .blanks : .openingBlank))
  }
}

extension JoinTable {
  /// The join table: `CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_2TAGS INTEGER, PRIMARY KEY
  /// (Z_1ITEMS, Z_2TAGS) )`.
  package var definition: SQLDefinition {
    let type: SQLFragment = isBare ? "" : "INTEGER"
    return .createTable(
      SQLTable(
        name: name, columns: (keyColumns + orderColumns).map { SQLColumnDefinition($0, type) },
        constraints: isBare ? [] : [.primaryKey(keyColumns)], spacing: .blanks))
  }
}

extension StoreRTree {
  /// The virtual table: `CREATE VIRTUAL TABLE Z_RT_Place_byLocation USING RTREE (…)`.
  package var definition: SQLDefinition {
    .createVirtualTable(
      name, module: "RTREE",
      ["Z_PK INTEGER PRIMARY KEY"] + bounds.map { "\(name: $0) FLOAT" })
  }

  /// The columns of the virtual table after `Z_PK`: the lower and the upper bound of each indexed
  /// column.
  private var bounds: [String] { columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] } }

  /// The three triggers that keep the virtual table up to date.
  ///
  /// Source: the table and the INSERT trigger observed in photo libraries, names of the others too;
  /// their texts are assumed.
  package var triggers: [SQLTrigger] {
    let values = columns.map { "NEW.\(name: $0) ,NEW.\(name: $0)" as SQLFragment }
    let upsert: SQLFragment =
      "INSERT OR REPLACE INTO \(name: name) (Z_PK, \(names: bounds)) VALUES "
      + "(NEW.Z_PK, \(list: values))"
    let delete: SQLFragment = "DELETE FROM \(name: name) WHERE Z_PK = OLD.Z_PK"
    func trigger(
      _ event: String, _ occasion: SQLTrigger.Event, _ body: SQLFragment
    ) -> SQLTrigger {
      SQLTrigger(name: "\(name)_\(event)", after: occasion, on: table, body: [body], end: " ; ")
    }
    return [
      trigger("INSERT", .insert, upsert),
      trigger("UPDATE", .update(of: columns), upsert),
      trigger("DELETE", .delete, delete),
    ]
  }
}

extension SQLIndex {
  /// The statement that creates the index:
  /// `CREATE INDEX Z_Venue_byName ON ZVENUE (ZNAME COLLATE BINARY ASC)`.
  package var statement: String { SQLDefinition.createIndex(self).sql.text }
}

extension SQLTrigger {
  /// The statement as in `sqlite_master` of a store.
  package var statement: String { sql(ifNotExists: false).text }

  /// The statement as Core Data runs it: `CREATE TRIGGER IF NOT EXISTS …`. SQLite stores it without
  /// these words.
  ///
  /// Source: observed in a log of macOS 12, and stores that hold the same trigger without them.
  package var conditionalStatement: String { sql(ifNotExists: true).text }
}

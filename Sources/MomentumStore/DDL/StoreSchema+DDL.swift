package import MomentumSQL

// The statements that create a store, in the order in which Core Data runs them.
//
// Source: observed in sqlite_master of 178 stores. Core Data writes a blank before the parenthesis
// that closes a table of an entity, and none in its own three tables.

extension StoreSchema {
  /// The statements without a final semicolon.
  package func creationStatements(framework: FrameworkVersion) -> [String] {
    var statements: [String] = []
    visitDefinitions(framework) { statements.append($0.sql.text) }
    return statements
  }

  /// Calls `body` with one definition after the other. A list of all definitions would copy every
  /// column.
  private func visitDefinitions(_ framework: FrameworkVersion, _ body: (SQLDefinition) -> Void) {
    for table in tables {
      visitTables(of: table) { name, definition in
        body(definition)
        guard !framework.createsIndexesLast else { return }
        for index in table.indexes where index.table == name { body(.createIndex(index)) }
      }
    }
    if framework.createsIndexesLast {
      for table in tables { for index in table.indexes { body(.createIndex(index)) } }
    }
    for tree in tables.lazy.flatMap(\.rTrees) {
      body(tree.definition)
      for trigger in tree.triggers { body(.createTrigger(trigger)) }
    }
    for trigger in tables.lazy.flatMap(\.triggers) { body(.createTrigger(trigger)) }
    for table in systemTables(framework) { body(.createTable(table)) }
    let historyTables = history?.tables ?? []
    for table in historyTables { body(table.definition) }
    for index in historyTables.lazy.flatMap(\.indexes) { body(.createIndex(index)) }
  }

  /// The table of a root entity, then its join tables, each with its name.
  private func visitTables(of table: EntityTable, _ body: (String, SQLDefinition) -> Void) {
    body(table.name, table.definition)
    for joinTable in table.joinTables { body(joinTable.name, joinTable.definition) }
  }

  /// A complete script: tables, indexes, triggers, and a row of Z_PRIMARYKEY for each entity.
  ///
  /// The script runs in any SQLite. Triggers of derived attributes call functions of Core Data when
  /// they fire.
  package func creationScript(framework: FrameworkVersion) -> String {
    var script = SQLFragment()
    visitDefinitions(framework) { definition in
      definition.write(to: &script)
      script.append(words: ";\n")
    }
    for row in primaryKeyRows {
      script += "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES"
      script += "(\(number: row.number), \(text: row.name), \(number: row.parentNumber), 0);\n"
    }
    return script.text
  }

  /// The entities by number: the rows of Z_PRIMARYKEY.
  package var primaryKeyRows: [EntityStorage] {
    entities.sorted { $0.number < $1.number } + (history?.entities ?? [])
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

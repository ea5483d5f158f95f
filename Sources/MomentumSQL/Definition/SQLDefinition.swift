/// A statement that makes, changes or removes a table, an index, a trigger or a view.
///
///     SQLDefinition.drop(.index, "ZVENUE_ZNAME_INDEX").sql.text  // DROP INDEX ZVENUE_ZNAME_INDEX
package enum SQLDefinition: Sendable, Hashable {
  case createTable(SQLTable)
  /// Creates a virtual table of a module, with its columns: `CREATE VIRTUAL TABLE Z_RT_Place USING
  /// RTREE (Z_PK INTEGER PRIMARY KEY, ZX_MIN FLOAT, …)`.
  case createVirtualTable(String, module: SQLFragment, [SQLFragment])
  /// Creates a temporary table of the rows of a query:
  /// `CREATE TEMP TABLE momentum_links0 AS SELECT …`. The name must not have a schema.
  case createTemporaryTable(String, as: SQLFragment)
  case createIndex(SQLIndex)
  case createTrigger(SQLTrigger)
  /// Creates a temporary view: `CREATE TEMP VIEW ZVENUE AS SELECT …`.
  case createTemporaryView(String, as: SQLFragment)
  /// Removes an object of the schema: `DROP TABLE ZVENUE`, `DROP TABLE temp.momentum_links0`,
  /// `DROP INDEX IF EXISTS ZVENUE_INDEX`.
  case drop(SQLObjectKind, String, schema: String? = nil, ifExists: Bool = false)
  /// Gives a table another name: `ALTER TABLE ZVENUE RENAME TO ZPLACE`.
  case renameTable(String, to: String)
  /// Gives a column another name: `ALTER TABLE ZVENUE RENAME COLUMN ZNAME TO ZTITLE`.
  case renameColumn(String, to: String, table: String)
  /// Adds a column to a table: `ALTER TABLE ZVENUE ADD COLUMN ZNAME VARCHAR`.
  case addColumn(SQLColumnDefinition, table: String)
  /// Adds a constraint to a table: `ALTER TABLE a ADD CONSTRAINT a_b_id_fkey FOREIGN KEY (b_id)
  /// REFERENCES b (id)`.
  case addConstraint(SQLTableConstraint, table: String)

  /// The statement without a semicolon.
  package var sql: SQLFragment {
    var sql = SQLFragment()
    write(to: &sql)
    return sql
  }

  /// Appends the statement without a semicolon.
  package func write(to sql: inout SQLFragment) {
    switch self {
    case .createTable(let table): table.write(to: &sql)
    case .createIndex(let index): index.write(to: &sql)
    case .createVirtualTable(let name, let module, let arguments):
      sql += "CREATE VIRTUAL TABLE \(name: name) USING \(sql: module) (\(list: arguments))"
    case .createTemporaryTable(let name, let select):
      sql += "CREATE TEMP TABLE \(name: name) AS \(sql: select)"
    case .createTrigger(let trigger): sql += trigger.sql
    case .createTemporaryView(let name, let select):
      sql += "CREATE TEMP VIEW \(name: name) AS \(sql: select)"
    case .drop(let kind, let name, let schema, let ifExists):
      sql += "DROP \(sql: kind.words)\(sql: ifExists ? " IF EXISTS" : "") "
      sql.append(name: name, schema: schema)
    case .renameTable(let name, let newName):
      sql += "ALTER TABLE \(name: name) RENAME TO \(name: newName)"
    case .renameColumn(let name, let newName, let table):
      sql += "ALTER TABLE \(name: table) RENAME COLUMN \(name: name) TO \(name: newName)"
    case .addColumn(let column, let table):
      sql += "ALTER TABLE \(name: table) ADD COLUMN \(sql: column.sql)"
    case .addConstraint(let constraint, let table):
      sql += "ALTER TABLE \(name: table) ADD \(sql: constraint.sql)"
    }
  }
}

/// The kinds of objects in a schema.
package enum SQLObjectKind: Sendable, Hashable, CaseIterable {
  case table
  case index
  case trigger
  case view

  var words: SQLFragment {
    switch self {
    case .table: "TABLE"
    case .index: "INDEX"
    case .trigger: "TRIGGER"
    case .view: "VIEW"
    }
  }
}

/// A statement that creates an index: `CREATE UNIQUE INDEX Z_Venue_byName ON ZVENUE (ZNAME COLLATE
/// BINARY ASC) WHERE ZRANK > 5`.
package struct SQLIndex: Sendable, Hashable {
  package var name: String
  /// The schema that has the index, such as `temp`; `nil` for the schema of the store itself.
  package var schema: String?
  package var table: String
  package var isUnique: Bool
  /// Each column with its collation and direction: `ZNAME COLLATE BINARY ASC`.
  package var terms: [SQLFragment]
  /// The condition of a partial index.
  package var condition: SQLFragment?

  package init(
    name: String, table: String, isUnique: Bool = false, terms: [SQLFragment],
    condition: SQLFragment? = nil, schema: String? = nil
  ) {
    self.name = name
    self.schema = schema
    self.table = table
    self.isUnique = isUnique
    self.terms = terms
    self.condition = condition
  }

  var sql: SQLFragment {
    var sql = SQLFragment()
    write(to: &sql)
    return sql
  }

  func write(to sql: inout SQLFragment) {
    sql.append(words: isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
    sql.append(name: name, schema: schema)
    sql.append(words: " ON ")
    sql.append(name: table)
    sql.append(words: " (")
    sql.append(terms)
    sql.append(words: ")")
    guard let condition else { return }
    sql.append(words: " WHERE ")
    sql += condition
  }
}

/// A statement that creates a trigger: `CREATE TRIGGER a AFTER UPDATE OF ZNAME ON ZVENUE FOR EACH
/// ROW WHEN (…) BEGIN …; END`.
package struct SQLTrigger: Sendable, Hashable {
  /// The statement that makes the trigger run.
  package enum Event: Sendable, Hashable {
    case insert
    /// An update of one of these columns.
    case update(of: [String])
    case delete
  }

  package var name: String
  package var event: Event
  package var table: String
  package var condition: SQLFragment?
  package var body: [SQLFragment]
  /// The text between the last statement and `END`. Core Data writes some triggers with blanks
  /// around the semicolon, and triggers are compared as text.
  package var end: SQLFragment

  package init(
    name: String, after event: Event, on table: String, when condition: SQLFragment? = nil,
    body: [SQLFragment], end: SQLFragment = "; "
  ) {
    self.name = name
    self.event = event
    self.table = table
    self.condition = condition
    self.body = body
    self.end = end
  }

  /// The statement; it begins with `CREATE TRIGGER IF NOT EXISTS` if `ifNotExists` is true.
  package func sql(ifNotExists: Bool) -> SQLFragment {
    sql("CREATE TRIGGER \(sql: ifNotExists ? "IF NOT EXISTS " : "")")
  }

  /// The statement that gives the trigger to one connection: `CREATE TEMP TRIGGER IF NOT EXISTS …`.
  package var temporarySQL: SQLFragment { sql("CREATE TEMP TRIGGER IF NOT EXISTS ") }

  private func sql(_ beginning: SQLFragment) -> SQLFragment {
    let occasion: SQLFragment =
      switch event {
      case .insert: "INSERT"
      case .update(let columns): "UPDATE OF \(names: columns)"
      case .delete: "DELETE"
      }
    return "\(sql: beginning)\(name: name) AFTER "
      + "\(sql: occasion) ON \(name: table) FOR EACH ROW"
      + (condition.map { " WHEN \(sql: $0)" } ?? "")
      + " BEGIN \(list: body, separator: "; ")\(sql: end)END"
  }

  var sql: SQLFragment { sql(ifNotExists: false) }
}

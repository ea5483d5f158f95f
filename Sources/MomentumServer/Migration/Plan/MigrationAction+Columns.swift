internal import MomentumSQL
internal import MomentumStore

// Changes of columns. Documented: https://www.postgresql.org/docs/current/sql-altertable.html.

extension MigrationAction {
  /// `ALTER TABLE venue ADD COLUMN rank integer NOT NULL DEFAULT 0`: the server keeps a constant
  /// default in the catalogue and does not touch the rows.
  static func addColumn(_ column: SQLColumnDefinition, table: String) -> MigrationAction {
    undoable(
      SQLDefinition.addColumn(column, table: table).sql,
      "ALTER TABLE \(name: table) DROP COLUMN \(name: column.name)", table, .accessExclusive)
  }

  /// A column that the server computes; its values make the server write the table anew.
  static func addGenerated(_ column: SQLColumnDefinition, table: String) -> MigrationAction {
    var action = addColumn(column, table: table)
    action.work = .rewrite
    return action
  }

  /// Drops a column whose values nothing else has.
  static func dropColumn(_ name: String, table: String, loss: String) -> MigrationAction {
    MigrationAction(
      up: "ALTER TABLE \(name: table) DROP COLUMN \(name: name)", down: nil, loss: loss,
      locks: [table: .accessExclusive])
  }

  /// Drops a column that the server computes from others.
  static func dropGenerated(_ column: SQLColumnDefinition, table: String) -> MigrationAction {
    undoable(
      "ALTER TABLE \(name: table) DROP COLUMN \(name: column.name)",
      SQLDefinition.addColumn(column, table: table).sql, table, .accessExclusive)
  }

  /// `ALTER TABLE venue ALTER COLUMN rank SET DEFAULT 5`, or DROP DEFAULT.
  static func setDefault(
    _ new: SQLFragment?, formerly old: SQLFragment?, column: String, table: String
  ) -> MigrationAction {
    func statement(_ value: SQLFragment?) -> SQLFragment {
      "ALTER TABLE \(name: table) ALTER COLUMN \(name: column) "
        + (value.map { "SET DEFAULT \(sql: $0)" } ?? "DROP DEFAULT")
    }
    return undoable(statement(new), statement(old), table, .accessExclusive)
  }

  /// `ALTER TABLE venue ALTER COLUMN rank DROP NOT NULL`
  static func dropNotNull(_ column: String, table: String) -> MigrationAction {
    var action = undoable(
      "ALTER TABLE \(name: table) ALTER COLUMN \(name: column) DROP NOT NULL",
      "ALTER TABLE \(name: table) ALTER COLUMN \(name: column) SET NOT NULL", table,
      .accessExclusive)
    // Back, all rows have to be read; nulls that came meanwhile make it fail.
    action.down = [MigrationPart(.scan, action.down?.flatMap(\.statements) ?? [])]
    return action
  }

  /// `ALTER TABLE venue ALTER COLUMN rank SET NOT NULL`, for which the server does not read the rows
  /// if a validated check says the same.
  static func setNotNull(_ column: String, table: String) -> MigrationAction {
    undoable(
      "ALTER TABLE \(name: table) ALTER COLUMN \(name: column) SET NOT NULL",
      "ALTER TABLE \(name: table) ALTER COLUMN \(name: column) DROP NOT NULL", table,
      .accessExclusive)
  }

  /// Makes a column that the server computed an ordinary one that keeps its values; PostgreSQL 13 or
  /// later.
  static func dropExpression(_ column: SQLColumnDefinition, table: String) -> MigrationAction {
    MigrationAction(
      up: "ALTER TABLE \(name: table) ALTER COLUMN \(name: column.name) DROP EXPRESSION",
      down: [
        MigrationPart(
          .transaction,
          [
            "ALTER TABLE \(name: table) DROP COLUMN \(name: column.name)",
            SQLDefinition.addColumn(column, table: table).sql,
          ])
      ], locks: [table: .accessExclusive], dropsExpression: true)
  }

  /// `COMMENT ON COLUMN venue.rank IS 'Venue.rank.'`; the column "" is the table itself.
  static func comment(
    _ new: String?, formerly old: String?, column: String, table: String
  ) -> MigrationAction {
    let subject: SQLFragment =
      column.isEmpty ? "TABLE \(name: table)" : "COLUMN \(name: table).\(name: column)"
    func statement(_ text: String?) -> SQLFragment {
      "COMMENT ON \(sql: subject) IS " + (text.map { .text($0) } ?? "NULL")
    }
    return undoable(statement(new), statement(old), table, .shareUpdateExclusive)
  }
}

extension PlainColumn {
  /// The column alone, for ADD COLUMN: `rank integer NOT NULL DEFAULT 0`.
  func definition(
    named name: String? = nil, isNullable: Bool? = nil, defaultConstant: SQLFragment? = nil
  ) -> SQLColumnDefinition {
    var parts: [SQLFragment] = []
    if let expression = generationExpression(.postgreSQL) {
      parts.append("GENERATED ALWAYS AS (\(sql: expression)) STORED")
    }
    if !(isNullable ?? self.isNullable) { parts.append("NOT NULL") }
    if let defaultConstant { parts.append("DEFAULT \(sql: defaultConstant)") }
    return SQLColumnDefinition(name ?? self.name, typeName(.postgreSQL), constraints: parts)
  }
}

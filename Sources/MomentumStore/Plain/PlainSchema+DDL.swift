package import MomentumSQL

// The statements that create the tables of a plain layout, in an order that runs on an empty
// database.

extension PlainSchema {
  /// The statements without a final semicolon. In a dialect without comment statements, comments
  /// are inside and before the statements.
  package func creationStatements(_ dialect: SQLDialect) -> [String] {
    fragments(dialect).map { $0.sql.text(in: dialect) }
  }

  /// A complete script: one statement after the other, a blank line before each table.
  package func creationScript(_ dialect: SQLDialect) -> String {
    fragments(dialect).enumerated().map { position, statement in
      (statement.isTable && position > 0 ? "\n" : "") + statement.sql.text(in: dialect) + ";\n"
    }.joined()
  }

  private struct Line {
    var sql: SQLFragment
    var isTable = false
  }

  private func fragments(_ dialect: SQLDialect) -> [Line] {
    let printer = PlainPrinter(dialect: dialect)
    var made: Set<String> = []
    var result = dialect.tables.preamble.map { Line(sql: $0) }
    var late: [SQLDefinition] = []
    for table in tables.map({ $0.adapted(to: dialect) }) {
      made.insert(table.name)
      let (now, later) = printer.divided(table.foreignKeys, made: made)
      result.append(Line(sql: printer.table(table, foreignKeys: now).sql, isTable: true))
      result += table.indexes.compactMap { printer.index($0, on: table) }.map { Line(sql: $0.sql) }
      result += printer.comments(on: table).map { Line(sql: $0) }
      late += later.map { printer.constraint($0, of: table) }
    }
    return result + late.map { Line(sql: $0.sql) }
  }
}

extension PlainSchema {
  /// The statements in two parts: tables without foreign keys and indexes, for rows that come in any
  /// order, and what follows when the rows are there.
  package func dividedStatements(_ dialect: SQLDialect) -> (tables: [String], rest: [String]) {
    let printer = PlainPrinter(dialect: dialect)
    var (first, rest, keys) = (dialect.tables.preamble, [SQLFragment](), [SQLFragment]())
    for table in tables.map({ $0.adapted(to: dialect) }) {
      first.append(printer.table(table, foreignKeys: []).sql)
      rest += table.indexes.compactMap { printer.index($0, on: table)?.sql }
      rest += printer.comments(on: table)
      keys += table.foreignKeys.map { printer.constraint($0, of: table).sql }
    }
    return (first.map { $0.text(in: dialect) }, (rest + keys).map { $0.text(in: dialect) })
  }
}

extension PlainColumn {
  /// Whether the database computes the column, so that no value is written to it.
  package func isGenerated(in dialect: SQLDialect) -> Bool {
    generation.flatMap(PlainPrinter(dialect: dialect).expression) != nil
  }
}

extension PlainTable {
  /// The statements for the table, its indexes and comments, without foreign keys.
  ///
  /// - Parameter partition: The clause that makes it a partitioned table, with a blank before it:
  ///   ` PARTITION BY HASH (account_id)`.
  package func statements(_ dialect: SQLDialect, partition: SQLFragment = "") -> [SQLFragment] {
    let printer = PlainPrinter(dialect: dialect)
    let table = adapted(to: dialect)
    return [printer.table(table, foreignKeys: [], partition: partition).sql]
      + table.indexes.compactMap { printer.index($0, on: table)?.sql }
      + printer.comments(on: table)
  }
}

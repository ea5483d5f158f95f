// The statements that create the tables of a plain layout, in an order that runs on an empty
// database.

extension PlainSchema {
  /// The statements without a final semicolon. In a dialect without comment statements, comments
  /// are inside and before the statements.
  public func creationStatements(_ dialect: PlainDialect) -> [String] {
    let printer = PlainPrinter(dialect: dialect)
    var made: Set<String> = []
    var result = dialect.preamble
    var late: [String] = []
    for table in tables {
      made.insert(table.name)
      let (now, later) = printer.divided(table.foreignKeys, made: made)
      result.append(printer.create(table, foreignKeys: now))
      result += table.indexes.compactMap { printer.create($0, on: table) }
      result += printer.comments(on: table)
      late += later.map { printer.add($0, to: table) }
    }
    return result + late
  }

  /// A complete script: one statement after the other, a blank line before each table.
  public func creationScript(_ dialect: PlainDialect) -> String {
    creationStatements(dialect).enumerated().map { position, statement in
      let isTable = statement.hasPrefix("CREATE TABLE ") || statement.hasPrefix("--")
      return (isTable && position > 0 ? "\n" : "") + statement + ";\n"
    }.joined()
  }
}

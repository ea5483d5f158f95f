extension SQLPrinter {
  /// The text of the statement and its bindings, in the order of their placeholders.
  package static func print(
    _ statement: SQLStatement, dialect: SQLDialect = .coreData
  ) -> SQLText {
    var printer = SQLPrinter(dialect)
    printer.write(statement)
    return printer.finished
  }

  private mutating func write(_ statement: SQLStatement) {
    switch statement {
    case .select(let select): write(select)
    case .insert(let insert): write(insert)
    case .update(let update): write(update)
    case .delete(let delete):
      text += "DELETE FROM \(name(delete.table))"
      writeConditions(delete.conditions)
    case .begin: text += "BEGIN EXCLUSIVE"
    case .commit: text += "COMMIT"
    case .rollback: text += "ROLLBACK"
    case .pragma(let pragma, let value):
      text += "pragma \(name(pragma))"
      if let value {
        text += "="
        write(value)
      }
    }
  }

  // MARK: - INSERT

  private mutating func write(_ insert: SQLInsert) {
    text += insert.conflict == .ignore ? "INSERT OR IGNORE INTO " : "INSERT INTO "
    text += "\(name(insert.table))(\(names(insert.columns.map(\.column)))) VALUES("
    writeList(insert.columns.map(\.value))
    text += ")"
    guard case .update(let constraints, let assignments) = insert.conflict else { return }
    for columns in constraints {
      text += " ON CONFLICT(\(names(columns))) DO UPDATE SET "
      // Core Data writes a blank before each comma (observed).
      text += assignments.map(upsert).joined(separator: " , ")
    }
  }

  private func upsert(_ assignment: SQLUpsertAssignment) -> String {
    switch assignment {
    case .increment(let column): "\(name(column)) = \(name(column))+1"
    case .excluded(let column): "\(name(column)) = excluded.\(name(column))"
    }
  }

  private func names(_ columns: [String]) -> String {
    columns.map(name).joined(separator: ", ")
  }

  // MARK: - UPDATE

  private mutating func write(_ update: SQLUpdate) {
    text += "UPDATE \(update.fails ? "OR FAIL " : "")\(name(update.table)) SET "
    for (index, assignment) in update.assignments.enumerated() {
      text += "\(index > 0 ? ", " : "")\(name(assignment.column)) = "
      writeUnspaced(assignment.value)
    }
    if update.leavesBlank { text += " " }
    writeConditions(update.conditions)
  }

  /// Writes the conditions of an UPDATE or DELETE without parentheses, as Core Data does.
  private mutating func writeConditions(_ conditions: [SQLExpression]) {
    for (index, condition) in conditions.enumerated() {
      text += index == 0 ? " WHERE " : " AND "
      write(condition)
    }
  }
}

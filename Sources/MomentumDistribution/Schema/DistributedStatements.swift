import MomentumSQL
import MomentumStore

// The parts of scripts that several engines have in common.

extension DistributedForeignKey {
  /// `ALTER TABLE task ADD CONSTRAINT task_project_id_fkey FOREIGN KEY (account_id, project_id)
  /// REFERENCES project (account_id, id) ON DELETE CASCADE`
  func statement(of table: String) -> SQLFragment {
    let reference: SQLFragment =
      "REFERENCES \(name: self.table) (\(names: referencedColumns)) ON DELETE " + onDelete.words
    return SQLDefinition.addConstraint(
      .foreignKey(name, columns: columns, reference), table: table
    ).sql
  }
}

extension DistributedSchema {
  var foreignKeys: [SQLFragment] {
    tables.flatMap { table in table.foreignKeys.map { $0.statement(of: table.name) } }
  }

  /// The statements of all tables, then of all foreign keys, so that the order of the tables does
  /// not matter.
  var plainStatements: [[SQLFragment]] {
    tables.map { $0.table.statements(.postgreSQL) } + [foreignKeys]
  }
}

/// A script of statements in paragraphs, with lines of comment.
struct ScriptText {
  private(set) var text = ""

  mutating func comment(_ lines: String...) {
    if !text.isEmpty { text += "\n" }
    for line in lines { text += line.isEmpty ? "--\n" : "-- \(line)\n" }
  }

  mutating func statements(_ statements: [SQLFragment], spaced: Bool = true) {
    guard !statements.isEmpty else { return }
    if spaced, !text.isEmpty { text += "\n" }
    for statement in statements { text += statement.text(in: .postgreSQL) + ";\n" }
  }
}

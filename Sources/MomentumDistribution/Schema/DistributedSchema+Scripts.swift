import MomentumSQL
import MomentumStore

extension DistributedSchema {
  /// The script for Citus: tables, their distribution, then foreign keys.
  ///
  ///     SELECT create_reference_table('tag');
  ///     SELECT create_distributed_table('account', 'id');
  ///     SELECT create_distributed_table('task', 'account_id', colocate_with => 'account');
  package var citusScript: String {
    var script = ScriptText()
    script.comment("Run this once on the coordinator, in an empty database.")
    script.statements(["CREATE EXTENSION IF NOT EXISTS citus"])
    for table in tables { script.statements(table.table.statements(.postgreSQL)) }
    script.statements(tables.map(distribution))
    script.statements(foreignKeys)
    return script.text
  }

  private func distribution(_ table: DistributedTable) -> SQLFragment {
    let name = Self.quotedName(table.name)
    guard let column = table.rootColumn else {
      return "SELECT create_reference_table(\(text: name))"
    }
    guard !table.isRoot, let root = rootTable else {
      return "SELECT create_distributed_table(\(text: name), \(text: column))"
    }
    return "SELECT create_distributed_table(\(text: name), \(text: column), colocate_with => "
      + "\(text: Self.quotedName(root.name)))"
  }

  /// A name inside a text that the server reads as the name of a table: `task`, `"order"`.
  private static func quotedName(_ name: String) -> String {
    SQLFragment.name(name).text(in: .postgreSQL)
  }

  /// The script for an engine that distributes tables by their primary keys: CockroachDB and
  /// YugabyteDB.
  package func script(byPrimaryKey engine: DistributionEngine) -> String {
    var script = ScriptText()
    script.comment("Tables for \(engine.title), which distributes rows by their primary keys.")
    for rule in engine.rules {
      script.comment("\(rule.text)", "  (\(rule.standing.rawValue): \(rule.source))")
    }
    for statements in plainStatements { script.statements(statements) }
    return script.text
  }
}

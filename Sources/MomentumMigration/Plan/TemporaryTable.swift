package import MomentumSQL

/// A table that a plan makes for its own use, in SQLite's schema `temp`.
///
///     let table = TemporaryTable("momentum_links_1")
///     table.sql.text                        // temp.momentum_links_1
///     table.drop().sql.text                 // DROP TABLE temp.momentum_links_1
package struct TemporaryTable: Sendable, Hashable {
  /// The name without the schema.
  package let name: String

  package init(_ name: String) { self.name = name }

  static let schema = "temp"

  /// The name of the table in a statement: `temp.momentum_links_1`.
  package var sql: SQLFragment { .name(name, schema: TemporaryTable.schema) }

  /// Makes the table with columns:
  /// `CREATE TEMP TABLE momentum_links_1_first (h INTEGER PRIMARY KEY, t INTEGER, o INTEGER)`
  func create(
    _ columns: SQLColumnDefinition..., constraints: [SQLTableConstraint] = [],
    options: SQLFragment = ""
  ) -> MigrationPlan.Statement {
    create(columns: columns, constraints: constraints, options: options)
  }

  func create(
    columns: [SQLColumnDefinition], constraints: [SQLTableConstraint] = [],
    options: SQLFragment = ""
  ) -> MigrationPlan.Statement {
    .definition(
      .createTable(
        SQLTable(
          name: name, isTemporary: true, columns: columns, constraints: constraints,
          options: options)))
  }

  /// Makes the table from a result: `CREATE TEMP TABLE momentum_links_1 AS SELECT …`.
  func create(as select: SQLFragment) -> MigrationPlan.Statement {
    .definition(.createTemporaryTable(name, as: select))
  }

  /// Makes an index on the table:
  /// `CREATE INDEX temp.momentum_links_target ON momentum_links (target, owner)`
  func createIndex(_ index: String, on columns: [String]) -> MigrationPlan.Statement {
    .definition(
      .createIndex(
        SQLIndex(
          name: index, table: name, terms: columns.map(SQLFragment.name),
          schema: TemporaryTable.schema)))
  }

  /// Removes the table: `DROP TABLE IF EXISTS temp.momentum_links_1`.
  func drop(ifExists: Bool = false) -> MigrationPlan.Statement {
    .definition(.drop(.table, name, schema: TemporaryTable.schema, ifExists: ifExists))
  }
}

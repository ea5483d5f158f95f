import MomentumSQL
import MomentumStore

// The definitions of a store's layout as statements of a plan.

extension EntityTable {
  /// Makes the table of an entity: `CREATE TABLE ZVENUE ( Z_PK INTEGER PRIMARY KEY, … )`.
  var creation: MigrationPlan.Statement { .definition(definition) }
}

extension JoinTable {
  /// Makes a join table:
  /// `CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_2TAGS) )`
  var creation: MigrationPlan.Statement { .definition(definition) }
}

extension SQLIndex {
  /// Makes an index: `CREATE INDEX Z_Venue_byName ON ZVENUE (ZNAME COLLATE BINARY ASC)`.
  var creation: MigrationPlan.Statement { .definition(.createIndex(self)) }
}

extension StoreRTree {
  /// Makes the virtual table, then the triggers that keep it up to date.
  var creations: [MigrationPlan.Statement] {
    [.definition(definition)] + triggers.map(\.creation)
  }
}

extension SQLTrigger {
  /// Makes a trigger: `CREATE TRIGGER Z_DA_… AFTER INSERT ON ZVENUE FOR EACH ROW BEGIN …; END`
  var creation: MigrationPlan.Statement { .definition(.createTrigger(self)) }
}

extension StoreColumn {
  /// The definition in a CREATE TABLE, `ZNAME VARCHAR`; the name alone if the column has no type.
  var definition: SQLColumnDefinition {
    SQLColumnDefinition(name, SQLFragment(printed: sqlType))
  }
}

extension StoreCatalog.Object {
  /// The statement that made the object; `nil` for an index that SQLite made for a constraint.
  var creation: MigrationPlan.Statement? { sql.map { .other(SQLFragment(printed: $0)) } }
}

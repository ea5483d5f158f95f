import MomentumSQL
import MomentumStore

// What a store's layout is made by, as statements of a plan.

extension EntityTable {
  /// `CREATE TABLE ZVENUE ( Z_PK INTEGER PRIMARY KEY, … )`
  var creation: MigrationPlan.Statement { .other(SQLFragment(printed: statement)) }
}

extension JoinTable {
  /// `CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_2TAGS) )`
  var creation: MigrationPlan.Statement { .other(SQLFragment(printed: statement)) }
}

extension StoreIndex {
  /// `CREATE INDEX Z_Venue_byName ON ZVENUE (ZNAME COLLATE BINARY ASC)`
  var creation: MigrationPlan.Statement {
    .definition(
      .createIndex(
        SQLIndex(
          name: name, table: table, isUnique: isUnique,
          terms: terms.map(SQLFragment.init(printed:)),
          condition: condition.map(SQLFragment.init(printed:)))))
  }
}

extension StoreRTree {
  /// The virtual table, then the triggers that keep it up to date.
  var creations: [MigrationPlan.Statement] {
    statements.map { .other(SQLFragment(printed: $0)) }
  }
}

extension StoreTrigger {
  /// `CREATE TRIGGER Z_DA_… AFTER INSERT ON ZVENUE FOR EACH ROW BEGIN …; END`
  var creation: MigrationPlan.Statement { .other(SQLFragment(printed: sql)) }
}

extension StoreColumn {
  /// `ZNAME VARCHAR`; the name alone where the column has no type.
  var definition: SQLColumnDefinition {
    SQLColumnDefinition(name, SQLFragment(printed: sqlType))
  }
}

extension StoreCatalog.Object {
  /// The statement that made it; `nil` for what SQLite made by itself.
  var creation: MigrationPlan.Statement? { sql.map { .other(SQLFragment(printed: $0)) } }
}

import MomentumSQL
import MomentumTestSupport
import Testing

/// The text of each kind of definition, with names that need quotes.
@Suite struct DefinitionTextTests {
  @Test(arguments: [
    (
      SQLDefinition.createVirtualTable("a b", module: "rtree", ["id", "low", .name("h i")]),
      "CREATE VIRTUAL TABLE \"a b\" USING rtree (id, low, \"h i\")"
    ),
    (
      .createTemporaryTable("a b", as: "SELECT 1"), "CREATE TEMP TABLE \"a b\" AS SELECT 1"
    ),
    (.createTemporaryView("a b", as: "SELECT 1"), "CREATE TEMP VIEW \"a b\" AS SELECT 1"),
    (.drop(.table, "a b"), "DROP TABLE \"a b\""), (.drop(.index, "i"), "DROP INDEX i"),
    (.drop(.trigger, "t", ifExists: true), "DROP TRIGGER IF EXISTS t"),
    (.drop(.view, "v", schema: "temp"), "DROP VIEW temp.v"),
    (.drop(.table, "t", schema: "my db", ifExists: true), "DROP TABLE IF EXISTS \"my db\".t"),
    (.renameTable("a b", to: "c d"), "ALTER TABLE \"a b\" RENAME TO \"c d\""),
    (
      .renameColumn("old", to: "new one", table: "t"),
      "ALTER TABLE t RENAME COLUMN old TO \"new one\""
    ),
    (
      .addColumn(SQLColumnDefinition("a b", "TEXT", "NOT NULL", "DEFAULT ''"), table: "t"),
      "ALTER TABLE t ADD COLUMN \"a b\" TEXT NOT NULL DEFAULT ''"
    ),
    (.addColumn(SQLColumnDefinition("a"), table: "t"), "ALTER TABLE t ADD COLUMN a"),
    (
      .addColumn(SQLColumnDefinition("a", "TEXT", "", "NOT NULL", ""), table: "t"),
      "ALTER TABLE t ADD COLUMN a TEXT NOT NULL"
    ),
    (
      .addConstraint(.primaryKey(["a", "b c"]), table: "t"),
      "ALTER TABLE t ADD PRIMARY KEY (a, \"b c\")"
    ),
    (
      .addConstraint(.unique("u v", ["a", "b"]), table: "t"),
      "ALTER TABLE t ADD CONSTRAINT \"u v\" UNIQUE (a, b)"
    ),
    (.addConstraint(.check("a > 1"), table: "t"), "ALTER TABLE t ADD CHECK (a > 1)"),
    (
      .addConstraint(.foreignKey("k", columns: ["a b"], "REFERENCES o (id)"), table: "t"),
      "ALTER TABLE t ADD CONSTRAINT k FOREIGN KEY (\"a b\") REFERENCES o (id)"
    ),
    (
      .createIndex(SQLIndex(name: "i j", table: "a b", terms: ["x", "y DESC"])),
      "CREATE INDEX \"i j\" ON \"a b\" (x, y DESC)"
    ),
    (
      .createIndex(SQLIndex(name: "i", table: "t", isUnique: true, terms: ["x"])),
      "CREATE UNIQUE INDEX i ON t (x)"
    ),
    (
      .createIndex(
        SQLIndex(name: "i", table: "t", terms: ["x"], condition: "y > 1", schema: "temp")),
      "CREATE INDEX temp.i ON t (x) WHERE y > 1"
    ),
    (
      .createTrigger(
        SQLTrigger(name: "a b", after: .insert, on: "t", body: ["DELETE FROM u", "SELECT 1"])),
      "CREATE TRIGGER \"a b\" AFTER INSERT ON t FOR EACH ROW BEGIN DELETE FROM u; SELECT 1; END"
    ),
    (
      .createTrigger(
        SQLTrigger(
          name: "n", after: .update(of: ["a", "b c"]), on: "t", when: "NEW.a > 1",
          body: ["SELECT 1"], end: " ")),
      "CREATE TRIGGER n AFTER UPDATE OF a, \"b c\" ON t FOR EACH ROW WHEN NEW.a > 1 BEGIN SELECT 1 END"
    ),
    (
      .createTrigger(SQLTrigger(name: "n", after: .delete, on: "a b", body: [])),
      "CREATE TRIGGER n AFTER DELETE ON \"a b\" FOR EACH ROW BEGIN ; END"
    ),
  ])
  func eachDefinitionHasItsText(definition: SQLDefinition, text: String) {
    expectText(definition.sql.text, text)
  }

  @Test func aTriggerMayBeThereAlready() {
    let trigger = SQLTrigger(name: "n", after: .insert, on: "t", body: ["SELECT 1"])
    expectText(
      trigger.sql(ifNotExists: true).text,
      "CREATE TRIGGER IF NOT EXISTS n AFTER INSERT ON t FOR EACH ROW BEGIN SELECT 1; END")
    #expect(trigger.sql(ifNotExists: false) == SQLDefinition.createTrigger(trigger).sql)
    expectText(
      trigger.temporarySQL.text,
      "CREATE TEMP TRIGGER IF NOT EXISTS n AFTER INSERT ON t FOR EACH ROW BEGIN SELECT 1; END")
  }

  private func table(
    _ spacing: SQLTable.Spacing, isTemporary: Bool = false, options: SQLFragment = "",
    notes: [String] = [], schema: String? = nil
  ) -> String {
    SQLDefinition.createTable(
      SQLTable(
        name: "a b", isTemporary: isTemporary,
        columns: [
          SQLColumnDefinition("id", "INTEGER", "PRIMARY KEY", comment: "the key"),
          SQLColumnDefinition("c d", "", "NOT NULL"), SQLColumnDefinition("e", comment: "last"),
        ], constraints: [.unique("u", ["e"]), .check("e > 1")], spacing: spacing,
        options: options, notes: notes, schema: schema)
    ).sql.text
  }

  private let parts =
    "id INTEGER PRIMARY KEY, \"c d\" NOT NULL, e, CONSTRAINT u UNIQUE (e), CHECK (e > 1)"

  @Test func blanksStandWhereTheStoreHasThem() {
    expectText(table(.tight), "CREATE TABLE \"a b\" (\(parts))")
    expectText(table(.blanks), "CREATE TABLE \"a b\" ( \(parts) )")
    expectText(table(.openingBlank), "CREATE TABLE \"a b\" ( \(parts))")
    expectText(
      table(.tight, isTemporary: true, options: " STRICT"),
      "CREATE TEMP TABLE \"a b\" (\(parts)) STRICT")
    expectText(table(.tight, schema: "main"), "CREATE TABLE main.\"a b\" (\(parts))")
    expectText(
      table(.tight, notes: ["one", "two"]), "-- one\n-- two\nCREATE TABLE \"a b\" (\(parts))")
  }

  @Test func linesHaveTheirComments() {
    expectText(
      table(.lines, options: " STRICT", notes: ["a note"]),
      """
      -- a note
      CREATE TABLE "a b" (
        id INTEGER PRIMARY KEY, -- the key
        "c d" NOT NULL,
        e, -- last
        CONSTRAINT u UNIQUE (e),
        CHECK (e > 1)
      ) STRICT
      """)
    let single = SQLTable(
      name: "t", columns: [SQLColumnDefinition("a", comment: "only")], spacing: .lines)
    expectText(
      SQLDefinition.createTable(single).sql.text, "CREATE TABLE t (\n  a -- only\n)")
  }
}

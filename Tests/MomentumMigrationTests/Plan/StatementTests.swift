import MomentumSQL
import Testing

@testable import MomentumMigration

/// The statements of a step, as values and printed.
struct StatementTests {
  @Test func aStepPrintsItsStatementsAndKeepsDefinitions() {
    let table = "Z ODD"
    let drop = SQLDefinition.drop(.index, "Z INDEX", ifExists: true)
    let step = MigrationPlan.Step(
      comment: "c",
      statements: [
        .definition(drop), "DELETE FROM \(name: table) WHERE ZNAME = \(text: "it's")",
        .other("UPDATE \(name: table) SET Z_ENT = \(number: 3)"),
      ])
    #expect(
      step.statements == [
        #"DROP INDEX IF EXISTS "Z INDEX""#, #"DELETE FROM "Z ODD" WHERE ZNAME = 'it''s'"#,
        #"UPDATE "Z ODD" SET Z_ENT = 3"#,
      ])
    #expect(step.definitions == [drop])
  }

  @Test func temporaryObjectsSayTheirSchema() {
    let table = SQLTable(
      name: "lock", columns: [SQLColumnDefinition("locked", "INTEGER", "NOT NULL")],
      options: " WITHOUT ROWID", schema: "main")
    #expect(
      SQLDefinition.createTable(table).sql.text
        == "CREATE TABLE main.lock (locked INTEGER NOT NULL) WITHOUT ROWID")
    let index = SQLIndex(name: "Z I", table: "lock", terms: ["locked"], schema: "temp")
    #expect(
      SQLDefinition.createIndex(index).sql.text == #"CREATE INDEX temp."Z I" ON lock (locked)"#)
    #expect(TemporaryTable("momentum keys").sql.text == #"temp."momentum keys""#)
  }

  /// Equal texts are equal values, however they were put together.
  @Test func fragmentsThatPrintTheSameWordsAreEqual() {
    var sum: SQLFragment = ""
    sum += "Z_ENT IN ("
    sum += "\(numbers: [3, 4])"
    sum += ")"
    #expect(sum == "Z_ENT IN (3, 4)")
    #expect("\(list: ["a", "b"], separator: " AND ")" as SQLFragment == "a AND b")
    #expect(["", "a", ""].joined(separator: ", ") as SQLFragment == ", a, ")
    #expect("\(names: ["A", "B C"])" as SQLFragment == .name("A") + ", " + .name("B C"))
    #expect(([] as [SQLFragment]).joined(separator: ", ").isEmpty)
  }

  /// What has no literal of its own is written as NULL.
  @Test(arguments: [
    (SQLValue.null, "NULL", false), (.integer(-3), "-3", true), (.real(1.5), "1.5", true),
    (.real(.nan), "NULL", false), (.real(.infinity), "9e999", true),
    (.real(-.infinity), "-9e999", true), (.text("it's"), "'it''s'", true), (.text(""), "''", true),
    (.text("a\0b"), "CAST(x'610062' AS TEXT)", true), (.blob([0, 171]), "x'00ab'", true),
  ])
  func valuesHaveLiterals(value: SQLValue, text: String, isOwn: Bool) {
    #expect(value.literal.text == text)
    #expect(value.hasLiteral == isOwn)
  }
}

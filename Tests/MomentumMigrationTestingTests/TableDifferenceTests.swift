import MomentumMigrationTesting
import MomentumStore
import MomentumTestSupport
import Testing

/// Tables, columns, indexes and triggers of two catalogues.
@Suite struct TableDifferenceTests {
  private typealias Table = StoreCatalog.Table

  private func table(_ name: String, _ columns: String...) -> Table {
    Table(
      name: name,
      columns: columns.map { column in
        let parts = column.split(separator: " ").map(String.init)
        return .init(name: parts[0], sqlType: parts.count > 1 ? parts[1] : "")
      })
  }

  private func object(
    _ kind: StoreCatalog.Object.Kind, _ name: String, _ sql: String?, table: String = "T"
  ) -> StoreCatalog.Object {
    .init(kind: kind, name: name, table: table, sql: sql)
  }

  private func check(
    _ old: [Table], _ new: [Table], _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(
      StoreCatalog(tables: old, objects: []), StoreCatalog(tables: new, objects: []), expected,
      sourceLocation: sourceLocation)
  }

  private func check(
    _ old: [StoreCatalog.Object], _ new: [StoreCatalog.Object], _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(
      StoreCatalog(tables: [], objects: old), StoreCatalog(tables: [], objects: new), expected,
      sourceLocation: sourceLocation)
  }

  private func check(
    _ old: StoreCatalog, _ new: StoreCatalog, _ expected: [String],
    sourceLocation: SourceLocation
  ) {
    let found = TableDifference.between(old, new)
    expectEqual(
      found.map { "\($0.kind.rawValue) \($0.element.rawValue) \($0.table).\($0.name)" }, expected,
      "differences of two catalogues", sourceLocation: sourceLocation)
  }

  @Test func tablesAreSortedByName() {
    check(
      [table("C", "a"), table("B", "a")], [table("B", "a"), table("D", "a"), table("A", "a")],
      ["only-in-new table A.A", "only-in-old table C.C", "only-in-new table D.D"])
  }

  @Test func whatSQLiteMakesDoesNotCount() {
    check([table("sqlite_stat1", "a")], [table("sqlite_sequence", "a")], [])
    check(
      [object(.index, "sqlite_autoindex_T_1", "CREATE"), object(.index, "I", nil)],
      [object(.index, "sqlite_autoindex_T_2", "CREATE"), object(.index, "J", nil)], [])
  }

  @Test func columnsAreComparedByNameTypeAndOrder() {
    check([table("T", "a INTEGER", "b")], [table("T", "a integer", "b")], [])
    check(
      [table("T", "a INTEGER", "b FLOAT")], [table("T", "a FLOAT", "b FLOAT")],
      ["differs column T.a"])
    check([table("T", "a", "b")], [table("T", "b", "a")], ["other-order table T.T"])
    check(
      [table("T", "a INTEGER", "b")], [table("T", "b", "a FLOAT")],
      ["differs column T.a", "other-order table T.T"])
    check([table("T", "z", "a")], [table("T", "z", "a", "c")], ["only-in-new column T.c"])
    check(
      [table("T", "z", "a")], [table("T", "a", "c")],
      ["only-in-old column T.z", "only-in-new column T.c"])
    check(
      [table("T", "d", "c", "a")], [table("T", "f", "a", "e")],
      [
        "only-in-old column T.d", "only-in-old column T.c", "only-in-new column T.f",
        "only-in-new column T.e",
      ])
  }

  @Test func statementsAreComparedWithoutBlanksAndQuotes() {
    let index = "CREATE INDEX I ON T (a)"
    check(
      [object(.index, "I", index)], [object(.index, "I", "CREATE INDEX \"I\"\n ON T(a)")],
      [])
    check(
      [object(.index, "I", index)], [object(.index, "I", "CREATE INDEX I ON T (b)")],
      ["differs index T.I"])
    check(
      [object(.trigger, "I", "CREATE TRIGGER I")], [object(.index, "I", index)],
      ["only-in-new index T.I", "only-in-old trigger T.I"])
  }

  @Test func anIndexWithTheSameTermsHasAnotherName() {
    func index(_ name: String, _ terms: String, unique: Bool = false) -> StoreCatalog.Object {
      object(.index, name, "CREATE \(unique ? "UNIQUE " : "")INDEX \(name) ON T (\(terms))")
    }
    check([index("I", "a")], [index("J", "a")], ["other-name index T.J"])
    check(
      [index("I", "a", unique: true)], [index("J", "a", unique: true)],
      ["other-name index T.J"])
    check(
      [index("I", "a", unique: true)], [index("J", "a")],
      ["only-in-old index T.I", "only-in-new index T.J"])
    check(
      [index("I", "a")], [index("J", "b")],
      ["only-in-old index T.I", "only-in-new index T.J"])
    // The one of the same name is taken first, and each once.
    check(
      [index("I", "a"), index("J", "a")], [index("J", "a"), index("K", "a")],
      ["other-name index T.K"])
    check(
      [index("I", "a")], [index("J", "a"), index("K", "a")],
      ["other-name index T.J", "only-in-new index T.K"])
    // A name of two words is written in quotes.
    check(
      [object(.index, "I J", "CREATE INDEX \"I J\" ON T (a)")], [index("K", "a")],
      ["other-name index T.K"])
  }

  @Test func aTriggerOfAnotherNameIsAnotherOne() {
    check(
      [object(.trigger, "G", "CREATE TRIGGER G")],
      [object(.trigger, "H", "CREATE TRIGGER G")],
      ["only-in-old trigger T.G", "only-in-new trigger T.H"])
    check(
      [object(.view, "V", "CREATE VIEW V AS SELECT 1", table: "V")], [],
      ["only-in-old view V.V"])
  }

  @Test func objectsAreSortedByTableNameAndKind() {
    let new = [
      object(.trigger, "b", "x", table: "T"), object(.index, "c", "y", table: "S"),
      object(.index, "a", "z", table: "T"),
    ]
    check(
      [object(.index, "b", "w", table: "T")], new,
      [
        "only-in-new index S.c", "only-in-new index T.a", "only-in-new trigger T.b",
        "only-in-old index T.b",
      ])
  }
}

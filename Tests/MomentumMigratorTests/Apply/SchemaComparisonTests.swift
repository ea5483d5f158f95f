import MomentumMigration
import MomentumModel
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// The tables of a result beside those of a fresh store.
@Suite struct SchemaComparisonTests {
  private static func column(_ name: String, _ type: String = "VARCHAR") -> StoreColumn {
    StoreColumn(name: name, sqlType: type)
  }

  private static func schema(_ tables: [String]) -> StoreSchema {
    CoreDataLayout { _, _ in nil }.layOut(
      ObjectModel(entities: tables.map { Entity(name: $0) }))
  }

  private static func index(_ name: String, _ sql: String, table: String = "ZA")
    -> StoreCatalog.Object
  {
    .init(kind: .index, name: name, table: table, sql: sql)
  }

  private let table = StoreCatalog.Table(
    name: "ZA", columns: [column("Z_PK", "INTEGER"), column("ZX"), column("ZY", "FLOAT")])

  private func check(
    _ style: MigrationPlan.Style, _ expected: [String], source: [String] = ["A"],
    _ sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (_ expected: inout StoreCatalog, _ actual: inout StoreCatalog) -> Void
  ) {
    var (wanted, actual) = (StoreCatalog(tables: [table]), StoreCatalog(tables: [table]))
    change(&wanted, &actual)
    let comparison = SchemaComparison(
      expected: wanted, actual: actual, target: Self.schema(["A"]), source: Self.schema(source),
      style: style)
    expectEqual(
      comparison.problems, expected, "problems of a schema", sourceLocation: sourceLocation)
  }

  @Test func equalTablesHaveNoProblem() {
    for style in [MigrationPlan.Style.fresh, .asCoreData] {
      check(style, []) { _, _ in }
      // Tables of nobody are the app's own.
      check(style, []) { _, actual in
        actual.tables.append(.init(name: "NOTES", columns: []))
      }
      check(style, ["table 'ZA' is missing"]) { _, actual in actual.tables = [] }
      check(style, []) { wanted, _ in wanted.tables.append(.init(name: "ACHANGE", columns: [])) }
    }
  }

  @Test func tablesThatOnlyTheSourceHasAreGone() {
    let both = ["A", "D", "C", "B"]
    check(.fresh, ["table 'ZB' should be gone", "table 'ZD' should be gone"], source: both) {
      $1.tables += ["ZD", "ZB"].map { .init(name: $0, columns: []) }
    }
    check(.fresh, [], source: both) { _, _ in }
  }

  @Test func columnsOfAFreshStoreAreTheSame() {
    let problem = "the columns of 'ZA' are not those of a fresh store"
    check(.fresh, [problem]) { $1.tables[0].columns.swapAt(1, 2) }
    check(.fresh, [problem]) { $1.tables[0].columns.append(Self.column("ZZ")) }
    check(.fresh, [problem]) { $1.tables[0].columns.removeLast() }
    check(.fresh, [problem]) { $1.tables[0].columns[1].sqlType = "INTEGER" }
  }

  @Test func columnsAsCoreDataLeavesThemAreAllThere() {
    check(.asCoreData, []) { $1.tables[0].columns.swapAt(1, 2) }
    check(.asCoreData, []) { $1.tables[0].columns.append(Self.column("ZZ")) }
    check(.asCoreData, ["table 'ZA' has no column 'ZY' of type FLOAT"]) {
      $1.tables[0].columns.removeLast()
    }
    check(.asCoreData, ["table 'ZA' has no column 'ZX' of type VARCHAR"]) {
      $1.tables[0].columns[1].sqlType = "INTEGER"
    }
  }

  @Test func statementsAreComparedWithoutQuotesAndBlanks() {
    let sql = "CREATE INDEX I ON ZA (ZX)"
    for other in [
      sql, "CREATE INDEX \"I\" ON \"ZA\" (ZX)", "CREATE  INDEX\tI\nON ZA (ZX)",
      "CREATE INDEX IF NOT EXISTS I ON ZA (ZX)", " CREATE INDEX I ON ZA (ZX)\r\n",
    ] {
      check(.fresh, []) {
        $0.objects = [Self.index("I", sql)]
        $1.objects = [Self.index("I", other)]
      }
    }
    check(.fresh, ["'I' is made otherwise than in a fresh store"]) {
      $0.objects = [Self.index("I", sql)]
      $1.objects = [Self.index("I", "CREATE INDEX I ON ZA (ZY)")]
    }
    check(.asCoreData, ["'I' is made otherwise than in a fresh store"]) {
      $0.objects = [Self.index("I", sql)]
      $1.objects = [Self.index("I", "CREATE INDEX I ON ZA(ZX)")]
    }
  }

  @Test func indexesAreThereAndNoOthers() {
    let missing = ["'H' is missing", "'I' is missing"]
    for style in [MigrationPlan.Style.fresh, .asCoreData] {
      check(style, missing) { wanted, _ in
        wanted.objects = [Self.index("I", "x"), Self.index("H", "y")]
      }
    }
    check(.fresh, ["'H' is not in a fresh store", "'I' is not in a fresh store"]) {
      $1.objects = [Self.index("I", "x"), Self.index("H", "y")]
    }
    check(.asCoreData, []) { $1.objects = [Self.index("I", "x")] }
    // Indexes of other tables, views, and what SQLite names itself.
    check(.fresh, []) {
      $1.objects = [
        Self.index("I", "x", table: "NOTES"),
        .init(kind: .view, name: "V", table: "ZA", sql: "v"),
        .init(kind: .index, name: "sqlite_autoindex_ZA_1", table: "ZA", sql: nil),
      ]
    }
  }

  @Test func triggersOfAnAppMayStay() {
    func trigger(_ name: String) -> StoreCatalog.Object {
      .init(kind: .trigger, name: name, table: "ZA", sql: "CREATE TRIGGER \(name)")
    }
    check(.fresh, []) { $1.objects = [trigger("MINE")] }
    check(.fresh, ["'Z_DA_ZA_x' is not in a fresh store"]) { $1.objects = [trigger("Z_DA_ZA_x")] }
    check(.fresh, ["'Z_DA_ZA_x' is missing"]) { wanted, _ in
      wanted.objects = [trigger("Z_DA_ZA_x")]
    }
  }

  /// The join tables and spatial indexes of the models count as their tables do.
  @Test func joinTablesBelongToTheModels() {
    let many = Relationship(
      name: "bs", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
      isToMany: true)
    let back = Relationship(
      name: "as", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0),
      isToMany: true)
    let model = ObjectModel(entities: [
      Entity(name: "A", relationships: [many]), Entity(name: "B", relationships: [back]),
    ])
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let names = schema.tables.flatMap { [$0.name] + $0.joinTables.map(\.name) }
    let catalog = StoreCatalog(tables: names.map { .init(name: $0, columns: []) })
    func problems(_ target: StoreSchema, _ actual: StoreCatalog) -> [String] {
      SchemaComparison(
        expected: catalog, actual: actual, target: target, source: schema, style: .fresh
      ).problems
    }
    #expect(names.count == 3 && problems(schema, catalog).isEmpty)
    #expect(problems(schema, StoreCatalog(tables: [])).count == 3)
    #expect(
      problems(Self.schema(["A", "B"]), catalog) == [
        "table '\(names.first { $0.hasPrefix("Z_") } ?? "")' should be gone"
      ])
  }
}

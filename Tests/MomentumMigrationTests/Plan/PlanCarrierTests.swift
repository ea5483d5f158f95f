import MomentumMigration
import MomentumModel
import Testing

/// Which old column a new column continues: the one of its own name, else the first one that it is read from.
@Suite struct PlanCarrierTests {
  /// Families and numbers: `Root` 1, `A` 2, `B` 3.
  private func family(
    _ root: [Attribute], _ a: [Attribute] = [], _ b: [Attribute] = []
  ) -> ObjectModel {
    model(
      PlanEntity("Root", root), PlanEntity("A", parent: "Root", a),
      PlanEntity("B", parent: "Root", b))
  }

  private func migrated(
    _ old: ObjectModel, _ new: ObjectModel, _ rows: [String], _ style: MigrationPlan.Style
  ) throws -> PlanStore {
    let store = try PlanStore(old, rows: rows)
    try store.migrate(to: new, style: style)
    return store
  }

  private static let families = [
    "INSERT INTO ZROOT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 3, 1, 'b'), (3, 1, 1, 'r')"
  ]

  /// Both sub-entities get the attribute for themselves; one of them renames it.
  @Test(arguments: MigrationPlan.Style.allCases)
  func theColumnStaysWithItsName(_ style: MigrationPlan.Style) throws {
    for (alias, order) in [("alias", "ZALIAS, ZNAME"), ("zone", "ZZONE, ZNAME")] {
      let store = try migrated(
        family([attribute("name")]),
        family([], [attribute(alias, was: "name")], [attribute("name")]), Self.families, style)
      let found = try store.text(
        "SELECT Z_PK, Z_ENT, \(order) FROM ZROOT WHERE Z_PK < 3 ORDER BY 1")
      #expect(found == "1|2|a|NULL\n2|3|NULL|b", "\(alias)")
    }
  }

  /// As Core Data does it in place, the table stays: a column keeps its place and its rows, or gets another
  /// name, and only what has no old column is added.
  @Test func aTableIsAlteredWhereEachColumnHasAnOldOne() throws {
    func statements(_ old: ObjectModel, _ new: ObjectModel) throws -> [String] {
      try PlanStore(old).plan(to: new, style: .asCoreData).steps.flatMap(\.statements)
    }
    for alias in ["alias", "zone"] {
      let column = "Z" + alias.uppercased()
      #expect(
        try statements(
          family([attribute("name")]),
          family([], [attribute(alias, was: "name")], [attribute("name")])) == [
            "ALTER TABLE ZROOT ADD COLUMN \(column) VARCHAR",
            "UPDATE ZROOT SET \(column) = CASE WHEN Z_ENT = 2 THEN ZNAME END, "
              + "ZNAME = CASE WHEN Z_ENT = 3 THEN ZNAME END WHERE Z_ENT IN (1, 2)",
          ])
    }
    let two = model(PlanEntity("V", [attribute("a"), attribute("b")]))
    #expect(
      try statements(
        two, model(PlanEntity("V", [attribute("a", was: "b"), attribute("b", was: "a")]))) == [
          "ALTER TABLE ZV RENAME COLUMN ZA TO Z_MOMENTUM_1",
          "ALTER TABLE ZV RENAME COLUMN ZB TO Z_MOMENTUM_2",
          "ALTER TABLE ZV RENAME COLUMN Z_MOMENTUM_1 TO ZB",
          "ALTER TABLE ZV RENAME COLUMN Z_MOMENTUM_2 TO ZA",
        ])
    #expect(
      try statements(
        two,
        model(PlanEntity("V", [attribute("a"), attribute("b"), attribute("c")]))) == [
          "ALTER TABLE ZV ADD COLUMN ZC VARCHAR"
        ])
    // A column that goes makes the table new.
    #expect(
      try statements(two, model(PlanEntity("V", [attribute("a")]))).first
        == "ALTER TABLE ZV RENAME TO Z_MOMENTUM_1")
  }

  /// Two columns change their names with each other, or hand them on.
  @Test(arguments: MigrationPlan.Style.allCases)
  func namesAreExchangedOrHandedOn(_ style: MigrationPlan.Style) throws {
    let old = model(PlanEntity("V", [attribute("a"), attribute("b"), attribute("c")]))
    let rows = [
      "INSERT INTO ZV (Z_PK, Z_ENT, Z_OPT, ZA, ZB, ZC) VALUES (1, 1, 1, 'a', 'b', 'c')"
    ]
    let cases: [([Attribute], String, String)] = [
      (
        [attribute("a", was: "b"), attribute("b", was: "a"), attribute("c")], "ZA, ZB, ZC", "b|a|c"
      ),
      (
        [attribute("a", was: "b"), attribute("b", was: "c"), attribute("c", was: "a")],
        "ZA, ZB, ZC", "b|c|a"
      ),
      ([attribute("b", was: "a"), attribute("c", was: "b")], "ZB, ZC", "a|b"),
      ([attribute("a", was: "c"), attribute("d", was: "a")], "ZA, ZD", "c|a"),
      ([attribute("A")], "ZA", "NULL"), ([attribute("d", was: "a")], "ZD", "a"),
    ]
    for (attributes, columns, expected) in cases {
      let store = try migrated(old, model(PlanEntity("V", attributes)), rows, style)
      #expect(try store.text("SELECT \(columns) FROM ZV") == expected)
    }
  }

  /// Two attributes of sub-entities become one of their parent: rows of each keep their value.
  @Test(arguments: MigrationPlan.Style.allCases)
  func attributesOfSubEntitiesMoveUp(_ style: MigrationPlan.Style) throws {
    let rows = [
      "INSERT INTO ZROOT (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZNAME) VALUES (1, 2, 1, 't', NULL), (2, 3, 1, NULL, 'n')"
    ]
    let store = try migrated(
      family([], [attribute("title")], [attribute("name")]),
      family([attribute("name")], [attribute("title")]), rows, style)
    #expect(
      try store.text("SELECT Z_PK, ZTITLE, ZNAME FROM ZROOT ORDER BY 1")
        == "1|t|NULL\n2|NULL|n")
  }
}

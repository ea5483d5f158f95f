import MomentumDiff
import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

/// Indexes, constraints, spatial indexes, derived attributes, composites, names that are no names.
struct PlanObjectTests {
  private let venueRows = [
    "INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'a'), (3, 1, 1, NULL)"
  ]

  private func index(_ name: String, _ keys: String..., kind: FetchIndex.Kind = .binary)
    -> FetchIndex
  {
    FetchIndex(name: name, elements: keys.map { .init(.property($0), kind: kind) })
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func indexesComeAndGo(_ style: MigrationPlan.Style) throws {
    let attributes = [attribute("name"), attribute("zip")]
    let store = try PlanStore(
      model(
        PlanEntity(
          "Venue", attributes, indexes: [index("byName", "name"), index("byZip", "zip", "name")])),
      rows: venueRows)
    try store.migrate(
      to: model(
        PlanEntity(
          "Venue", attributes, indexes: [index("byName", "name"), index("new", "name", "zip")])),
      style: style)
    let names = try store.text("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1")
    #expect(names.contains("Z_Venue_new"))
    #expect(names.contains("Z_Venue_byZip") == (style == .asCoreData))
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aRenamedColumnKeepsItsIndex(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(
        PlanEntity(
          "Venue", [attribute("name"), attribute("name2")], indexes: [index("by", "name", "name2")])
      ),
      rows: venueRows)
    let plan = try store.migrate(
      to: model(
        PlanEntity(
          "Venue", [attribute("title", was: "name"), attribute("title2", was: "name2")],
          indexes: [index("by", "title", "title2")])), style: style)
    let statements = plan.steps.flatMap { step in step.statements }
    #expect(!statements.contains { $0.contains("INDEX") })
  }

  @Test func duplicatesForAConstraintAreFound() throws {
    let store = try PlanStore(model(PlanEntity("Venue", [attribute("name")])), rows: venueRows)
    let plan = try store.plan(
      to: model(PlanEntity("Venue", [attribute("name")], unique: [["name"]])))
    let check = try #require(
      plan.checks.first { $0.rule.id == "migration.uniqueness-constraint-added" })
    #expect(try store.text(check.countSQL) == "2")
    #expect(try store.text(check.rowsSQL) == "1|1\n1|2")
    #expect(throws: SQLiteError.self) {
      for statement in plan.steps.flatMap(\.statements) {
        try store.connection.execute(sql: statement)
      }
    }
  }

  @Test func aDefaultUnderAConstraintIsADuplicate() throws {
    let store = try PlanStore(model(PlanEntity("Venue", [attribute("name")])), rows: venueRows)
    let plan = try store.plan(
      to: model(
        PlanEntity(
          "Venue", [attribute("name"), attribute("code", default: .string("x"))],
          unique: [["code", "name"]])))
    let check = try #require(
      plan.checks.first { $0.rule.id == "migration.uniqueness-constraint-added" })
    #expect(try store.text(check.rowsSQL) == "1|1\n1|2")
  }

  @Test func aConstraintSeesAllRowsOfItsTable() throws {
    let store = try PlanStore(
      model(
        PlanEntity("P", [attribute("name")]), PlanEntity("A", parent: "P"),
        PlanEntity("B", parent: "P")),
      rows: ["INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 3, 1, 'a')"])
    let plan = try store.plan(
      to: model(
        PlanEntity("P", [attribute("name")]), PlanEntity("A", parent: "P", unique: [["name"]]),
        PlanEntity("B", parent: "P")))
    let check = try #require(
      plan.checks.first { $0.rule.id == "migration.uniqueness-constraint-added" })
    #expect(try store.text(check.countSQL) == "2")
  }

  @Test func aConstraintOnARelationshipIsChecked() throws {
    func make(_ unique: [[String]]) -> ObjectModel {
      model(PlanEntity("A", [attribute("n")], [one("b", "B")], unique: unique), PlanEntity("B"))
    }
    let store = try PlanStore(
      make([]),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZB, ZN) VALUES (1, 1, 1, 1, 'a'), (2, 1, 1, 1, 'b'), (3, 1, 1, NULL, 'b')",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
      ])
    let plan = try store.plan(to: make([["b"], ["b", "n"]]))
    let checks = plan.checks.filter { $0.rule.id == "migration.uniqueness-constraint-added" }
    #expect(try checks.map { try store.text($0.countSQL) } == ["2", "0"])
    let kept = try PlanStore(make([["b"]]), rows: ["DELETE FROM ZA"])
    #expect(
      try kept.plan(to: make([["b"], ["b", "n"]])).checks.allSatisfy {
        $0.rule.id != "migration.uniqueness-constraint-added"
      })
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anOldUniqueColumnIsRebuilt(_ style: MigrationPlan.Style) throws {
    func make(_ unique: [[String]], was: String? = nil) -> ObjectModel {
      model(
        PlanEntity("Venue", [attribute(was == nil ? "name" : "title", was: was)], unique: unique))
    }
    let rows = [venueRows[0].replacing("(2, 1, 1, 'a')", with: "(2, 1, 1, 'b')")]
    let store = try PlanStore(make([["name"]]), framework: 754, rows: rows)
    try store.migrate(to: make([]), style: style, framework: 754)
    try store.connection.execute("UPDATE ZVENUE SET ZNAME = 'a'")
    let renamed = try PlanStore(make([["name"]]), framework: 754, rows: rows)
    try renamed.migrate(to: make([["title"]], was: "name"), style: style, framework: 754)
    #expect(throws: SQLiteError.self) {
      try renamed.connection.execute("UPDATE ZVENUE SET ZTITLE = 'a'")
    }
  }

  // MARK: - Spatial indexes

  private func place(_ extra: [Attribute] = [], tree: Bool = true, was: String? = nil)
    -> ObjectModel
  {
    model(
      PlanEntity(
        was == nil ? "Place" : "Spot", was: was,
        [attribute("lat", .double), attribute("lon", .double)] + extra,
        indexes: tree ? [index("where", "lat", "lon", kind: .rTree)] : []))
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func spatialIndexesAreMadeKeptAndRemoved(_ style: MigrationPlan.Style) throws {
    let rows = ["INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZLAT, ZLON) VALUES (1, 1, 1, 2.5, 3.5)"]
    let made = try PlanStore(place(tree: false), rows: rows)
    try made.migrate(to: place(), style: style)
    #expect(try made.text("SELECT * FROM Z_RT_Place_where") == "1|2.5|2.5|3.5|3.5")
    try made.connection.execute("UPDATE ZPLACE SET ZLAT = 4")
    #expect(try made.text("SELECT ZLAT_MAX FROM Z_RT_Place_where") == "4.0")
    let renamed = try PlanStore(place(), rows: rows)
    try renamed.migrate(to: place([attribute("n", .integer16)], was: "Place"), style: style)
    #expect(try renamed.text("SELECT * FROM Z_RT_Spot_where") == "1|2.5|2.5|3.5|3.5")
    let removed = try PlanStore(place(), rows: rows)
    try removed.migrate(to: place(tree: false), style: style)
    #expect(try removed.text("SELECT count(*) FROM sqlite_master WHERE name LIKE '%_RT_%'") == "0")
  }

  // MARK: - Derived attributes

  private func order(_ derived: [Attribute]) -> ObjectModel {
    model(
      PlanEntity(
        "Order", derived, [many("items", "Item", inverse: "order"), one("owner", "Owner")]),
      PlanEntity("Item", [], [one("order", "Order", inverse: "items")]),
      PlanEntity("Owner", [attribute("name")]))
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func derivedAttributesAreComputed(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      order([]),
      rows: [
        "INSERT INTO ZORDER (Z_PK, Z_ENT, Z_OPT, ZOWNER) VALUES (1, 2, 1, 1), (2, 2, 1, NULL)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZORDER) VALUES (1, 1, 1, 1), (2, 1, 1, 1)",
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'Ann')",
      ])
    let derived = [
      attribute("count", .integer64, derivation: "items.@count"),
      attribute("ownerName", derivation: "owner.name"),
      attribute("saved", .date, isOptional: false, derivation: "now()"),
    ]
    let plan = try store.migrate(to: order(derived), style: style)
    #expect(
      try store.text("SELECT Z_PK, ZCOUNT, ZOWNERNAME, ZSAVED > 600000000 FROM ZORDER")
        == "1|2|Ann|1\n2|0|NULL|1")
    #expect(
      !plan.steps.flatMap(\.statements).contains {
        $0.hasPrefix("UPDATE") && $0.contains("NSCoreData")
      })
    try store.connection.execute("UPDATE ZORDER SET ZSAVED = 5, ZCOUNT = 9")
    var next = store
    next.planned = PlanStore.planned(order(derived))
    try next.migrate(to: order(derived + [attribute("a", .integer16)]), style: style)
    #expect(try next.text("SELECT ZSAVED FROM ZORDER") == "5\n5")
  }

  // MARK: - Composites

  @Test(arguments: MigrationPlan.Style.allCases)
  func membersOfCompositesKeepTheirValues(_ style: MigrationPlan.Style) throws {
    func make(_ members: [Attribute], isOptional: Bool = true) -> ObjectModel {
      model(
        PlanEntity(
          "A",
          [
            Attribute(name: "c", type: .composite(CompositeID(0)), isOptional: isOptional)
          ]),
        composites: [CompositeType(name: "C", elements: members)])
    }
    let store = try PlanStore(
      make([attribute("x"), attribute("y", .integer16)]),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX, ZY) VALUES (1, 1, 1, 'a', 4), (2, 1, 1, NULL, NULL)"
      ])
    try store.migrate(
      to: make([
        attribute("z", was: "x"), attribute("y", .integer32), attribute("w", default: .string("d")),
      ]),
      style: style)
    #expect(try store.text("SELECT ZZ, ZY, ZW FROM ZA") == "a|4|d\nNULL|NULL|d")
  }

  @Test func requiredMembersOfCompositesAreChecked() throws {
    func make(_ members: [Attribute], isOptional: Bool) -> ObjectModel {
      model(
        PlanEntity(
          "A",
          [
            Attribute(name: "c", type: .composite(CompositeID(0)), isOptional: isOptional)
          ]),
        composites: [CompositeType(name: "C", elements: members)])
    }
    func failing(_ members: [Attribute], wasOptional: Bool, isOptional: Bool) throws -> String {
      let store = try PlanStore(
        make([attribute("x")], isOptional: wasOptional),
        rows: ["INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 'a'), (2, 1, 1, NULL)"])
      return try store.plan(to: make(members, isOptional: isOptional)).checks
        .filter { $0.coreDataError?.code == 134110 }
        .map { "\($0.rule) \($0.place) \(try store.text($0.countSQL))" }.joined(separator: "\n")
    }
    let required = [attribute("x"), attribute("y", isOptional: false)]
    #expect(
      try failing(required, wasOptional: true, isOptional: true)
        == "migration.composite-member-added-required A.c.y 1")
    #expect(
      try failing(required, wasOptional: false, isOptional: false)
        == "migration.composite-member-added-required A.c.y 2")
    #expect(
      try failing([attribute("x", isOptional: false)], wasOptional: true, isOptional: false)
        == "migration.attribute-made-required A.c.x 1")
    #expect(
      try failing([attribute("x", isOptional: false)], wasOptional: true, isOptional: true)
        == "migration.attribute-made-required A.c.x 0")
  }

  // MARK: - Names and leftovers

  @Test(arguments: MigrationPlan.Style.allCases)
  func hostileNamesAreNamesOnly(_ style: MigrationPlan.Style) throws {
    let evil = "x\"; DROP TABLE Z_PRIMARYKEY; --"
    func make(_ extra: [Attribute], _ name: String, was: String? = nil) -> ObjectModel {
      model(
        PlanEntity("Aa"),
        PlanEntity(
          name, was: was,
          [attribute(evil), attribute("select"), attribute("größe", .integer16)] + extra,
          [many("it's \"so\"", "Order", inverse: "[b]`"), one("zu'", "Order")], unique: [[evil]]),
        PlanEntity("Sub '", parent: name),
        PlanEntity(
          "Order", [attribute("Z_PK"), attribute("group")],
          [many("[b]`", name, inverse: "it's \"so\"")]))
    }
    let name = "We \"ird' ); --"
    let store = try PlanStore(make([], name))
    let table = store.planned.schema[EntityID(1)].table
    try store.connection.execute(
      sql:
        "INSERT INTO \(SQLPrinter.identifier(table)) (Z_PK, Z_ENT, Z_OPT, ZSELECT) VALUES (1, 3, 1, 's')"
    )
    try store.migrate(
      to: make([attribute("neu;", default: .string("'"))], "Naïve\nname", was: name), style: style)
    let new = PlanStore.planned(make([attribute("neu;")], "Naïve\nname", was: name)).schema
    #expect(
      try store.text(
        "SELECT ZSELECT, \"ZNEU;\" FROM \(SQLPrinter.identifier(new[EntityID(1)].table))") == "s|'")
  }

  @Test func leftoversOfOtherMigrationsAreRemovedOrTolerated() throws {
    func make(_ extra: [Attribute]) -> ObjectModel {
      model(
        PlanEntity("A", [attribute("b"), attribute("c", .integer16)] + extra, [one("x", "B")]),
        PlanEntity("B"))
    }
    for style in MigrationPlan.Style.allCases {
      let store = try PlanStore(make([]))
      for statement in [
        "ALTER TABLE ZA RENAME TO OLD",
        "CREATE TABLE ZA ( ZB VARCHAR, Z_OPT INTEGER, ZGONE BLOB, "
          + "ZX INTEGER, Z_ENT INTEGER, Z_PK INTEGER PRIMARY KEY, ZC INTEGER )", "DROP TABLE OLD",
        "CREATE INDEX ZA_OLD_INDEX ON ZA (ZGONE)", "CREATE INDEX Z_A_d ON ZA (ZB)",
        "CREATE TABLE APP (A, B)", "CREATE VIEW V AS SELECT * FROM ZA JOIN NOWHERE",
        "CREATE TRIGGER APPS AFTER INSERT ON APP BEGIN UPDATE ZA SET ZGONE = 1; END",
        "CREATE TRIGGER OURS AFTER UPDATE ON ZA BEGIN DELETE FROM APP; END",
        "INSERT INTO APP VALUES (1, 2)",
        "INSERT INTO ZA VALUES ('b', 1, x'00', 5, 1, 9, 3)",
      ] { try store.connection.execute(sql: statement) }
      let plan = try store.plan(to: make([attribute("d", default: .string("d"))]), style: style)
      try store.run(plan)
      #expect(
        try store.text("SELECT Z_PK, Z_ENT, Z_OPT, ZX, ZB, ZC, ZD FROM ZA") == "9|1|1|5|b|3|d")
      #expect(try store.text("SELECT * FROM APP") == "1|2")
      let names = try store.text(
        "SELECT name FROM sqlite_master WHERE name IN ('V', 'APPS', 'OURS', 'ZA_OLD_INDEX') ORDER BY 1"
      )
      // A rebuild drops the column that the app's trigger names.
      #expect(
        names == (style == .fresh ? "OURS\nV" : "APPS\nOURS\nV\nZA_OLD_INDEX"), "\(style)")
      if style == .fresh {
        #expect(
          try store.text("SELECT group_concat(name) FROM pragma_table_info('ZA')")
            == "Z_PK,Z_ENT,Z_OPT,ZC,ZX,ZB,ZD")
      }
    }
  }

  @Test func aStoreThatLacksATableOrAColumnIsRefused() throws {
    let old = model(PlanEntity("A", [attribute("b")]), PlanEntity("B"))
    let store = try PlanStore(old)
    try store.connection.execute("ALTER TABLE ZA DROP COLUMN ZB")
    try store.connection.execute("DROP TABLE ZB")
    #expect {
      try store.plan(to: old)
    } throws: { error in
      (error as? PlanFailure)?.reasons.map(\.text) == [
        "table ZA has no column ZB", "the store has no table ZB",
      ]
    }
  }

  @Test func aTableOfTheAppsOwnIsNotTakenForOurs() throws {
    let store = try PlanStore(model(PlanEntity("A")))
    try store.connection.execute("CREATE TABLE ZB (mine)")
    #expect {
      try store.plan(to: model(PlanEntity("A"), PlanEntity("B")))
    } throws: { error in
      (error as? PlanFailure)?.reasons.map(\.text) == [
        "the store has a table ZB already, which is not of its model"
      ]
    }
  }

  @Test func numbersOfTheStoreCountNotThoseOfTheLayout() throws {
    let old = model(
      PlanEntity("A", [], [one("x", "B"), many("m", "B", inverse: "n")]),
      PlanEntity("B", [], [many("n", "A", inverse: "m")]), PlanEntity("C", parent: "B"))
    let store = try PlanStore(old)
    for statement in [
      "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 10, Z_SUPER = Z_SUPER + 10 * (Z_SUPER > 0)",
      "ALTER TABLE ZA RENAME COLUMN Z2_X TO Z12_X", "ALTER TABLE Z_1M RENAME TO Z_11M",
      "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX, Z12_X) VALUES (1, 11, 1, 1, 13)",
      "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 13, 1)",
      "INSERT INTO Z_11M (Z_1N, Z_2M) VALUES (1, 1)",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_SUPER = 0",
    ] { try store.connection.execute(sql: statement) }
    let new = model(
      PlanEntity("A", [attribute("y", .integer16)], [one("x", "B"), many("m", "B", inverse: "n")]),
      PlanEntity("B", [], [many("n", "A", inverse: "m")]), PlanEntity("C", parent: "B"))
    try store.migrate(to: new, hasLayoutsNames: false)
    #expect(try store.text("SELECT Z_ENT, ZX, Z2_X, ZY FROM ZA") == "1|1|3|NULL")
    #expect(try store.text("SELECT * FROM Z_1M") == "1|1")
  }

  // MARK: - History

  @Test(arguments: MigrationPlan.Style.allCases)
  func historyFollowsTheNumbers(_ style: MigrationPlan.Style) throws {
    let b = PlanEntity("B", [attribute("x")])
    let store = try PlanStore(
      model(b, PlanEntity("C")), keepsHistory: true,
      rows: [
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZENTITY, ZENTITYPK) VALUES (1, 16001, 1, 1, 5), (2, 16001, 1, 2, 6)"
      ])
    var preserved = attribute("x")
    preserved.preservesValueInHistoryOnDeletion = true
    try store.migrate(
      to: model(PlanEntity("A"), PlanEntity("B", [preserved])), style: style, keepsHistory: true)
    #expect(
      try store.text("SELECT Z_PK, ZENTITY, ZENTITYPK, ZTOMBSTONE0 FROM ACHANGE") == "1|2|5|NULL")
  }
}

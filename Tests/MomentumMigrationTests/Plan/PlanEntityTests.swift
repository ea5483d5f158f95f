import MomentumMigration
import MomentumModel
import Testing

/// Entities that come, go, get other names, and move in a hierarchy.
struct PlanEntityTests {
  @Test(arguments: MigrationPlan.Style.allCases)
  func anAddedEntityRenumbersTheOthers(_ style: MigrationPlan.Style) throws {
    let venue = PlanEntity(
      "Venue", [attribute("name")],
      [one("city", "City", inverse: "venues"), many("tags", "Tag", inverse: "venues")])
    let city = PlanEntity("City", [attribute("name")], [many("venues", "Venue", inverse: "city")])
    let capital = PlanEntity("Capital", parent: "City")
    let tag = PlanEntity("Tag", [attribute("name")], [many("venues", "Venue", inverse: "tags")])
    let store = try PlanStore(
      model(venue, city, capital, tag),
      rows: [
        "INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (4, 1, 1, 'Rome'), (5, 2, 1, 'Oslo')",
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'big'), (2, 3, 1, 'old')",
        "INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZCITY, Z1_CITY, ZNAME) VALUES "
          + "(1, 4, 1, 5, 2, 'a'), (2, 4, 1, 4, 1, 'b'), (3, 4, 1, NULL, NULL, 'c')",
        "INSERT INTO Z_3VENUES (Z_3TAGS, Z_4VENUES) VALUES (1, 1), (2, 1), (2, 3)",
      ])
    try store.migrate(
      to: model(PlanEntity("Apple", [attribute("name")]), venue, city, capital, tag), style: style)
    #expect(
      try store.text("SELECT Z_PK, Z_ENT, ZCITY, Z2_CITY, ZNAME FROM ZVENUE")
        == "1|5|5|3|a\n2|5|4|2|b\n3|5|NULL|NULL|c")
    #expect(try store.text("SELECT Z_PK, Z_ENT FROM ZCITY") == "4|2\n5|3")
    #expect(
      try store.text("SELECT Z_4TAGS, Z_5VENUES FROM Z_4VENUES ORDER BY 1, 2") == "1|1\n2|1\n2|3")
    #expect(
      try store.text("SELECT * FROM Z_PRIMARYKEY ORDER BY 1")
        == "1|Apple|0|0\n2|City|0|5\n3|Capital|2|0\n4|Tag|0|2\n5|Venue|0|3")
    #expect(try store.text("SELECT * FROM ZAPPLE") == "")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aRemovedEntityGoesWithItsRowsAndLinks(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(
        PlanEntity(
          "A", [attribute("x")], [one("b", "B", inverse: "as"), many("cs", "C", inverse: "as")]),
        PlanEntity("B", [], [many("as", "A", inverse: "b")]),
        PlanEntity("C", [], [many("as", "A", inverse: "cs")])),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZB, ZX) VALUES (1, 1, 1, 1, 'x')",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
        "INSERT INTO ZC (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1)",
        "INSERT INTO Z_1CS VALUES (1, 1)",
      ])
    let plan = try store.migrate(to: model(PlanEntity("A", [attribute("x")])), style: style)
    #expect(try store.text("SELECT * FROM ZA") == "1|1|1|x")
    #expect(
      plan.checks.filter { $0.consequence == .warns }.map { "\($0.rule) \($0.place)" } == [
        "migration.entity-removed B", "migration.entity-removed C",
        "migration.dangling-reference A.b", "migration.dangling-reference A.cs",
      ])
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func rowsOfARemovedSubentityGo(_ style: MigrationPlan.Style) throws {
    let a = PlanEntity("A", [attribute("x")])
    let user = PlanEntity("User", [], [one("a", "A", inverse: nil), many("as", "A", inverse: nil)])
    let store = try PlanStore(
      model(a, PlanEntity("B", parent: "A", [attribute("y")]), PlanEntity("C", parent: "A"), user),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, Z4AS, ZX, ZY) VALUES "
          + "(1, 1, 1, 1, 'x', NULL), (2, 2, 1, 1, 'y', 'z'), (3, 3, 1, NULL, 'c', NULL)",
        "INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZA, Z1_A) VALUES (1, 4, 1, 2, 2), (2, 4, 1, 3, 3)",
      ])
    try store.migrate(to: model(a, PlanEntity("C", parent: "A"), user), style: style)
    #expect(
      try store.text("SELECT Z_PK, Z_ENT, Z3AS, ZX FROM ZA") == "1|1|1|x\n3|2|NULL|c")
    #expect(
      try store.text("SELECT Z_PK, Z_ENT, ZA, Z1_A FROM ZUSER") == "1|3|NULL|NULL\n2|3|3|2")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func renamedEntitiesKeepTheirRows(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(
        PlanEntity("A", [attribute("x")], [many("bs", "B", inverse: "as")]),
        PlanEntity("S", parent: "A"),
        PlanEntity("B", [], [many("as", "A", inverse: "bs")])),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 'x'), (2, 2, 1, 'y')",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1)", "INSERT INTO Z_1BS VALUES (2, 1)",
      ])
    try store.migrate(
      to: model(
        PlanEntity("Zebra", was: "A", [attribute("x")], [many("bs", "B", inverse: "as")]),
        PlanEntity("Sub", parent: "Zebra", was: "S"),
        PlanEntity("B", [], [many("as", "Zebra", inverse: "bs")])), style: style)
    #expect(try store.text("SELECT * FROM ZZEBRA") == "1|2|1|x\n2|3|1|y")
    #expect(
      try store.text("SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT")
        == (style == .fresh ? "B\nZebra\nSub" : "B\nA\nS"))
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func twoEntitiesCanExchangeTheirNames(_ style: MigrationPlan.Style) throws {
    func pair(_ a: String?, _ b: String?) -> ObjectModel {
      model(
        PlanEntity("A", was: a, [attribute("x")], [many("bs", "B", inverse: "as")]),
        PlanEntity("B", was: b, [attribute("x")], [many("as", "A", inverse: "bs")]))
    }
    let store = try PlanStore(
      pair(nil, nil),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 'a')",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (2, 2, 1, 'b')",
        "INSERT INTO Z_1BS (Z_1AS, Z_2BS) VALUES (1, 2)",
      ])
    // The relationships have no partner of their name in the other entity, so the links are gone.
    try store.migrate(to: pair("B", "A"), style: style)
    #expect(try store.text("SELECT * FROM ZA") == "2|1|1|b")
    #expect(try store.text("SELECT * FROM ZB") == "1|2|1|a")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func joinTablesCanExchangeTheirNames(_ style: MigrationPlan.Style) throws {
    func make(_ x: String?, _ y: String?) -> ObjectModel {
      model(
        PlanEntity(
          "A", [],
          [
            many("x", "B", inverse: "ix", was: x), many("y", "B", inverse: "iy", was: y),
          ]),
        PlanEntity(
          "B", [],
          [
            many("ix", "A", inverse: "x", was: x.map { "i" + $0 }),
            many("iy", "A", inverse: "y", was: y.map { "i" + $0 }),
          ]))
    }
    let store = try PlanStore(
      make(nil, nil),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1)",
        "INSERT INTO Z_1X (Z_1IX, Z_2X) VALUES (1, 1)",
        "INSERT INTO Z_1Y (Z_1IY, Z_2Y) VALUES (1, 2)",
      ])
    try store.migrate(to: make("y", "x"), style: style)
    #expect(try store.text("SELECT Z_1IX, Z_2X FROM Z_1X") == "1|2")
    #expect(try store.text("SELECT Z_1IY, Z_2Y FROM Z_1Y") == "1|1")
  }

  // MARK: - Hierarchies

  private let shapes = [
    "INSERT INTO ZSHAPE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZR) VALUES (1, 2, 1, 'c', 5.5), (2, 3, 1, 's', NULL)"
  ]
  private let shapeModel = model(
    PlanEntity("Shape", [attribute("name")]),
    PlanEntity("Circle", parent: "Shape", [attribute("r", .double)]),
    PlanEntity("Square", parent: "Shape"))

  @Test(arguments: MigrationPlan.Style.allCases)
  func attributesOfTwoChildrenMergeInTheirParent(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(
        PlanEntity("P"), PlanEntity("A", parent: "P", [attribute("x", .integer16)]),
        PlanEntity("B", parent: "P", [attribute("x", .integer16)]), PlanEntity("C", parent: "P")),
      rows: [
        "INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZX, ZX1) VALUES "
          + "(1, 2, 1, 10, NULL), (2, 3, 1, NULL, 20), (3, 4, 1, NULL, NULL)"
      ])
    try store.migrate(
      to: model(
        PlanEntity("P", [attribute("x", .integer16, default: .integer(7))]),
        PlanEntity("A", parent: "P"), PlanEntity("B", parent: "P"), PlanEntity("C", parent: "P")),
      style: style)
    #expect(try store.text("SELECT Z_PK, Z_ENT, ZX FROM ZP") == "1|2|10\n2|3|20\n3|4|7")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anAttributeMovesDown(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(shapeModel, rows: shapes)
    let plan = try store.migrate(
      to: model(
        PlanEntity("Shape"),
        PlanEntity("Circle", parent: "Shape", [attribute("r", .double), attribute("name")]),
        PlanEntity("Square", parent: "Shape", [attribute("side", .double, default: .double(2))])),
      style: style)
    #expect(
      try store.text("SELECT Z_PK, ZNAME, ZR, ZSIDE FROM ZSHAPE WHERE Z_ENT = 2")
        == "1|c|5.5|\(style == .fresh ? "NULL" : "2.0")")
    #expect(try store.text("SELECT Z_PK, ZNAME, ZSIDE FROM ZSHAPE WHERE Z_ENT = 3") == "2|NULL|2.0")
    #expect(plan.checks.contains { $0.rule.id == "migration.attribute-moved-down" })
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aParentIsPutOverOneEntity(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(
        PlanEntity("Square", [attribute("x")], [one("user", "User", inverse: "square")]),
        PlanEntity("User", [], [one("square", "Square", inverse: "user")])),
      rows: [
        "INSERT INTO ZSQUARE (Z_PK, Z_ENT, Z_OPT, ZUSER, ZX) VALUES (3, 1, 1, 1, 'x')",
        "INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZSQUARE) VALUES (1, 2, 1, 3)",
      ])
    try store.migrate(
      to: model(
        PlanEntity("Shape", isAbstract: true),
        PlanEntity(
          "Square", parent: "Shape", [attribute("x")], [one("user", "User", inverse: "square")]),
        PlanEntity("Big", parent: "Square"),
        PlanEntity("User", [], [one("square", "Square", inverse: "user")])), style: style)
    #expect(try store.text("SELECT Z_PK, Z_ENT, ZUSER, ZX FROM ZSHAPE") == "3|2|1|x")
    #expect(try store.text("SELECT ZSQUARE, Z2_SQUARE FROM ZUSER") == "3|2")
    #expect(try store.text("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == "3")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anEntityMovesOutOfItsHierarchy(_ style: MigrationPlan.Style) throws {
    let user = PlanEntity("User", [], [one("shape", "Shape"), many("shapes", "Shape")])
    let old = model(
      PlanEntity("Shape", [attribute("name")], [many("tags", "Tag", inverse: "shapes")]),
      PlanEntity("Circle", parent: "Shape", [attribute("r", .double)]),
      PlanEntity("Square", parent: "Shape"), user,
      PlanEntity("Tag", [], [many("shapes", "Shape", inverse: "tags")]))
    let store = try PlanStore(
      old,
      rows: shapes + [
        "UPDATE ZSHAPE SET Z5SHAPES = 1 WHERE 0",
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (1, 4, 1)",
        "INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZSHAPE, Z1_SHAPE) VALUES (1, 5, 1, 1, 2), (2, 5, 1, 2, 3)",
        "INSERT INTO Z_1TAGS (Z_1SHAPES, Z_4TAGS) VALUES (1, 1), (2, 1)",
      ])
    try store.migrate(
      to: model(
        PlanEntity("Shape", [attribute("name")], [many("tags", "Tag", inverse: "shapes")]),
        PlanEntity("Circle", [attribute("r", .double), attribute("name")]),
        PlanEntity("Square", parent: "Shape"), user,
        PlanEntity("Tag", [], [many("shapes", "Shape", inverse: "tags")])), style: style)
    #expect(try store.text("SELECT Z_PK, Z_ENT, ZR, ZNAME FROM ZCIRCLE") == "1|1|5.5|c")
    #expect(try store.text("SELECT Z_PK, Z_ENT, ZNAME FROM ZSHAPE") == "2|3|s")
    #expect(try store.text("SELECT ZSHAPE, Z2_SHAPE FROM ZUSER") == "NULL|NULL\n2|3")
    #expect(try store.text("SELECT Z_2SHAPES, Z_4TAGS FROM Z_2TAGS") == "2|1")
    #expect(
      try store.text("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (1, 2)") == "2\n2")
  }

  @Test func twoRootsCannotBecomeOne() throws {
    let store = try PlanStore(model(PlanEntity("A"), PlanEntity("B")))
    #expect {
      try store.plan(
        to: model(PlanEntity("P"), PlanEntity("A", parent: "P"), PlanEntity("B", parent: "P")))
    } throws: { error in
      (error as? PlanFailure)?.reasons.map { "\($0.kind.rawValue) \($0.place): \($0.text)" } == [
        "merged-roots P: the rows of 'A' and 'B' are in tables of their own and cannot become those of one"
      ]
    }
  }

  @Test func rowsOfAnEntityThatBecomesAbstractAreWarnedOf() throws {
    let store = try PlanStore(
      model(PlanEntity("A"), PlanEntity("B", parent: "A")),
      rows: ["INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1)"])
    let plan = try store.migrate(
      to: model(PlanEntity("A", isAbstract: true), PlanEntity("B", parent: "A")))
    let check = try #require(plan.checks.first { $0.rule.id == "migration.entity-made-abstract" })
    #expect(try store.text(check.rowsSQL) == "1|1")
  }
}

import MomentumMigration
import MomentumModel
import Testing

struct PlanAttributeTests {
  private let rows = [
    "INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 3, 'Uno'), (7, 1, 1, NULL)"
  ]
  private let old = model(PlanEntity("Venue", [attribute("name")]))

  private func migrated(
    _ attributes: [Attribute], rows: [String]? = nil, from old: ObjectModel? = nil,
    style: MigrationPlan.Style = .fresh
  ) throws -> PlanStore {
    let store = try PlanStore(old ?? self.old, rows: rows ?? self.rows)
    try store.migrate(to: model(PlanEntity("Venue", attributes)), style: style)
    return store
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anAddedAttributeIsEmpty(_ style: MigrationPlan.Style) throws {
    let store = try migrated(
      [attribute("name"), attribute("rating", .integer16)], style: style)
    #expect(
      try store.text("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZRATING FROM ZVENUE")
        == "1|1|3|Uno|NULL\n7|1|1|NULL|NULL")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func textsAndBytesAmongNumbersAreCounted(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(PlanEntity("Venue", [attribute("n", .integer32), attribute("f", .double)])),
      rows: [
        "INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZN, ZF) VALUES (1, 1, 1, 'abc', 1.5), "
          + "(2, 1, 1, x'0102', 'x'), (3, 1, 1, 7, NULL), (4, 1, 1, NULL, 2.0)"
      ])
    let target = model(
      PlanEntity("Venue", [attribute("n", .double), attribute("f", .integer16)]))
    let checks = try store.plan(to: target, style: style).checks.filter {
      $0.problem.contains("text or bytes")
    }
    #expect(
      checks.map { "\($0.rule) \($0.place)" } == [
        "migration.attribute-type-floating Venue.n", "migration.attribute-type-numeric Venue.f",
      ])
    #expect(try checks.map { try store.text($0.rowsSQL) } == ["1|1\n1|2", "1|2"])
    #expect(checks.allSatisfy { $0.consequence == .warns })
    let plan = try store.migrate(to: target, style: style)
    #expect(plan.invariants.first?.sourceSQL.contains("count(ZN)") == true)
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anAddedAttributeHasItsDefault(_ style: MigrationPlan.Style) throws {
    let store = try migrated(
      [
        attribute("name"), attribute("rating", .integer16, default: .integer(-3)),
        attribute("score", .double, isOptional: false, default: .double(0.5)),
        attribute("zone", default: .string("it's; \"x\" -- \u{0}!")),
        attribute("when", .date, default: .date(1.25)),
        attribute("blob", .binary, default: .binary([0, 255])),
      ], style: style)
    #expect(
      try store.text(
        "SELECT ZRATING, ZSCORE, hex(ZZONE), ZWHEN, hex(ZBLOB) FROM ZVENUE WHERE Z_PK = 1")
        == "-3|0.5|697427733B20227822202D2D200021|1.25|00FF")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aRemovedAttributeGoes(_ style: MigrationPlan.Style) throws {
    let old = model(PlanEntity("Venue", [attribute("name"), attribute("note")]))
    let store = try migrated(
      [attribute("name")],
      rows: ["INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNOTE) VALUES (1, 1, 1, 'a', 'b')"],
      from: old, style: style)
    #expect(try store.text("SELECT * FROM ZVENUE") == "1|1|1|a")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aRenamedAttributeKeepsItsValues(_ style: MigrationPlan.Style) throws {
    let store = try migrated([attribute("title", was: "name")], style: style)
    #expect(try store.text("SELECT Z_PK, ZTITLE FROM ZVENUE") == "1|Uno\n7|NULL")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func twoAttributesCanExchangeTheirNames(_ style: MigrationPlan.Style) throws {
    let old = model(PlanEntity("Venue", [attribute("a"), attribute("b")]))
    let store = try migrated(
      [attribute("a", was: "b"), attribute("b", was: "a")],
      rows: ["INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZA, ZB) VALUES (1, 1, 1, 'a', 'b')"],
      from: old, style: style)
    #expect(try store.text("SELECT ZA, ZB FROM ZVENUE") == "b|a")
  }

  @Test func missingValuesBecomeTheDefaultOfARequiredAttribute() throws {
    let store = try migrated(
      [attribute("name", isOptional: false, default: .string("none"))])
    #expect(try store.text("SELECT ZNAME FROM ZVENUE") == "Uno\nnone")
  }
}

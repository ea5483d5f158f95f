import MomentumMigration
import MomentumModel
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

extension PlanRelationshipTests {
  @Test(arguments: MigrationPlan.Style.allCases)
  func aDestinationThatGetsSubentitiesGetsTheirNumbers(_ style: MigrationPlan.Style) throws {
    let a = PlanEntity("A", [], [one("x", "B")])
    let store = try PlanStore(
      model(a, PlanEntity("B")),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 1), (2, 1, 1, NULL)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
      ])
    try store.migrate(to: model(a, PlanEntity("B"), PlanEntity("C", parent: "B")), style: style)
    #expect(try store.text("SELECT Z_PK, ZX, Z2_X FROM ZA") == "1|1|2\n2|NULL|NULL")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aRelationshipMovesUpAndDown(_ style: MigrationPlan.Style) throws {
    func make(up: Bool) -> ObjectModel {
      let links = [one("x", "B", inverse: "ps"), many("tags", "T", inverse: "us")]
      return model(
        PlanEntity("P", [], up ? links : []), PlanEntity("C", parent: "P", [], up ? [] : links),
        PlanEntity("D", parent: "P"),
        PlanEntity("B", [], [many("ps", up ? "P" : "C", inverse: "x")]),
        PlanEntity("T", [], [many("us", up ? "P" : "C", inverse: "tags")]))
    }
    // The destination of the inverses changes with the entity that has them: links of C stay, of others they go.
    let store = try PlanStore(
      make(up: true),
      rows: [
        "INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 3, 1, 1), (2, 4, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZT (Z_PK, Z_ENT, Z_OPT) VALUES (1, 5, 1)",
        "INSERT INTO Z_2TAGS (Z_2US, Z_5TAGS) VALUES (1, 1), (2, 1)",
      ])
    try store.migrate(to: make(up: false), style: style)
    expectText(try store.text("SELECT Z_PK, ZX FROM ZP ORDER BY 1"), "1|1\n2|NULL")
    #expect(try store.text("SELECT Z_3US, Z_5TAGS FROM Z_3TAGS") == "1|1")
    func alone(up: Bool) -> ObjectModel {
      let links = [one("x", "B"), many("t", "T")]
      return model(
        PlanEntity("P", [], up ? links : []), PlanEntity("C", parent: "P", [], up ? [] : links),
        PlanEntity("D", parent: "P"), PlanEntity("B"), PlanEntity("T"))
    }
    let down = try PlanStore(
      alone(up: true),
      rows: [
        "INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 3, 1, 1), (2, 4, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZT (Z_PK, Z_ENT, Z_OPT, Z2T) VALUES (1, 5, 1, 1), (2, 5, 1, 2)",
      ])
    let losses = try down.plan(to: alone(up: false), style: style).checks.filter {
      $0.rule.id == "migration.relationship-moved-down"
    }
    #expect(losses.map(\.place) == ["P.x", "P.t"])
    #expect(try losses.map { try down.text($0.rowsSQL) } == ["4|2", "4|2"])
    try down.migrate(to: alone(up: false), style: style)
    #expect(try down.text("SELECT Z_PK, ZX FROM ZP ORDER BY 1") == "1|1\n2|NULL")
    #expect(try down.text("SELECT Z_PK, Z3T FROM ZT ORDER BY 1") == "1|1\n2|NULL")
    try PlanStoreUp.check(down, alone(up: true), style)
  }

  enum PlanStoreUp {
    static func check(
      _ store: PlanStore, _ model: ObjectModel, _ style: MigrationPlan.Style
    ) throws {
      var store = store
      store.planned = PlanStore.planned(
        MomentumMigrationTests.model(
          PlanEntity("P"), PlanEntity("C", parent: "P", [], [one("x", "B"), many("t", "T")]),
          PlanEntity("D", parent: "P"), PlanEntity("B"), PlanEntity("T")))
      try store.migrate(to: model, style: style)
      #expect(try store.text("SELECT Z_PK, ZX FROM ZP ORDER BY 1") == "1|1\n2|NULL")
      #expect(try store.text("SELECT Z_PK, Z2T FROM ZT ORDER BY 1") == "1|1\n2|NULL")
    }
  }

  @Test func danglingKeysAndEmptyRequiredOnesAreWarnedOf() throws {
    let store = try PlanStore(
      model(
        PlanEntity("A", [], [one("x", "B"), many("m", "B", inverse: "n")]),
        PlanEntity("B", [], [many("n", "A", inverse: "m")])),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 77), (2, 1, 1, NULL)",
        "INSERT INTO Z_1M (Z_1N, Z_2M) VALUES (1, 5)",
      ])
    let plan = try store.migrate(
      to: model(
        PlanEntity(
          "A", [],
          [
            one("x", "B", isOptional: false), one("z", "B", isOptional: false),
            many("m", "B", inverse: "n"),
          ]),
        PlanEntity("B", [], [many("n", "A", inverse: "m")])))
    var found: [String] = []
    let again = try PlanStore(
      store.planned.model,
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 77), (2, 1, 1, NULL)",
        "INSERT INTO Z_1M (Z_1N, Z_2M) VALUES (1, 5)",
      ])
    for check in plan.checks where check.consequence == .warns {
      let rows = try again.text(check.rowsSQL).replacing("\n", with: " ")
      found.append("\(check.rule) \(check.place): \(try again.text(check.countSQL)) [\(rows)]")
    }
    #expect(
      found == [
        "migration.relationship-made-required A.x: 1 [1|2]",
        "migration.relationship-added-required A.z: 2 [1|1 1|2]",
        "migration.dangling-reference A.x: 1 [1|1]",
        "migration.dangling-reference A.m: 1 [1|1]",
      ])
  }

  /// Both ends, one end, and one that says nothing; each link is counted once, and each end that is there is
  /// named. Also within one table, and with a destination below the table's first entity.
  @Test func aLinkThatDanglesIsCountedOnce() throws {
    let store = try PlanStore(
      model(
        PlanEntity("A", [], [many("m", "B", inverse: "n"), one("x", "C"), one("y", "A")]),
        PlanEntity("B", [], [many("n", "A", inverse: "m")]), PlanEntity("C", parent: "B")),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX, ZY) VALUES (1, 1, 1, 2, 2), (2, 1, 1, 1, 9), "
          + "(3, 1, 1, NULL, NULL), (4, 1, 1, 7, 4)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 3, 1)",
        "INSERT INTO Z_1M (Z_1N, Z_2M) VALUES (1, 1), (1, 2), (1, 5), (2, 6), (8, 1), (8, 9)",
      ])
    let checks = try store.plan(to: store.planned.model).checks.filter {
      $0.rule.id == "migration.dangling-reference"
    }
    #expect(
      try checks.map { check in
        let rows = try store.text(check.rowsSQL).replacing("\n", with: " ")
        return "\(check.place): \(try store.text(check.countSQL)) [\(rows)]"
      } == ["A.m: 4 [1|1 1|2 2|1]", "A.x: 2 [1|2 1|4]", "A.y: 1 [1|2]"])
  }
}

import MomentumMigration
import MomentumModel
import Testing

/// Relationships that lead to another entity afterwards: links stay where their object is one of the new
/// destination's, and never lead to another object that has the same key.
struct PlanDestinationTests {
  private static let rows = [
    "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
    "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1)",
    "INSERT INTO ZC (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 3, 1)",
  ]

  private func lost(_ plan: MigrationPlan, _ store: PlanStore) throws -> String? {
    try plan.checks.first { $0.rule.id == "migration.relationship-destination-changed" }
      .map { try store.text($0.rowsSQL) }
  }

  @Test func keysOfAnUnrelatedEntityAreDropped() throws {
    let store = try PlanStore(
      model(PlanEntity("A", [], [one("x", "B")]), PlanEntity("B"), PlanEntity("C")),
      rows: Self.rows + ["UPDATE ZA SET ZX = 2 WHERE Z_PK = 1"])
    let target = model(PlanEntity("A", [], [one("x", "C")]), PlanEntity("B"), PlanEntity("C"))
    #expect(try lost(store.plan(to: target), store) == "1|1")
    try store.migrate(to: target)
    #expect(try store.text("SELECT Z_PK, ZX FROM ZA") == "1|NULL\n2|NULL")
  }

  @Test func rowsOfAJoinTableToAnUnrelatedEntityAreDropped() throws {
    func entities(_ name: String) -> ObjectModel {
      func far(_ other: String) -> [PlanEntity.Link] {
        other == name ? [many("y", "A", inverse: "x")] : []
      }
      return model(
        PlanEntity("A", [], [many("x", name, inverse: "y")]), PlanEntity("B", [], far("B")),
        PlanEntity("C", [], far("C")))
    }
    let store = try PlanStore(
      entities("B"), rows: Self.rows + ["INSERT INTO Z_1X (Z_1Y, Z_2X) VALUES (1, 1), (2, 2)"])
    #expect(try lost(store.plan(to: entities("C")), store) == "1|1\n1|2")
    try store.migrate(to: entities("C"))
    #expect(try store.text("SELECT count(*) FROM Z_1X") == "0")
  }

  /// As an app did: the objects of one relationship were given an entity of their own below the old destination.
  @Test func aNewSubEntityHasNoObjectsYet() throws {
    let old = model(
      PlanEntity("A", [], [many("x", "B", inverse: "y")]),
      PlanEntity("B", [], [one("y", "A", inverse: "x")]))
    let new = model(
      PlanEntity("A", [], [many("x", "D", inverse: "y")]), PlanEntity("B"),
      PlanEntity("D", parent: "B", [], [one("y", "A", inverse: "x")]))
    let store = try PlanStore(
      old, rows: Self.rows.prefix(2) + ["UPDATE ZB SET ZY = 1 WHERE Z_PK = 2"])
    #expect(try lost(store.plan(to: new), store) == "1|1")
    try store.migrate(to: new)
    #expect(try store.text("SELECT Z_PK, ZY FROM ZB") == "1|NULL\n2|NULL")
  }

  @Test func linksToObjectsOfASubEntityStay() throws {
    let entities = { (name: String) in
      model(
        PlanEntity("A", [], [one("x", name)]), PlanEntity("B"), PlanEntity("D", parent: "B"))
    }
    let store = try PlanStore(
      entities("B"),
      rows: Self.rows.prefix(1) + [
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 3, 1)",
        "UPDATE ZA SET ZX = Z_PK",
      ])
    try store.migrate(to: entities("D"))
    #expect(try store.text("SELECT Z_PK, ZX FROM ZA") == "1|NULL\n2|2")
  }

  @Test func linksToAParentEntityAllStay() throws {
    let entities = { (name: String) in
      model(
        PlanEntity("A", [], [one("x", name)]), PlanEntity("B"), PlanEntity("D", parent: "B"))
    }
    let store = try PlanStore(
      entities("D"),
      rows: Self.rows.prefix(1) + [
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 3, 1)",
        "UPDATE ZA SET ZX = Z_PK",
      ])
    let plan = try store.plan(to: entities("B"))
    #expect(try lost(plan, store) == nil)
    try store.migrate(to: entities("B"))
    #expect(try store.text("SELECT Z_PK, ZX FROM ZA") == "1|1\n2|2")
  }

  /// An added entity may take a renaming identifier over, so that a destination of the same name is another.
  @Test func aDestinationThatAnIdentifierTookOverIsAnother() throws {
    let store = try PlanStore(
      model(PlanEntity("M", [], [one("f", "NN")]), PlanEntity("NN", was: "N")),
      rows: [
        "INSERT INTO ZM (Z_PK, Z_ENT, Z_OPT, ZF) VALUES (1, 1, 1, 1)",
        "INSERT INTO ZNN (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
      ])
    try store.migrate(
      to: model(PlanEntity("M", [], [one("f", "NN")]), PlanEntity("N"), PlanEntity("NN")))
    #expect(try store.text("SELECT ZF FROM ZM") == "NULL")
    #expect(try store.text("SELECT count(*) FROM ZN") == "1")
  }
}

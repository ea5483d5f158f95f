import MomentumMigration
import MomentumModel
import MomentumSQL
import Testing

/// An app's own triggers on tables of the store.
struct PlanTriggerTests {
  /// Statements that write rows would run an app's own triggers, so those of tables that are written
  /// are removed first and made again; others stay. One that names a table by its old name is not made
  /// again.
  @Test(arguments: [
    (isOrdered: false, isRenamed: false, dropped: ["OF ZA"]),
    (true, false, ["OF LINKS", "OF ZA"]), (false, true, ["OF LINKS", "OF ZA", "OF ZC"]),
    (true, true, ["OF LINKS", "OF ZA", "OF ZC"]),
  ])
  func triggersOfTablesThatAreWrittenAreMadeAgain(
    isOrdered: Bool, isRenamed: Bool, dropped: [String]
  ) throws {
    func make(_ tags: String, was: String? = nil, isOrdered: Bool = false, _ value: AttributeValue?)
      -> ObjectModel
    {
      let flag = value.map { [attribute("flag", .integer16, isOptional: false, default: $0)] } ?? []
      return model(
        PlanEntity(
          "A", [attribute("name")] + flag,
          [many(tags, "B", inverse: "as", was: was, isOrdered: isOrdered)]),
        PlanEntity("B", [], [many("as", "A", inverse: tags)]), PlanEntity("C", [attribute("n")]))
    }
    let store = try PlanStore(
      make("tags", nil),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
        "INSERT INTO Z_1TAGS (Z_1AS, Z_2TAGS) VALUES (1, 1)", "CREATE TABLE APP (X)",
        "CREATE TRIGGER \"OF LINKS\" AFTER UPDATE ON Z_1TAGS BEGIN INSERT INTO APP VALUES (1); END",
        "CREATE TRIGGER \"OF ZA\" AFTER UPDATE ON ZA BEGIN INSERT INTO APP VALUES (2); END",
        "CREATE TRIGGER \"OF ZC\" AFTER UPDATE ON ZC BEGIN INSERT INTO APP VALUES (3); END",
      ])
    let plan = try store.plan(
      to: make(
        isRenamed ? "labels" : "tags", was: isRenamed ? "tags" : nil, isOrdered: isOrdered,
        .integer(7)),
      style: .asCoreData)
    let statements = plan.steps.flatMap(\.statements)
    #expect(
      ["OF LINKS", "OF ZA", "OF ZC"].filter { name in
        statements.contains { $0.hasPrefix("DROP TRIGGER") && $0.contains("\"\(name)\"") }
      } == dropped)
    try store.run(plan)
    #expect(try store.text("SELECT count(*) FROM APP") == "0")
    #expect(
      try store.text("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1")
        == (isRenamed ? "OF ZA\nOF ZC" : "OF LINKS\nOF ZA\nOF ZC"))
  }
}

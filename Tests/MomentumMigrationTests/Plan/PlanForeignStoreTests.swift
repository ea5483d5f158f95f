import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

/// Stores that hold what no model says: columns, tables, triggers of an app, and wrong bookkeeping.
struct PlanForeignStoreTests {
  private let old = model(PlanEntity("A", [attribute("b"), attribute("c")]), PlanEntity("D"))
  private let new = model(PlanEntity("A", [attribute("b")]), PlanEntity("D"))
  private let row = "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZB, ZC) VALUES (3, 1, 1, 'b', 'c')"

  private func counts(_ plan: MigrationPlan, _ rule: String, _ store: PlanStore) throws -> [String]
  {
    try plan.checks.filter { $0.rule.id == rule }.map {
      #expect($0.consequence == .warns)
      return "\($0.place) \(try store.text($0.countSQL)): \(try store.text($0.rowsSQL))"
    }
  }

  /// Rows of Z_PRIMARYKEY that belong to no entity go, but for those of the history, whose numbers begin at 16001; also
  /// where the target keeps none.
  @Test(arguments: MigrationPlan.Style.allCases)
  func numbersOfTheHistoryStay(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      model(PlanEntity("B"), PlanEntity("C")),
      rows: [
        "INSERT INTO Z_PRIMARYKEY VALUES (9, 'Stale', 0, 0), (16000, 'Late', 0, 0)",
        "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 7), (16002, 'TRANSACTION', 0, 3)",
      ])
    try store.run(store.plan(to: model(PlanEntity("A"), PlanEntity("B")), style: style))
    #expect(
      try store.text("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
        == "1|A|0\n2|B|0\n16001|CHANGE|7\n16002|TRANSACTION|3")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func valuesInUnknownColumnsThatARebuildDropsAreCounted(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(old, rows: [row])
    try store.connection.execute("ALTER TABLE ZA ADD COLUMN mine")
    try store.connection.execute("UPDATE ZA SET mine = 5")
    let plan = try store.plan(to: new, style: style)
    #expect(try counts(plan, "migration.unknown-column", store) == ["ZA.mine 1: 1|3"])
    let same = try store.plan(to: old, style: .asCoreData)
    #expect(try counts(same, "migration.unknown-column", store) == [])
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func foreignKeysOfOtherTablesFollow(_ style: MigrationPlan.Style) throws {
    for (target, table) in [
      (new, "ZA"),
      (model(PlanEntity("E", was: "A", [attribute("b")]), PlanEntity("D")), "ZE"),
    ] {
      let store = try PlanStore(old, rows: [row])
      try store.connection.execute(
        "CREATE TABLE child (a REFERENCES ZA(Z_PK), d REFERENCES ZD(Z_PK))")
      try store.connection.execute("INSERT INTO child VALUES (3, NULL)")
      try store.run(store.plan(to: target, style: style))
      #expect(
        try store.text("SELECT \"table\" FROM pragma_foreign_key_list('child') ORDER BY 1")
          == [table, "ZD"].sorted().joined(separator: "\n"))
      #expect(try store.text("PRAGMA foreign_key_check") == "")
      #expect(try store.text("PRAGMA legacy_alter_table") == "0")
    }
  }

  /// Also where two tables change their names.
  @Test(arguments: MigrationPlan.Style.allCases, [false, true])
  func foreignKeysFollowASwap(_ style: MigrationPlan.Style, rebuilds: Bool) throws {
    let store = try PlanStore(
      model(PlanEntity("P", [attribute("a"), attribute("b")]), PlanEntity("Q", [attribute("a")])),
      rows: [
        "INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZQ (Z_PK, Z_ENT, Z_OPT) VALUES (2, 2, 1)",
      ])
    try store.connection.execute("CREATE TABLE app (p REFERENCES ZP(Z_PK), q REFERENCES ZQ(Z_PK))")
    try store.connection.execute("INSERT INTO app VALUES (1, 2)")
    let second = rebuilds ? [attribute("b")] : [attribute("a"), attribute("b")]
    try store.run(
      store.plan(
        to: model(
          PlanEntity("P", was: "Q", [attribute("a")]), PlanEntity("Q", was: "P", second)),
        style: style))
    #expect(
      try store.text("SELECT \"from\", \"table\" FROM pragma_foreign_key_list('app') ORDER BY 1")
        == "p|ZQ\nq|ZP")
    #expect(try store.text("PRAGMA foreign_key_check") == "")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anAppsTriggersStayWhereWhatTheyNameDoes(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(old, rows: [row])
    for statement in [
      "CREATE TABLE search (b)",
      "CREATE TRIGGER sync AFTER UPDATE OF ZB ON ZA BEGIN INSERT INTO search VALUES (new.ZB); END",
      "CREATE TRIGGER lost AFTER UPDATE OF ZC ON ZA BEGIN INSERT INTO search VALUES (new.ZC); END",
      "CREATE TRIGGER far AFTER INSERT ON ZD BEGIN UPDATE ZA SET \"ZC\" = 1; END",
    ] { try store.connection.execute(sql: statement) }
    let plan = try store.plan(to: new, style: style)
    let names = try plan.checks.filter { $0.rule.id == "migration.trigger-dropped" }.map {
      "\($0.place) \(try store.text($0.countSQL))"
    }
    #expect(names == ["trigger far 1", "trigger lost 1"])
    try store.run(plan)
    #expect(try store.text("SELECT name FROM sqlite_master WHERE type = 'trigger'") == "sync")
    try store.connection.execute("UPDATE ZA SET ZB = 'n'")
    #expect(try store.text("SELECT * FROM search") == "n")
    var next = store
    next.planned = PlanStore.planned(new)
    #expect(try next.plan(to: new, style: style).steps == [])
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func anAppsViewsStayWhereWhatTheyNameDoes(_ style: MigrationPlan.Style) throws {
    let app = [
      "CREATE TABLE mine (x)",
      "CREATE VIEW good AS SELECT ZB FROM ZA",
      "CREATE VIEW bad AS SELECT ZC FROM ZA",
      "CREATE VIEW above AS SELECT * FROM bad",
      "CREATE TRIGGER into_bad INSTEAD OF INSERT ON bad BEGIN SELECT 1; END",
      "CREATE TRIGGER into_good INSTEAD OF INSERT ON good BEGIN SELECT 1; END",
      "CREATE TRIGGER far AFTER INSERT ON mine BEGIN UPDATE ZA SET ZC = new.x; END",
    ]
    let store = try PlanStore(old, rows: [row])
    for statement in app { try store.connection.execute(sql: statement) }
    let plan = try store.plan(to: new, style: style)
    #expect(
      plan.checks.filter { $0.rule.id.hasSuffix("-dropped") }.map { "\($0.rule) \($0.place)" } == [
        "migration.view-dropped view above", "migration.view-dropped view bad",
        "migration.trigger-dropped trigger far", "migration.trigger-dropped trigger into_bad",
      ])
    try store.run(plan)
    #expect(
      try store.text(
        "SELECT name FROM sqlite_master WHERE type IN ('view', 'trigger') ORDER BY name")
        == "good\ninto_good")
    try store.connection.execute("ALTER TABLE ZA RENAME TO other")
    // A table that goes takes the views along that read it, though nothing is renamed.
    let gone = try PlanStore(old, rows: [row])
    try gone.connection.execute("CREATE VIEW lost AS SELECT Z_PK FROM ZD")
    try gone.connection.execute("CREATE VIEW kept AS SELECT ZC FROM ZA")
    try gone.run(
      gone.plan(to: model(PlanEntity("A", [attribute("b"), attribute("c")])), style: style))
    #expect(try gone.text("SELECT name FROM sqlite_master WHERE type = 'view'") == "kept")
  }

  /// What an app has made is never replaced, whatever its kind.
  @Test(arguments: [
    ("CREATE TABLE ZNEW (x)", "table ZNEW"), ("CREATE VIEW zNew AS SELECT 1", "view zNew"),
    ("CREATE INDEX ZNEW ON mine (x)", "index ZNEW"),
    ("CREATE INDEX ZNEW ON ZD (Z_OPT)", "index ZNEW"),
    ("CREATE INDEX Z_New_UNIQUE_u ON mine (x)", "index Z_New_UNIQUE_u"),
    ("CREATE TABLE Z_New_UNIQUE_u (x)", "table Z_New_UNIQUE_u"),
    ("CREATE VIEW Z_New_UNIQUE_u AS SELECT 1", "view Z_New_UNIQUE_u"),
  ])
  func namesThatAnAppHasTakenAreRefused(_ statement: String, _ place: String) throws {
    let target = model(
      PlanEntity("A", [attribute("b"), attribute("c")]), PlanEntity("D"),
      PlanEntity("New", [attribute("u")], unique: [["u"]]))
    let store = try PlanStore(old, rows: [row])
    try store.connection.execute("CREATE TABLE mine (x)")
    try store.run(store.plan(to: target))
    let taken = try PlanStore(old, rows: [row])
    try taken.connection.execute("CREATE TABLE mine (x)")
    try taken.connection.execute(sql: statement)
    let failure = #expect(throws: PlanFailure.self) { try taken.plan(to: target) }
    #expect(failure?.reasons.map(\.place) == [place])
    #expect(failure?.reasons.first?.text.hasSuffix("already, which is not of its model") == true)
  }

  /// A key may lead to a row of the right table and the wrong entity; after a split it leads nowhere, as it did.
  @Test(arguments: MigrationPlan.Style.allCases)
  func aKeyToARowOfAnotherEntityDangles(_ style: MigrationPlan.Style) throws {
    let holder = PlanEntity("A", [], [one("x", "C"), many("m", "C", inverse: "n")])
    func make(_ parent: String?) -> ObjectModel {
      model(
        holder, PlanEntity("B"), PlanEntity("C", parent: parent, [], [many("n", "A", inverse: "m")])
      )
    }
    let store = try PlanStore(
      make("B"),
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 1), (2, 1, 1, 2)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 3, 1)",
        "INSERT INTO Z_1M (Z_1N, Z_3M) VALUES (1, 1), (1, 2)",
      ])
    let dangling = try store.plan(to: make(nil), style: style).checks.filter {
      $0.rule.id == "migration.dangling-reference"
    }
    #expect(dangling.map(\.place) == ["A.x", "A.m"])
    #expect(try dangling.map { try store.text($0.rowsSQL) } == ["1|1", "1|1"])
    try store.migrate(to: make(nil), style: style)
    #expect(try store.text("SELECT ZX FROM ZA") == "1\n2")
  }

  // MARK: - Derived attributes
  // MARK: - Derived attributes

  private func derived(
    _ name: Attribute, _ extra: [Attribute] = [], owner: [Attribute] = []
  ) -> ObjectModel {
    model(
      PlanEntity(
        "Order", [attribute("ownerName", derivation: "owner.name")] + extra,
        [one("owner", "Owner")]),
      PlanEntity("Owner", [name] + owner))
  }

  private func derivedStore() throws -> PlanStore {
    try PlanStore(
      derived(attribute("name", .integer32)),
      rows: [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 7), (2, 2, 1, NULL)",
        "INSERT INTO ZORDER (Z_PK, Z_ENT, Z_OPT, ZOWNER, ZOWNERNAME) VALUES (1, 1, 1, 1, 7), (2, 1, 1, 2, NULL)",
      ])
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func derivedAttributesFollowTheValuesTheyRead(_ style: MigrationPlan.Style) throws {
    let filled = try derivedStore()
    let required = attribute("name", .integer32, isOptional: false, default: .integer(9))
    try filled.migrate(to: derived(required), style: style)
    #expect(try filled.text("SELECT ZOWNERNAME FROM ZORDER") == "7\n9")
    let cast = try derivedStore()
    try cast.migrate(to: derived(attribute("name", .double)), style: style)
    #expect(try cast.text("SELECT ZOWNERNAME FROM ZORDER WHERE Z_PK = 1") == "7.0")
    let replaced = try derivedStore()
    try replaced.migrate(
      to: derived(
        attribute("name", .integer32, was: "none", default: .integer(1)),
        owner: [attribute("title", .integer32, was: "name")]), style: style)
    #expect(try replaced.text("SELECT ZOWNERNAME FROM ZORDER") == "1\n1")
    let same = try derivedStore()
    let plan = try same.plan(to: derived(attribute("name", .integer32), [attribute("x")]))
    let statements: [String] = plan.steps.flatMap { step in step.statements }
    #expect(!statements.contains { $0.contains("SET ZOWNERNAME") })
  }

  @Test func derivedAttributesThatNothingComputesAreCounted() throws {
    let store = try derivedStore()
    let plan = try store.plan(
      to: derived(
        attribute("name", .integer32), [attribute("upper", derivation: "uppercase:(ownerName)")]))
    #expect(
      try counts(plan, "migration.derived-not-computed", store) == ["Order.upper 2: 1|1\n1|2"])
    #expect(
      try counts(
        store.plan(to: derived(attribute("name", .integer32))), "migration.derived-not-computed",
        store) == [])
  }

  @Test func valuesOfToggledExternalStorageAreCounted() throws {
    func make(_ isExternal: Bool) -> ObjectModel {
      model(
        PlanEntity("A", [Attribute(name: "b", type: .binary, allowsExternalStorage: isExternal)]))
    }
    let store = try PlanStore(
      make(false),
      rows: ["INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZB) VALUES (1, 1, 1, x'00'), (2, 1, 1, NULL)"])
    let rule = "migration.attribute-external-storage-changed"
    #expect(try counts(store.plan(to: make(true)), rule, store) == ["A.b 1: 1|1"])
    #expect(try counts(store.plan(to: make(false)), rule, store) == [])
  }

  // MARK: - Bookkeeping

  @Test(arguments: ["1", "'abc'", "NULL"])
  func aLastKeyThatIsTooLowIsRepaired(_ key: String) throws {
    let store = try PlanStore(old, rows: [row])
    try store.connection.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_ENT = 1")
    try store.migrate(to: new)
    #expect(try store.text("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == "3")
    let renumbered = try PlanStore(old, rows: [row])
    try renumbered.connection.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_ENT = 1")
    try renumbered.migrate(
      to: model(PlanEntity("0"), PlanEntity("A", [attribute("b")]), PlanEntity("D")))
    #expect(
      try renumbered.text("SELECT typeof(Z_MAX), Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'A'")
        == "integer|3")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func aRowOfNoEntityGoes(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(old, rows: [row])
    try store.connection.execute("INSERT INTO Z_PRIMARYKEY VALUES (99, 'Ghost', 0, 0)")
    try store.migrate(to: new, style: style)
    #expect(try store.text("SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY 1") == "A\nD")
  }

  @Test func aUniqueIndexThatTheStoreLacksVouchesForNothing() throws {
    func make(_ extra: [Attribute]) -> ObjectModel {
      model(PlanEntity("A", [attribute("b")] + extra, unique: [["b"]]))
    }
    let store = try PlanStore(make([]))
    let name = try store.text("SELECT name FROM sqlite_master WHERE type = 'index'")
    let rule = "migration.uniqueness-constraint-added"
    #expect(!(try store.plan(to: make([attribute("c")])).checks.contains { $0.rule.id == rule }))
    try store.connection.execute(sql: "DROP INDEX \(SQLPrinter.identifier(name))")
    try store.connection.execute(
      "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZB) VALUES (1, 1, 1, 'x'), (2, 1, 1, 'x')")
    let check = try #require(
      store.plan(to: make([attribute("c")])).checks.first { $0.rule.id == rule })
    #expect(check.consequence == .fails)
    #expect(try store.text(check.countSQL) == "2")
    try store.connection.execute("CREATE UNIQUE INDEX Z_A_UNIQUE_b ON ZA (ZB) WHERE Z_PK > 1")
    #expect(try store.plan(to: make([attribute("c")])).checks.contains { $0.rule.id == rule })
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func triggersOfViewsComeBackAfterTheirViews(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(old, rows: [row])
    try store.connection.execute("CREATE VIEW v AS SELECT Z_PK, ZB FROM ZA")
    try store.connection.execute(
      "CREATE TRIGGER t INSTEAD OF UPDATE ON v BEGIN UPDATE ZA SET ZB = new.ZB; END")
    try store.run(store.plan(to: new, style: style))
    try store.connection.execute("UPDATE v SET ZB = 'n'")
    #expect(try store.text("SELECT ZB FROM ZA") == "n")
  }
}

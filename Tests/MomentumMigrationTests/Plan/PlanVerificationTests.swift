import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

/// A result that is wrong in one link: the plan's own conditions have to notice it. Without these tests a
/// condition could be left out and every migration would still pass.
@Suite struct PlanVerificationTests {
  typealias Form = PlanRelationshipTests.Form

  /// Something done to the links of a finished migration, of which no count tells.
  enum Damage: String, CaseIterable {
    case endsExchanged = "the two ends of every link are exchanged"
    case linkMoved = "one link leads to another object"
    case linkLost = "one link is gone"
    case linkToNobody = "one link leads to a row that is not there"

    /// - Parameters:
    ///   - table: Has the links.
    ///   - source: The column of the first end; `Z_PK` where the row itself is that end.
    func statement(_ table: String, _ source: String, _ destination: String) -> String? {
      let isKey = source == "Z_PK" || destination == "Z_PK"
      let column = destination == "Z_PK" ? source : destination
      let first = "rowid = (SELECT min(rowid) FROM \(table) WHERE \(column) IS NOT NULL)"
      switch self {
      case .endsExchanged:
        // A key stands in a row, so its ends cannot be exchanged.
        return isKey
          ? nil : "UPDATE \(table) SET \(source) = \(destination), \(destination) = \(source)"
      case .linkMoved: return "UPDATE \(table) SET \(column) = 4 WHERE \(first)"
      case .linkLost:
        return isKey
          ? "UPDATE \(table) SET \(column) = NULL WHERE \(first)"
          : "DELETE FROM \(table) WHERE \(first)"
      case .linkToNobody: return "UPDATE \(table) SET \(column) = 99 WHERE \(first)"
      }
    }
  }

  private static let pairs = Form.allCases.flatMap { old in Form.allCases.map { (old, $0) } }

  @Test(arguments: pairs, MigrationPlan.Style.allCases)
  func damagedLinksAreNoticed(_ pair: (Form, Form), _ style: MigrationPlan.Style) throws {
    let (old, new) = pair
    let store = try PlanStore(old.model, rows: Self.rows(old))
    let plan = try store.plan(to: new.model, style: style)
    let before = try plan.invariants.map { try store.text($0.sourceSQL) }
    try store.run(plan)
    #expect(try noticed(plan, before, store) == [], "nothing is damaged")
    let (table, source, destination) = try Self.storage(new, store)
    // What no statement writes needs no condition; a column that is only renamed keeps its bytes.
    let column = destination == "Z_PK" ? source : destination
    let isWritten = plan.steps.flatMap(\.statements).contains {
      $0.hasPrefix("INSERT INTO \(table) ")
        || $0.hasPrefix("UPDATE \(table) SET") && $0.contains("\(column) = ")
    }
    guard isWritten || table == "Z_1X" else { return }
    for damage in Damage.allCases {
      guard let statement = damage.statement(table, source, destination) else { continue }
      try store.connection.execute("BEGIN")
      try store.connection.execute(sql: statement)
      #expect(
        try !noticed(plan, before, store).isEmpty,
        "\(old) to \(new): \(damage.rawValue), and no condition of the plan says so")
      try store.connection.execute("ROLLBACK")
    }
  }

  /// The names of the conditions that do not hold.
  private func noticed(
    _ plan: MigrationPlan, _ before: [String], _ store: PlanStore
  ) throws -> [String] {
    try zip(plan.invariants, before).filter { try store.text($0.resultSQL) != $1 }.map(\.0.name)
      + plan.mustBeZero.filter { try store.text($0.resultSQL) != "0" }.map(\.name)
  }

  /// Three objects on each side, and links that are not the same when they are turned round.
  private static func rows(_ form: Form) -> [String] {
    let objects = [
      "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 1)",
      "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1), (4, 2, 1)",
    ]
    switch form {
    case .oneAlone, .oneToMany: return objects + ["UPDATE ZA SET ZX = Z_PK + 1 WHERE Z_PK < 3"]
    case .oneToOne:
      return objects + [
        "UPDATE ZA SET ZX = Z_PK + 1 WHERE Z_PK < 3",
        "UPDATE ZB SET ZY = Z_PK - 1 WHERE Z_PK IN (2, 3)",
      ]
    case .manyToOne, .orderedManyToOne:
      return objects + ["UPDATE ZB SET ZY = Z_PK - 1 WHERE Z_PK IN (2, 3)"]
    case .manyAlone, .orderedManyAlone:
      return objects + ["UPDATE ZB SET Z1X = Z_PK - 1 WHERE Z_PK IN (2, 3)"]
    case .manyToMany, .orderedManyToMany, .bothOrdered:
      return objects + ["INSERT INTO Z_1X (Z_1Y, Z_2X) VALUES (1, 2), (2, 3)"]
    }
  }

  /// Where the links of `x` are stored.
  private static func storage(
    _ form: Form, _ store: PlanStore
  ) throws -> (table: String, source: String, destination: String) {
    switch form {
    case .oneAlone, .oneToOne, .oneToMany: ("ZA", "Z_PK", "ZX")
    case .manyToOne, .orderedManyToOne: ("ZB", "ZY", "Z_PK")
    case .manyAlone, .orderedManyAlone: ("ZB", "Z1X", "Z_PK")
    case .manyToMany, .orderedManyToMany, .bothOrdered: ("Z_1X", "Z_1Y", "Z_2X")
    }
  }

  /// The keys of two relationships change places, so each column gets the other's name; a migration that forgot it
  /// would leave every count as it was.
  @Test(arguments: [nil, "Base"] as [String?], MigrationPlan.Style.allCases)
  func renamedKeysUnderEachOthersNameAreNoticed(
    _ parent: String?, _ style: MigrationPlan.Style
  ) throws {
    func make(_ first: PlanEntity.Link, _ second: PlanEntity.Link) -> ObjectModel {
      model(
        PlanEntity("Base"), PlanEntity("City"),
        PlanEntity("Trip", parent: parent, [], [first, second]))
    }
    let (table, trip, city) = parent == nil ? ("ZTRIP", 3, 2) : ("ZBASE", 2, 3)
    let store = try PlanStore(
      make(one("from", "City"), one("to", "City")),
      rows: [
        "INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT) VALUES (1, \(city), 1), (2, \(city), 1)",
        "INSERT INTO \(table) (Z_PK, Z_ENT, Z_OPT, ZFROM, ZTO) VALUES (1, \(trip), 1, 1, 2)",
      ])
    let plan = try store.plan(
      to: make(one("to", "City", was: "from"), one("from", "City", was: "to")), style: style)
    let before = try plan.invariants.map { try store.text($0.sourceSQL) }
    try store.run(plan)
    #expect(try noticed(plan, before, store) == [], "nothing is damaged")
    try store.connection.execute(sql: "UPDATE \(table) SET ZFROM = ZTO, ZTO = ZFROM")
    #expect(try !noticed(plan, before, store).isEmpty)
  }

  // MARK: - Each condition by its name

  /// Rows of `Kid` leave the hierarchy: links that led to them must be gone, and those of the others stay.
  @Test(arguments: MigrationPlan.Style.allCases)
  func linksToRowsThatLeftAreConditions(_ style: MigrationPlan.Style) throws {
    func make(_ parent: String?) -> ObjectModel {
      model(
        PlanEntity("Base", [], [many("tags", "Tag", inverse: "all")]),
        PlanEntity("Kid", parent: parent),
        PlanEntity("Tag", [], [many("all", "Base", inverse: "tags"), one("fav", "Base")]))
    }
    let store = try PlanStore(
      make("Base"),
      rows: [
        "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1), (3, 1, 1)",
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZFAV) VALUES (1, 3, 1, 1), (2, 3, 1, 2)",
        "INSERT INTO Z_1TAGS (Z_1ALL, Z_3TAGS) VALUES (1, 1), (2, 1), (3, 2)",
      ])
    let plan = try store.migrate(to: make(nil), style: style)
    #expect(
      plan.mustBeZero.map(\.name).filter { $0.contains("without a row") } == [
        "keys of Tag.fav without a row", "links of Base.tags without a row",
      ])
    #expect(plan.invariants.map(\.name).contains("links of Base.tags"))
    func count(_ name: String) throws -> String? {
      try plan.mustBeZero.first { $0.name == name }.map { try store.text($0.resultSQL) }
    }
    try store.connection.execute("UPDATE ZTAG SET ZFAV = 2 WHERE Z_PK = 1")
    #expect(try count("keys of Tag.fav without a row") == "1")
    let names = try store.text("SELECT name FROM pragma_table_info('Z_1TAGS') ORDER BY name")
      .split(separator: "\n")
    try store.connection.execute(
      sql: "INSERT INTO Z_1TAGS (\(names[0]), \(names[1])) VALUES (99, 1), (1, 99)")
    // The side that lost entities is looked at; the other may have led nowhere before.
    #expect(try count("links of Base.tags without a row") == "1")
  }

  /// A link that one side has and the other has not, after one of several was chosen.
  @Test func sidesThatDisagreeAreACondition() throws {
    let store = try PlanStore(
      Form.manyToMany.model,
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1)",
        "INSERT INTO Z_1X (Z_1Y, Z_2X) VALUES (1, 1), (1, 2), (2, 1)",
      ])
    let plan = try store.migrate(to: Form.oneToOne.model)
    let conditions = plan.mustBeZero.filter { $0.name.hasSuffix("that its inverse does not have") }
    #expect(
      conditions.map(\.name) == [
        "links of A.x that its inverse does not have",
        "links of B.y that its inverse does not have",
      ])
    try store.connection.execute("UPDATE ZA SET ZX = 1 WHERE Z_PK = 2")
    #expect(try conditions.map { try store.text($0.resultSQL) } == ["1", "0"])
    try store.connection.execute("UPDATE ZB SET ZY = 2")
    #expect(try conditions.map { try store.text($0.resultSQL) } == ["1", "1"])
  }

  /// One side is another relationship, of no known origin; the links are found by the side that stays.
  @Test(arguments: MigrationPlan.Style.allCases, [true, false])
  func aReplacedSideFindsItsLinksByTheOther(
    _ style: MigrationPlan.Style, replacesFirst: Bool
  ) throws {
    let store = try PlanStore(Form.manyToMany.model, rows: Self.rows(.manyToMany))
    let (x, y) = replacesFirst ? ("z", "y") : ("x", "z")
    let new = model(
      PlanEntity("A", [], [many(x, "B", inverse: y)]),
      PlanEntity("B", [], [many(y, "A", inverse: x)]))
    try store.migrate(to: new, style: style)
    let links = try PlanLinks(
      PlanStore(connection: store.connection, planned: PlanStore.planned(new))
    )
    .links[RelationshipID(EntityID(0), 0)]
    #expect(
      Set((links ?? []).map { "A\($0.source.key) B\($0.destination.key)" })
        == ["A1 B2", "A2 B3"])
  }

  /// SQLite limits the depth of an expression, so the numbers of a wide table are read by several statements. A value
  /// that is lost in the first column, in the last one, or on either side of where the second statement begins is
  /// noticed.
  @Test(arguments: [(398, 1), (399, 2), (820, 3)])
  func aWideTableIsCountedInParts(columns: Int, parts: Int) throws {
    let names = (1...columns).map { "a\($0)" }
    let old = model(PlanEntity("Wide", names.map { attribute($0) } + [attribute("more")]))
    let new = model(PlanEntity("Wide", names.map { attribute($0) }))
    let list = names.map { "Z" + $0.uppercased() }
    let store = try PlanStore(
      old,
      rows: [
        "INSERT INTO ZWIDE (Z_PK, Z_ENT, Z_OPT, ZMORE, \(list.joined(separator: ", "))) VALUES "
          + "(1, 1, 1, 7, \(list.map { "'\($0)'" }.joined(separator: ", ")))"
      ])
    let plan = try store.plan(to: new, style: .fresh)
    let titles = plan.invariants.map(\.name)
    #expect(
      titles
        == (parts == 1
          ? ["rows and values of Wide"]
          : (1...parts).map { "rows and values of Wide (\($0) of \(parts))" }))
    let before = try plan.invariants.map { try store.text($0.sourceSQL) }
    try store.run(plan)
    #expect(try noticed(plan, before, store) == [])
    for column in [1, 395, 396, 397, 398, 399, 400, 401, columns] where column <= columns {
      try store.connection.execute("BEGIN")
      try store.connection.execute(sql: "UPDATE ZWIDE SET ZA\(column) = NULL")
      #expect(try noticed(plan, before, store).count == 1, "column \(column) of \(columns)")
      try store.connection.execute("ROLLBACK")
    }
  }
}

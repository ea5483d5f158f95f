import MomentumMigration
import MomentumModel
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Every way in which links are stored, and every way from one to another.
struct PlanRelationshipTests {
  /// How `A` and `B` are joined: `b` or `bs` from A, `a` or `as` from B.
  enum Form: String, CaseIterable {
    case oneAlone
    case oneToOne
    case oneToMany
    case manyToOne
    case manyToMany
    case manyAlone
    case orderedManyToOne
    case orderedManyAlone
    case orderedManyToMany
    case bothOrdered

    /// The relationship of A, called `x`, and its inverse `y`.
    var links: (a: [PlanEntity.Link], b: [PlanEntity.Link]) {
      switch self {
      case .oneAlone: ([one("x", "B")], [])
      case .oneToOne: ([one("x", "B", inverse: "y")], [one("y", "A", inverse: "x")])
      case .oneToMany: ([one("x", "B", inverse: "y")], [many("y", "A", inverse: "x")])
      case .manyToOne: ([many("x", "B", inverse: "y")], [one("y", "A", inverse: "x")])
      case .manyToMany: ([many("x", "B", inverse: "y")], [many("y", "A", inverse: "x")])
      case .manyAlone: ([many("x", "B")], [])
      case .orderedManyToOne:
        ([many("x", "B", inverse: "y", isOrdered: true)], [one("y", "A", inverse: "x")])
      case .orderedManyAlone: ([many("x", "B", isOrdered: true)], [])
      case .orderedManyToMany:
        ([many("x", "B", inverse: "y", isOrdered: true)], [many("y", "A", inverse: "x")])
      case .bothOrdered:
        (
          [many("x", "B", inverse: "y", isOrdered: true)],
          [many("y", "A", inverse: "x", isOrdered: true)]
        )
      }
    }

    var model: ObjectModel {
      MomentumMigrationTests.model(
        PlanEntity("A", [], links.a), PlanEntity("B", [], links.b))
    }

    /// Three links that every form can hold but for `x` and `y` both to-one: A1–B1, A2–B2, and for a to-many
    /// `x` A1–B3.
    var rows: [String] {
      switch self {
      case .oneAlone, .oneToMany: ["UPDATE ZA SET ZX = Z_PK"]
      case .oneToOne: ["UPDATE ZA SET ZX = Z_PK", "UPDATE ZB SET ZY = Z_PK WHERE Z_PK < 3"]
      case .manyToOne: ["UPDATE ZB SET ZY = 1 + (Z_PK = 2)"]
      case .manyAlone: ["UPDATE ZB SET Z1X = 1 + (Z_PK = 2)"]
      case .orderedManyToOne: ["UPDATE ZB SET ZY = 1 + (Z_PK = 2), Z_FOK_Y = 9000 - Z_PK"]
      case .orderedManyAlone: ["UPDATE ZB SET Z1X = 1 + (Z_PK = 2), Z_FOK_1X = 9000 - Z_PK"]
      case .manyToMany: ["INSERT INTO Z_1X (Z_1Y, Z_2X) VALUES (1, 1), (2, 2), (1, 3)"]
      case .orderedManyToMany:
        [
          "INSERT INTO Z_1X (Z_1Y, Z_2X, Z_FOK_2X) VALUES (1, 1, 8999), (2, 2, 8998), (1, 3, 8997)"
        ]
      case .bothOrdered:
        [
          "INSERT INTO Z_1X (Z_1Y, Z_2X, Z_FOK_1Y, Z_FOK_2X) "
            + "VALUES (1, 1, 1, 8999), (2, 2, 2, 8998), (1, 3, 3, 8997)"
        ]
      }
    }

    /// `A B` per link.
    var reading: String {
      switch self {
      case .oneAlone, .oneToMany, .oneToOne: "SELECT Z_PK, ZX FROM ZA WHERE ZX IS NOT NULL"
      case .manyToOne, .orderedManyToOne: "SELECT ZY, Z_PK FROM ZB WHERE ZY IS NOT NULL"
      case .manyAlone, .orderedManyAlone: "SELECT Z1X, Z_PK FROM ZB WHERE Z1X IS NOT NULL"
      case .manyToMany, .orderedManyToMany, .bothOrdered: "SELECT Z_1Y, Z_2X FROM Z_1X"
      }
    }

    /// The objects of A1's `x` in order, for an ordered `x`.
    var order: String? {
      switch self {
      case .orderedManyToOne: "SELECT Z_PK FROM ZB WHERE ZY = 1 ORDER BY Z_FOK_Y"
      case .orderedManyAlone: "SELECT Z_PK FROM ZB WHERE Z1X = 1 ORDER BY Z_FOK_1X"
      case .orderedManyToMany, .bothOrdered:
        "SELECT Z_2X FROM Z_1X WHERE Z_1Y = 1 ORDER BY Z_FOK_2X"
      case .oneAlone, .oneToOne, .oneToMany, .manyToOne, .manyToMany, .manyAlone: nil
      }
    }

    var isToMany: Bool { !([.oneAlone, .oneToOne, .oneToMany] as [Form]).contains(self) }
  }

  private static let pairs = Form.allCases.flatMap { old in Form.allCases.map { (old, $0) } }

  @Test(arguments: pairs, MigrationPlan.Style.allCases)
  func linksSurviveFromAnyFormToAny(_ pair: (Form, Form), _ style: MigrationPlan.Style) throws {
    let (old, new) = pair
    let store = try PlanStore(
      old.model,
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1)",
      ] + old.rows)
    let lost = try store.plan(to: new.model, style: style).checks.filter {
      try $0.rule.id == "migration.relationship-made-to-one" && store.text($0.countSQL) != "0"
    }
    try store.migrate(to: new.model, style: style)
    // Of A1's two links a to-one keeps that to the lowest key.
    let expected = old.isToMany && new.isToMany ? "1|1\n1|3\n2|2" : "1|1\n2|2"
    #expect(try store.text(new.reading + " ORDER BY 1, 2") == expected)
    if let order = new.order, old.isToMany {
      #expect(try store.text(order) == (old.order == nil ? "1\n3" : "3\n1"))
    }
    #expect(lost.isEmpty == (!old.isToMany || new.isToMany))
    if new == .oneToOne {
      let other = try store.text("SELECT ZY, Z_PK FROM ZB WHERE ZY IS NOT NULL ORDER BY 1, 2")
      #expect(other.hasPrefix("1|1"))
    }
  }

  /// Of several links a to-one keeps the first that still leads to one of its objects.
  @Test(arguments: MigrationPlan.Style.allCases)
  func aLinkThatStaysIsChosen(_ style: MigrationPlan.Style) throws {
    let links = Form.manyToMany.links
    let b = PlanEntity("B", [], links.b)
    let old = model(PlanEntity("A", [], links.a), b, PlanEntity("C", parent: "B"))
    let new = model(PlanEntity("A", [], [one("x", "B", inverse: "y")]), b, PlanEntity("C"))
    let store = try PlanStore(
      old,
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 2, 1)",
        "INSERT INTO Z_1X (Z_1Y, Z_2X) VALUES (1, 1), (1, 2), (2, 1)",
      ])
    try store.migrate(to: new, style: style)
    #expect(try store.text("SELECT Z_PK, ZX FROM ZA ORDER BY 1") == "1|2\n2|NULL")
  }

  /// Links to a row are dropped where its entity is no longer below the destination.
  @Test(arguments: MigrationPlan.Style.allCases)
  func linksToRowsThatLeaveAHierarchyAreCounted(_ style: MigrationPlan.Style) throws {
    func make(_ parent: String?, _ tag: [PlanEntity.Link], _ base: [PlanEntity.Link])
      -> ObjectModel
    {
      model(
        PlanEntity("Base", [], base), PlanEntity("Kid", parent: parent), PlanEntity("Tag", [], tag))
    }
    func losses(_ store: PlanStore, _ new: ObjectModel) throws -> [String] {
      try store.plan(to: new, style: style).checks.filter { $0.consequence == .warns }.compactMap {
        let count = try store.text($0.countSQL)
        let rows = try store.text($0.rowsSQL).replacing("\n", with: " ")
        return count == "0" ? nil : "\($0.rule) \($0.place): \(count) [\(rows)]"
      }
    }
    let alone = [one("fav", "Base"), many("all", "Base")]
    let store = try PlanStore(
      make("Base", alone, []),
      rows: [
        "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, Z3ALL) VALUES (1, 1, 1, 1), (2, 2, 1, 2)",
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZFAV) VALUES (1, 3, 1, 1), (2, 3, 1, 2)",
      ])
    let target = make(nil, alone, [])
    #expect(
      try losses(store, target) == [
        "migration.entity-left-destination Tag.fav: 1 [3|2]",
        "migration.entity-left-destination Tag.all: 1 [3|2]",
      ])
    try store.migrate(to: target, style: style)
    #expect(try store.text("SELECT Z_PK, ZFAV FROM ZTAG ORDER BY 1") == "1|1\n2|NULL")
    // With inverses, the rows of the entity that left have no relationship any more.
    let tag = [one("fav", "Base", inverse: "favOf"), many("all", "Base", inverse: "tags")]
    let base = [many("favOf", "Tag", inverse: "fav"), many("tags", "Tag", inverse: "all")]
    let both = try PlanStore(
      make("Base", tag, base),
      rows: [
        "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1)",
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZFAV) VALUES (1, 3, 1, 1), (2, 3, 1, 2)",
        "INSERT INTO Z_1TAGS (Z_1ALL, Z_3TAGS) VALUES (1, 1), (2, 1)",
      ])
    #expect(
      try losses(both, make(nil, tag, base)) == [
        "migration.relationship-moved-down Base.favOf: 1 [2|2]",
        "migration.relationship-moved-down Base.tags: 1 [2|2]",
      ])
    try both.migrate(to: make(nil, tag, base), style: style)
  }

  /// Of many-to-many links as many stay as go together in the order of keys, and every other one is listed.
  @Test(arguments: MigrationPlan.Style.allCases)
  func linksThatGoTogetherStay(_ style: MigrationPlan.Style) throws {
    let store = try PlanStore(
      Form.manyToMany.model,
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1), (4, 2, 1)",
        "INSERT INTO Z_1X (Z_1Y, Z_2X) VALUES (1, 1), (1, 3), (2, 1), (2, 2), (3, 4)",
      ])
    let checks = try store.plan(to: Form.oneToOne.model, style: style).checks.filter {
      $0.rule.id == "migration.relationship-made-to-one"
    }
    #expect(checks.map(\.place) == ["A.x", "B.y"])
    #expect(try checks.map { try store.text($0.rowsSQL) } == ["1|1\n1|2", "2|1\n2|2\n2|3"])
    try store.migrate(to: Form.oneToOne.model, style: style)
    #expect(try store.text("SELECT Z_PK, ZX FROM ZA ORDER BY 1") == "1|1\n2|2\n3|4")
    #expect(try store.text("SELECT Z_PK, ZY FROM ZB ORDER BY 1") == "1|1\n2|2\n3|NULL\n4|3")
  }

  @Test func whoLosesALinkOfARelationshipWithItselfIsListed() throws {
    let store = try PlanStore(
      model(PlanEntity("P", [], [many("friends", "P", inverse: "friends")])),
      rows: ["INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1)"])
    let id = RelationshipID(EntityID(0), 0)
    guard case .joinTable(let side) = store.planned.schema.relationships[id] else {
      Issue.record("no join table")
      return
    }
    try store.connection.execute(
      sql: "INSERT INTO \(side.table) (\(side.sourceColumn), \(side.destinationColumn)) "
        + "VALUES (1, 2), (2, 1), (1, 3), (3, 1)")
    let new = model(
      PlanEntity("P", [], [one("friend", "P", inverse: "friend", was: "friends")]))
    let checks = try store.plan(to: new).checks.filter {
      $0.rule.id == "migration.relationship-made-to-one"
    }
    #expect(try checks.map { try store.text($0.rowsSQL) } == ["1|1\n1|2\n1|3"])
    try store.migrate(to: new)
    #expect(
      try store.text("SELECT Z_PK, ZFRIEND FROM ZP ORDER BY 1") == "1|2\n2|1\n3|NULL")
  }

  /// A key that is chosen with its partner leads to each object once, whatever the links were.
  @Test func aConstraintOnAChosenPairHolds() throws {
    let store = try PlanStore(
      Form.oneAlone.model,
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 1), (2, 1, 1, 1), (3, 1, 1, 9)",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
      ])
    let links = Form.oneToOne.links
    try store.migrate(
      to: model(PlanEntity("A", [], links.a, unique: [["x"]]), PlanEntity("B", [], links.b)))
    #expect(try store.text("SELECT Z_PK, ZX FROM ZA ORDER BY 1") == "1|1\n2|NULL\n3|NULL")
  }

  @Test(arguments: MigrationPlan.Style.allCases)
  func renamedRelationshipsKeepTheirLinks(_ style: MigrationPlan.Style) throws {
    for form in Form.allCases {
      let store = try PlanStore(
        form.model,
        rows: [
          "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
          "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1)",
        ] + form.rows)
      func renamed(_ links: [PlanEntity.Link]) -> [PlanEntity.Link] {
        links.map { link in
          var link = link
          link.relationship.renamingIdentifier = link.relationship.name
          link.relationship.name += "new"
          link.inverse = link.inverse.map { $0 + "new" }
          return link
        }
      }
      try store.migrate(
        to: model(
          PlanEntity("Another"),
          PlanEntity(
            "Z", was: "A", [],
            renamed(form.links.a).map {
              var link = $0
              if link.destination == "A" { link.destination = "Z" }
              return link
            }),
          PlanEntity(
            "B", [],
            renamed(form.links.b).map {
              var link = $0
              link.destination = "Z"
              return link
            })), style: style)
      let reading = form.reading.replacing("ZX", with: "ZXNEW").replacing("ZY", with: "ZYNEW")
        .replacing("Z1X", with: "Z3XNEW").replacing("Z_1Y", with: "Z_3YNEW")
        .replacing("Z_2X", with: "Z_2XNEW").replacing("ZA ", with: "ZZ ")
        .replacing(
          "Z_1X",
          with: try store.text(
            "SELECT name FROM sqlite_master WHERE name IN ('Z_3XNEW', 'Z_2YNEW') AND type = 'table'"
          ))
      #expect(
        try store.text(reading + " ORDER BY 1, 2")
          == (form.isToMany ? "1|1\n1|3\n2|2" : "1|1\n2|2"),
        "\(form)")
    }
  }

  @Test func aRelationshipOfOneEntityIsReadFromItsOwnSide() throws {
    let old = model(
      PlanEntity(
        "P", [],
        [
          many("next", "P", inverse: "previous"), many("previous", "P", inverse: "next"),
          one("up", "P", inverse: "down"), many("down", "P", inverse: "up"),
        ]))
    let store = try PlanStore(
      old,
      rows: ["INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZUP) VALUES (1, 1, 1, NULL), (2, 1, 1, 1)"])
    let next = store.planned.model[EntityID(0)].relationships.firstIndex { $0.name == "next" }
    let storage = store.planned.schema.relationships[RelationshipID(EntityID(0), next ?? 0)]
    guard case .joinTable(let side) = storage else {
      Issue.record("no join table")
      return
    }
    try store.connection.execute(
      sql:
        "INSERT INTO \(side.table) (\(side.sourceColumn), \(side.destinationColumn)) VALUES (1, 2)")
    let new = model(
      PlanEntity(
        "P", [],
        [
          one("next", "P", inverse: "previous"), one("previous", "P", inverse: "next"),
          many("up", "P", inverse: "down"), one("down", "P", inverse: "up"),
        ]))
    try store.migrate(to: new)
    #expect(
      try store.text("SELECT Z_PK, ZNEXT, ZPREVIOUS, ZDOWN FROM ZP") == "1|2|NULL|2\n2|NULL|1|NULL")
  }
}

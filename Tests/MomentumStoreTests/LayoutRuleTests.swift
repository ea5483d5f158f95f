import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

private func toOne(_ name: String, _ entity: Int, inverse: Int? = nil) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) })
}

private func toMany(_ name: String, _ entity: Int, inverse: Int? = nil) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isToMany: true)
}

private func layOut(
  _ entities: [Entity], composites: [CompositeType] = [], framework: Int? = nil,
  keepsHistory: Bool = false
) -> StoreSchema {
  CoreDataLayout(frameworkVersion: framework, keepsHistory: keepsHistory) { predicate, column in
    column(predicate).map { "\(name: $0) > 5" }
  }.layOut(ObjectModel(entities: entities, composites: composites))
}

/// Rules of the Core Data layout that a whole row of inputs tells.
@Suite struct LayoutRuleTests {
  // MARK: - Columns

  /// Keys of to-many relationships without inverse have the order of the entity's dictionary of properties.
  /// The orders are those of a table of seven, thirteen or twenty-three places with the keys' hashes.
  @Test(arguments: [
    (["drafts", "notes"], ["Z2NOTES", "Z2DRAFTS"]), (["notes", "tasks"], ["Z2NOTES", "Z2TASKS"]),
    (["albums", "books", "films"], ["Z2FILMS", "Z2ALBUMS", "Z2BOOKS"]),
    (
      ["albums", "books", "discs", "films", "games"],
      ["Z2ALBUMS", "Z2BOOKS", "Z2GAMES", "Z2DISCS", "Z2FILMS"]
    ),
  ])
  func keysWithoutInverseHaveTheOrderOfTheDictionary(names: [String], columns: [String]) {
    let schema = layOut([
      Entity(name: "Item"), Entity(name: "Owner", relationships: names.map { toMany($0, 0) }),
    ])
    #expect(schema.tables[0].columns.map(\.name) == columns)
    #expect(
      schema.tables[0].indexes.map(\.name) == columns.map { "ZITEM_\($0)_INDEX" })
  }

  /// Keys of several owners stand by the number of the owner.
  @Test func keysOfSeveralOwnersStandByTheirNumbers() {
    let schema = layOut([
      Entity(name: "Thing"), Entity(name: "Box", relationships: [toMany("things", 0)]),
      Entity(name: "Attic", relationships: [toMany("things", 0), toMany("boxes", 1)]),
    ])
    #expect(schema.tables[2].columns.map(\.name) == ["Z1THINGS", "Z2THINGS"])
    #expect(schema.tables[1].columns.map(\.name) == ["Z1BOXES"])
  }

  /// A checked model has no such composite; one made in code has sixteen levels of it.
  @Test func aCompositeThatHoldsItselfHasSixteenLevels() {
    let place = CompositeType(
      name: "Place",
      elements: [
        Attribute(name: "city", type: .string),
        Attribute(name: "inner", type: .composite(CompositeID(0))),
      ])
    let schema = layOut(
      [
        Entity(name: "A", attributes: [Attribute(name: "place", type: .composite(CompositeID(0)))])
      ], composites: [place])
    #expect(
      schema.tables[0].columns.map(\.name)
        == ["ZCITY"] + (1...15).map { "ZCITY\($0)" })
    let leaves = schema.compositeColumns[AttributeID(EntityID(0), 0)] ?? []
    #expect(leaves.map { $0.path.count } == Array(1...16))
    #expect(leaves[1].path == ["inner", "city"])
  }

  /// A checked model has no entity that is its own ancestor; in one made in code such entities have no rows.
  @Test func entitiesBelowOneAnotherHaveNoTable() {
    let schema = layOut([
      Entity(name: "A", parent: EntityID(1)), Entity(name: "B", parent: EntityID(0)),
      Entity(name: "C"),
    ])
    #expect(schema.tables.map(\.name) == ["ZC"])
    #expect(schema.entities.map(\.number) == [0, 0, 1])
    #expect(schema.entities.map(\.parentNumber) == [0, 0, 0])
    #expect(schema.entities.map(\.familyNumbers) == [0...0, 0...0, 1...1])
    #expect(schema.entities.map(\.table) == ["", "", "ZC"])
  }

  /// A name that differs in case alone comes first with its upper-case letters.
  @Test func namesAreOrderedWithoutCaseAndThenWithIt() {
    let schema = layOut([
      Entity(name: "beta"), Entity(name: "Beta"), Entity(name: "alpha"), Entity(name: "ALPHA"),
    ])
    #expect(schema.entities.map(\.number) == [4, 3, 2, 1])
    #expect(schema.tables.map(\.name) == ["ZALPHA", "ZALPHA1", "ZBETA", "ZBETA1"])
    let reserved = layOut([
      Entity(name: "_PrimaryKey"), Entity(name: "_metadata"), Entity(name: "_ModelCache"),
    ])
    #expect(
      reserved.entities.map(\.table) == ["Z_PRIMARYKEY1", "Z_METADATA1", "Z_MODELCACHE1"])
  }

  @Test func whatIsTransientIsNotStored() {
    var hidden = toOne("owner", 1, inverse: 0)
    hidden.isTransient = true
    var list = toMany("parts", 1)
    list.isTransient = true
    let schema = layOut([
      Entity(
        name: "A",
        attributes: [
          Attribute(name: "x", type: .string, isTransient: true, isIndexed: true),
          Attribute(name: "y", type: .undefined), Attribute(name: "z", type: .objectID),
        ], relationships: [hidden, list]),
      Entity(name: "B", relationships: [toMany("as", 0, inverse: 0)]),
    ])
    #expect(
      schema.tables[0].columns == [
        StoreColumn(name: "ZZ", sqlType: "INTEGER"), StoreColumn(name: "Z2AS", sqlType: "INTEGER"),
      ])
    #expect(schema.tables[1].columns == [])
    #expect(schema.relationships.count == 1)
    #expect(schema.tables[0].indexes.map(\.name) == ["ZA_Z2AS_INDEX"])
  }

  // MARK: - Indexes

  private static let place = CompositeType(
    name: "Place", elements: [Attribute(name: "city", type: .string)])

  private func note(
    _ elements: [FetchIndex.Element], partial: String? = nil, unique: [[String]] = [],
    compound: [[String]] = [], framework: Int? = nil
  ) -> EntityTable {
    layOut(
      [
        Entity(
          name: "Note",
          attributes: [
            Attribute(name: "rank", type: .integer16), Attribute(name: "day", type: .date),
            Attribute(name: "place", type: .composite(CompositeID(0))),
            Attribute(name: "lat", type: .double), Attribute(name: "lon", type: .double),
            Attribute(name: "alt", type: .double), Attribute(name: "gone", type: .undefined),
          ], relationships: [toOne("box", 1), toMany("parts", 1, inverse: 0)],
          uniquenessConstraints: unique,
          fetchIndexes: [
            FetchIndex(name: "x", elements: elements, partialPredicate: partial)
          ], compoundIndexes: compound),
        Entity(name: "Box", relationships: [toOne("note", 0, inverse: 1)]),
      ], composites: [Self.place], framework: framework
    ).tables.first { $0.name == "ZNOTE" } ?? EntityTable(name: "")
  }

  private func sql(_ table: EntityTable) -> [String] {
    table.indexes.filter { $0.name != "ZNOTE_ZBOX_INDEX" }.map {
      SQLDefinition.createIndex($0).sql.text(in: .coreData)
    }
  }

  /// What an element of an index may be, and the column that it is.
  @Test(
    arguments: [
      (.property("rank"), "ZRANK"), (.property("box"), "ZBOX"), (.expression("self"), "Z_PK"),
      (.expression("SELF"), "Z_PK"), (.expression("objectID"), "Z_PK"),
      (.property("objectID"), "Z_PK"), (.expression("entity"), "Z_ENT"),
      (.expression("SELF.entity"), "Z_ENT"), (.expression("place.city"), "ZCITY"),
      (.property("place.city"), "ZCITY"), (.expression("rank"), "ZRANK"), (.property("place"), nil),
      (.property("place.street"), nil), (.property("day.city"), nil), (.property("parts"), nil),
      (.property("gone"), nil), (.property("nothing"), nil), (.expression("nothing.city"), nil),
      (.expression("box.note"), nil), (.expression(""), nil),
    ] as [(FetchIndex.Key, String?)])
  func anElementOfAnIndexIsAColumn(key: FetchIndex.Key, column: String?) {
    let made = sql(note([.init(key), .init(.property("day"), isAscending: false)]))
    #expect(
      made
        == (column.map {
          ["CREATE INDEX Z_Note_x ON ZNOTE (\($0) COLLATE BINARY ASC, ZDAY COLLATE BINARY DESC)"]
        } ?? []))
  }

  @Test func anIndexNeedsElementsAndAKnownCondition() {
    #expect(sql(note([])) == [])
    let key = FetchIndex.Element(.expression("self"))
    #expect(
      sql(note([key], partial: "rank"))
        == ["CREATE INDEX Z_Note_x ON ZNOTE (Z_PK COLLATE BINARY ASC) WHERE ZRANK > 5"])
    #expect(sql(note([key], partial: "nothing")) == [])
    #expect(
      sql(note([.init(.property("rank")), .init(.property("day"), kind: .rTree)])) == [])
  }

  @Test func uniquenessIsAnIndexOfColumns() {
    let key = [FetchIndex.Element(.expression("nothing"))]
    #expect(
      sql(note(key, unique: [["rank", "box"], ["nothing"], ["rank", "nothing"], [], ["parts"]]))
        == [
          "CREATE UNIQUE INDEX Z_Note_UNIQUE_rank_box ON ZNOTE (ZRANK COLLATE BINARY ASC, ZBOX COLLATE BINARY ASC)"
        ])
    #expect(note(key, unique: [["rank"]]).inlineUniqueness == [])
    let old = note(
      key, unique: [["rank", "box"], ["nothing"], ["rank", "nothing"], [], ["parts"], ["box"]],
      framework: 850)
    #expect(sql(old) == [])
    #expect(old.inlineUniqueness == [["ZRANK", "ZBOX"], ["ZBOX"]])
  }

  @Test func compoundListsAreIndexesOfTheirName() {
    let key = [FetchIndex.Element(.expression("nothing"))]
    #expect(
      sql(note(key, compound: [["rank", "day"], ["rank", "nothing"], ["x"], [], ["box"]])) == [
        "CREATE INDEX Z_Note_rank_day ON ZNOTE (ZRANK COLLATE BINARY ASC, ZDAY COLLATE BINARY ASC)",
        "CREATE INDEX Z_Note_box ON ZNOTE (ZBOX COLLATE BINARY ASC)",
      ])
    #expect(
      sql(
        note(
          key, compound: [["rank", "day"], ["rank", "nothing"], [], ["box"], ["self", "rank"]],
          framework: 800)) == [
          "CREATE INDEX ZNOTE_ZRANK_ZDAY ON ZNOTE (ZRANK, ZDAY)",
          "CREATE INDEX ZNOTE_ZBOX ON ZNOTE (ZBOX)",
          "CREATE INDEX ZNOTE_Z_PK_ZRANK ON ZNOTE (Z_PK, ZRANK)",
        ])
  }

  /// Two to ten bounds are one to five columns; each column once, and all of the same kind.
  @Test func spatialIndexesHaveOneToFiveColumns() {
    func columns(_ names: [String], framework: Int? = nil) -> [[String]] {
      note(names.map { .init(.property($0), kind: .rTree) }, framework: framework).rTrees.map(
        \.columns)
    }
    #expect(columns(["lat"]) == [["ZLAT"]])
    #expect(
      columns(["lat", "lon", "alt", "rank", "day"])
        == [["ZLAT", "ZLON", "ZALT", "ZRANK", "ZDAY"]])
    #expect(columns(["lat", "lon", "alt", "rank", "day", "box"]) == [])
    #expect(columns([]) == [])
    #expect(columns(["lat", "lat"]) == [])
    #expect(columns(["lat", "nothing"]) == [])
    #expect(columns(["lat"], framework: 829) == [])
    #expect(columns(["lat"], framework: 830) == [["ZLAT"]])
    #expect(note([.init(.property("lat"), kind: .rTree), .init(.property("lon"))]).rTrees == [])
    #expect(
      note([.init(.property("lat"), kind: .rTree)]).rTrees
        == [StoreRTree(name: "Z_RT_Note_x", table: "ZNOTE", columns: ["ZLAT"])])
  }

  // MARK: - Frameworks

  /// The first version of a framework with each rule, and the last one without it.
  @Test(
    arguments: [
      (829, "ZNOTE_ZRANK_INDEX"), (830, "Z_Note_rank"), (nil, "Z_Note_rank"),
    ] as [(Int?, String)])
  func indexesAreNamedByEntityFrom830On(framework: Int?, name: String) {
    let schema = layOut(
      [
        Entity(
          name: "Note", attributes: [Attribute(name: "rank", type: .integer16, isIndexed: true)])
      ], framework: framework)
    #expect(schema.tables[0].indexes.map(\.name) == [name])
  }

  @Test func eachFrameworkHasItsForms() {
    let entities = [
      Entity(
        name: "A", attributes: [Attribute(name: "x", type: .string)],
        relationships: [toMany("bs", 1, inverse: 0)], uniquenessConstraints: [["x"]]),
      Entity(name: "B", relationships: [toMany("as", 0, inverse: 0)]),
    ]
    func table(_ framework: Int?) -> EntityTable {
      layOut(entities, framework: framework).tables[0]
    }
    for (framework, isBare) in [(299, false), (300, true), (385, true), (386, false)] {
      #expect(table(framework).joinTables.map(\.isBare) == [isBare], "\(framework)")
    }
    #expect(
      table(300).indexes.map(\.name) == ["Z_1BS_Z_1AS_INDEX", "Z_1BS_Z_2BS_INDEX"])
    #expect(table(539).indexes.map(\.name) == [])
    #expect(table(540).indexes.map(\.name) == ["Z_1BS_Z_2BS_INDEX"])
    #expect(table(859).inlineUniqueness == [["ZX"]])
    #expect(table(859).indexes.map(\.name) == ["Z_1BS_Z_2BS_INDEX"])
    #expect(table(860).inlineUniqueness == [])
    #expect(table(860).indexes.map(\.name) == ["Z_1BS_Z_2BS_INDEX", "Z_A_UNIQUE_x"])
    for (framework, hasHistory) in [(829, false), (830, true), (nil, true)] as [(Int?, Bool)] {
      let schema = layOut(entities, framework: framework, keepsHistory: true)
      #expect((schema.history != nil) == hasHistory)
      #expect(layOut(entities, framework: framework).history == nil)
    }
  }

  // MARK: - Derived attributes

  private static func derived(_ name: String, _ text: String) -> Attribute {
    Attribute(name: name, type: .integer64, isOptional: true, derivation: text)
  }

  /// Folders in folders, some of them smart, with notes.
  private func folders(_ derived: Attribute, framework: Int? = nil, inSmart: Bool = false)
    -> EntityTable
  {
    let name = Attribute(name: "name", type: .string)
    return layOut(
      [
        Entity(
          name: "Folder", attributes: inSmart ? [name] : [name, derived],
          relationships: [
            toMany("folders", 0, inverse: 1), toOne("parent", 0, inverse: 0), toMany("notes", 2),
            toMany("links", 0, inverse: 3),
          ]),
        Entity(name: "Smart", parent: EntityID(0), attributes: inSmart ? [derived] : []),
        Entity(name: "Note", attributes: [name]),
      ], framework: framework
    ).tables[0]
  }

  @Test(
    arguments: [
      (
        "folders.@count",
        "UPDATE ZFOLDER SET ZTOLD = (SELECT IFNULL(COUNT(t1.ZPARENT), 0) FROM ZFOLDER t1 WHERE t1.ZPARENT = ZFOLDER.Z_PK)"
      ),
      (
        "notes.@count",
        "UPDATE ZFOLDER SET ZTOLD = (SELECT IFNULL(COUNT(Z1NOTES), 0) FROM ZNOTE WHERE Z1NOTES = ZFOLDER.Z_PK)"
      ),
      (
        "parent.name",
        "UPDATE ZFOLDER SET ZTOLD = (SELECT t1.ZNAME FROM ZFOLDER t1 WHERE t1.Z_PK = ZFOLDER.ZPARENT)"
      ), ("now()", "UPDATE ZFOLDER SET ZTOLD = NSCoreDataNow()"), ("links.@count", nil),
      ("parent.@count", nil), ("nothing.@count", nil), ("name.@count", nil),
      ("parent.folders.@count", nil), ("folders.name.@count", nil), ("notes.name", nil),
      ("parent.nothing", nil), ("parent.parent", nil), ("name", nil), ("name.name", nil),
      ("parent.parent.name", nil), ("folders.@sum.name", nil),
    ] as [(String, String?)])
  func aDerivationIsAStatementOrNone(text: String, statement: String?) {
    let table = folders(Self.derived("told", text))
    #expect(table.derivations.map { $0.sql.text(in: .coreData) } == [statement].compactMap { $0 })
    #expect(table.derivations.map(\.column) == (statement == nil ? [] : ["ZTOLD"]))
    #expect(table.triggers.isEmpty == (statement == nil))
    let own = folders(Self.derived("told", text), inSmart: true)
    #expect(
      own.derivations.map { $0.sql.text(in: .coreData) }
        == [statement].compactMap { $0.map { $0 + " WHERE 2 <= Z_ENT AND Z_ENT <= 2" } })
    #expect(folders(Self.derived("told", text), framework: 1029).derivations.isEmpty)
    #expect(folders(Self.derived("told", text), framework: 1029).triggers.isEmpty)
  }

  /// Texts are derived by triggers of the connection, from the framework on that derives at all; the
  /// file itself has none of them.
  @Test(
    arguments: [
      ("canonical:(name)", ["INSERT", "UPDATE"]),
      ("uppercase:(name)", ["INSERT", "UPDATE"]),
      (
        "lowercase:(parent.name)",
        [
          "SOURCE_INSERT", "SOURCE_UPDATE", "PARAMETER_INSERT",
          "PARAMETER_UPDATE",
        ]
      ), ("uppercase:(parent.parent.name)", []), ("uppercase:(folders.name)", []),
      ("uppercase:(nothing)", []), ("uppercase:(parent)", []), ("uppercase:(parent.nothing)", []),
      ("uppercase:(parent.parent)", []), ("name", []), ("now()", []), ("folders.@count", []),
    ])
  func aTextIsDerivedByTriggersOfTheConnection(text: String, names: [String]) {
    let attribute = Attribute(name: "told", type: .string, isOptional: true, derivation: text)
    for (framework, expected) in [(1029, []), (1030, names), (1526, names)] {
      let table = folders(attribute, framework: framework)
      #expect(
        table.connectionTriggers.map(\.name) == expected.map { "Momentum_Folder_told_" + $0 },
        "\(framework)")
      if !names.isEmpty { #expect(table.triggers.isEmpty, "\(framework)") }
    }
  }
}

import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

func coreDataStatements(
  _ entities: [Entity], composites: [CompositeType] = [], framework: Int? = nil
) -> [String] {
  let layout = CoreDataLayout(frameworkVersion: framework) { predicate, column in
    column(predicate).map { "\(name: $0) > 5" }
  }
  let schema = layout.layOut(ObjectModel(entities: entities, composites: composites))
  return schema.creationStatements(framework: layout.framework)
    .filter {
      !$0.contains("Z_PRIMARYKEY") && !$0.contains("Z_METADATA") && !$0.contains("Z_MODELCACHE")
    }
}

func coreDataToOne(_ name: String, _ entity: Int, inverse: Int? = nil) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) })
}

func coreDataToMany(
  _ name: String, _ entity: Int, inverse: Int? = nil, isOrdered: Bool = false
) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isToMany: true,
    isOrdered: isOrdered)
}

/// One rule of the layout each, on a model as small as the rule allows.
@Suite struct CoreDataLayoutTests {
  private func expect(
    _ made: [String], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectText(made.joined(separator: "\n"), expected, sourceLocation: sourceLocation)
  }

  @Test func columnsStandInGroupsByType() {
    let types: [(String, AttributeType)] = [
      ("blob", .binary), ("any", .transformable), ("key", .uuid), ("link", .uri),
      ("text", .string), ("price", .decimal), ("day", .date), ("ratio", .float),
      ("amount", .double), ("flag", .boolean), ("count", .integer64), ("gone", .undefined),
    ]
    let attributes = types.map { Attribute(name: $0.0, type: $0.1) }
    expect(
      coreDataStatements([Entity(name: "All", attributes: attributes)]),
      "CREATE TABLE ZALL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZFLAG INTEGER, ZAMOUNT FLOAT, ZDAY TIMESTAMP, ZRATIO FLOAT, ZPRICE DECIMAL, ZTEXT VARCHAR, ZLINK VARCHAR, ZKEY BLOB, ZANY BLOB, ZBLOB BLOB )"
    )
  }

  @Test func subentitiesShareTheTableAndCollisionsAreNumbered() {
    expect(
      coreDataStatements([
        Entity(name: "Root", attributes: [Attribute(name: "name", type: .string)]),
        Entity(
          name: "B", parent: EntityID(0),
          attributes: [
            Attribute(name: "size", type: .integer16), Attribute(name: "x", type: .string),
          ]),
        Entity(
          name: "A", parent: EntityID(0),
          attributes: [
            Attribute(name: "Size", type: .integer16), Attribute(name: "x", type: .string),
          ]),
      ]),
      """
      CREATE TABLE ZROOT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSIZE INTEGER, ZSIZE1 INTEGER, ZNAME VARCHAR, ZX VARCHAR, ZX1 VARCHAR )
      CREATE INDEX ZROOT_Z_ENT_INDEX ON ZROOT (Z_ENT)
      """)
  }

  @Test func entitiesAreNumberedByNameDepthFirst() {
    let schema = CoreDataLayout { _, _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(name: "beta"), Entity(name: "Alpha"), Entity(name: "Z1", parent: EntityID(1)),
        Entity(name: "a2", parent: EntityID(1)), Entity(name: "deep", parent: EntityID(3)),
      ]))
    #expect(schema.entities.map(\.number) == [5, 1, 4, 2, 3])
    #expect(schema.entities.map(\.parentNumber) == [0, 0, 1, 1, 2])
    #expect(schema.entities.map(\.familyNumbers) == [5...5, 1...4, 4...4, 2...3, 3...3])
    #expect(schema.entities.map(\.sharesTable) == [false, true, true, true, true])
  }

  @Test func toOneKeysAreIndexedAndNameTheEntityOfAFamily() {
    expect(
      coreDataStatements([
        Entity(
          name: "Pet",
          relationships: [coreDataToOne("owner", 1, inverse: 0), coreDataToOne("vet", 0)]),
        Entity(
          name: "Person", relationships: [coreDataToMany("pets", 0, inverse: 0, isOrdered: true)]),
        Entity(name: "Child", parent: EntityID(1)),
      ]),
      """
      CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
      CREATE TABLE ZPET ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, Z1_OWNER INTEGER, ZVET INTEGER, Z_FOK_OWNER INTEGER )
      CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)
      CREATE INDEX ZPET_ZOWNER_INDEX ON ZPET (ZOWNER)
      CREATE INDEX ZPET_ZVET_INDEX ON ZPET (ZVET)
      """)
  }

  @Test func toManyWithoutInverseKeepsItsKeyInTheDestination() {
    expect(
      coreDataStatements([
        Entity(name: "Post", relationships: [coreDataToMany("tags", 1, isOrdered: true)]),
        Entity(name: "Tag", attributes: [Attribute(name: "name", type: .string)]),
      ]),
      """
      CREATE TABLE ZPOST ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
      CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1TAGS INTEGER, Z_FOK_1TAGS INTEGER, ZNAME VARCHAR )
      CREATE INDEX ZTAG_Z1TAGS_INDEX ON ZTAG (Z1TAGS)
      """)
  }

  @Test func manyToManyHasATableOfItsOwn() {
    expect(
      coreDataStatements([
        Entity(name: "Item", relationships: [coreDataToMany("tags", 1, inverse: 0)]),
        Entity(
          name: "Tag", relationships: [coreDataToMany("items", 0, inverse: 0, isOrdered: true)]),
      ]),
      """
      CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
      CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_2TAGS INTEGER, Z_FOK_1ITEMS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_2TAGS) )
      CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
      CREATE INDEX Z_1TAGS_Z_2TAGS_INDEX ON Z_1TAGS (Z_2TAGS, Z_1ITEMS)
      """)
  }

  @Test func selfInverseIsReflexive() {
    let twins = Relationship(
      name: "twins", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0),
      isToMany: true)
    expect(
      coreDataStatements([Entity(name: "A", relationships: [twins])]),
      """
      CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
      CREATE TABLE Z_1TWINS ( Z_1TWINS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1TWINS, REFLEXIVE) )
      CREATE INDEX Z_1TWINS_REFLEXIVE_INDEX ON Z_1TWINS (REFLEXIVE, Z_1TWINS)
      """)
  }

  @Test func compositeLeavesStandWhereTheCompositeSorts() {
    let schema = CoreDataLayout { _, _ in nil }.layOut(
      ObjectModel(
        entities: [
          Entity(
            name: "A",
            attributes: [
              Attribute(name: "m", type: .composite(CompositeID(0))),
              Attribute(name: "b", type: .string), Attribute(name: "z", type: .string),
            ])
        ],
        composites: [
          CompositeType(
            name: "C",
            elements: [Attribute(name: "y", type: .string), Attribute(name: "a", type: .string)])
        ]))
    #expect(schema.tables[0].columns.map(\.name) == ["ZB", "ZY", "ZA", "ZZ"])
    let leaves = schema.compositeColumns[AttributeID(EntityID(0), 0)]
    #expect(leaves?.map(\.path) == [["y"], ["a"]])
  }

  /// Implicit ones stand first, in the order of Core Foundation's dictionary.
  @Test func indexesAreImplicitNamedAndUnique() {
    expect(
      coreDataStatements(
        [
          Entity(
            name: "Note",
            attributes: [
              Attribute(name: "day", type: .date), Attribute(name: "rank", type: .integer16),
              Attribute(name: "title", type: .string, isIndexed: true),
            ], uniquenessConstraints: [["title", "day"]],
            fetchIndexes: [
              FetchIndex(name: "byDay", elements: [.init(.property("day"), isAscending: false)]),
              FetchIndex(name: "byRank", elements: [.init(.property("rank"))]),
              FetchIndex(
                name: "hot", elements: [.init(.expression("self")), .init(.property("rank"))],
                partialPredicate: "rank"),
            ])
        ].map { $0 }
      ).filter { $0.contains("INDEX") },
      """
      CREATE INDEX Z_Note_title ON ZNOTE (ZTITLE COLLATE BINARY ASC)
      CREATE INDEX Z_Note_rank ON ZNOTE (ZRANK COLLATE BINARY ASC)
      CREATE INDEX Z_Note_byDay ON ZNOTE (ZDAY COLLATE BINARY DESC)
      CREATE INDEX Z_Note_byRank ON ZNOTE (ZRANK COLLATE BINARY ASC)
      CREATE INDEX Z_Note_hot ON ZNOTE (Z_PK COLLATE BINARY ASC, ZRANK COLLATE BINARY ASC) WHERE ZRANK > 5
      CREATE UNIQUE INDEX Z_Note_UNIQUE_title_day ON ZNOTE (ZTITLE COLLATE BINARY ASC, ZDAY COLLATE BINARY ASC)
      """)
  }

  /// An implicit index is of all rows; what is declared for some rows only does not ask for one.
  @Test func onlyAWholeAscendingBinaryIndexOfOnePropertyIsImplicit() {
    let attributes = ["day", "rank", "size", "town"].map { Attribute(name: $0, type: .integer16) }
    expect(
      coreDataStatements([
        Entity(
          name: "Note", attributes: attributes,
          fetchIndexes: [
            FetchIndex(
              name: "hot", elements: [.init(.property("rank"))], partialPredicate: "rank"),
            FetchIndex(name: "late", elements: [.init(.property("day"), isAscending: false)]),
            FetchIndex(
              name: "both", elements: [.init(.property("size")), .init(.property("day"))]),
            FetchIndex(name: "whole", elements: [.init(.property("town"))]),
          ])
      ]).filter { $0.contains("INDEX") },
      """
      CREATE INDEX Z_Note_town ON ZNOTE (ZTOWN COLLATE BINARY ASC)
      CREATE INDEX Z_Note_hot ON ZNOTE (ZRANK COLLATE BINARY ASC) WHERE ZRANK > 5
      CREATE INDEX Z_Note_late ON ZNOTE (ZDAY COLLATE BINARY DESC)
      CREATE INDEX Z_Note_both ON ZNOTE (ZSIZE COLLATE BINARY ASC, ZDAY COLLATE BINARY ASC)
      CREATE INDEX Z_Note_whole ON ZNOTE (ZTOWN COLLATE BINARY ASC)
      """)
  }

  /// The key of a to-one relationship has an index already; beside another property it is a new one.
  @Test func aFetchIndexOfARelationshipAloneIsLeftOut() {
    expect(
      coreDataStatements([
        Entity(
          name: "Pet", attributes: [Attribute(name: "name", type: .string)],
          relationships: [coreDataToOne("owner", 1)],
          fetchIndexes: [
            FetchIndex(name: "byOwner", elements: [.init(.property("owner"))]),
            FetchIndex(
              name: "byOwnerDown", elements: [.init(.property("owner"), isAscending: false)]),
            FetchIndex(
              name: "both", elements: [.init(.property("owner")), .init(.property("name"))]),
          ]), Entity(name: "Person"),
      ]).filter { $0.contains("INDEX") },
      """
      CREATE INDEX ZPET_ZOWNER_INDEX ON ZPET (ZOWNER)
      CREATE INDEX Z_Pet_both ON ZPET (ZOWNER COLLATE BINARY ASC, ZNAME COLLATE BINARY ASC)
      """)
  }

  /// A compiled model says so itself when an index that Core Data makes unasked is among its fetch indexes.
  @Test func aModelThatListsAllIndexesGetsNoOthers() {
    let entity = Entity(
      name: "Note",
      attributes: [
        Attribute(name: "rank", type: .integer16, isIndexed: true),
        Attribute(name: "title", type: .string, isIndexed: true),
      ],
      fetchIndexes: [
        FetchIndex(name: "title", elements: [.init(.property("title"))]),
        FetchIndex(name: "byRank", elements: [.init(.property("rank"))]),
      ], compoundIndexes: [["rank", "self"]])
    func indexes(listsAllIndexes: Bool, framework: Int?) -> String {
      let layout = CoreDataLayout(frameworkVersion: framework) { _, _ in nil }
      let model = ObjectModel(entities: [entity], listsAllIndexes: listsAllIndexes)
      return layout.layOut(model).creationStatements(framework: layout.framework)
        .filter { $0.hasPrefix("CREATE INDEX") }.joined(separator: "\n")
    }
    expectText(
      indexes(listsAllIndexes: true, framework: 1526),
      """
      CREATE INDEX Z_Note_title ON ZNOTE (ZTITLE COLLATE BINARY ASC)
      CREATE INDEX Z_Note_byRank ON ZNOTE (ZRANK COLLATE BINARY ASC)
      """)
    expectText(
      indexes(listsAllIndexes: false, framework: 1526),
      """
      CREATE INDEX Z_Note_rank ON ZNOTE (ZRANK COLLATE BINARY ASC)
      CREATE INDEX Z_Note_rank_self ON ZNOTE (ZRANK COLLATE BINARY ASC, Z_PK COLLATE BINARY ASC)
      CREATE INDEX Z_Note_title ON ZNOTE (ZTITLE COLLATE BINARY ASC)
      CREATE INDEX Z_Note_byRank ON ZNOTE (ZRANK COLLATE BINARY ASC)
      """)
    // Frameworks before fetch indexes know the marks and the compound lists alone.
    expectText(
      indexes(listsAllIndexes: true, framework: 754),
      """
      CREATE INDEX ZNOTE_ZRANK_INDEX ON ZNOTE (ZRANK)
      CREATE INDEX ZNOTE_ZTITLE_INDEX ON ZNOTE (ZTITLE)
      CREATE INDEX ZNOTE_ZRANK_Z_PK ON ZNOTE (ZRANK, Z_PK)
      """)
  }

  @Test func oldFrameworksPutUniquenessIntoTheTable() {
    let entity = Entity(
      name: "A",
      attributes: [
        Attribute(name: "x", type: .string, isIndexed: true), Attribute(name: "y", type: .string),
      ], uniquenessConstraints: [["x"], ["x", "y"]])
    expect(
      coreDataStatements([entity], framework: 640),
      """
      CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZX VARCHAR UNIQUE, ZY VARCHAR, CONSTRAINT ZX_ZY UNIQUE (ZX, ZY))
      CREATE INDEX ZA_ZX_INDEX ON ZA (ZX)
      """)
  }

  @Test func derivedAttributesAreKeptByTriggers() {
    var count = Attribute(name: "pagesCount", type: .integer32)
    count.derivation = "pages.@count"
    let triggers = coreDataStatements([
      Entity(
        name: "Book", attributes: [count], relationships: [coreDataToMany("pages", 1, inverse: 0)]),
      Entity(name: "Page", relationships: [coreDataToOne("book", 0, inverse: 0)]),
    ]).filter { $0.contains("TRIGGER") }
    #expect(triggers.count == 5)
    expectText(
      triggers[0],
      "CREATE TRIGGER Z_DA_ZPAGE_Book_pagesCount_PARAMETER_INSERT AFTER INSERT ON ZPAGE FOR EACH ROW WHEN (NEW.ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET ZPAGESCOUNT = IFNULL(ZPAGESCOUNT, 0) + 1 WHERE Z_PK = NEW.ZBOOK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = NEW.ZBOOK; END"
    )
  }

  @Test func hostileNamesAreQuoted() {
    let made = coreDataStatements([
      Entity(name: "A\"; DROP TABLE x; --", attributes: [Attribute(name: "b c'", type: .string)])
    ])
    expect(
      made,
      "CREATE TABLE \"ZA\"\"; DROP TABLE X; --\" ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \"ZB C'\" VARCHAR )"
    )
  }

  @Test func toManyWithATransientInverseKeepsAKeyOfItsOwn() {
    var back = coreDataToOne("a", 0, inverse: 0)
    back.isTransient = true
    let schema = CoreDataLayout { _, _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(name: "A", relationships: [coreDataToMany("bs", 1, inverse: 0)]),
        Entity(name: "B", relationships: [back]),
      ]))
    #expect(
      schema.relationships == [
        RelationshipID(EntityID(0), 0): .inverseForeignKey(ForeignKey(column: "Z1BS"))
      ])
    #expect(schema.tables[1].columns.map(\.name) == ["Z1BS"])
  }

  @Test func everyStoredRelationshipHasAPlace() {
    let schema = CoreDataLayout { _, _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(
          name: "A",
          relationships: [
            coreDataToOne("b", 1, inverse: 0), coreDataToMany("cs", 1),
            coreDataToMany("ds", 1, inverse: 1),
          ]),
        Entity(
          name: "B",
          relationships: [coreDataToMany("as", 0, inverse: 0), coreDataToMany("es", 0, inverse: 2)]),
      ]))
    #expect(schema.relationships.count == 5)
    #expect(
      schema.relationships[RelationshipID(EntityID(1), 0)]
        == .inverseForeignKey(ForeignKey(column: "ZB")))
    #expect(
      schema.relationships[RelationshipID(EntityID(0), 1)]
        == .inverseForeignKey(ForeignKey(column: "Z1CS")))
  }

  @Test func deepAndWideModelsAreLaidOut() {
    let wide = (0..<3000).map { Entity(name: "E\($0)") }
    #expect(CoreDataLayout { _, _ in nil }.layOut(ObjectModel(entities: wide)).tables.count == 3000)
    let deep = (0..<500).map {
      Entity(name: "E\($0)", parent: $0 == 0 ? nil : EntityID($0 - 1))
    }
    let schema = CoreDataLayout { _, _ in nil }.layOut(ObjectModel(entities: deep))
    #expect(schema.tables.count == 1)
    #expect(schema.entities[499].number == 500)
  }
}

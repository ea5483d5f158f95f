import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Composite attributes, a relationship that is its own inverse, one without inverse, and every type.
@Suite struct ImportShapesTests {
  static let person = EntityID(0)
  static let note = EntityID(1)

  static let model = ObjectModel(
    entities: [
      Entity(
        name: "Person",
        attributes: [
          Attribute(name: "address", type: .composite(CompositeID(0)), isOptional: true),
          Attribute(name: "width", type: .double, isOptional: true, maximum: .double(1e300)),
          Attribute(name: "ratio", type: .float, isOptional: true),
          Attribute(name: "link", type: .uri, isOptional: true),
          Attribute(name: "code", type: .string, isOptional: true, regularExpression: "[a-z]+"),
          Attribute(name: "big", type: .integer64, isOptional: true),
          Attribute(name: "other", type: .objectID, isOptional: true),
        ],
        relationships: [
          Relationship(
            name: "friends", destination: person, inverse: RelationshipID(person, 0),
            isToMany: true),
          Relationship(name: "notes", destination: note, isToMany: true, isOrdered: true),
          Relationship(
            name: "parent", destination: person, inverse: RelationshipID(person, 3)),
          Relationship(
            name: "children", destination: person, inverse: RelationshipID(person, 2),
            isToMany: true, minimumCount: 2),
        ]),
      Entity(name: "Note"),
    ],
    composites: [
      CompositeType(
        name: "Address",
        elements: [
          Attribute(name: "city", type: .string),
          Attribute(name: "place", type: .composite(CompositeID(1))),
        ]),
      CompositeType(
        name: "Place",
        elements: [Attribute(name: "floor", type: .integer16, defaultValue: .integer(1))]),
    ])

  static let schema: StoreSchema = {
    let notes = ForeignKey(column: "Z2NOTES", orderColumn: "Z_FOK_2NOTES")
    let parent = ForeignKey(column: "ZPARENT")
    return StoreSchema(
      entities: [
        EntityStorage(
          name: "Person", number: 2, parentNumber: 0, familyNumbers: 2...2, table: "ZPERSON",
          sharesTable: false),
        EntityStorage(
          name: "Note", number: 1, parentNumber: 0, familyNumbers: 1...1, table: "ZNOTE",
          sharesTable: false),
      ],
      attributeColumns: [
        AttributeID(person, 1): "ZWIDTH", AttributeID(person, 2): "ZRATIO",
        AttributeID(person, 3): "ZLINK", AttributeID(person, 4): "ZCODE",
        AttributeID(person, 5): "ZBIG", AttributeID(person, 6): "ZOTHER",
      ],
      compositeColumns: [
        AttributeID(person, 0): [
          CompositeLeaf(path: ["city"], type: .string, column: "ZCITY"),
          CompositeLeaf(path: ["place", "floor"], type: .integer16, column: "ZFLOOR"),
        ]
      ],
      relationships: [
        RelationshipID(person, 0): .joinTable(
          JoinTableSide(
            table: "Z_2FRIENDS", sourceColumn: "REFLEXIVE", destinationColumn: "Z_2FRIENDS")),
        RelationshipID(person, 1): .inverseForeignKey(notes),
        RelationshipID(person, 2): .foreignKey(parent),
        RelationshipID(person, 3): .inverseForeignKey(parent),
      ])
  }()

  private func store() throws -> Connection {
    let connection = try Connection.inMemory()
    for statement in [
      "CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT, Z_OPT, ZPARENT, ZWIDTH, ZRATIO, ZLINK, ZCODE, ZBIG, ZOTHER, ZCITY, ZFLOOR)",
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT, Z_OPT, Z2NOTES, Z_FOK_2NOTES)",
      "CREATE TABLE Z_2FRIENDS (Z_2FRIENDS, REFLEXIVE, PRIMARY KEY (Z_2FRIENDS, REFLEXIVE))",
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)",
      "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 0), (2, 'Person', 0, 0)",
    ] { try connection.execute(sql: statement) }
    return connection
  }

  private func load(_ objects: String) throws -> Connection {
    var issues = Diagnostics()
    let file = SourceFile(path: "people.json", text: #"{"objects": [\#(objects)]}"#)
    let plan = try #require(
      ImportPlan.make(file, model: Self.model, schema: Self.schema, &issues), "\(issues.all)")
    let connection = try store()
    try StoreImporter(model: Self.model, schema: Self.schema).run(plan, on: connection)
    return connection
  }

  private func mistakes(_ objects: String) -> [String] {
    var issues = Diagnostics()
    let file = SourceFile(path: "people.json", text: #"{"objects": [\#(objects)]}"#)
    _ = ImportPlan.make(file, model: Self.model, schema: Self.schema, &issues)
    return issues.all.map { "\($0.id): \($0.text)" }
  }

  @Test func compositesAreKeptByLeaf() throws {
    let store = try load(
      #"{"entity": "Person", "attributes": {"address": {"city": "Graz", "place": {"floor": 3}}}}, {"entity": "Person", "attributes": {"address": {"city": "Linz"}}}"#
    )
    #expect(try VenueStore.rows("SELECT ZCITY, ZFLOOR FROM ZPERSON", store) == "Graz|3\nLinz|1")
    #expect(
      mistakes(#"{"entity": "Person", "attributes": {"address": {"town": 1}}}"#) == [
        "import.unknown-key: no key 'town' is known here",
        "import.missing-value: 'address.city' of entity 'Person' is not optional and needs a value",
      ])
    #expect(
      mistakes(#"{"entity": "Person", "attributes": {"address": 5}}"#) == [
        "import.wrong-type: 'address' takes an object, not a number"
      ])
  }

  @Test func anAbsentOptionalCompositeAsksForNoElement() throws {
    let store = try load(
      #"{"entity": "Person"}, {"entity": "Person", "attributes": {"address": null}}, {"entity": "Person", "attributes": {"address": {"city": "c"}}}"#
    )
    #expect(
      try VenueStore.rows("SELECT ZCITY, ZFLOOR FROM ZPERSON", store) == "NULL|NULL\nNULL|NULL\nc|1"
    )
  }

  @Test func everyNumberIsKeptExactly() throws {
    let store = try load(
      #"{"entity": "Person", "attributes": {"width": 1e300, "ratio": 10.1, "big": -9223372036854775808, "link": "https://a.example/ü", "code": "abc"}}"#
    )
    #expect(
      try VenueStore.rows("SELECT ZWIDTH, ZRATIO, ZBIG, ZLINK, ZCODE FROM ZPERSON", store)
        == "1e+300|\(Double(Float(10.1)))|-9223372036854775808|https://a.example/ü|abc")
    #expect(
      mistakes(
        #"{"entity": "Person", "attributes": {"width": 1e301, "ratio": 1e39, "code": "A", "other": "x"}}"#
      ) == [
        "import.out-of-range: the value of 'width' has to be at most 1e+300",
        "import.out-of-range: the value of 'ratio' has to be a number that a float can hold",
        "import.out-of-range: the value of 'code' has to be a text that matches '[a-z]+'",
        "import.unsupported-type: values of type ObjectID cannot be imported, as for 'other'",
      ])
  }

  @Test func friendsAreFriendsOfEachOther() throws {
    let store = try load(
      #"{"entity": "Person", "id": "a", "relationships": {"friends": ["b", "a"]}}, {"entity": "Person", "id": "b"}"#
    )
    #expect(
      try VenueStore.rows("SELECT REFLEXIVE, Z_2FRIENDS FROM Z_2FRIENDS ORDER BY 1, 2", store)
        == "1|1\n1|2\n2|1")
  }

  @Test func aToManyWithoutInverseKeepsItsKeyOnTheOtherSide() throws {
    let store = try load(
      #"{"entity": "Note", "id": "x"}, {"entity": "Note", "id": "y"}, {"entity": "Person", "id": "a", "relationships": {"notes": ["y", "x"]}}"#
    )
    #expect(
      try VenueStore.rows("SELECT Z_PK, Z2NOTES, Z_FOK_2NOTES FROM ZNOTE", store)
        == "1|1|3072\n2|1|2048")
  }

  @Test func childrenAndParentAreOneLink() throws {
    let store = try load(
      #"{"entity": "Person", "id": "a", "relationships": {"children": ["b", "c"]}}, {"entity": "Person", "id": "b"}, {"entity": "Person", "id": "c", "relationships": {"parent": "a"}}"#
    )
    #expect(
      try VenueStore.rows("SELECT Z_PK, ZPARENT FROM ZPERSON", store) == "1|NULL\n2|1\n3|1")
    #expect(
      mistakes(
        #"{"entity": "Person", "id": "a", "relationships": {"children": ["b"]}}, {"entity": "Person", "id": "b"}"#
      ) == ["import.count: relationship 'children' needs at least 2 objects"])
  }
}

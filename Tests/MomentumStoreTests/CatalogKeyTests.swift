import MomentumModel
import MomentumStore
import Testing

/// The columns of keys, and those beside them, under the names that a store has for them.
@Suite struct CatalogKeyTests {
  /// In the layout: `ZPET ( ZOWNER, Z1_OWNER, Z_FOK_OWNER )` and `ZTAG ( Z1TAGS, Z_FOK_1TAGS )`.
  private static let model = ObjectModel(entities: [
    Entity(
      name: "Person",
      relationships: [
        Relationship(
          name: "pets", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 0),
          isToMany: true, isOrdered: true),
        Relationship(name: "tags", destination: EntityID(3), isToMany: true, isOrdered: true),
      ]), Entity(name: "Child", parent: EntityID(0)),
    Entity(
      name: "Pet",
      relationships: [
        Relationship(
          name: "owner", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0))
      ]), Entity(name: "Tag"),
  ])

  private static let schema = CoreDataLayout { _, _ in nil }.layOut(model)

  private func own(pet: String, tag: String, numbers: [Int] = [1, 2, 3, 4]) -> CatalogLayout {
    func table(_ name: String, _ columns: String) -> StoreCatalog.Table {
      let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.split(separator: " ").map(String.init)
      return StoreCatalog.Table(
        name: name,
        columns: names.map {
          $0.hasSuffix(":text")
            ? StoreColumn(name: String($0.dropLast(5)), sqlType: "VARCHAR")
            : StoreColumn(name: $0, sqlType: "INTEGER")
        })
    }
    let names = ["Person", "Child", "Pet", "Tag"]
    return CatalogLayout(
      Self.model, laidOut: Self.schema,
      in: StoreCatalog(
        tables: [table("ZPERSON", ""), table("ZPET", pet), table("ZTAG", tag)],
        entityNumbers: names.indices.map {
          .init(number: numbers[$0], name: names[$0], parent: $0 == 1 ? numbers[0] : 0)
        }))
  }

  private func text(_ storage: RelationshipStorage?) -> String {
    switch storage {
    case .foreignKey(let key), .inverseForeignKey(let key):
      "\(key.column) \(key.entityColumn ?? "-") \(key.orderColumn ?? "-")"
    case .joinTable, nil: "no key"
    }
  }

  @Test func theModelIsLaidOutAsTheRowsExpect() {
    #expect(
      Self.schema.tables.map { $0.columns.map(\.name) } == [
        [], ["ZOWNER", "Z1_OWNER", "Z_FOK_OWNER"], ["Z1TAGS", "Z_FOK_1TAGS"],
      ])
  }

  /// A key's column, that of its entity and that of its position; `-` for one that the store lacks.
  @Test(
    arguments: [
      ("ZOWNER Z1_OWNER Z_FOK_OWNER", "ZOWNER Z1_OWNER Z_FOK_OWNER", []),
      ("Z_FOK_OWNER ZOWNER Z1_OWNER", "ZOWNER Z1_OWNER Z_FOK_OWNER", []),
      ("zowner z1_owner z_fok_owner", "zowner z1_owner z_fok_owner", []),
      ("ZOWNER Z9_OWNER Z_FOK_OWNER", "ZOWNER Z9_OWNER Z_FOK_OWNER", []),
      ("ZOWNER Z8_OWNER Z1_OWNER Z_FOK_OWNER", "ZOWNER Z1_OWNER Z_FOK_OWNER", []),
      ("ZOWNER Z8_OWNER Z9_OWNER Z_FOK_OWNER", "ZOWNER - Z_FOK_OWNER", ["Z1_OWNER"]),
      ("ZOWNER Z_OWNER Z_FOK_OWNER", "ZOWNER - Z_FOK_OWNER", ["Z1_OWNER"]),
      ("ZOWNER Z_FOK_OWNER", "ZOWNER - Z_FOK_OWNER", ["Z1_OWNER"]),
      ("ZOWNER Z1_OWNER", "ZOWNER Z1_OWNER -", ["Z_FOK_OWNER"]),
      ("ZOWNER Z1_OWNER Z_FOK_9OWNER", "ZOWNER Z1_OWNER -", ["Z_FOK_OWNER"]),
      ("ZOWNER", "ZOWNER - -", ["Z1_OWNER", "Z_FOK_OWNER"]),
      ("ZOWNER2 Z1_OWNER2 Z_FOK_OWNER2", "ZOWNER2 Z1_OWNER2 Z_FOK_OWNER2", []),
      ("ZOWNER2 Z7_OWNER2 Z_FOK_OWNER", "ZOWNER2 Z7_OWNER2 Z_FOK_OWNER", []),
      ("ZOWNER2 Z1_OWNER Z_FOK_OWNER", "ZOWNER2 Z1_OWNER Z_FOK_OWNER", []),
      ("ZOWNER2 Z1_OWNER Z1_OWNER2 Z_FOK_OWNER2", "ZOWNER2 Z1_OWNER2 Z_FOK_OWNER2", []),
      ("ZOWNER2 Z7_OWNER Z_FOK_OWNER", "ZOWNER2 - Z_FOK_OWNER", ["Z1_OWNER"]),
      ("Z1_OWNER Z_FOK_OWNER", "ZOWNER - -", ["ZOWNER"]),
      ("ZOWNER2:text Z1_OWNER Z_FOK_OWNER", "ZOWNER - -", ["ZOWNER"]),
      ("ZOWNER2 ZOWNER3 Z1_OWNER Z_FOK_OWNER", "ZOWNER - -", ["ZOWNER"]),
    ] as [(String, String, [String])])
  func aKeyAndWhatStandsBesideIt(columns: String, expected: String, missing: [String]) {
    let own = own(pet: columns, tag: "Z1TAGS Z_FOK_1TAGS")
    #expect(text(own.schema.relationships[RelationshipID(EntityID(2), 0)]) == expected)
    #expect(text(own.schema.relationships[RelationshipID(EntityID(0), 0)]) == expected)
    #expect(
      own.missing.map { "\($0.place): \($0.text)" }
        == missing.map { "Pet.owner: table ZPET has no column \($0)" })
    #expect(own.missing.map(\.name) == missing)
    let kinds: [String: MissingPart.Kind] = [
      "ZOWNER": .column, "Z1_OWNER": .entityColumn, "Z_FOK_OWNER": .orderColumn,
    ]
    #expect(own.missing.map(\.kind) == missing.compactMap { kinds[$0] })
  }

  /// The key of a to-many relationship without inverse begins with its entity's number, whatever that is.
  @Test(
    arguments: [
      ("Z1TAGS Z_FOK_1TAGS", "Z1TAGS - Z_FOK_1TAGS", []),
      ("Z1TAGS Z_FOK_9TAGS", "Z1TAGS - Z_FOK_9TAGS", []),
      ("Z9TAGS Z_FOK_9TAGS", "Z9TAGS - Z_FOK_9TAGS", []),
      ("Z9TAGS Z_FOK_1TAGS", "Z9TAGS - Z_FOK_1TAGS", []),
      ("Z9TAGS Z_FOK_7TAGS", "Z9TAGS - Z_FOK_7TAGS", []),
      ("Z9TAGS Z_FOK_1TAGS Z_FOK_9TAGS", "Z9TAGS - Z_FOK_9TAGS", []),
      ("z9tags z_fok_7tags", "z9tags - z_fok_7tags", []),
      ("Z1TAGS Z_FOK_7TAGS Z_FOK_8TAGS", "Z1TAGS - -", ["Z_FOK_1TAGS"]),
      ("Z1TAGS Z_FOK_TAGS", "Z1TAGS - -", ["Z_FOK_1TAGS"]),
      ("Z1TAGS Z_FOK_7OTHERS", "Z1TAGS - -", ["Z_FOK_1TAGS"]),
      ("Z1TAGS", "Z1TAGS - -", ["Z_FOK_1TAGS"]), ("Z_FOK_1TAGS", "Z1TAGS - -", ["Z1TAGS"]),
      ("ZTAGS Z_FOK_1TAGS", "Z1TAGS - -", ["Z1TAGS"]),
      ("Z8TAGS Z9TAGS Z_FOK_1TAGS", "Z1TAGS - -", ["Z1TAGS"]),
      ("Z9TAGS:text Z_FOK_1TAGS", "Z1TAGS - -", ["Z1TAGS"]),
    ] as [(String, String, [String])])
  func aKeyWithoutInverseMayHaveAnyNumber(
    columns: String, expected: String, missing: [String]
  ) {
    let own = own(pet: "ZOWNER Z1_OWNER Z_FOK_OWNER", tag: columns)
    #expect(text(own.schema.relationships[RelationshipID(EntityID(0), 1)]) == expected)
    #expect(
      own.missing.map { "\($0.place): \($0.text)" }
        == missing.map { "Person.tags: table ZTAG has no column \($0)" })
    #expect(own.missing.map(\.kind) == missing.map { $0 == "Z1TAGS" ? .column : .orderColumn })
  }

  /// Where numbers differ, the store's number of the destination comes before the model's.
  @Test func theEntityColumnHasTheStoresNumberFirst() {
    let numbers = [7, 8, 3, 4]
    func found(_ columns: String) -> String {
      text(
        own(pet: columns, tag: "Z1TAGS Z_FOK_1TAGS", numbers: numbers).schema.relationships[
          RelationshipID(EntityID(2), 0)])
    }
    #expect(found("ZOWNER Z1_OWNER Z7_OWNER Z_FOK_OWNER") == "ZOWNER Z7_OWNER Z_FOK_OWNER")
    #expect(found("ZOWNER Z1_OWNER Z8_OWNER Z_FOK_OWNER") == "ZOWNER Z1_OWNER Z_FOK_OWNER")
    #expect(found("ZOWNER Z8_OWNER Z_FOK_OWNER") == "ZOWNER Z8_OWNER Z_FOK_OWNER")
  }

  @Test func theSchemaHasTheStoresColumns() {
    let own = own(pet: "ZOWNER2 Z7_OWNER2 Z_FOK_OWNER", tag: "Z9TAGS Z_FOK_7TAGS")
    #expect(own.differs && own.missing.isEmpty)
    #expect(
      own.schema.tables.map { $0.columns.map(\.name) } == [
        [], ["ZOWNER2", "Z7_OWNER2", "Z_FOK_OWNER"], ["Z9TAGS", "Z_FOK_7TAGS"],
      ])
  }
}

import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

private func toOne(_ name: String, _ entity: Int, inverse: Int? = nil) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) })
}

private func toMany(
  _ name: String, _ entity: Int, inverse: Int, isOrdered: Bool = false
) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity), inverse: RelationshipID(EntityID(entity), inverse),
    isToMany: true, isOrdered: isOrdered)
}

/// Orders of columns, tables and names that both layouts have to keep.
@Suite struct LayoutOrderTests {
  private func core(_ entities: [Entity]) -> StoreSchema {
    CoreDataLayout { _, _ in nil }.layOut(ObjectModel(entities: entities))
  }

  private func plain(_ entities: [Entity]) -> PlainSchema {
    PlainLayout { _ in nil }.layOut(ObjectModel(entities: entities))
  }

  // MARK: - Core Data

  /// Join tables that one entity names have the order of its dictionary of properties.
  @Test(arguments: [
    (["drafts", "notes"], ["Z_1NOTES", "Z_1DRAFTS"]),
    (["albums", "books", "films"], ["Z_1FILMS", "Z_1ALBUMS", "Z_1BOOKS"]),
    (
      ["albums", "books", "discs", "films", "games"],
      ["Z_1ALBUMS", "Z_1BOOKS", "Z_1GAMES", "Z_1DISCS", "Z_1FILMS"]
    ),
  ])
  func joinTablesHaveTheOrderOfTheDictionary(names: [String], tables: [String]) {
    let owner = Entity(
      name: "Admin",
      relationships: names.enumerated().map { toMany($0.element, $0.offset + 1, inverse: 0) })
    let others = names.enumerated().map { index, _ in
      Entity(name: "Thing\(index)", relationships: [toMany("admins", 0, inverse: index)])
    }
    let schema = core([owner] + others)
    #expect(schema.tables[0].joinTables.map(\.name) == tables)
    #expect(schema.tables.dropFirst().allSatisfy { $0.joinTables.isEmpty })
    #expect(schema.tables[0].indexes.count == names.count)
    #expect(schema.tables[0].indexes.map(\.table) == tables)
  }

  /// Order columns stand by the owner's name, then by the number of the entity that has the key.
  @Test(arguments: [("Omega", "Alpha", ["ZB", "ZA"]), ("Alpha", "Omega", ["ZA", "ZB"])])
  func orderColumnsStandByOwnerAndNumber(first: String, second: String, keys: [String]) {
    // Base has a key to the first owner, Sub to the second.
    let schema = core([
      Entity(name: "Base", relationships: [toOne("a", 2, inverse: 0)]),
      Entity(name: "Sub", parent: EntityID(0), relationships: [toOne("b", 3, inverse: 0)]),
      Entity(name: first, relationships: [toMany("ones", 0, inverse: 0, isOrdered: true)]),
      Entity(name: second, relationships: [toMany("twos", 1, inverse: 0, isOrdered: true)]),
    ])
    let columns = schema.tables.first { $0.name == "ZBASE" }?.columns.map(\.name)
    #expect(columns == ["ZA", "ZB"] + keys.map { "Z_FOK_" + $0.dropFirst() })
    let same = core([
      Entity(name: "Base", relationships: [toOne("z", 2, inverse: 0)]),
      Entity(name: "Sub", parent: EntityID(0), relationships: [toOne("a", 2, inverse: 1)]),
      Entity(
        name: first,
        relationships: [
          toMany("ones", 0, inverse: 0, isOrdered: true),
          toMany("twos", 1, inverse: 0, isOrdered: true),
        ]),
    ])
    #expect(
      same.tables.first { $0.name == "ZBASE" }?.columns.map(\.name)
        == ["ZZ", "ZA", "Z_FOK_Z", "Z_FOK_A"])
  }

  /// Names of columns are unique in a table; the later one gets the first free number, whatever it is for.
  @Test func collidingColumnsAreNumberedAsTheyCome() {
    let schema = core([
      Entity(
        name: "A",
        attributes: [
          Attribute(name: "owner", type: .string), Attribute(name: "_PK", type: .integer16),
          Attribute(name: "3_owner", type: .integer16), Attribute(name: "OWNER", type: .integer16),
          Attribute(name: "_fok_owner1", type: .integer16),
        ], relationships: [toOne("Owner", 1, inverse: 0)]),
      Entity(name: "Family", relationships: [toMany("as", 0, inverse: 0, isOrdered: true)]),
      Entity(name: "Member", parent: EntityID(1)),
    ])
    #expect(
      schema.tables[0].columns.map(\.name) == [
        "Z3_OWNER", "ZOWNER", "Z_PK1", "Z_FOK_OWNER1", "ZOWNER1", "Z2_OWNER1", "Z_FOK_OWNER11",
        "ZOWNER2",
      ])
    #expect(
      schema.relationships[RelationshipID(EntityID(0), 0)]
        == .foreignKey(
          ForeignKey(column: "ZOWNER1", entityColumn: "Z2_OWNER1", orderColumn: "Z_FOK_OWNER11")))
  }

  /// Names of indexes are unique in the database, together with tables and spatial indexes.
  @Test func anIndexOfATakenNameIsLeftOut() {
    func element(_ name: String, _ kind: FetchIndex.Kind = .binary) -> [FetchIndex.Element] {
      [.init(.property(name), kind: kind, isAscending: false)]
    }
    let schema = core([
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "x", type: .double), Attribute(name: "y", type: .double),
        ],
        fetchIndexes: [
          FetchIndex(name: "one", elements: element("x")),
          FetchIndex(name: "ONE", elements: element("y")),
          FetchIndex(name: "two", elements: element("x")),
          FetchIndex(name: "spot", elements: element("x", .rTree)),
          FetchIndex(name: "SPOT", elements: element("y", .rTree)),
        ]), Entity(name: "_Note_Two"),
    ])
    let note = schema.tables.first { $0.name == "ZNOTE" }
    #expect(note?.indexes.map(\.name) == ["Z_Note_one"])
    #expect(note?.rTrees.map(\.name) == ["Z_RT_Note_spot"])
    #expect(schema.tables.contains { $0.name == "Z_NOTE_TWO" })
  }

  // MARK: - The plain layout

  /// Tables stand behind those they refer to; only keys of a circle are checked late. A graph is a row of
  /// `source>destinations`.
  @Test(arguments: [
    ("a>b b>c c>", "c b a", ""), ("a> b>a c>ab", "a b c", ""), ("a>a", "a", ""),
    ("a>b b>a", "b a", "a>b b>a"), ("a>b b>a c>a", "b a c", "a>b b>a"),
    ("a>bc b>a c>", "b c a", "a>b b>a"), ("a>b b>c c>a d>b", "c b a d", "a>b b>c c>a"),
    ("a>b b>a c>d d>c", "b a d c", "a>b b>a c>d d>c"), ("a>b b>cd c>b d>", "c d b a", "b>c c>b"),
    ("a>b b>c c>ba", "c b a", "a>b b>c c>ab"), ("a>bb b>", "b a", ""),
    ("a>cb b>a c>", "c b a", "a>b b>a"), ("a>b b>b c>ab", "b a c", ""),
    ("a>b b>c c>d d>b", "d c b a", "b>c c>d d>b"),
    ("a>bc b>d c>d d>a", "d b c a", "a>bc b>d c>d d>a"),
  ])
  func tablesStandBehindThoseTheyReferTo(graph: String, order: String, late: String) {
    let rows = graph.split(separator: " ").map { row in
      let parts = row.split(separator: ">", omittingEmptySubsequences: false)
      return (source: String(parts[0]), targets: parts[1].map(String.init))
    }
    let names = rows.map(\.source)
    let schema = plain(
      rows.map { row in
        Entity(
          name: row.source.uppercased(),
          relationships: row.targets.enumerated().map { index, target in
            toOne("r\(index)", names.firstIndex(of: target) ?? 0)
          })
      })
    #expect(schema.tables.map(\.name).joined(separator: " ") == order)
    let found = schema.tables.sorted { $0.name < $1.name }.compactMap { table -> String? in
      let targets = table.foreignKeys.filter(\.isDeferred).map(\.table)
      return targets.isEmpty ? nil : "\(table.name)>\(targets.sorted().joined())"
    }
    #expect(found.joined(separator: " ") == late)
  }

  /// A name has at most 63 bytes: a longer one ends with eight digits of its FNV-1a hash.
  @Test(arguments: [
    (String(repeating: "x", count: 63), String(repeating: "x", count: 63)),
    (String(repeating: "x", count: 64), String(repeating: "x", count: 54) + "_d19b1ac5"),
    (String(repeating: "x", count: 70), String(repeating: "x", count: 54) + "_77f3c97d"),
    (String(repeating: "x", count: 60) + "q210", String(repeating: "x", count: 54) + "_022fa893"),
    (String(repeating: "é", count: 31) + "y", String(repeating: "é", count: 31) + "y"),
    (String(repeating: "é", count: 32), String(repeating: "é", count: 27) + "_2214fa45"),
    (
      String(repeating: "é", count: 26) + "abcdefghijkl",
      String(repeating: "é", count: 26) + "ab_f05d34fd"
    ),
  ])
  func aNameHasAtMost63Bytes(name: String, made: String) {
    let table = plain([
      Entity(name: "A", attributes: [Attribute(name: name, type: .string)])
    ]).tables[0]
    #expect(table.columns.map(\.name) == ["id", made])
  }

  /// A name that is taken gets the first free number from 2 on, and its keys and indexes theirs.
  @Test func namesOfAFamilyAreToldApart() {
    func text(_ name: String) -> Attribute { Attribute(name: name, type: .string) }
    let table = plain([
      Entity(name: "A", attributes: [text("size"), text("entity_name")]),
      Entity(
        name: "B", parent: EntityID(0), attributes: [text("size"), text("tone"), text("hue")]),
      Entity(name: "BigOne", parent: EntityID(0), attributes: [text("tone"), text("size")]),
      Entity(
        name: "C", parent: EntityID(0), attributes: [text("big_one_tone"), text("entity")],
        relationships: [toOne("hue", 0)]),
    ]).tables[0]
    #expect(
      table.columns.map(\.name) == [
        "id", "entity_2", "size", "entity_name", "b_size", "b_tone", "hue", "big_one_tone",
        "big_one_size", "big_one_tone_2", "entity", "hue_id",
      ])
  }
}

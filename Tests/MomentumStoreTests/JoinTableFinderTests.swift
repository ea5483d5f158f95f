import MomentumModel
import MomentumStore
import Testing

/// Shows have works, and works have shows: `Z_1WORKS ( Z_1SHOWS, Z_2WORKS )` in the layout.
private enum Museum {
  static let show = RelationshipID(EntityID(0), 0)
  static let work = RelationshipID(EntityID(1), 0)

  static func model(isOrdered: Bool = false) -> ObjectModel {
    ObjectModel(entities: [
      Entity(name: "Show", relationships: [many("works", work, isOrdered)]),
      Entity(name: "Work", relationships: [many("shows", show, isOrdered)]),
    ])
  }

  static func many(
    _ name: String, _ inverse: RelationshipID, _ isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: inverse.entity, inverse: inverse, isToMany: true,
      isOrdered: isOrdered)
  }
}

private func table(_ text: String) -> StoreCatalog.Table {
  let parts = text.split(separator: " ").map(String.init)
  return StoreCatalog.Table(
    name: parts[0], columns: parts.dropFirst().map { StoreColumn(name: $0, sqlType: "INTEGER") })
}

/// A store of the layout with these join tables, each a name and its columns.
private func catalog(
  _ schema: StoreSchema, _ tables: [String], numbers: [Int]? = nil
) -> StoreCatalog {
  let system = ["Z_PK", "Z_ENT", "Z_OPT"].map { StoreColumn(name: $0, sqlType: "INTEGER") }
  return StoreCatalog(
    tables: schema.tables.map { StoreCatalog.Table(name: $0.name, columns: system + $0.columns) }
      + tables.map(table),
    entityNumbers: zip(schema.entities, numbers ?? schema.entities.map(\.number)).map {
      .init(number: $1, name: $0.name, parent: 0)
    })
}

/// What the finder asked, and what it is told of keys that no row has.
private final class Rows {
  var asked: [String] = []
  let stray: Set<String>

  init(stray: Set<String> = []) { self.stray = stray }

  var evidence: StoreEvidence {
    StoreEvidence(
      entityNumbers: { table, column in
        self.asked.append("numbers in \(table).\(column)")
        return nil
      },
      hasStrayKey: { table, column, destination, numbers in
        let question = "\(table).\(column) to \(destination) \(numbers)"
        self.asked.append(question)
        return self.stray.contains(question)
      })
  }
}

private func text(_ storage: RelationshipStorage?) -> String {
  guard case .joinTable(let side) = storage else { return "no table" }
  let order = side.orderColumn.map { " by \($0)" } ?? ""
  return "\(side.table): \(side.sourceColumn) to \(side.destinationColumn)\(order)"
}

/// Which table of a store belongs to a many-to-many relationship, by names and by rows.
@Suite struct JoinTableFinderTests {
  private func own(
    _ tables: [String], isOrdered: Bool = false, _ rows: Rows = Rows()
  ) -> CatalogLayout {
    let model = Museum.model(isOrdered: isOrdered)
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    return CatalogLayout(
      model, laidOut: schema, in: catalog(schema, tables), evidence: rows.evidence)
  }

  // MARK: - Names

  /// Names may have other numbers; but a table of an unknown name needs both columns of the right entities.
  @Test(
    arguments: [
      ("Z_1WORKS Z_1SHOWS Z_2WORKS", "Z_1WORKS: Z_1SHOWS to Z_2WORKS"),
      ("Z_1WORKS Z_2WORKS Z_1SHOWS", "Z_1WORKS: Z_1SHOWS to Z_2WORKS"),
      ("z_1works z_1shows z_2works", "z_1works: z_1shows to z_2works"),
      ("Z_2SHOWS Z_1SHOWS Z_2WORKS", "Z_2SHOWS: Z_1SHOWS to Z_2WORKS"),
      ("Z_1WORKS3 Z_1SHOWS1 Z_2WORKS12", "Z_1WORKS3: Z_1SHOWS1 to Z_2WORKS12"),
      ("Z_1WORKS Z_9SHOWS Z_2WORKS", "Z_1WORKS: Z_9SHOWS to Z_2WORKS"),
      ("Z_1WORKS Z_1SHOWS Z_9WORKS", "Z_1WORKS: Z_1SHOWS to Z_9WORKS"),
      ("Z_1WORKS Z_8SHOWS Z_9WORKS", "Z_1WORKS: Z_8SHOWS to Z_9WORKS"),
      ("Z_7WORKS Z_8SHOWS Z_9WORKS", "Z_7WORKS: Z_8SHOWS to Z_9WORKS"),
      ("Z_7SHOWS Z_8SHOWS Z_9WORKS", "Z_7SHOWS: Z_8SHOWS to Z_9WORKS"),
      ("Z_3OTHERS Z_1SHOWS Z_2WORKS", "Z_3OTHERS: Z_1SHOWS to Z_2WORKS"),
      ("Z_OTHERS Z_1SHOWS1 Z_2WORKS1", "Z_OTHERS: Z_1SHOWS1 to Z_2WORKS1"),
      ("Z_3OTHERS Z_9SHOWS Z_2WORKS", nil), ("Z_3OTHERS Z_1SHOWS Z_9WORKS", nil),
      ("Z_3OTHERS Z_8SHOWS Z_9WORKS", nil), ("OTHERS Z_1SHOWS Z_2WORKS", nil),
      ("Z_3OTHERS Z_PK Z_1SHOWS Z_2WORKS", nil), ("Z_3OTHERS z_pk Z_1SHOWS Z_2WORKS", nil),
      ("Z_1WORKS Z_1SHOWS", nil), ("Z_1WORKS Z_2WORKS", nil), ("Z_1WORKS", nil),
      ("Z_1WORKS Z_1SHOWS Z_FOK_2WORKS", nil), ("Z_1WORKS Z_1SHOWSX Z_2WORKS", nil),
      ("Z_1WORKS Z_1SHOWS01 Z_2WORKS", nil), ("Z_1WORKS Z_SHOWS Z_2WORKS", nil),
      ("Z_1WORKS Z1SHOWS Z_2WORKS", nil), ("Z_1WORKS Z_1SHOWS Z_2SHOWS", nil),
    ] as [(String, String?)])
  func aTableIsKnownByTheTextsOfItsNames(table: String, expected: String?) {
    let own = own([table])
    guard let expected else {
      #expect(own.missing.map(\.text) == ["the store has no table Z_1WORKS"])
      #expect(own.missing.map(\.place) == ["Show.works"])
      #expect(own.missing.map(\.name) == ["Z_1WORKS"])
      #expect(own.missing.map(\.kind) == [.table])
      #expect(text(own.schema.relationships[Museum.show]) == "Z_1WORKS: Z_1SHOWS to Z_2WORKS")
      return
    }
    #expect(own.missing.isEmpty)
    #expect(text(own.schema.relationships[Museum.show]) == expected)
    let names = expected.split(separator: " ")
    #expect(
      text(own.schema.relationships[Museum.work]) == "\(names[0]) \(names[3]) to \(names[1])")
  }

  /// The nearest table counts: exact names, then names with other collision numbers, then names with the
  /// number of another entity. Of equally near ones the first by name counts, unless a number differs.
  @Test(
    arguments: [
      (["Z_2SHOWS Z_1SHOWS Z_2WORKS", "Z_1WORKS Z_1SHOWS Z_2WORKS"], "Z_1WORKS"),
      (["Z_1WORKS Z_1SHOWS1 Z_2WORKS1", "Z_2SHOWS Z_1SHOWS Z_2WORKS"], "Z_2SHOWS"),
      (["Z_1WORKS1 Z_1SHOWS1 Z_2WORKS1", "Z_9WORKS Z_1SHOWS Z_2WORKS"], "Z_1WORKS1"),
      (["Z_9WORKS Z_1SHOWS Z_2WORKS", "Z_1WORKS1 Z_1SHOWS1 Z_2WORKS1"], "Z_1WORKS1"),
      (["Z_1WORKS Z_9SHOWS Z_2WORKS", "Z_3OTHERS Z_1SHOWS Z_2WORKS"], "Z_1WORKS"),
      (["Z_8WORKS Z_9SHOWS Z_2WORKS1", "Z_3OTHERS Z_1SHOWS1 Z_2WORKS"], nil),
      (["Z_8WORKS Z_9SHOWS Z_2WORKS", "Z_3OTHERS Z_1SHOWS1 Z_2WORKS"], "Z_8WORKS"),
      (["Z_1WORKS2 Z_1SHOWS Z_2WORKS", "Z_1WORKS1 Z_1SHOWS Z_2WORKS"], "Z_1WORKS1"),
      (["Z_1WORKS1 Z_1SHOWS Z_2WORKS", "Z_2SHOWS1 Z_1SHOWS Z_2WORKS"], "Z_1WORKS1"),
      (["Z_1WORKS Z_9SHOWS Z_2WORKS", "Z_2SHOWS Z_1SHOWS Z_9WORKS"], "Z_1WORKS"),
      (["Z_2SHOWS Z_9SHOWS Z_2WORKS", "Z_1WORKS1 Z_1SHOWS Z_9WORKS"], nil),
    ] as [([String], String?)])
  func theNearestTableCounts(tables: [String], expected: String?) {
    let own = own(tables)
    let names = tables.map { String($0.split(separator: " ")[0]) }.sorted()
    #expect(
      own.missing.map(\.text)
        == (expected == nil
          ? ["each of the tables \(names.joined(separator: " and ")) could be the one"] : []))
    #expect(own.missing.map(\.place) == (expected == nil ? ["Show.works"] : []))
    #expect(own.missing.map(\.name) == (expected == nil ? ["Z_1WORKS"] : []))
    #expect(
      text(own.schema.relationships[Museum.show]).hasPrefix("\(expected ?? "Z_1WORKS"): "))
  }

  /// Names that fit equally are told by rows; a key that no row of the destination has speaks against one.
  @Test(
    arguments: [
      ("Z_31WORKS.Z_41SHOWS to ZSHOW [1]", "Z_32WORKS"),
      ("Z_32WORKS.Z_42SHOWS to ZSHOW [1]", "Z_31WORKS"),
      ("Z_31WORKS.Z_51WORKS to ZWORK [2]", "Z_32WORKS"),
      ("Z_32WORKS.Z_52WORKS to ZWORK [2]", "Z_31WORKS"),
      ("Z_31WORKS.Z_41SHOWS to ZWORK [2]", nil), ("", nil),
    ] as [(String, String?)])
  func rowsTellEqualTablesApart(stray: String, expected: String?) {
    let own = own(
      ["Z_31WORKS Z_41SHOWS Z_51WORKS", "Z_32WORKS Z_42SHOWS Z_52WORKS"],
      Rows(stray: [stray]))
    #expect(own.missing.map(\.kind) == (expected == nil ? [.ambiguous] : []))
    #expect(
      text(own.schema.relationships[Museum.show]).hasPrefix("\(expected ?? "Z_1WORKS"): "))
  }

  @Test func rowsAreNotAskedWhereNamesDecide() {
    for tables in [
      ["Z_1WORKS Z_1SHOWS Z_2WORKS"], ["Z_2SHOWS Z_1SHOWS1 Z_2WORKS2"],
      ["Z_7WORKS Z_8SHOWS Z_9WORKS"], ["Z_1WORKS Z_1SHOWS Z_2WORKS Z_1SHOWS1"],
    ] {
      let rows = Rows()
      #expect(own(tables, rows).missing.isEmpty)
      #expect(rows.asked == [], "\(tables)")
    }
    // Two columns that fit equally are a question.
    let rows = Rows()
    _ = own(["Z_1WORKS Z_1SHOWS1 Z_1SHOWS2 Z_2WORKS"], rows)
    #expect(
      rows.asked.prefix(4) == [
        "Z_1WORKS.Z_2WORKS to ZWORK [2]", "Z_1WORKS.Z_1SHOWS1 to ZSHOW [1]",
        "Z_1WORKS.Z_2WORKS to ZWORK [2]", "Z_1WORKS.Z_1SHOWS2 to ZSHOW [1]",
      ])
  }

  // MARK: - Other numbers

  /// Two entities whose relationships have one name, in a store with exchanged numbers: each column may be
  /// named by the model or by the store. Rows tell; if they do not, the columns have the computed order.
  @Test(
    arguments: [
      ("A", "Z_1LINKS Z_2LINKS", [], "Z_1LINKS: Z_1LINKS to Z_2LINKS"),
      ("A", "Z_2LINKS Z_1LINKS", [], "Z_1LINKS: Z_2LINKS to Z_1LINKS"),
      ("C", "Z_1LINKS Z_2LINKS", [], "Z_1LINKS: Z_2LINKS to Z_1LINKS"),
      ("C", "Z_2LINKS Z_1LINKS", [], "Z_1LINKS: Z_1LINKS to Z_2LINKS"),
      ("A", "Z_1LINKS Z_2LINKS", ["Z_2LINKS to ZB [1]"], "Z_1LINKS: Z_2LINKS to Z_1LINKS"),
      ("A", "Z_1LINKS Z_2LINKS", ["Z_1LINKS to ZA [2]"], "Z_1LINKS: Z_2LINKS to Z_1LINKS"),
      ("A", "Z_1LINKS Z_2LINKS", ["Z_1LINKS to ZB [1]"], "Z_1LINKS: Z_1LINKS to Z_2LINKS"),
      ("A", "Z_2LINKS Z_1LINKS", ["Z_1LINKS to ZB [1]"], "Z_1LINKS: Z_1LINKS to Z_2LINKS"),
      (
        "A", "Z_1LINKS Z_2LINKS", ["Z_1LINKS to ZB [1]", "Z_2LINKS to ZB [1]"],
        "Z_1LINKS: Z_1LINKS to Z_2LINKS"
      ),
    ] as [(String, String, [String], String)])
  func exchangedNumbersAreToldByRowsAndThenByOrder(
    first: String, columns: String, stray: [String], expected: String
  ) {
    let model = ObjectModel(entities: [
      Entity(name: first, relationships: [Museum.many("links", Museum.work)]),
      Entity(name: "B", relationships: [Museum.many("links", Museum.show)]),
    ])
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let catalog = catalog(
      schema, ["Z_1LINKS " + columns], numbers: schema.entities.map { 3 - $0.number })
    let rows = Rows(stray: Set(stray.map { "Z_1LINKS." + $0 }))
    let own = CatalogLayout(model, laidOut: schema, in: catalog, evidence: rows.evidence)
    #expect(own.missing.isEmpty)
    #expect(text(own.schema.relationships[Museum.show]) == expected)
  }

  /// In a store with other numbers rows are asked though names decide: for the store's numbers of the whole
  /// family, ascending. The only table is taken whatever they say.
  @Test(arguments: ["", "Z_1WORKS.Z_1SHOWS to ZSHOW [3, 5]"])
  func otherNumbersAreCheckedByRows(stray: String) {
    var model = Museum.model()
    model.entities.append(Entity(name: "Special", parent: EntityID(0)))
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    #expect(schema.entities.map(\.number) == [1, 3, 2])
    let rows = Rows(stray: [stray])
    var store = catalog(schema, ["Z_1WORKS Z_1SHOWS Z_3WORKS"], numbers: [5, 4, 3])
    store.entityNumbers[2].parent = 5
    let own = CatalogLayout(model, laidOut: schema, in: store, evidence: rows.evidence)
    #expect(own.missing.isEmpty)
    #expect(text(own.schema.relationships[Museum.show]) == "Z_1WORKS: Z_1SHOWS to Z_3WORKS")
    #expect(
      rows.asked.prefix(2) == [
        "Z_1WORKS.Z_3WORKS to ZWORK [4]", "Z_1WORKS.Z_1SHOWS to ZSHOW [3, 5]",
      ])
    if stray.isEmpty { #expect(rows.asked.count == 2) }
  }

  /// A table that may belong to either of two relationships is refused to the first of them.
  @Test func aTableOfSeveralRelationshipsIsNamed() {
    let model = ObjectModel(
      entities: ["A", "B", "C", "D"].enumerated().map { index, name in
        Entity(
          name: name,
          relationships: [Museum.many("links", RelationshipID(EntityID(index ^ 1), 0))])
      })
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let own = CatalogLayout(
      model, laidOut: schema, in: catalog(schema, ["Z_9LINKS Z_7LINKS Z_8LINKS"]))
    #expect(own.missing.first?.text == "table Z_9LINKS could be that of several relationships")
    #expect(own.missing.first?.place == "A.links")
    #expect(own.missing.first?.kind == .ambiguous)
    #expect(text(own.schema.relationships[Museum.show]) == "Z_1LINKS: Z_1LINKS to Z_2LINKS")
  }

  /// A table that one relationship has is no table of another one, however near their names are.
  @Test(arguments: [
    ("Z_1WORKS Z_1SHOWS Z_2WORKS", ["Z_1WORKS", nil]),
    ("Z_1WORKS1 Z_1SHOWS1 Z_2WORKS1", [nil, "Z_1WORKS1"]),
    ("Z_1WORKS2 Z_1SHOWS2 Z_2WORKS2", ["Z_1WORKS2", nil]),
  ])
  func aTableBelongsToOneRelationship(table: String, expected: [String?]) {
    let second = RelationshipID(EntityID(1), 1)
    let model = ObjectModel(entities: [
      Entity(
        name: "Show",
        relationships: [Museum.many("works", Museum.work), Museum.many("works1", second)]),
      Entity(
        name: "Work",
        relationships: [
          Museum.many("shows", Museum.show), Museum.many("shows1", RelationshipID(EntityID(0), 1)),
        ]),
    ])
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let own = CatalogLayout(model, laidOut: schema, in: catalog(schema, [table]))
    let missing = Set(own.missing.map(\.place))
    let places = [("Show.works", Museum.show), ("Show.works1", RelationshipID(EntityID(0), 1))]
    for ((place, id), name) in zip(places, expected) {
      #expect(missing.contains(place) == (name == nil), "\(place): \(own.missing.map(\.text))")
      if let name { #expect(text(own.schema.relationships[id]).hasPrefix(name + ":")) }
    }
  }

  // MARK: - Order columns

  @Test(
    arguments: [
      ("Z_FOK_1SHOWS Z_FOK_2WORKS", "Z_FOK_2WORKS", "Z_FOK_1SHOWS"),
      ("Z_FOK_2WORKS Z_FOK_1SHOWS", "Z_FOK_2WORKS", "Z_FOK_1SHOWS"),
      ("Z_FOK_8SHOWS Z_FOK_9WORKS", "Z_FOK_9WORKS", "Z_FOK_8SHOWS"),
      ("Z_FOK_1SHOWS3 Z_FOK_2WORKS4", "Z_FOK_2WORKS4", "Z_FOK_1SHOWS3"),
      ("z_fok_1shows Z_FOK_9WORKS Z_FOK_2WORKS", "Z_FOK_2WORKS", "z_fok_1shows"),
      ("Z_FOK_1SHOWS Z_FOK_OTHER", nil, "Z_FOK_1SHOWS"), ("Z_FOK_2WORKS", "Z_FOK_2WORKS", nil),
      ("", nil, nil),
    ] as [(String, String?, String?)])
  func bothOrderColumnsAreFound(columns: String, works: String?, shows: String?) throws {
    let own = own(["Z_1WORKS Z_2WORKS Z_1SHOWS " + columns], isOrdered: true)
    let names = "Z_1WORKS: Z_1SHOWS to Z_2WORKS"
    #expect(
      text(own.schema.relationships[Museum.show]) == names + (works.map { " by \($0)" } ?? ""))
    #expect(
      text(own.schema.relationships[Museum.work])
        == "Z_1WORKS: Z_2WORKS to Z_1SHOWS" + (shows.map { " by \($0)" } ?? ""))
    #expect(
      own.missing.map { "\($0.place): \($0.text) \($0.name)" }
        == (works == nil
          ? ["Show.works: table Z_1WORKS has no column Z_FOK_2WORKS Z_FOK_2WORKS"] : [])
        + (shows == nil
          ? ["Work.shows: table Z_1WORKS has no column Z_FOK_1SHOWS Z_FOK_1SHOWS"] : []))
  }

  /// Tables that differ are given in the store's spelling and order.
  @Test func theTableOfTheStoreIsPartOfTheSchema() {
    let own = own(
      ["Z_2SHOWS Z_FOK_9WORKS Z_2WORKS1 Z_FOK_1SHOWS note Z_1SHOWS"], isOrdered: true)
    #expect(own.differs && own.missing.isEmpty)
    #expect(
      own.schema.tables.flatMap(\.joinTables) == [
        JoinTable(
          name: "Z_2SHOWS", keyColumns: ["Z_2WORKS1", "Z_1SHOWS"],
          orderColumns: ["Z_FOK_9WORKS", "Z_FOK_1SHOWS"])
      ])
  }

  /// A relationship that is its own inverse: `Z_1TWINS ( Z_1TWINS, REFLEXIVE )`.
  @Test(
    arguments: [
      ("Z_1TWINS Z_1TWINS REFLEXIVE", "Z_1TWINS: Z_1TWINS to REFLEXIVE"),
      ("Z_1TWINS reflexive Z_1TWINS1", "Z_1TWINS: Z_1TWINS1 to reflexive"),
      ("Z_5TWINS Z_5TWINS REFLEXIVE", "Z_5TWINS: Z_5TWINS to REFLEXIVE"),
      ("Z_5TWINS Z_5TWINS Z_1TWINS1 REFLEXIVE", "Z_5TWINS: Z_1TWINS1 to REFLEXIVE"),
      ("Z_5OTHERS Z_1TWINS REFLEXIVE", "Z_5OTHERS: Z_1TWINS to REFLEXIVE"),
      // Of columns whose names differ equally from the computed one, the first is taken.
      ("Z_1TWINS Z_1TWINS2 Z_1TWINS1 REFLEXIVE", "Z_1TWINS: Z_1TWINS2 to REFLEXIVE"),
      ("Z_1TWINS Z_1TWINS1 Z_1TWINS2 Z_1TWINS REFLEXIVE", "Z_1TWINS: Z_1TWINS to REFLEXIVE"),
      ("Z_1TWINS Z_5TWINS Z_6TWINS REFLEXIVE", "Z_1TWINS: Z_5TWINS to REFLEXIVE"),
      ("Z_1TWINS Z_6TWINS Z_1TWINS2 Z_1TWINS1", nil),
      ("Z_5OTHERS Z_5TWINS REFLEXIVE", nil), ("Z_1TWINS Z_1TWINS Z_1TWINS1", nil),
      ("Z_1TWINS REFLEXIVE", nil), ("Z_1TWINS Z_1OTHERS REFLEXIVE", nil),
    ] as [(String, String?)])
  func aReflexiveTableIsFound(table: String, expected: String?) {
    let model = ObjectModel(entities: [
      Entity(name: "A", relationships: [Museum.many("twins", RelationshipID(EntityID(0), 0))])
    ])
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let own = CatalogLayout(model, laidOut: schema, in: catalog(schema, [table]))
    #expect(own.missing.map(\.kind) == (expected == nil ? [.table] : []))
    #expect(
      text(own.schema.relationships[RelationshipID(EntityID(0), 0)])
        == expected ?? "Z_1TWINS: Z_1TWINS to REFLEXIVE")
  }
}

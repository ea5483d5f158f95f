import Foundation
import MomentumMariaDB
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// What is left out in a database that checks no key that it sets to NULL and has no partial index.
@Suite struct PlainDialectTests {
  private static let root = 0
  private static let other = 2

  private func toOne(
    _ name: String, isOptional: Bool = true, inverse: Int? = nil
  ) -> Relationship {
    Relationship(
      name: name, destination: EntityID(Self.other),
      inverse: inverse.map { RelationshipID(EntityID(Self.other), $0) }, isOptional: isOptional)
  }

  /// Lines of the table of works, and its indexes, in a dialect.
  private func lines(_ dialect: SQLDialect) -> [String] {
    let book = Entity(
      name: "Book", parent: EntityID(0),
      attributes: [Attribute(name: "rank", type: .integer16, isOptional: true)],
      relationships: [
        toOne("desk"), toOne("bookURL"), toOne("maker", inverse: 0), toOne("seller", inverse: 1),
      ], uniquenessConstraints: [["title"]],
      fetchIndexes: [
        FetchIndex(name: "hot", elements: [.init(.property("rank"))], partialPredicate: "p")
      ])
    let owned = ["cascade", "deny"].enumerated().map { index, name in
      Relationship(
        name: name + "d", destination: EntityID(1), inverse: RelationshipID(EntityID(1), index + 2),
        isToMany: true, deleteRule: index == 0 ? .cascade : .deny)
    }
    let schema = PlainLayout { _ in .comparison("rank", .greater, .integer(5)) }.layOut(
      ObjectModel(entities: [
        Entity(name: "Work", attributes: [Attribute(name: "title", type: .string)]), book,
        Entity(name: "Other", relationships: owned),
      ]))
    return schema.creationStatements(dialect).filter { $0.contains("work") }
      .flatMap { $0.split(separator: "\n").map(String.init) }
  }

  private func line(_ name: String, _ dialect: SQLDialect) -> String? {
    lines(dialect).first { $0.hasPrefix("  \(name) ") }
  }

  /// A key that becomes NULL has its rule as a sentence, behind the sentence that it has already.
  @Test func aKeySetToNullHasNoCheck() {
    #expect(
      line("desk_id", .mariaDB)
        == "  desk_id BIGINT REFERENCES other (id) ON DELETE SET NULL, -- Not enforced: only Book may have a value."
    )
    #expect(
      line("book_url_id", .mariaDB)
        == "  book_url_id BIGINT REFERENCES other (id) ON DELETE SET NULL, -- Book.bookURL. Not enforced: only Book may have a value."
    )
    #expect(
      line("desk_id", .sqlite)
        == "  desk_id INTEGER CHECK (entity = 'Book' OR desk_id IS NULL) REFERENCES other (id) ON DELETE SET NULL,"
    )
  }

  /// Another action keeps its check, and so does a column that is no key.
  @Test func whatIsNotSetToNullKeepsItsCheck() {
    #expect(
      line("maker_id", .mariaDB)
        == "  maker_id BIGINT CHECK (entity = 'Book' OR maker_id IS NULL) REFERENCES other (id) ON DELETE CASCADE,"
    )
    #expect(
      line("seller_id", .mariaDB)?.contains("CHECK (entity = 'Book' OR seller_id IS NULL)") == true)
    #expect(line("rank", .mariaDB)?.contains("CHECK (entity = 'Book' OR rank IS NULL)") == true)
  }

  /// A partial index becomes one of all rows; a unique one would refuse rows, so it is said and left out.
  @Test func aPartialIndexIsOfAllRowsUnlessItIsUnique() {
    func indexes(_ dialect: SQLDialect) -> [String] {
      lines(dialect).filter { $0.contains("INDEX") && !$0.contains("_id_idx") }
    }
    #expect(
      indexes(.sqlite) == [
        "CREATE UNIQUE INDEX work_book_title_key ON work (title) WHERE entity = 'Book'",
        "CREATE INDEX work_hot_idx ON work (rank) WHERE rank > 5",
      ])
    #expect(indexes(.mariaDB) == ["CREATE INDEX work_hot_idx ON work (rank)"])
    let note = "Not enforced: title is unique among some rows."
    #expect(lines(.mariaDB).filter { $0.contains(note) }.count == 1)
    #expect(lines(.mariaDB).filter { $0.contains("Not enforced: rank") } == [])
    #expect(!lines(.sqlite).contains { $0.contains(note) })
  }
}

/// Conditions and comments of one column, as each dialect writes them.
@Suite struct PlainColumnTextTests {
  private func line(_ attribute: Attribute, _ dialect: SQLDialect) -> String? {
    PlainLayout { _ in nil }.layOut(
      ObjectModel(entities: [Entity(name: "A", attributes: [attribute])])
    ).creationStatements(dialect).last { $0.contains("TABLE a") && !$0.contains("COMMENT") }?
    .split(separator: "\n").dropFirst(2).first.map { String($0.dropFirst(2)) }
  }

  /// SQLite keeps decimals as texts and compares them as numbers, whichever bound there is.
  @Test(
    arguments: [
      (1, nil, "CAST(v AS REAL) >= 1", "v >= 1"), (nil, 5, "CAST(v AS REAL) <= 5", "v <= 5"),
      (1, 5, "CAST(v AS REAL) BETWEEN 1 AND 5", "v BETWEEN 1 AND 5"),
      (5, 5, "CAST(v AS REAL) = 5", "v = 5"),
    ] as [(Int?, Int?, String, String)])
  func decimalsAreComparedAsNumbers(
    minimum: Int?, maximum: Int?, sqlite: String, postgreSQL: String
  ) {
    let attribute = Attribute(
      name: "v", type: .decimal, minimum: minimum.map { .decimal(.init($0)) },
      maximum: maximum.map { .decimal(.init($0)) })
    #expect(line(attribute, .sqlite)?.hasSuffix(" CHECK (\(sqlite))") == true)
    #expect(line(attribute, .postgreSQL) == "v numeric NOT NULL CHECK (\(postgreSQL))")
  }

  /// A bound that the database has no constant for is no bound; the other one stays.
  @Test func aBoundWithoutAConstantIsNone() {
    func day(_ minimum: Double?, _ maximum: Double?) -> String? {
      line(
        Attribute(
          name: "v", type: .date, minimum: minimum.map { .date($0) },
          maximum: maximum.map { .date($0) }), .postgreSQL)
    }
    let day0 = "'2001-01-01T00:00:00.000Z'"
    #expect(day(1e300, 0) == "v timestamptz NOT NULL CHECK (v <= \(day0))")
    #expect(day(0, 1e300) == "v timestamptz NOT NULL CHECK (v >= \(day0))")
    #expect(day(-1e300, 1e300) == "v timestamptz NOT NULL")
    #expect(day(0, 0) == "v timestamptz NOT NULL CHECK (v = \(day0))")
  }

  /// A comment has the name first, then the derivation, then a pattern that the database cannot check.
  @Test func commentsFollowOneAnother() {
    var attribute = Attribute(
      name: "URL", type: .string, isOptional: true, regularExpression: "\\p{L}")
    #expect(line(attribute, .sqlite) == "url TEXT -- A.URL. In the model it matches \\p{L}")
    attribute.derivation = "now()"
    #expect(
      line(attribute, .sqlite)
        == "url TEXT -- A.URL. Derived in the model: now(). In the model it matches \\p{L}")
    attribute.regularExpression = nil
    #expect(line(attribute, .sqlite) == "url TEXT -- A.URL. Derived in the model: now().")
    #expect(line(attribute, .postgreSQL) == "url text")
    attribute.regularExpression = "a+"
    #expect(line(attribute, .postgreSQL) == "url text CHECK (url ~ '^(?:a+)$')")
  }
}

/// A leaf of a composite that has the name of an attribute, in a store with other numbers.
@Suite struct CompositeColumnTests {
  @Test(arguments: [
    ("ZCITY ZCITY1", "ZCITY", "ZCITY1", []), ("ZCITY ZCITY2", "ZCITY", "ZCITY2", []),
    ("zcity zcity4", "zcity", "zcity4", []), ("ZCITY1 ZCITY2", "ZCITY1", "ZCITY2", []),
    ("ZCITY", "ZCITY", "ZCITY1", ["A.place ZCITY1"]),
    ("ZCITY1", "ZCITY", "ZCITY1", ["A.city ZCITY"]),
    ("", "ZCITY", "ZCITY1", ["A.city ZCITY", "A.place ZCITY1"]),
    ("ZCITY ZTOWN", "ZCITY", "ZCITY1", ["A.place ZCITY1"]),
  ])
  func aLeafIsFoundByItsLastName(columns: String, city: String, leaf: String, missing: [String]) {
    let model = ObjectModel(
      entities: [
        Entity(
          name: "A",
          attributes: [
            Attribute(name: "city", type: .string),
            Attribute(name: "place", type: .composite(CompositeID(1))),
          ])
      ],
      composites: [
        CompositeType(name: "Inner", elements: [Attribute(name: "city", type: .string)]),
        CompositeType(
          name: "Place", elements: [Attribute(name: "inner", type: .composite(CompositeID(0)))]),
      ])
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let system = ["Z_PK", "Z_ENT", "Z_OPT"].map { StoreColumn(name: $0, sqlType: "INTEGER") }
    let own = CatalogLayout(
      model, laidOut: schema,
      in: StoreCatalog(
        tables: [
          StoreCatalog.Table(
            name: "ZA",
            columns: system
              + columns.split(separator: " ").map {
                StoreColumn(name: String($0), sqlType: "VARCHAR")
              })
        ], entityNumbers: [.init(number: 1, name: "A", parent: 0)]))
    #expect(own.schema.attributeColumns[AttributeID(EntityID(0), 0)] == city)
    #expect(
      own.schema.compositeColumns[AttributeID(EntityID(0), 1)]
        == [CompositeLeaf(path: ["inner", "city"], type: .string, column: leaf)])
    #expect(own.missing.map { "\($0.place) \($0.name)" } == missing)
  }
}

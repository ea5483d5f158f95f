import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// Forms of statements that stand in no store of today: what is run, what was run once.
@Suite struct StatementFormTests {
  /// `Shelf` with many books, and `Comic` below `Book`.
  private var model: ObjectModel {
    let books = Relationship(
      name: "books", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
      isToMany: true)
    let shelf = Relationship(
      name: "shelf", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0))
    func derived(_ name: String, _ type: AttributeType, _ expression: String) -> Attribute {
      var attribute = Attribute(name: name, type: type)
      attribute.derivation = expression
      return attribute
    }
    return ObjectModel(entities: [
      Entity(
        name: "Shelf",
        attributes: [
          derived("changed", .date, "now()"), derived("count", .integer64, "books.@count"),
          Attribute(name: "name", type: .string),
        ], relationships: [books]),
      Entity(name: "Book", relationships: [shelf]),
      Entity(
        name: "Comic", parent: EntityID(1),
        attributes: [derived("shelfName", .string, "shelf.name")]),
    ])
  }

  private func schema(_ model: ObjectModel, framework: Int? = nil) -> StoreSchema {
    CoreDataLayout(frameworkVersion: framework) { _, _ in nil }.layOut(model)
  }

  @Test func derivedAttributesOfRowsAreComputedAtOnce() {
    expectText(
      schema(model).tables.flatMap(\.derivations).map(\.sql.text).joined(separator: "\n"),
      """
      UPDATE ZBOOK SET ZSHELFNAME = (SELECT ZNAME FROM ZSHELF WHERE Z_PK = ZBOOK.ZSHELF) WHERE 2 <= Z_ENT AND Z_ENT <= 2
      UPDATE ZSHELF SET ZCHANGED = NSCoreDataNow()
      UPDATE ZSHELF SET ZCOUNT = (SELECT IFNULL(COUNT(ZSHELF), 0) FROM ZBOOK WHERE ZSHELF = ZSHELF.Z_PK)
      """)
    #expect(schema(model, framework: 866).tables.allSatisfy { $0.derivations.isEmpty })
  }

  @Test func triggersAreRunUnderACondition() {
    for trigger in schema(model).tables.flatMap(\.triggers) {
      #expect(trigger.conditionalStatement.hasPrefix("CREATE TRIGGER IF NOT EXISTS Z_DA_"))
      #expect(
        trigger.conditionalStatement.replacing("IF NOT EXISTS ", with: "") == trigger.statement)
    }
  }

  /// In frameworks 1030 to 1199; a later trigger finds its row by the key alone.
  @Test func earlyTriggersNameTheNumbersOfTheFamily() {
    var family = model
    family.entities.append(Entity(name: "Rack", parent: EntityID(0)))
    func triggers(_ framework: Int?) -> [String] {
      schema(family, framework: framework).tables.flatMap(\.triggers)
        .map(\.statement).filter { $0.contains("ZCOUNT") }
    }
    #expect(triggers(1199).count == 5)
    #expect(triggers(1199).allSatisfy { $0.contains("Z_ENT <= 4") }, "Shelf is 3, Rack is 4")
    #expect(triggers(1030) == triggers(1199))
    #expect(triggers(1200).count == 5)
    #expect(triggers(1200).allSatisfy { !$0.contains("Z_ENT <= ") })
    #expect(triggers(nil) == triggers(1200), "as the newest version does")
  }

  @Test func joinTablesOfMacOSX106HaveNoTypes() {
    func many(_ name: String, _ other: Int) -> Relationship {
      Relationship(
        name: name, destination: EntityID(other), inverse: RelationshipID(EntityID(other), 0),
        isToMany: true)
    }
    let model = ObjectModel(entities: [
      Entity(name: "Film", relationships: [many("actors", 1)]),
      Entity(name: "Actor", relationships: [many("films", 0)]),
    ])
    func statements(_ framework: Int) -> [String] {
      schema(model, framework: framework)
        .creationStatements(framework: FrameworkVersion(framework))
        .filter { $0.contains("Z_1FILMS") }
    }
    expectText(
      statements(320).joined(separator: "\n"),
      """
      CREATE TABLE Z_1FILMS ( Z_1ACTORS, Z_2FILMS )
      CREATE INDEX Z_1FILMS_Z_1ACTORS_INDEX ON Z_1FILMS (Z_1ACTORS)
      CREATE INDEX Z_1FILMS_Z_2FILMS_INDEX ON Z_1FILMS (Z_2FILMS)
      """)
    expectText(
      statements(386).joined(separator: "\n"),
      "CREATE TABLE Z_1FILMS ( Z_1ACTORS INTEGER, Z_2FILMS INTEGER, PRIMARY KEY (Z_1ACTORS, Z_2FILMS) )"
    )
  }
}

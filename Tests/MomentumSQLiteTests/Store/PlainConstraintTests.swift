import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the constraints of the plain layout let in and keep out, on a real SQLite.
@Suite struct PlainConstraintTests {
  /// Zoo ‹- cages (cascade, ordered) ; Cage ‹-› animals ; Animal › Lion, Bird ; Animal.keeper deny.
  private static let model = ObjectModel(entities: [
    Entity(
      name: "Zoo",
      attributes: [
        Attribute(
          name: "name", type: .string, defaultValue: .string("zoo"), minimum: .integer(2),
          maximum: .integer(5)),
        Attribute(name: "isOpen", type: .boolean, defaultValue: .boolean(true)),
        Attribute(name: "opened", type: .date, defaultValue: .date(0)),
        Attribute(
          name: "price", type: .decimal, isOptional: true, minimum: .decimal(9)),
      ],
      relationships: [
        Relationship(
          name: "cages", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
          isToMany: true, isOrdered: true, deleteRule: .cascade)
      ], uniquenessConstraints: [["name"]]),
    Entity(
      name: "Cage",
      relationships: [
        Relationship(
          name: "zoo", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0),
          isOptional: false),
        Relationship(
          name: "animals", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 0),
          isToMany: true),
      ]),
    Entity(
      name: "Animal", isAbstract: true,
      relationships: [
        Relationship(
          name: "cages", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 1),
          isToMany: true),
        Relationship(
          name: "friends", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 1),
          isToMany: true),
        Relationship(
          name: "keeper", destination: EntityID(5), inverse: RelationshipID(EntityID(5), 0)),
      ]),
    Entity(
      name: "Lion", parent: EntityID(2), attributes: [Attribute(name: "teeth", type: .integer16)]),
    Entity(
      name: "Bird", parent: EntityID(2),
      attributes: [Attribute(name: "song", type: .string, isOptional: true)],
      uniquenessConstraints: [["keeper"]]),
    Entity(
      name: "Keeper",
      relationships: [
        Relationship(
          name: "animals", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 2),
          isToMany: true, deleteRule: .deny)
      ]),
  ])

  private static func database() throws -> Connection {
    let connection = try Connection.inMemory()
    let schema = PlainLayout { _ in nil }.layOut(model)
    for statement in schema.creationStatements(.sqlite) { try connection.execute(sql: statement) }
    for statement in [
      "INSERT INTO zoo (id) VALUES (1)", "INSERT INTO cage (id, zoo_id) VALUES (1, 1), (2, 1)",
      "INSERT INTO keeper (id) VALUES (1), (2)",
      "INSERT INTO animal (id, entity, teeth) VALUES (1, 'Lion', 30)",
      "INSERT INTO animal (id, entity, song, keeper_id) VALUES (2, 'Bird', 'la', 1)",
      "INSERT INTO animal_cages (animal_id, cage_id) VALUES (1, 1), (2, 1)",
      "INSERT INTO animal_friends VALUES (1, 2)",
    ] {
      try connection.execute(sql: statement)
    }
    return connection
  }

  private func count(_ connection: Connection, _ table: String) throws -> SQLValue? {
    try connection.firstValue(sql: "SELECT count(*) FROM \(table)")
  }

  @Test func defaultsMeetTheirChecksAndKeysTheirRows() throws {
    let connection = try Self.database()
    #expect(
      try connection.firstValue("SELECT name || is_open || opened FROM zoo")
        == .text("zoo12001-01-01T00:00:00.000Z"))
    #expect(try connection.firstValue("PRAGMA foreign_key_check") == nil)
    #expect(try connection.firstValue("PRAGMA foreign_keys") == .integer(1))
  }

  @Test(arguments: [
    "INSERT INTO zoo (name) VALUES ('zoo')",  // unique
    "INSERT INTO zoo (name) VALUES (NULL)", "INSERT INTO zoo (name) VALUES ('x')",
    "INSERT INTO zoo (name) VALUES ('longer')", "INSERT INTO zoo (name, is_open) VALUES ('a1', 2)",
    "INSERT INTO zoo (name, opened) VALUES ('a1', '2020-01-01 00:00:00')",
    "INSERT INTO zoo (name, opened) VALUES ('a1', '2020-02-30T00:00:00.000Z')",
    "INSERT INTO zoo (name, opened) VALUES ('a1', 12.5)",
    "INSERT INTO zoo (name, price) VALUES ('a1', '8.99')",
    "INSERT INTO zoo (name, price) VALUES ('a1', 'ten')",
    "INSERT INTO cage (id) VALUES (9)",  // no zoo
    "INSERT INTO cage (zoo_id) VALUES (9)",  // not that zoo
    "INSERT INTO animal (entity) VALUES ('Animal')",  // abstract
    "INSERT INTO animal (entity) VALUES ('Lion')",  // a lion has teeth
    "INSERT INTO animal (entity, teeth) VALUES ('Bird', 3)",  // a bird has none
    "INSERT INTO animal (entity, teeth, song) VALUES ('Lion', 3, 'la')",
    "INSERT INTO animal (entity, keeper_id) VALUES ('Bird', 1)",  // one bird per keeper
    "INSERT INTO animal_friends VALUES (2, 1)",  // the smaller first
    "INSERT INTO animal_cages (animal_id, cage_id) VALUES (1, 1)",  // twice
    "DELETE FROM keeper WHERE id = 1",  // deny
  ])
  func wrongRowsAreRefused(_ statement: String) throws {
    let connection = try Self.database()
    #expect(throws: SQLiteError.self) { try connection.execute(sql: statement) }
  }

  @Test(arguments: [
    "INSERT INTO zoo (name, price) VALUES ('a1', '10.00')",
    "INSERT INTO zoo (name, price, opened) VALUES ('a1', '9', '1999-12-31T23:59:59.999Z')",
    "INSERT INTO animal (entity) VALUES ('Bird')",
    "INSERT INTO animal (entity, teeth, keeper_id) VALUES ('Lion', 3, 1)",
    "INSERT INTO animal_friends VALUES (1, 1)", "DELETE FROM keeper WHERE id = 2",
  ])
  func rightRowsAreTaken(_ statement: String) throws {
    #expect(try Self.database().execute(sql: statement) == 1)
  }

  @Test func deletionsFollowTheRules() throws {
    let connection = try Self.database()
    try connection.execute("DELETE FROM animal WHERE id = 1")
    #expect(try count(connection, "animal_cages") == .integer(1))
    #expect(try count(connection, "animal_friends") == .integer(0))
    try connection.execute("DELETE FROM zoo")
    #expect(try count(connection, "cage") == .integer(0))
    #expect(try count(connection, "animal_cages") == .integer(0))
    #expect(try count(connection, "animal") == .integer(1))
  }

  @Test func rowsThatNeedEachOtherGoInTogether() throws {
    let needs = { (name: String, entity: Int) in
      Relationship(name: name, destination: EntityID(entity), isOptional: false)
    }
    let schema = PlainLayout { _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(name: "Left", relationships: [needs("right", 1)]),
        Entity(name: "Right", relationships: [needs("left", 0)]),
      ]))
    let connection = try Connection.inMemory()
    for statement in schema.creationStatements(.sqlite) { try connection.execute(sql: statement) }
    for statement in [
      "BEGIN", "INSERT INTO \"left\" VALUES (1, 1)", "INSERT INTO \"right\" VALUES (1, 1)",
      "COMMIT",
    ] {
      try connection.execute(sql: statement)
    }
    try connection.execute("BEGIN")
    try connection.execute("INSERT INTO \"left\" VALUES (2, 7)")
    #expect(throws: SQLiteError.self) { try connection.execute("COMMIT") }
  }
}

/// Every word that SQLite's documentation lists as a keyword, as table, column and value.
@Suite struct PlainKeywordTests {
  private static let keywords = """
    abort action add after all alter always analyze and as asc attach autoincrement before begin between
    by cascade case cast check collate column commit conflict constraint create cross current
    current_date current_time current_timestamp database default deferrable deferred delete desc detach
    distinct do drop each else end escape except exclude exclusive exists explain fail filter first
    following for foreign from full generated glob group groups having if ignore immediate in index
    indexed initially inner insert instead intersect into is isnull join key last left like limit match
    materialized natural no not nothing notnull null nulls of offset on or order others outer over
    partition plan pragma preceding primary query raise range recursive references regexp reindex
    release rename replace restrict returning right rollback row rows savepoint select set table temp
    temporary then ties to transaction trigger unbounded union unique update using vacuum values view
    virtual when where window with without strict stored true false
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test(arguments: keywords)
  func everyKeywordIsAName(_ word: String) throws {
    let attribute = Attribute(
      name: word, type: .integer32, defaultValue: .integer(3), minimum: .integer(1))
    let schema = PlainLayout { _ in .comparison(word, .greater, .integer(2)) }.layOut(
      ObjectModel(entities: [
        Entity(
          name: word, attributes: [attribute],
          relationships: [Relationship(name: "\(word)s", destination: EntityID(0), isToMany: true)],
          uniquenessConstraints: [[word]],
          fetchIndexes: [
            FetchIndex(
              name: word, elements: [.init(.property(word), isAscending: false)],
              partialPredicate: word)
          ]),
        Entity(
          name: "Sub", parent: EntityID(0),
          attributes: [
            Attribute(name: word + "2", type: .date), Attribute(name: "p", type: .decimal),
          ]
        ),
      ]))
    let connection = try Connection.inMemory()
    for statement in schema.creationStatements(.sqlite) { try connection.execute(sql: statement) }
    try connection.execute(sql: "INSERT INTO \"\(word)\" (entity) VALUES ('\(word)')")
    #expect(try connection.firstValue(sql: "SELECT \"\(word)\" FROM \"\(word)\"") == .integer(3))
  }
}

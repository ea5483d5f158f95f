import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// The statements on rows, by their text and on a database.
@Suite struct StoreStatementTests {
  private static let contents = """
    <model>
    <entity name="Chapter"><attribute name="title" optional="YES" attributeType="String"/></entity>
    <entity name="Novel" parentEntity="Work"><attribute name="pages" optional="YES" attributeType="Integer 32"/>
    <relationship name="chapters" optional="YES" toMany="YES" ordered="YES" destinationEntity="Chapter"/></entity>
    <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
    <attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
    <relationship name="works" optional="YES" toMany="YES" destinationEntity="Work" inverseName="author" inverseEntity="Work"/>
    <relationship name="favorite" optional="YES" maxCount="1" destinationEntity="Work"/></entity>
    <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="works" optional="YES" toMany="YES" destinationEntity="Work" inverseName="tags" inverseEntity="Work"/></entity>
    <entity name="Work"><attribute name="code" optional="YES" attributeType="String"/><attribute name="title" optional="YES" attributeType="String"/>
    <relationship name="author" optional="YES" maxCount="1" destinationEntity="Person" inverseName="works" inverseEntity="Person"/>
    <relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag" inverseName="works" inverseEntity="Tag"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
    <composite name="Place"><attribute name="x" attributeType="Double"/><attribute name="y" attributeType="Double"/></composite>
    </model>
    """

  private let compiled: CompiledModel
  private let statements: StoreStatements

  init() throws {
    var diagnostics = Diagnostics()
    compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: Self.contents), &diagnostics),
      "\(TextRenderer().render(diagnostics.all))")
    statements = StoreStatements(model: compiled.model, schema: compiled.schema)
  }

  private func entity(_ name: String) throws -> EntityID {
    try #require(compiled.model.entity(named: name))
  }

  private func relationship(_ entity: String, _ name: String) throws -> RelationshipID {
    let property = compiled.model.property(named: name, in: try self.entity(entity))
    guard case .relationship(let id) = property else {
      throw PairCase.Failure(description: "no relationship '\(name)'")
    }
    return id
  }

  // MARK: - Texts

  @Test func keysOfOtherRowsStandBeforeAttributes() throws {
    let work = statements.insert(try entity("Novel"))
    expectText(
      work.sql.text,
      "INSERT INTO ZWORK(Z_PK, Z_ENT, Z_OPT, ZAUTHOR, ZCODE, ZPAGES, ZTITLE) VALUES(?, ?, ?, ?, ?, ?, ?)",
      "a sub-entity")
    let person = statements.insert(try entity("Person"))
    expectText(
      person.sql.text,
      "INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, Z4_FAVORITE, ZFAVORITE, ZNAME, ZX, ZY) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
      "the entity of a key, the leaves of a composite")
    let favorite = try relationship("Person", "favorite")
    #expect(
      person.parameters.prefix(5) == [
        .primaryKey, .entityNumber, .optimisticLock, .keyEntity(favorite), .toOne(favorite),
      ])
    let chapter = statements.insert(try entity("Chapter"))
    let chapters = try relationship("Novel", "chapters")
    #expect(
      chapter.parameters.dropFirst(3).prefix(2) == [.owner(chapters), .position(chapters)]
        || chapter.parameters.dropFirst(3).prefix(2) == [.position(chapters), .owner(chapters)])
  }

  @Test func anUpdateSetsWhatChangedAndTheLock() throws {
    let work = try entity("Work")
    let author = try relationship("Work", "author")
    expectText(
      statements.update(work, changed: []).sql.text,
      "UPDATE ZWORK SET Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?", "nothing of its own")
    let update = statements.update(
      work, changed: [.attribute(AttributeID(work, 1)), .toOne(author), .primaryKey])
    expectText(
      update.sql.text,
      "UPDATE ZWORK SET ZAUTHOR = ?, ZTITLE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?",
      "a key and an attribute")
    #expect(
      update.parameters == [
        .toOne(author), .attribute(AttributeID(work, 1)), .optimisticLock, .primaryKey,
        .previousOptimisticLock,
      ])
    #expect(
      update.sql.bindings.last == .parameter("previous Z_OPT"),
      "the old and the new one are different parameters")
  }

  @Test func faultsReadWholeObjectsOrKeys() throws {
    expectText(
      statements.fault(try entity("Novel")).sql.text,
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZCODE, t0.ZPAGES, t0.ZTITLE, t0.ZAUTHOR FROM ZWORK t0 WHERE  t0.Z_PK = ?",
      "a sub-entity")
    expectText(
      try #require(statements.toManyFault(try relationship("Person", "works"))).sql.text,
      "SELECT t0.Z_ENT, t0.Z_PK FROM ZWORK t0 WHERE  t0.ZAUTHOR = ?", "one-to-many")
    expectText(
      try #require(statements.toManyFault(try relationship("Work", "tags"))).sql.text,
      "SELECT 0, t0.Z_PK FROM Z_4TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_3TAGS WHERE t1.Z_4WORKS = ? ORDER BY t1.Z_FOK_3TAGS",
      "ordered many-to-many")
    #expect(statements.toManyFault(try relationship("Work", "author")) == nil)
    #expect(statements.insertJoinRow(try relationship("Work", "author")) == nil)
    #expect(statements.deleteJoinRow(try relationship("Person", "works")) == nil)
  }

  // MARK: - On a database

  private func database() throws -> Connection {
    let connection = try Connection.inMemory()
    for statement in compiled.schema.creationStatements(framework: compiled.framework) {
      try connection.execute(sql: statement)
    }
    for row in compiled.schema.primaryKeyRows {
      try connection.execute(
        "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, ?, 0)",
        [.integer(Int64(row.number)), .text(row.name), .integer(Int64(row.parentNumber))])
    }
    return connection
  }

  /// The number of changed rows. `values` are by meaning; what is not among them is NULL.
  private func run(
    _ statement: StoreStatement, _ values: [StatementParameter: Int64], on connection: Connection
  ) throws -> Int {
    #expect(statement.parameters.count == statement.sql.placeholders.count)
    return try connection.execute(
      sql: statement.sql.text,
      statement.parameters.map { values[$0].map(SQLValue.integer) ?? .null })
  }

  @Test func rowsLiveAndDieByTheirStatements() throws {
    let connection = try database()
    for entity in compiled.model.entityIDs {
      let number = Int64(compiled.schema[entity].number)
      let key = Int64(entity.index + 1)
      #expect(
        try run(
          statements.insert(entity),
          [.primaryKey: key, .entityNumber: number, .optimisticLock: 1], on: connection) == 1)
      let update = statements.update(entity, changed: Set(statements.insert(entity).parameters))
      let locks: [StatementParameter: Int64] = [
        .primaryKey: key, .optimisticLock: 2, .previousOptimisticLock: 1,
      ]
      #expect(try run(update, locks, on: connection) == 1)
      #expect(try run(update, locks, on: connection) == 0, "somebody else was faster")
      let fault = try connection.prepare(sql: statements.fault(entity).sql.text)
      try fault.bind([.integer(key)])
      #expect(try fault.step())
      #expect(fault.columnCount == statements.fault(entity).columns.count)
      let delete: [StatementParameter: Int64] = [.primaryKey: key, .previousOptimisticLock: 2]
      #expect(try run(statements.delete(entity), delete, on: connection) == 1)
    }
  }

  @Test func joinRowsAreFoundByTheirFaults() throws {
    let connection = try database()
    let tags = try relationship("Work", "tags")
    for key in [Int64(1), 2] {
      #expect(
        try run(
          statements.insert(try entity("Tag")),
          [.primaryKey: key, .entityNumber: 3, .optimisticLock: 1], on: connection) == 1)
      let row = try #require(statements.insertJoinRow(tags))
      #expect(
        try run(
          row, [.source(tags): 7, .destination(tags): key, .position(tags): 9 - key],
          on: connection) == 1)
    }
    let fault = try #require(statements.toManyFault(tags))
    let found = try connection.prepare(sql: fault.sql.text)
    try found.bind([.integer(7)])
    var keys: [Int64?] = []
    while try found.step() { keys.append(found.integer(at: 1)) }
    #expect(keys == [2, 1], "by their places")
    let placed = try #require(statements.deleteJoinRow(tags))
    #expect(try run(placed, [.source(tags): 7, .destination(tags): 1], on: connection) == 1)
    let inText = statements.deleteJoinRow(
      tags, StoreStatements.Pair(source: 7, destination: 2))
    #expect(try run(try #require(inText), [:], on: connection) == 1)
  }

  @Test func keysAreTakenOnce() throws {
    let connection = try database()
    let values: [StatementParameter: Int64] = [
      .keyRow: 4, .highestKey: 10, .previousHighestKey: 0,
    ]
    #expect(try run(StoreStatements.allocateKeys, values, on: connection) == 1)
    #expect(try run(StoreStatements.allocateKeys, values, on: connection) == 0)
    let highest = try connection.firstValue(
      sql: StoreStatements.highestKey.sql.text, [.integer(4)])
    #expect(highest == .integer(10))
  }

  @Test func aBatchMeetsWhatIsThere() throws {
    let connection = try database()
    let work = try entity("Work")
    func insert(_ key: Int64, _ conflict: StoreStatements.BatchConflict) throws -> Int {
      try run(
        statements.batchInsert(work, conflict: conflict),
        [
          .primaryKey: key, .entityNumber: 4, .optimisticLock: 1,
          .attribute(AttributeID(work, 0)): 1, .attribute(AttributeID(work, 1)): key,
        ], on: connection)
    }
    #expect(try insert(1, .fail) == 1)
    #expect(throws: (any Error).self) { try insert(2, .fail) }
    #expect(try insert(3, .keepStored) == 0)
    #expect(try insert(4, .takeInserted) == 1)
    let row = try connection.firstValue(
      "SELECT Z_PK || ' ' || Z_OPT || ' ' || ZTITLE FROM ZWORK")
    #expect(row == .text("1 2 4"))
  }

  /// A constraint that names something without a column, or nothing, is none.
  @Test func aConstraintNeedsAllItsColumns() throws {
    let work = try entity("Work")
    for (constraints, isKnown) in [
      ([["code"]], true), ([["code", "title"]], true), ([["code", "none"]], false),
      ([["none"]], false), ([[]], false), ([], false), ([[], ["code"]], true),
    ] as [([[String]], Bool)] {
      var model = compiled.model
      model.entities[work.index].uniquenessConstraints = constraints
      let statement = StoreStatements(model: model, schema: compiled.schema)
        .batchInsert(work, conflict: .takeInserted)
      #expect(statement.sql.text.contains("ON CONFLICT") == isKnown, "\(constraints)")
    }
  }

  @Test func aStoreIsOpenedByItsStatements() throws {
    let connection = try database()
    for statement in StoreStatements.opening(framework: compiled.framework) {
      let prepared = try connection.prepare(sql: statement.sql.text)
      _ = try prepared.step()
      if case .select = statement.statement {
        #expect(prepared.columnCount == statement.columns.count)
      }
    }
    #expect(StoreStatements.opening(framework: FrameworkVersion(479)).count == 7)
  }

  /// A derived attribute of the rows of a table that refers to itself.
  @Test func derivationsFillRowsThatAreThere() throws {
    let contents = """
      <model><entity name="Node">
      <attribute name="childCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="children.@count"/>
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="parentName" optional="YES" attributeType="String" derived="YES" derivationExpression="parent.name"/>
      <relationship name="children" optional="YES" toMany="YES" destinationEntity="Node" inverseName="parent" inverseEntity="Node"/>
      <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Node" inverseName="children" inverseEntity="Node"/></entity></model>
      """
    var diagnostics = Diagnostics()
    let model = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: contents), &diagnostics))
    let connection = try Connection.inMemory()
    let table = try #require(model.schema.tables.first)
    try connection.execute(
      sql: try #require(model.schema.creationStatements(framework: model.framework).first))
    for (key, parent) in [(1, nil), (2, 1), (3, 1), (4, 2)] as [(Int64, Int64?)] {
      try connection.execute(
        "INSERT INTO ZNODE(Z_PK, ZNAME, ZPARENT) VALUES(?, ?, ?)",
        [.integer(key), .text("n\(key)"), parent.map(SQLValue.integer) ?? .null])
    }
    for derivation in table.derivations { try connection.execute(derivation.sql) }
    let rows = try connection.firstValue(
      "SELECT group_concat(ZCHILDCOUNT || ifnull(ZPARENTNAME, '-'), ' ') FROM (SELECT * FROM ZNODE ORDER BY Z_PK)"
    )
    #expect(rows == .text("2- 1n1 0n1 0n2"))
  }
}

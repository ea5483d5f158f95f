import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// Changes whose effect stands in another row or in another column than the one that was set.
@Suite struct StoredChangeTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Person">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="card" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Card" inverseName="owner" inverseEntity="Card"/>
        <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="members" inverseEntity="Team"/>
      </entity>
      <entity name="Child" parentEntity="Person"/>
      <entity name="Card">
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="card" inverseEntity="Person"/>
      </entity>
      <entity name="Team">
        <relationship name="members" toMany="YES" minCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="team" inverseEntity="Person"/>
      </entity>
    </model>
    """

  private struct Fixture {
    let compiled: CompiledModel
    let path: String
    let connection: Connection

    func id(_ name: String) throws -> EntityID { try #require(compiled.model.entity(named: name)) }
    func number(_ name: String) throws -> Int { compiled.schema[try id(name)].number }
    func value(_ sql: String) throws -> SQLValue? { try connection.firstValue(sql: sql) }

    /// The relationship of an entity, with the writer that changes it.
    func plan(_ entity: String, _ name: String) throws -> (GraphWriter, RelationshipPlan) {
      let writer = GraphWriter(connection: connection, compiled: compiled)
      let property = compiled.model.property(named: name, in: try id(entity))
      guard case .relationship(let id)? = property, let plan = writer.plan(for: id) else {
        throw SQLiteError(.step, code: .error, message: "no relationship '\(name)'")
      }
      return (writer, plan)
    }
  }

  /// A child 1 and a person 2 of team 1, a team 2 with the person 3, and two cards.
  private func with(_ body: (Fixture) throws -> Void) throws {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: Self.contents), &diagnostics),
      "\(diagnostics.all.map(\.text))")
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("changes.sqlite").path
      try compiled.createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      let fixture = Fixture(compiled: compiled, path: path, connection: connection)
      let (child, person) = (try fixture.number("Child"), try fixture.number("Person"))
      for statement in [
        "INSERT INTO ZTEAM(Z_PK, Z_ENT, Z_OPT) VALUES (1, \(try fixture.number("Team")), 1), (2, \(try fixture.number("Team")), 1)",
        "INSERT INTO ZCARD(Z_PK, Z_ENT, Z_OPT) VALUES (1, \(try fixture.number("Card")), 1), (2, \(try fixture.number("Card")), 1)",
        "INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME, ZTEAM) VALUES (1, \(child), 1, 'a', 1), (2, \(person), 1, 'b', 1), (3, \(person), 1, 'c', 2)",
      ] { try connection.execute(sql: statement) }
      try body(fixture)
    }
  }

  // MARK: - One-to-one

  /// The other side holds the key and the entity of its object: that of a sub-entity is its own.
  @Test func theOtherSideOfAOneToOneKnowsTheEntity() throws {
    try with { fixture in
      let (writer, plan) = try fixture.plan("Person", "card")
      guard case .sourceKey(let key) = plan.storage, let column = plan.inverseKey?.entityColumn
      else {
        Issue.record("both rows hold a key, and that of the card an entity")
        return
      }
      func owner(_ card: Int) throws -> [SQLValue?] {
        try ["ZOWNER", column].map {
          try fixture.value("SELECT \($0) FROM ZCARD WHERE Z_PK = \(card)")
        }
      }
      func set(_ source: Int64, _ old: Int64?, _ new: Int64?) throws {
        try writer.transaction {
          try writer.setToOne(plan, key, source: source, old: old, to: new)
        }
      }
      try set(1, nil, 1)
      #expect(try owner(1) == [.integer(1), .integer(Int64(try fixture.number("Child")))])
      // The person takes the card from the child.
      try set(2, nil, 1)
      #expect(try owner(1) == [.integer(2), .integer(Int64(try fixture.number("Person")))])
      #expect(try fixture.value("SELECT ZCARD FROM ZPERSON WHERE Z_PK = 1") == .null)
      try set(2, 1, 2)
      #expect(try owner(1) == [.null, .null])
      #expect(try owner(2) == [.integer(2), .integer(Int64(try fixture.number("Person")))])
      try set(2, 2, nil)
      #expect(try owner(2) == [.null, .null])
    }
  }

  // MARK: - Batches

  private func update(
    _ fixture: Fixture, _ predicate: String, _ texts: String..., dryRun: Bool = false
  ) throws {
    var diagnostics = Diagnostics()
    let request = RequestInput(entity: "Person", predicate: predicate)
    let fetch = try #require(fixture.compiled.compile(request, &diagnostics))
    let assignments = try #require(
      BatchAssignment.read(texts, of: fixture.id("Person"), in: fixture.compiled, &diagnostics),
      "\(diagnostics.all.map(\.text))")
    let opened = try BatchSession.open(fixture.path, model: fixture.compiled, &diagnostics)
    let session = try #require(opened)
    session.isDryRun = dryRun
    _ = try session.update(fetch, set: assignments)
  }

  /// An attribute and an object that are set together are one change of the row.
  @Test func aBatchCountsEachRowOnce() throws {
    try with { fixture in
      try update(fixture, "name == 'a'", "name=x", "team=Team/p2")
      #expect(
        try fixture.value("SELECT ZNAME || ZTEAM || Z_OPT FROM ZPERSON WHERE Z_PK = 1")
          == .text("x22"))
      #expect(try fixture.value("SELECT Z_OPT FROM ZTEAM WHERE Z_PK = 2") == .integer(2))
      #expect(try fixture.value("SELECT Z_OPT FROM ZPERSON WHERE Z_PK = 2") == .integer(1))
    }
  }

  /// A dry run ends before the commit, and still says what the commit would refuse.
  @Test(arguments: [false, true]) func aDryRunChecksTheRulesOfTheCommit(dryRun: Bool) throws {
    try with { fixture in
      let failure = #expect(throws: StoreFailure.self) {
        try update(fixture, "name == 'c'", "team=nil", dryRun: dryRun)
      }
      #expect(failure?.reason == .validation)
      #expect(
        failure?.description
          == "relationship 'members' of entity 'Team' is not optional and needs at least one object"
      )
      #expect(try fixture.value("SELECT ZTEAM FROM ZPERSON WHERE Z_PK = 3") == .integer(2))
      try update(fixture, "name == 'b'", "team=nil", dryRun: dryRun)
      #expect(
        try fixture.value("SELECT ZTEAM FROM ZPERSON WHERE Z_PK = 2")
          == (dryRun ? .integer(1) : .null))
    }
  }

  // MARK: - Rules

  /// What a relationship allows: its counts of objects from 0 to 4, in the model's terms.
  @Test(
    arguments: [
      (isOptional: true, isToMany: false, least: 0, most: 1, allowed: [0, 1, 2, 3, 4]),
      (false, false, 0, 1, [1, 2, 3, 4]), (false, false, 1, 1, [1, 2, 3, 4]),
      (true, true, 0, 0, [0, 1, 2, 3, 4]), (false, true, 0, 0, [0, 1, 2, 3, 4]),
      (true, true, 2, 0, [0, 2, 3, 4]), (false, true, 2, 0, [2, 3, 4]),
      (true, true, 0, 2, [0, 1, 2]), (false, true, 0, 2, [0, 1, 2]),
      (true, true, 2, 3, [0, 2, 3]), (false, true, 2, 3, [2, 3]), (false, true, 1, 1, [1]),
    ])
  func aRelationshipHasRulesIfANumberOfObjectsBreaksThem(
    isOptional: Bool, isToMany: Bool, least: Int, most: Int, allowed: [Int64]
  ) throws {
    let model = ObjectModel(entities: [
      Entity(
        name: "A",
        relationships: [
          Relationship(
            name: "b", destination: EntityID(0), isToMany: isToMany, isOptional: isOptional,
            minimumCount: least, maximumCount: most)
        ])
    ])
    let schema = CoreDataLayout { _, _ in nil }.layOut(model)
    let plan = try #require(
      RelationshipPlan(RelationshipID(EntityID(0), 0), model: model, schema: schema))
    #expect((0...4).filter { plan.brokenRule(by: $0) == nil } == allowed)
    #expect(plan.hasRules == (allowed != [0, 1, 2, 3, 4]))
  }

  /// Paths that begin with the same relationship are one step; their rests are walked from its
  /// objects.
  @Test func prefetchedPathsThatBeginAlikeAreOneStep() {
    let (a, b, c) = (
      RelationshipID(EntityID(0), 0), RelationshipID(EntityID(1), 0), RelationshipID(EntityID(1), 1)
    )
    func text(_ paths: [[RelationshipID]]) -> [String] {
      PrefetchStep.first(of: paths).flatMap { step in
        let own = "\(step.relationship.entity.index).\(step.relationship.index)"
        return [own] + text(step.rest).map { own + " " + $0 }
      }
    }
    #expect(text([]) == [] && text([[]]) == [])
    #expect(text([[a]]) == ["0.0"])
    #expect(
      text([[a, b], [c, b], [a, c], [a]]) == ["0.0", "0.0 1.0", "0.0 1.1", "1.1", "1.1 1.0"])
    #expect(text([[a, b, c], [a, b, a]]) == ["0.0", "0.0 1.0", "0.0 1.0 1.1", "0.0 1.0 0.0"])
  }

  /// Only damage leaves a row without an entity number. It is deleted like one of the root entity.
  @Test(arguments: [false, true]) func aRowWithoutAnEntityIsOneOfTheRoot(byKeys: Bool) throws {
    try with { fixture in
      try fixture.connection.execute("UPDATE ZPERSON SET ZTEAM = NULL")
      try fixture.connection.execute("UPDATE ZPERSON SET Z_ENT = NULL WHERE Z_PK < 3")
      var diagnostics = Diagnostics()
      let opened = try BatchSession.open(fixture.path, model: fixture.compiled, &diagnostics)
      let session = try #require(opened)
      session.collectsRows = true
      let result: BatchSession.Result
      if byKeys {
        result = try session.deleteThrowing([1, 2, 9], of: fixture.id("Child"))
      } else {
        let request = FetchRequest(entity: try fixture.id("Person"))
        result = try session.deleteThrowing(request)
      }
      #expect(result.cascaded == 0)
      #expect(result.rows.filter { $0.key < 3 } == [1: 0, 2: 0])
      #expect(
        try fixture.value("SELECT group_concat(Z_PK) FROM ZPERSON") == (byKeys ? .text("3") : .null)
      )
    }
  }

  // MARK: - What does not fit

  @Test func aValueOfEachPropertyIsNeeded() throws {
    try with { fixture in
      let writer = GraphWriter(connection: fixture.connection, compiled: fixture.compiled)
      let plan = try RowPlan(fixture.id("Person"), properties: ["name", "team"], writer: writer)
      for count in [0, 1, 3] {
        let failure = #expect(throws: StoreFailure.self) {
          try plan.check([SQLValue](repeating: .null, count: count))
        }
        #expect(failure?.reason == .model)
        #expect(
          failure?.description
            == "a value of entity 'Person' gave \(count) of 2 properties")
      }
      try plan.check([.null, .null])
    }
  }

  @Test func aStoreWithoutAColumnIsNotExported() throws {
    try with { fixture in
      var diagnostics = Diagnostics()
      #expect(try fixture.compiled.exportJSON(of: fixture.path, &diagnostics) { _ in } == 7)
      try fixture.connection.execute("ALTER TABLE ZPERSON DROP COLUMN ZNAME")
      let error = #expect(throws: StoreError.self) {
        try fixture.compiled.exportJSON(of: fixture.path, &diagnostics) { _ in }
      }
      #expect(
        error?.description.hasSuffix("table ZPERSON has no column ZNAME (Person.name)") == true)
    }
  }
}

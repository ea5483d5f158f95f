import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// The commands `update` and `delete` on a store with persistent history: rules SR-160 and SR-184.
@Suite struct BatchHistoryTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Team">
        <attribute name="name" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
        <relationship name="members" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Member" inverseName="team" inverseEntity="Member"/>
      </entity>
      <entity name="Member">
        <attribute name="age" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
        <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="members" inverseEntity="Team"/>
      </entity>
    </model>
    """

  private static let seed = """
    {"objects": [
      {"entity": "Team", "id": "a", "attributes": {"name": "red"}, "relationships": {}},
      {"entity": "Member", "id": "b", "attributes": {"age": 3}, "relationships": {"team": "a"}},
      {"entity": "Member", "id": "c", "attributes": {"age": 4}, "relationships": {"team": "a"}}]}
    """

  private func with(
    _ body: (BatchSession, CompiledModel, () throws -> [[SQLValue]]) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/team.sqlite"
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "contents", text: Self.contents)
      let compiled = try #require(
        CompiledModel.compile(source, keepsHistory: true, &diagnostics))
      try compiled.createStore(at: path)
      _ = try compiled.importObjects(
        of: SourceFile(path: "seed", text: Self.seed), into: path, &diagnostics)
      let connection = try Connection(path: path, access: .readWrite)
      let session = try #require(try BatchSession.open(path, model: compiled, &diagnostics))
      #expect(!diagnostics.hasErrors)
      try body(session, compiled) {
        let statement = try connection.prepare(
          sql: """
            SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITYPK, ZCOLUMNS, ZTOMBSTONE0 FROM ACHANGE
            WHERE ZTRANSACTIONID > 1 ORDER BY Z_PK
            """)
        var rows: [[SQLValue]] = []
        while let row = try statement.nextRow() { rows.append(row) }
        return rows
      }
    }
  }

  private func fetch(_ entity: String, _ compiled: CompiledModel) throws -> CompiledFetch {
    var diagnostics = Diagnostics()
    return try #require(compiled.compile(RequestInput(entity: entity), &diagnostics))
  }

  @Test func anUpdateIsATransactionWithAChangeForEachRow() throws {
    try with { session, compiled, history in
      let entity = try #require(compiled.model.entity(named: "Member"))
      var diagnostics = Diagnostics()
      let set = try #require(
        BatchAssignment.read(["age=9"], of: entity, in: compiled, &diagnostics))
      session.isDryRun = true
      #expect(try session.update(try fetch("Member", compiled), set: set).matched == 2)
      #expect(try history().isEmpty)
      session.isDryRun = false
      #expect(try session.update(try fetch("Member", compiled), set: set).matched == 2)
      // The bit of the to-one relationship comes first.
      #expect(
        try history()
          == [1, 2].map { key in
            [.integer(2), .integer(1), .integer(key), .blob([0x40]), .null]
          })
    }
  }

  @Test func aRelationshipThatIsSetIsAChangeOfBothSides() throws {
    try with { session, compiled, history in
      let entity = try #require(compiled.model.entity(named: "Member"))
      var diagnostics = Diagnostics()
      let set = try #require(
        BatchAssignment.read(["team=nil"], of: entity, in: compiled, &diagnostics))
      _ = try session.update(try fetch("Member", compiled), set: set)
      let rows = try history().map { $0[1...3].map { $0 } }
      #expect(rows.count == 3)
      #expect(rows.contains([.integer(1), .integer(1), .blob([0x80])]))
      #expect(rows.contains([.integer(1), .integer(1), .blob([0x40])]))
    }
  }

  @Test func aDeletionHasCascadedRowsAndTombstones() throws {
    try with { session, compiled, history in
      let result = try session.delete(try fetch("Team", compiled))
      #expect(result.matched == 1 && result.cascaded == 2)
      let rows = try history()
      #expect(rows.count == 3 && rows.allSatisfy { $0[0] == .integer(2) && $0[1] == .integer(2) })
      #expect(rows.filter { $0[4] == .text("red") }.count == 1)
    }
  }

  // MARK: - Statements

  /// The statements that begin and end the transaction are seen by batch requests alone.
  @Test(arguments: [false, true]) func theTransactionIsSeenWhereRulesSaySo(isRequest: Bool) throws {
    try with { session, compiled, _ in
      session.rules = isRequest ? .ofBatchRequest : .ofSave
      #expect(session.rules.observesTransactions == isRequest)
      var texts: [String] = []
      session.observe = { texts.append($0.text) }
      let entity = try #require(compiled.model.entity(named: "Member"))
      var diagnostics = Diagnostics()
      let set = try #require(
        BatchAssignment.read(["age=9"], of: entity, in: compiled, &diagnostics))
      _ = try session.update(try fetch("Member", compiled), set: set)
      #expect(texts.contains { $0.hasPrefix("UPDATE ZMEMBER SET ZAGE = ?") })
      for text in ["BEGIN IMMEDIATE", "COMMIT"] { #expect(texts.contains(text) == isRequest) }
      texts = []
      _ = try session.delete(try fetch("Member", compiled))
      #expect(texts.contains { $0.hasPrefix("DELETE FROM ZMEMBER") })
      #expect(texts.contains("COMMIT") == isRequest)
    }
  }

  /// Objects that are equal in the order are chosen by key, where a limit or an offset leaves some out.
  @Test func aWindowIsOrderedByKeysToo() throws {
    try with { _, compiled, _ in
      let entity = try #require(compiled.model.entity(named: "Member"))
      func text(_ limit: Int?, _ offset: Int?, breaksTies: Bool = true) throws -> String {
        let request = FetchRequest(entity: entity, limit: limit, offset: offset)
        return try BatchKeys(request, compiled, breaksTies: breaksTies).sql().text
      }
      let rows = "SELECT t0.Z_PK FROM ZMEMBER t0"
      #expect(try text(nil, nil) == rows)
      #expect(try text(2, nil) == rows + " ORDER BY t0.Z_PK LIMIT 2")
      #expect(try text(nil, 3) == rows + " ORDER BY t0.Z_PK LIMIT -1 OFFSET 3")
      #expect(try text(2, 3) == rows + " ORDER BY t0.Z_PK LIMIT 2 OFFSET 3")
      #expect(try text(2, nil, breaksTies: false) == rows + "  LIMIT 2")
    }
  }

  /// Each XOR writes its operands twice: 24 of them are longer than a statement may be.
  @Test func aStatementThatWouldBeTooLongIsRefused() throws {
    try with { session, compiled, _ in
      let entity = try #require(compiled.model.entity(named: "Member"))
      guard case .attribute(let age)? = compiled.model.property(named: "age", in: entity) else {
        Issue.record("a member has an age")
        return
      }
      func value(_ levels: Int) -> TypedExpression {
        let path = TypedKeyPath(root: entity, steps: [], target: .attribute(age))
        return (0..<levels).reduce(.keyPath(path)) { inner, _ in
          .arithmetic(.bitwiseXor, inner, .constant(.integer(1)))
        }
      }
      func update(condition: Int, value levels: Int) throws -> Int {
        var request = FetchRequest(entity: entity)
        request.predicate = .comparison(
          TypedComparison(
            left: value(condition), comparisonOperator: .greater, right: .constant(.integer(-9))))
        let assignment = BatchAssignment(
          key: "age", target: .attribute(age, path: []),
          value: .expression(value(levels), .attribute(.integer16)))
        return try session.updateThrowing(request, set: [assignment]).matched
      }
      #expect(try update(condition: 1, value: 1) == 2)
      for (condition, levels) in [(24, 1), (1, 24)] {
        let failure = #expect(throws: StoreFailure.self) {
          try update(condition: condition, value: levels)
        }
        #expect(
          failure?.description
            == StoreError.statementTooLong(bytesMax: SQLPrinter.bytesMax).description)
      }
    }
  }
}

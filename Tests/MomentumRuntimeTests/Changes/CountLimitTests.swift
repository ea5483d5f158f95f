import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// How many objects a relationship may have when a transaction commits: one fewer than the limit, the limit, and one
/// more, for each way in which a relationship is stored.
@Suite struct CountLimitTests {
  /// `links` of Owner: many-to-many, one-to-many, without inverse.
  enum Way: String { case join, key, alone, toOne }

  private static func contents(_ way: Way, _ settings: String) -> String {
    let inverse =
      switch way {
      case .join: "inverseName=\"owners\" inverseEntity=\"Item\""
      case .key: "inverseName=\"owner\" inverseEntity=\"Item\""
      case .alone, .toOne: ""
      }
    let back =
      "deletionRule=\"Nullify\" destinationEntity=\"Owner\" inverseName=\"links\" inverseEntity=\"Owner\""
    return """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Owner">
          <relationship name="links" \(way == .toOne ? "" : "toMany=\"YES\"") \(settings) deletionRule="Nullify" destinationEntity="Item" \(inverse)/>
        </entity>
        <entity name="Item">
          \(way == .join ? "<relationship name=\"owners\" optional=\"YES\" toMany=\"YES\" \(back)/>" : "")
          \(way == .key ? "<relationship name=\"owner\" optional=\"YES\" maxCount=\"1\" \(back)/>" : "")
        </entity>
      </model>
      """
  }

  private func with(
    _ way: Way, _ settings: String, _ body: (GraphWriter, RelationshipPlan) throws -> Void
  ) throws {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: Self.contents(way, settings)), &diagnostics),
      "\(diagnostics.all.map(\.text))")
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("limits.sqlite").path
      try compiled.createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      let owner = try #require(compiled.model.entity(named: "Owner"))
      let item = try #require(compiled.model.entity(named: "Item"))
      let numbers = [owner, item].map { compiled.schema[$0].number }
      try connection.execute(
        sql:
          "INSERT INTO ZOWNER(Z_PK, Z_ENT, Z_OPT) VALUES (1, \(numbers[0]), 1), (2, \(numbers[0]), 1)"
      )
      try connection.execute(
        sql: "INSERT INTO ZITEM(Z_PK, Z_ENT, Z_OPT) VALUES "
          + (1...6).map { "(\($0), \(numbers[1]), 1)" }.joined(separator: ", "))
      let writer = GraphWriter(connection: connection, compiled: compiled)
      let plan = try #require(writer.plan(for: RelationshipID(owner, 0)))
      try body(writer, plan)
    }
  }

  /// What a commit with 0 to 5 objects says: `.` for nothing.
  private func outcomes(_ way: Way, _ settings: String) throws -> [String] {
    var texts: [String] = []
    try with(way, settings) { writer, plan in
      for count in 0...5 as ClosedRange<Int64> {
        // Something else first, so that each count is a change.
        writer.checksRules = false
        try writer.replace([6], in: plan, of: 1)
        writer.checksRules = true
        let before = try writer.members(plan, of: 1)
        do {
          try writer.replace(Array((1...6).prefix(Int(count))), in: plan, of: 1)
          #expect(try writer.members(plan, of: 1).count == count)
          texts.append(".")
        } catch let failure as StoreFailure {
          #expect(failure.reason == .validation)
          #expect(try writer.members(plan, of: 1) == before, "a refused change is taken back")
          let title = "relationship 'links' of entity 'Owner' "
          #expect(failure.description.hasPrefix(title))
          texts.append(String(failure.description.dropFirst(title.count)))
        }
      }
    }
    return texts
  }

  @Test(arguments: [Way.join, .key, .alone]) func limitsOfANumberAreKept(way: Way) throws {
    let few = "needs at least 2 objects"
    let many = "can have at most 3 objects"
    let none = "is not optional and needs at least one object"
    #expect(
      try outcomes(way, "minCount=\"2\" maxCount=\"3\"") == [none, few, ".", ".", many, many])
    #expect(
      try outcomes(way, "optional=\"YES\" minCount=\"2\" maxCount=\"3\"")
        == [".", few, ".", ".", many, many], "an optional one may be empty")
    #expect(try outcomes(way, "minCount=\"1\"") == [none, ".", ".", ".", ".", "."])
    #expect(try outcomes(way, "optional=\"YES\"") == [".", ".", ".", ".", ".", "."])
    let one = "can have at most 1 objects"
    #expect(
      try outcomes(way, "optional=\"YES\" maxCount=\"1\"") == [".", ".", one, one, one, one])
    let four = "can have at most 4 objects"
    #expect(try outcomes(way, "maxCount=\"4\"") == [".", ".", ".", ".", ".", four])
  }

  /// One object is enough for a to-one relationship, whatever numbers the file states, and a required one needs it.
  @Test(arguments: ["", "minCount=\"2\"", "minCount=\"2\" maxCount=\"0\"", "maxCount=\"3\""])
  func aToOneRelationshipHasNoNumbers(settings: String) throws {
    try with(.toOne, settings) { writer, plan in
      guard case .sourceKey(let key) = plan.storage else {
        Issue.record("no key")
        return
      }
      #expect(plan.hasRules)
      // The row's object is looked at when the transaction ends, since it had none in between.
      try writer.transaction {
        try writer.setToOne(plan, key, source: 1, old: nil, to: 2)
        try writer.setToOne(plan, key, source: 1, old: 2, to: nil)
        try writer.setToOne(plan, key, source: 1, old: nil, to: 3)
      }
      #expect(try writer.integers("SELECT ZLINKS FROM ZOWNER WHERE Z_PK = 1", []) == [3])
      let failure = #expect(throws: StoreFailure.self) {
        try writer.transaction { try writer.setToOne(plan, key, source: 1, old: 3, to: nil) }
      }
      #expect(failure?.reason == .validation)
      #expect(
        failure?.description
          == "relationship 'links' of entity 'Owner' is not optional and needs an object")
    }
    try with(.toOne, "optional=\"YES\" \(settings)") { _, plan in
      #expect(!plan.hasRules)
    }
  }

  /// The rule concerns the object that loses a link, also where another object takes it.
  @Test func anObjectThatIsTakenAwayIsMissed() throws {
    try with(.key, "minCount=\"1\"") { writer, plan in
      try writer.transaction {
        try writer.replace([1], in: plan, of: 1)
        try writer.replace([2], in: plan, of: 2)
      }
      let failure = #expect(throws: StoreFailure.self) { try writer.add([1], to: plan, of: 2) }
      #expect(
        failure?.description
          == "relationship 'links' of entity 'Owner' is not optional and needs at least one object")
      try writer.transaction {
        try writer.add([1], to: plan, of: 2)
        try writer.add([3], to: plan, of: 1)
      }
      #expect(try writer.members(plan, of: 1) == [3], "between two changes a rule may be broken")
      #expect(try writer.members(plan, of: 2) == [1, 2])
    }
  }
}

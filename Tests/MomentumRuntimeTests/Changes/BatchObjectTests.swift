import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// To-one relationships that a batch update sets for many objects.
@Suite struct BatchObjectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var entity: String
    var predicate: String
    var set: String
    /// The number of objects, or why there are none.
    var result: String
    /// The relationship of members 1 to 3 afterwards.
    var links: [[Int64]]
    var name: String

    var testDescription: String { "\(set) where \(predicate)" }
  }

  private static func row(
    _ predicate: String, _ set: String, _ result: String, _ name: String, _ links: [[Int64]]
  ) -> Row {
    Row(
      entity: "Member", predicate: predicate, set: set, result: result, links: links, name: name)
  }

  private static func single(_ relationship: String, _ count: Int) -> String {
    "relationship '\(relationship)' of entity 'Member' is one-to-one: one object can have the given "
      + "one, not \(count)"
  }

  static let rows = [
    // Passport 1 is that of member 1.
    row("name == 'b'", "passport=Passport/p1", "1", "passport", [[], [1], []]),
    row("name == 'a'", "passport=Passport/p1", "1", "passport", [[1], [], []]),
    row("name < 'c'", "passport=Passport/p1", single("passport", 2), "passport", [[1], [], []]),
    row("name < 'z'", "passport=Passport/p2", single("passport", 3), "passport", [[1], [], []]),
    row("name < 'c'", "passport=nil", "2", "passport", [[], [], []]),
    row("name > 'z'", "passport=Passport/p1", "0", "passport", [[1], [], []]),
    row("name == 'c'", "spouse=Member/p1", "1", "spouse", [[3], [], [1]]),
    row("name > 'a'", "spouse=Member/p1", single("spouse", 2), "spouse", [[2], [1], []]),
    row("name < 'z'", "spouse=nil", "3", "spouse", [[], [], []]),
    // Many objects can have the same one here.
    row("name > 'a'", "mentor=Member/p1", "2", "mentor", [[], [1], [1]]),
    row("name < 'z'", "mentor=nil", "3", "mentor", [[], [], []]),
  ]

  @Test(arguments: rows)
  func anObjectIsGivenToAsManyAsCanHaveIt(row: Row) throws {
    try withLibrary { library in
      for name in ["a", "b", "c"] { try library.insert("Member", ["name": .text(name)]) }
      try library.insert("Passport", ["holder": .integer(1)])
      try library.insert("Passport")
      try library.update(
        "Member", 1,
        [
          "name": .text("a"), "spouse": .integer(2), "passport": .integer(1),
        ])
      let compiled = library.store.compiled
      let path = library.store.connection.path
      var diagnostics = Diagnostics()
      let session = try #require(
        try BatchSession.open(path, model: compiled, &diagnostics))
      let entity = try #require(compiled.model.entity(named: row.entity))
      let fetch = try #require(
        compiled.compile(
          RequestInput(entity: row.entity, predicate: row.predicate), &diagnostics))
      let assignments = try #require(
        BatchAssignment.read([row.set], of: entity, in: compiled, &diagnostics))
      do {
        let result = try session.update(fetch, set: assignments)
        #expect("\(result.matched)" == row.result)
      } catch let error as StoreFailure {
        #expect(error.reason == .validation)
        expectText(error.description, row.result, "\(row.testDescription)")
      }
      let graph = try StoredGraph.read(compiled, library.store.connection)
      #expect(graph.faults == [])
      let found = (1...3).map {
        graph.objects[.init(root: "Party", key: $0)]?.links[row.name] ?? []
      }
      #expect(found == row.links)
    }
  }
}

import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Plans on a store: its own indexes, statistics and numbers.
@Suite struct StoreExplainTests {
  private func withStore(
    _ body: (CompiledModel, String) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try ExplainTests.bundled("BubbleTea")
      let path = folder.appendingPathComponent("tea.sqlite").path
      try model.createStore(at: path)
      var diagnostics = Diagnostics()
      let seed = SourceFile(
        path: "seed", text: try RepositoryFiles.text("Models/BubbleTea.seed.json"))
      #expect(try model.importObjects(of: seed, into: path, &diagnostics) != nil)
      try body(model, path)
    }
  }

  private func explain(_ path: String, _ model: CompiledModel, _ request: RequestInput) throws
    -> ExplainedFetch
  {
    var diagnostics = Diagnostics()
    let planner = try #require(
      try FetchPlanner.open(store: path, model: model, &diagnostics))
    return try planner.explain(ExplainTests.fetch(model, request))
  }

  @Test func rowsAreCounted() throws {
    try withStore { model, path in
      let request = RequestInput(
        entity: "Venue", predicate: "note == 'x'", sortKeys: ["location.city"])
      expectText(
        try explain(path, model, request).text,
        """
        plan
          reads every row of 'Venue' (ZVENUE): 30 rows
          finds 'Location' over 'location' by its primary key, where there is one
          sorts all matching rows in memory: no index gives the order location.city
          about 60 rows and index entries are read
        findings
          scan: every row of 'Venue' (ZVENUE) is read
          sort: no index gives the order location.city
        an index that helps, in entity 'Venue'
                <fetchIndex name="byNote">
                    <fetchIndexElement property="note" type="Binary" order="ascending"/>
                </fetchIndex>
        the plan with it
          finds 'Venue' (ZVENUE) by the new index 'byNote' of 'Venue' ('note' =)
          finds 'Location' over 'location' by its primary key, where there is one
          sorts all matching rows in memory: no index gives the order location.city

        """)
    }
  }

  @Test func statisticsOfTheStoreDecide() throws {
    try withStore { model, path in
      let request = RequestInput(entity: "Venue", predicate: "name == 'x'")
      #expect(try explain(path, model, request).rowsRead == 10)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("ANALYZE")
      // Names are unique in the seed.
      #expect(try explain(path, model, request).rowsRead == 1)
      // Thirty rows are read as fast as an index: what is recommended on a large store is not here.
      let note = RequestInput(entity: "Venue", predicate: "note == 'x'")
      #expect(try explain(path, model, note).rowsRead == 30)
    }
  }

  @Test func theStoreStaysAsItIs() throws {
    try withStore { model, path in
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      _ = try explain(path, model, RequestInput(entity: "Venue", predicate: "note == 'x'"))
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path)), before,
        "explaining writes nothing to the store")
    }
  }

  @Test func aStoreOfAnotherModelIsRefused() throws {
    try withStore { _, path in
      var diagnostics = Diagnostics()
      let other = try ExplainTests.bundled("Staff")
      #expect(try FetchPlanner.open(store: path, model: other, &diagnostics) == nil)
      #expect(diagnostics.all.map(\.id) == ["store.other-model"])
    }
  }

  @Test func aSessionGivesThePlanAlone() throws {
    try withStore { model, path in
      var diagnostics = Diagnostics()
      let session = try #require(try FetchSession.open(path, model: model, &diagnostics))
      let fetch = try ExplainTests.fetch(
        model, RequestInput(entity: "VenueCategory", predicate: "venues.@count > 1"))
      let lines = try session.queryPlan(fetch).lines.map { depth, node in
        String(repeating: "  ", count: depth) + node.detail
      }
      expectText(
        lines.joined(separator: "\n"),
        """
        SCAN t0
        CORRELATED SCALAR SUBQUERY 1
          SEARCH t1 USING COVERING INDEX ZVENUE_ZCATEGORY_INDEX (ZCATEGORY=?)
        """)
    }
  }
}

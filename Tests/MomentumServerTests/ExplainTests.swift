import Foundation
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// `momentum explain postgresql://…`: the server's plan in the words of the model.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct ServerExplainTests {
  private static let model = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path

  /// A database in which an index is worth its use: the server has counted its rows.
  private func withRows(
    database: String? = nil, _ body: (ServerCase) async throws -> Void
  ) async throws {
    try await ServerCase.with(database: database) { server in
      #expect(await server.momentum("create", Self.model, server.text).status == 0)
      try await server.observer.execute(
        script: """
          INSERT INTO venue (identifier, name)
            SELECT gen_random_uuid(), 'v' || n FROM generate_series(1, 20000) n;
          INSERT INTO location (city, latitude, venue_id)
            SELECT 'c' || n, n % 90, n FROM generate_series(1, 20000) n;
          ANALYZE location; ANALYZE venue
          """)
      try await body(server)
    }
  }

  private func explain(_ server: ServerCase, _ options: String...) async -> ServerCase.Outcome {
    await ServerCase.momentum(["explain", server.text, "--model", Self.model] + options)
  }

  // MARK: - Plans

  @Test func aScanAndASortAreMarkedAndAnIndexIsAdvised() async throws {
    try await withRows { server in
      let scan = await explain(server, "--entity", "Location", "--where", "city == 'c7'")
      #expect(scan.status == 0, "\(scan.errors)")
      #expect(scan.output.hasPrefix("Location where city == 'c7'\nstatement\n  SELECT "))
      #expect(scan.output.contains("reads every row of 'Location' (location): 20000 rows"))
      #expect(scan.output.contains("scan: every row of 'Location' (location) is read"))
      #expect(scan.output.contains("<fetchIndexElement property=\"city\""), "\(scan.output)")
      #expect(scan.output.contains("CREATE INDEX location_city_idx ON location (city NULLS FIRST)"))

      let sort = await explain(
        server, "--entity", "Location", "--sort", "latitude:desc", "--fail-on", "sort")
      #expect(sort.status == 1)
      #expect(sort.output.contains("sort: no index gives the order latitude descending"))
      let scanAllowed = await explain(
        server, "--entity", "Location", "--sort", "latitude:desc", "--fail-on", "scan")
      #expect(scanAllowed.status == 0)
    }
  }

  /// A database of its own: what is in one of its schemas is an extension of the whole database.
  private func withDatabase(_ body: (String) async throws -> Void) async throws {
    let server = try #require(PostgreSQLServer.shared)
    let name = "momentum_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    _ = try await onOwnThread { try server.rows("CREATE DATABASE \(name) TEMPLATE template0") }
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(name)) } catch { outcome = .failure(error) }
    _ = try await onOwnThread { try server.rows("DROP DATABASE \(name) WITH (FORCE)") }
    try outcome.get()
  }

  /// Without the extension hypopg the server cannot plan with an index that is not there.
  @Test func anIndexIsUnprovedWithoutHypopg() async throws {
    try await withDatabase { database in
      try await withRows(database: database) { server in
        let run = await explain(server, "--entity", "Location", "--where", "city == 'c7'")
        #expect(run.output.contains("may help (unproved: the server has no extension hypopg"))
      }
    }
  }

  private static let hasHypopg: Bool = {
    let rows = try? PostgreSQLServer.shared?.rows(
      "SELECT 1 FROM pg_available_extensions WHERE name = 'hypopg'")
    return rows?.isEmpty == false
  }()

  /// The schema of the extension need not be in the search path.
  @Test(
    .enabled(
      if: hasHypopg, "the server has no extension hypopg: apt-get install postgresql-15-hypopg"),
    arguments: ["public", "tools of \"another\" schema"])
  func hypopgProvesAnIndex(schema: String) async throws {
    let quoted = try #require(PostgreSQLName.quoted(schema))
    try await withDatabase { database in
      try await withRows(database: database) { server in
        try await server.observer.execute(
          script: """
            CREATE SCHEMA IF NOT EXISTS \(quoted); CREATE EXTENSION hypopg SCHEMA \(quoted)
            """)
        let run = await explain(server, "--entity", "Location", "--where", "city == 'c7'")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("an index that helps, in entity 'Location'"))
        #expect(run.output.contains("the plan with it\n"))
        #expect(run.output.contains("by the new index 'byCity' of 'Location' ('city' = 'c7')"))
        let sort = await explain(server, "--entity", "Location", "--sort", "latitude:desc")
        #expect(sort.output.contains("(latitude DESC NULLS LAST)"), "\(sort.output)")
        #expect(sort.output.contains("in the order of the new index 'byLatitude' of 'Location'"))
        let own = "SELECT count(*) FROM pg_indexes WHERE indexname = 'location_city_idx'"
        #expect(try await server.count(own) == 0)
      }
    }
  }

  @Test func anIndexThatIsUsedIsNamedByItsProperties() async throws {
    try await withRows { server in
      try await server.observer.execute(
        script: "CREATE INDEX location_city_idx ON location (city)")
      let run = await explain(server, "--entity", "Location", "--where", "city == 'c7'")
      #expect(run.output.contains("finds 'Location' (location) by"), "\(run.output)")
      #expect(run.output.contains("('city' = 'c7')"))
      #expect(run.output.contains("index: index 'location_city_idx' is used"))
      #expect(!run.output.contains("scan:") && !run.output.contains("may help"))
    }
  }

  @Test func aPathOverARelationshipNamesBothEntities() async throws {
    try await withRows { server in
      let run = await explain(
        server, "--entity", "Venue", "--where", "location.city == 'c7' AND name BEGINSWITH 'v'")
      #expect(run.output.contains("'Location' (location)"), "\(run.output)")
      #expect(run.output.contains("'Venue' (venue)"))
    }
  }

  @Test func aRequestWithoutValuesIsPlannedForAnyValues() async throws {
    try await withRows { server in
      let all = await explain(server)
      #expect(all.status == 0, "\(all.errors)")
      #expect(all.output.contains("venueFR: Venue where"))
      let json = await explain(server, "--format", "json")
      let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let requests = try #require((parsed as? [String: Any])?["requests"] as? [[String: Any]])
      #expect(requests.count > 2)
      #expect(requests.allSatisfy { ($0["plan"] as? [Any])?.isEmpty == false })
    }
  }

  /// The statement is planned, and nothing of it runs: this one would fail.
  @Test func nothingRuns() async throws {
    try await withRows { server in
      try await server.observer.execute(
        script: """
          ALTER TABLE location RENAME TO place;
          CREATE VIEW location AS SELECT id, CAST(1 / (id - id) AS text) AS city, address, country,
            distance, latitude, longitude, zipcode, venue_id FROM place
          """)
      let run = await explain(server, "--entity", "Location", "--where", "city == 'c7'")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("scan:") && !run.output.contains("CREATE INDEX"))
      let fetch = await ServerCase.momentum([
        "fetch", server.text, "--model", Self.model, "--entity", "Location",
      ])
      #expect(fetch.status == 65)
    }
  }

  // MARK: - Wrong input

  @Test func aModelAndTheTablesAreNeeded() async throws {
    let alone = await ServerCase.momentum(["explain", "postgresql://x/y"])
    #expect(alone.status == 64 && alone.errors.contains("--model"))
    try await ServerCase.with { server in
      let run = await explain(server, "--entity", "Location")
      #expect(run.status == 74 && run.errors.contains("lacks the tables"))
      let unknown = await explain(server, "--entity", "Nothing")
      #expect(unknown.status == 65)
    }
  }
}

import Foundation
import MomentumCompiler
import MomentumPostgreSQL
import MomentumServer
import MomentumTestSupport
import Testing

/// Migrations of databases: scripts run as they are printed, and runs that others disturb.
@Suite(
  .tags(.server, .processes),
  .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct ServerMigrationTests {
  private static func script(_ text: String, _ server: ServerCase) async throws {
    let path = try #require(PostgreSQLName.quoted(server.schema))
    let shared = try #require(PostgreSQLServer.shared)
    _ = try await onOwnThread { try shared.rows("SET search_path = \(path);\n" + text) }
  }

  /// The plain names that the planner takes for a fresh database are the server's, so no constraint
  /// without a name of its own is missed; and the way back leads back.
  @Test(arguments: CaseFile.all(in: "ServerPlans").filter { $0["refused"] == nil })
  func aScriptOfTheModelsAloneRunsThereAndBack(file: CaseFile) async throws {
    let old = try MigrationCase.model(try #require(file["old"]))
    let new = try MigrationCase.model(try #require(file["new"]))
    try await ServerCase.with { server in
      _ = try await ServerCreation(old, named: "M", at: server.address).run()
      try await server.observer.execute(script: file["rows"] ?? "")
      let before = try await MigrationCase.rows(server.observer, old)
      let plan = try ServerMigrationPlanner(old: old, new: new).plan()
      try await Self.script(plan.script(title: "there"), server)
      if file["rows"] != nil {
        let rows = try await MigrationCase.rows(server.observer, new)
        try file.expect([("after", rows.joined(separator: "\n"))])
      }
      let there = try await MigrationCase.drift(server, new).filter { !$0.hasPrefix("differs") }
      #expect(there == [], "\(file.path)")
      guard let back = plan.wayBack(title: "back") else { return }
      try await Self.script(back, server)
      #expect(try await MigrationCase.drift(server, old) == [], "\(file.path)")
      #expect(try await MigrationCase.rows(server.observer, old) == before, "\(file.path)")
    }
  }

  /// An index is in no hash, and one that somebody has added is no hindrance.
  @Test func aVersionWithAnIndexLessIsNotTheSame() async throws {
    let index = """
      <fetchIndex name="byName">
        <fetchIndexElement property="name" type="Binary" order="ascending"/>
      </fetchIndex>
      """
    func model(_ extra: String) throws -> CompiledModel {
      try MigrationCase.model(
        """
        <entity name="Venue"><attribute name="name" optional="YES" attributeType="String"/>\(extra)</entity>
        """)
    }
    let (old, new) = (try model(index), try model(""))
    try await ServerCase.with { server in
      _ = try await ServerCreation(old, named: "M", at: server.address).run()
      try await server.observer.execute(script: "CREATE INDEX added ON venue (id, name)")
      let migration = MigrationCase.migration(server, old, new)
      #expect(try await !migration.run().isCurrent)
      let own = try await server.observer.query(
        "SELECT CAST(indexname AS text) FROM pg_indexes WHERE schemaname = $1 AND tablename = 'venue' ORDER BY 1",
        [.text(server.schema)])
      #expect(try own.compactMap { try $0.text(at: 0) } == ["added", "venue_pkey"])
      #expect(try await migration.run().isCurrent)
    }
  }

  /// Details of rows that came from a store are kept by the names of tables.
  @Test func detailsOfCopiedRowsFollowTheirTables() async throws {
    let files = CaseFile.all(in: "ServerPlans")
    let file = try #require(files.first { $0.path.hasSuffix("/entities.case") })
    let old = try MigrationCase.model(try #require(file["old"]))
    let new = try MigrationCase.model(try #require(file["new"]))
    try await ServerCase.with { server in
      let store = server.path("old.sqlite")
      try CopyTests.seed(old, at: store, rows: 2)
      _ = try await CopyToServer(store: store, of: old, named: "M", to: server.address).run()
      try await server.observer.execute(
        script: """
          INSERT INTO momentum_store_row (table_name, id, version, exact)
          VALUES ('place', 1, 7, ''), ('venue', 1, 9, '')
          """)
      _ = try await MigrationCase.migration(server, old, new).run()
      let rows = try await server.observer.query(
        "SELECT table_name || ' ' || version FROM momentum_store_row ORDER BY 1")
      #expect(try rows.compactMap { try $0.text(at: 0) } == ["venue 7"])
    }
  }

  // MARK: - The command

  private let model = RepositoryFiles.url("Models/Newsroom.xcdatamodeld").path

  @Test func theCommandPlansLooksAndMigratesOnce() async throws {
    try await ServerCase.with { server in
      #expect(await server.momentum("create", model + "@Newsroom", server.text).status == 0)
      try await server.observer.execute(script: "INSERT INTO tag (name) VALUES ('kept')")
      let plan = await server.momentum("migrate", server.text, "--to", model, "--plan")
      #expect(plan.status == 0 && plan.output.contains("ACCESS EXCLUSIVE"), "\(plan.errors)")
      let script = await server.momentum("migrate", server.text, "--to", model, "--script")
      #expect(script.output.contains("BEGIN;") && script.output.contains("momentum_model"))
      let look = await server.momentum("migrate", server.text, "--to", model, "--preflight")
      #expect(look.status == 0, "\(look.output)\(look.errors)")
      let json = await server.momentum(
        "migrate", server.text, "--to", model, "--plan", "--format", "json")
      let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let root = try #require(parsed as? [String: Any])
      #expect(((root["plan"] as? [String: Any])?["steps"] as? [Any])?.isEmpty == false)
      let run = await server.momentum("migrate", server.text, "--to", model)
      #expect(run.status == 0 && run.output.contains("migrated to"), "\(run.errors)")
      #expect(await server.momentum("inspect", server.text, "--model", model).status == 0)
      #expect(try await server.count("SELECT count(*) FROM tag WHERE name = 'kept'") == 1)
      let again = await server.momentum("migrate", server.text, "--to", model)
      #expect(again.status == 0 && again.output.contains("nothing to do"))
    }
  }

  @Test(arguments: [
    ["--in-place"], ["--no-backup"], ["--as-core-data"], ["--quick-check"], ["--rehearse"],
    ["--mapping", "a.xcmappingmodel"], ["--back"],
  ])
  func whatIsForFilesIsRefused(_ flags: [String]) async {
    let outcome = await ServerCase.momentum(
      ["migrate", "postgresql://x/y", "--to", model] + flags)
    #expect(outcome.status == 64, "\(flags): \(outcome.errors)")
    #expect(outcome.errors.contains(flags[0]))
  }

  @Test func aDatabaseOfNoModelOrAnotherOneIsRefused() async throws {
    try await ServerCase.with { server in
      let none = await server.momentum("migrate", server.text, "--to", model)
      #expect(none.status == 65 && none.errors.contains("does not say which model"))
      let other = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
      #expect(await server.momentum("create", other, server.text).status == 0)
      let unknown = await server.momentum("migrate", server.text, "--to", model)
      #expect(unknown.status == 65 && unknown.errors.contains("none of the given ones"))
      let unchanged = await server.momentum("inspect", server.text, "--model", other)
      #expect(unchanged.status == 0)
    }
  }

  @Test func aDatabaseThatWasChangedByHandIsRefused() async throws {
    try await ServerCase.with { server in
      #expect(await server.momentum("create", model + "@Newsroom", server.text).status == 0)
      try await server.observer.execute(script: "ALTER TABLE tag DROP COLUMN name CASCADE")
      let outcome = await server.momentum("migrate", server.text, "--to", model)
      #expect(outcome.status == 65 && outcome.errors.contains("tag.name"), "\(outcome.errors)")
    }
  }

  // MARK: - Rows that do not fit

  @Test func rowsThatDoNotFitAreListedAndNothingChanges() async throws {
    let old = try MigrationCase.model(
      """
      <entity name="Venue">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="rank" optional="YES" attributeType="Integer 32"/>
      </entity>
      """)
    let new = try MigrationCase.model(
      """
      <entity name="Venue">
        <attribute name="name" attributeType="String" maxValueString="5"/>
        <attribute name="rank" optional="YES" attributeType="Integer 16"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="rank"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      """)
    try await ServerCase.with { server in
      _ = try await ServerCreation(old, named: "M", at: server.address).run()
      try await server.observer.execute(
        script: """
          INSERT INTO venue (name, rank) VALUES (NULL, 1), ('too long', 1), ('ok', 40000), ('ok', 2)
          """)
      let migration = MigrationCase.migration(server, old, new)
      let outcome = try await migration.preflight()
      let found = outcome.failures.map { "\($0.check.place) \($0.count) \($0.firstKeys)" }
      #expect(
        found == [
          "Venue.rank 1 [3]", "Venue.name 1 [1]", "Venue.name 1 [2]", "Venue.rank 2 [1, 2]",
        ])
      let error = await #expect(throws: ServerMigrationError.self) { try await migration.run() }
      guard case .rowsFail(let failures)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failures.count == 4)
      #expect(try await MigrationCase.drift(server, old) == [])
    }
  }
}

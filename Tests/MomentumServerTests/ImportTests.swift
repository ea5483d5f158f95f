import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// `momentum export` and `import` with the address of a database.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct ImportTests {
  private static func model(_ name: String) -> String {
    RepositoryFiles.url("Models/\(name).xcdatamodeld").path
  }

  private func expectSame(_ path: String, _ other: String) throws {
    let texts = try [path, other].map {
      try String(contentsOf: URL(fileURLWithPath: $0), encoding: .utf8)
    }
    let lines = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let difference = zip(lines[0], lines[1]).first { $0 != $1 }
    let isSame = texts[0] == texts[1]
    #expect(isSame, "\(path): \(difference as Any)")
  }

  private func run(_ server: ServerCase, _ arguments: String..., model: String) async {
    let outcome = await ServerCase.momentum(arguments + ["--model", Self.model(model)])
    #expect(outcome.status == 0, "\(arguments.first ?? ""): \(outcome.errors)")
  }

  // MARK: - There and back

  /// Export, import into another database, and export again.
  @Test(arguments: ["Staff", "BubbleTea", "Newsroom", "SurfJournal"])
  func anExportIsImportedEqual(_ name: String) async throws {
    try await ServerCase.with { first in
      let store = first.path("app.sqlite")
      var diagnostics = Diagnostics()
      let file = try #require(
        try ModelBundle.load(path: Self.model(name), &diagnostics))
      try CopyTests.seed(CopyTests.compiled(file.contents.text), at: store, rows: 15)
      let (ofStore, json) = (first.path("store.json"), first.path("first.json"))
      await run(first, "export", store, "--output", ofStore, model: name)
      await run(first, "copy", store, first.text, model: name)
      await run(first, "export", first.text, "--output", json, model: name)
      try expectSame(json, ofStore)
      // A database that was not copied keeps what its columns have.
      try await ServerCase.with { second in
        #expect(await second.momentum("create", Self.model(name), second.text).status == 0)
        await run(second, "import", second.text, json, model: name)
        let again = second.path("second.json")
        await run(second, "export", second.text, "--output", again, model: name)
        try await ServerCase.with { third in
          #expect(await third.momentum("create", Self.model(name), third.text).status == 0)
          await run(third, "import", third.text, again, model: name)
          let last = third.path("third.json")
          await run(third, "export", third.text, "--output", last, model: name)
          try expectSame(last, again)
        }
        let drift = await second.momentum(
          "inspect", second.text, "--model", Self.model(name))
        #expect(drift.status == 0, "\(drift.output)")
      }
    }
  }

  @Test func theFilesAreThoseOfAStore() async throws {
    try await ServerCase.with { server in
      let model = Self.model("Staff")
      let seed = RepositoryFiles.url("Models/Staff.seed.json").path
      let store = server.path("staff.sqlite")
      #expect(await server.momentum("create", model, store).status == 0)
      #expect(await server.momentum("create", model, server.text).status == 0)
      let inStore = await server.momentum("import", store, "--model", model, seed)
      let onServer = await server.momentum("import", server.text, "--model", model, seed)
      #expect(onServer.status == 0, "\(onServer.errors)")
      #expect(onServer.errors == inStore.errors)
      for folder in ["a", "b"] {
        let place = folder == "a" ? store : server.text
        let outcome = await server.momentum(
          "export", place, "--model", model, "--format", "csv", "--output", server.path(folder))
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: server.path("a")).sorted()
      #expect(names.contains("Employee.csv"))
      for name in names {
        try expectSame(server.path("b/\(name)"), server.path("a/\(name)"))
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: server.folder.path)
      #expect(files.sorted() == ["a", "b", "staff.sqlite"])
      // The next key follows those of the import.
      try await server.observer.execute(
        script: "INSERT INTO department (name) VALUES ('next')")
      #expect(try await server.count("SELECT max(id) FROM department") == 4)
    }
  }

  // MARK: - All or nothing

  @Test func aDryRunAndARefusedImportChangeNothing() async throws {
    try await ServerCase.with { server in
      let model = Self.model("Staff")
      let seed = RepositoryFiles.url("Models/Staff.seed.json").path
      #expect(await server.momentum("create", model, server.text).status == 0)
      let dry = await server.momentum("import", server.text, "--model", model, seed, "--dry-run")
      #expect(dry.status == 0 && dry.output.hasPrefix("would insert "), "\(dry.errors)")
      #expect(try await server.count("SELECT count(*) FROM employee") == 0)

      let broken = server.path("broken.json")
      let text = """
        {"objects": [{"entity": "Contract", "id": "c", "attributes": {"supplierName": "x"}},
          {"entity": "Contract", "id": "d", "attributes": {"supplierName": "x", "sumPlanned": -1}}]}
        """
      try text.write(toFile: broken, atomically: true, encoding: .utf8)
      let refused = await server.momentum("import", server.text, "--model", model, broken)
      #expect(refused.status == 65 && refused.errors.contains("sumPlanned"), "\(refused.errors)")
      #expect(try await server.count("SELECT count(*) FROM contract") == 0)
    }
  }

  /// The second import breaks a rule that only the server can check.
  @Test func objectsThatAreThereAlreadyAreRefusedByName() async throws {
    try await ServerCase.with { server in
      let model = Self.model("Staff")
      #expect(await server.momentum("create", model, server.text).status == 0)
      await run(
        server, "import", server.text, RepositoryFiles.url("Models/Staff.seed.json").path,
        model: "Staff")
      let json = server.path("all.json")
      await run(server, "export", server.text, "--output", json, model: "Staff")
      let before = try await server.count("SELECT count(*) FROM employee")
      let same = await server.momentum("import", server.text, "--model", model, json)
      #expect(same.status == 65 && same.errors.contains("--new-keys"), "\(same.errors)")
      let unique = await server.momentum(
        "import", server.text, "--model", model, json, "--new-keys")
      #expect(unique.status == 65 && unique.errors.contains("'badge'"), "\(unique.errors)")
      #expect(try await server.count("SELECT count(*) FROM employee") == before)
    }
  }

  @Test func newKeysFollowThoseOfTheServer() async throws {
    try await ServerCase.with { server in
      let model = Self.model("BubbleTea")
      #expect(await server.momentum("create", model, server.text).status == 0)
      try await server.observer.execute(
        script: "INSERT INTO location (city) VALUES ('Ulm'), ('Bern')")
      let file = server.path("Location.csv")
      try "city\r\nParis\r\n".write(toFile: file, atomically: true, encoding: .utf8)
      await run(server, "import", server.text, file, model: "BubbleTea")
      #expect(try await server.count("SELECT id FROM location WHERE city = 'Paris'") == 3)
    }
  }

  @Test func anImportThatIsCutOffLeavesNothing() async throws {
    try await ServerCase.with { server in
      let model = Self.model("BubbleTea")
      #expect(await server.momentum("create", model, server.text).status == 0)
      try await server.observer.execute(
        script: """
          CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
          CREATE TRIGGER cut BEFORE INSERT ON location FOR EACH ROW WHEN (NEW.city = 'Paris')
          EXECUTE FUNCTION cut()
          """)
      let file = server.path("Location.csv")
      try "city\r\nUlm\r\nParis\r\n".write(toFile: file, atomically: true, encoding: .utf8)
      let cut = await server.momentum("import", server.text, "--model", model, file)
      #expect(cut.status == 74, "\(cut.errors)")
      #expect(try await server.count("SELECT count(*) FROM location") == 0)
    }
  }

  // MARK: - Wrong input

  @Test func aMappingThatMatchesObjectsIsRefused() async throws {
    try await ServerCase.with { server in
      let model = Self.model("BubbleTea")
      #expect(await server.momentum("create", model, server.text).status == 0)
      let (file, map) = (server.path("places.json"), server.path("map.json"))
      try #"{"places": [{"town": "Ulm"}]}"#.write(toFile: file, atomically: true, encoding: .utf8)
      let rules =
        #"{"objects": [{"path": "places", "entity": "Location", "match": "city","#
        + #" "attributes": {"city": "town"}}]}"#
      try rules.write(toFile: map, atomically: true, encoding: .utf8)
      let refused = await server.momentum(
        "import", server.text, "--model", model, file, "--map", map)
      #expect(refused.status == 65, "\(refused.errors)")
      #expect(refused.errors.contains("finds objects of a store"), "\(refused.errors)")
      #expect(try await server.count("SELECT count(*) FROM location") == 0)
    }
  }

  @Test func aDatabaseWithoutTheTablesIsRefused() async throws {
    try await ServerCase.with { server in
      let model = Self.model("Staff")
      let seed = RepositoryFiles.url("Models/Staff.seed.json").path
      for arguments in [["import", server.text, seed], ["export", server.text]] {
        let run = await ServerCase.momentum(arguments + ["--model", model])
        #expect(run.status == 74 && run.errors.contains("lacks the tables"), "\(run.errors)")
        #expect(run.output.isEmpty)
      }
    }
  }
}

import Foundation
import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// The guarded script, in clients that stop at an error and in ones that go on.
struct PlanScriptTests {
  private let old = model(
    PlanEntity("Venue", [attribute("name")], [many("tags", "Tag", inverse: "venues")]),
    PlanEntity("Tag", [], [many("venues", "Venue", inverse: "tags")]), PlanEntity("Gone"))
  private let new = model(
    PlanEntity("Apple"),
    PlanEntity(
      "Venue",
      [
        attribute("name"), attribute("rating", .integer16, isOptional: false, default: .integer(1)),
      ],
      [many("tags", "Tag", inverse: "venues")], unique: [["name"]]),
    PlanEntity("Tag", [], [many("venues", "Venue", inverse: "tags")]))

  private func store(_ model: ObjectModel? = nil, names: String = "'a', 'b'") throws -> PlanStore {
    let names = names.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let store = try PlanStore(
      model ?? old,
      rows: names.enumerated().map { index, name in
        "INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT \(index + 1), Z_ENT, 1, \(name) "
          + "FROM Z_PRIMARYKEY WHERE Z_NAME = 'Venue'"
      })
    try setMetadata(store, model ?? old)
    return store
  }

  private func setMetadata(_ store: PlanStore, _ model: ObjectModel) throws {
    let hashes = ModelHashes(of: model).entities.flatMap(\.hash)
    try store.connection.execute("DELETE FROM Z_METADATA")
    try store.connection.execute(
      "INSERT INTO Z_METADATA VALUES (1, 'id', ?)", [.blob([0, 1, 2] + hashes)])
  }

  private func script(
    _ store: PlanStore, to target: ObjectModel? = nil, metadata: [UInt8]? = nil
  ) throws -> String {
    let target = target ?? new
    let hashes = ModelHashes(of: target).entities.flatMap(\.hash)
    return try store.plan(to: target).script(
      guard: ScriptGuard(
        hashes: ModelHashes(of: store.planned.model), metadata: metadata,
        source: store.catalog(),
        target: PlanStore.planned(target).schema, version: "'Model 1'"),
      epilogue: ["UPDATE Z_METADATA SET Z_PLIST = \(sql: SQLValue.blob(hashes).literal)"])
  }

  /// Runs a script as the shell does: every statement, whatever became of the one before.
  private func run(_ script: String, _ store: PlanStore, stops: Bool) -> [String] {
    var errors: [String] = []
    for statement in statements(script) {
      do {
        try store.connection.execute(sql: statement)
      } catch {
        errors.append(error.message)
        if stops {
          _ = try? store.connection.execute("ROLLBACK")
          break
        }
      }
    }
    return errors
  }

  /// No literal of these scripts has a semicolon at the end of a line.
  private func statements(_ script: String) -> [String] {
    script.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
      .components(separatedBy: ";\n").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .map { $0.hasSuffix(";") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
  }

  private func contents(_ store: PlanStore) throws -> String {
    let tables = try store.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    return try store.schemaText() + "\n"
      + tables.map { row in
        try store.text("SELECT * FROM main.\(SQLPrinter.identifier(PlanStore.shown(row[0])))")
      }.joined(separator: "\n")
  }

  @Test func theScriptDoesWhatThePlanDoes() throws {
    let one = try store()
    let script = try script(one)
    #expect(run(script, one, stops: true) == [])
    let two = try store()
    try two.migrate(to: new)
    try setMetadata(two, new)
    #expect(try one.schemaText() == two.schemaText())
    #expect(try one.text("SELECT * FROM ZVENUE") == two.text("SELECT * FROM ZVENUE"))
    #expect(try one.text("SELECT * FROM Z_PRIMARYKEY") == two.text("SELECT * FROM Z_PRIMARYKEY"))
    #expect(try one.text("SELECT count(*) FROM temp.sqlite_master") == "0")
  }

  @Test(arguments: [true, false])
  func aSecondRunChangesNothing(stops: Bool) throws {
    let store = try store()
    let script = try script(store)
    _ = run(script, store, stops: true)
    let before = try contents(store)
    let errors = run(script, store, stops: stops)
    #expect(
      errors.first?.contains("the store is not of version 'Model 1', or was migrated already")
        == true)
    expectEqual(try contents(store), before, "the store is as it was before")
  }

  @Test(arguments: [true, false])
  func otherMetadataThanWhenItWasPrintedIsNamed(stops: Bool) throws {
    let first = try store()
    guard case .blob(let bytes)? = try first.connection.firstValue("SELECT Z_PLIST FROM Z_METADATA")
    else { return try #require(Bool(false)) }
    let script = try script(first, metadata: bytes)
    let changed = try store()
    try changed.connection.execute(
      "UPDATE Z_METADATA SET Z_PLIST = CAST(Z_PLIST || x'00' AS BLOB)")
    let before = try contents(changed)
    let errors = run(script, changed, stops: stops)
    #expect(
      errors.first?.contains(
        "the metadata of the store is not what it was when the script was printed; print it anew")
        == true, "\(errors)")
    expectEqual(try contents(changed), before, "the store is as it was before")
    #expect(run(script, first, stops: true) == [])
    #expect(try first.text("SELECT count(*) FROM ZVENUE WHERE ZRATING = 1") == "2")
  }

  /// An app may have tables of the names that a script makes up.
  @Test func namesThatAScriptWouldTakeMayBeTaken() throws {
    let store = try store()
    for name in ["Z_MOMENTUM_LOCK", "z_momentum_lock_", "Z_MOMENTUM_1"] {
      try store.connection.execute(sql: "CREATE TABLE \(name) (x)")
      try store.connection.execute(sql: "INSERT INTO \(name) VALUES (7)")
    }
    #expect(try run(script(store), store, stops: true) == [])
    for name in ["Z_MOMENTUM_LOCK", "z_momentum_lock_", "Z_MOMENTUM_1"] {
      #expect(try store.text("SELECT x FROM \(name)") == "7")
    }
  }

  @Test(arguments: [true, false])
  func aStoreOfALaterVersionWithAllHashesIsLeftAlone(stops: Bool) throws {
    let later = ObjectModel(entities: old.entities + [Entity(name: "Zoo")])
    let script = try script(try store())
    let store = try store(later)
    let before = try contents(store)
    #expect(!run(script, store, stops: stops).isEmpty)
    expectEqual(try contents(store), before, "the store is as it was before")
  }

  @Test(arguments: [true, false])
  func rowsThatDoNotFitStopTheScript(stops: Bool) throws {
    let script = try script(try store())
    let store = try store(names: "'a', 'a'")
    let before = try contents(store)
    let errors = run(script, store, stops: stops)
    #expect(errors.first?.contains("rows of the store do not fit the target") == true)
    expectEqual(try contents(store), before, "the store is as it was before")
  }

  @Test func metadataThatIsMissingOrNoDataStopsTheScript() throws {
    let script = try script(try store())
    for change in [
      "DELETE FROM Z_METADATA", "UPDATE Z_METADATA SET Z_PLIST = NULL",
      "UPDATE Z_METADATA SET Z_PLIST = 'text'", "DROP TABLE Z_METADATA", "DROP TABLE ZTAG",
      "ALTER TABLE ZVENUE ADD COLUMN ZMORE", "UPDATE Z_PRIMARYKEY SET Z_NAME = 'X' WHERE Z_ENT = 1",
      "CREATE TRIGGER T AFTER DELETE ON ZVENUE BEGIN DELETE FROM ZTAG; END",
    ] {
      let store = try store()
      try store.connection.execute(sql: change)
      let before = try contents(store)
      #expect(!run(script, store, stops: false).isEmpty, "\(change)")
      #expect(try contents(store) == before, "\(change)")
    }
  }

  /// Wherever SQLite ends the transaction by itself, nothing that a client still sends changes the store.
  @Test func aTransactionThatEndsAnywhereLeavesTheOldStore() throws {
    let text = try script(try store())
    let all = statements(text)
    let begin = try #require(all.firstIndex(of: "BEGIN"))
    let commit = try #require(all.firstIndex(of: "COMMIT"))
    let moved = try #require(all.firstIndex { $0.hasPrefix("INSERT INTO ZVENUE") })
    #expect(all.lastIndex { $0.hasPrefix("CREATE TABLE Z") }.map { $0 < moved } == true)
    // Before the first write to the store's own file nothing can go wrong with it.
    let first = try #require(all.firstIndex { $0.hasPrefix("CREATE TABLE main.") })
    #expect(begin < first)
    for position in first...commit {
      let store = try store()
      let before = try contents(store)
      for (index, statement) in all.enumerated() {
        if index == position { try store.connection.execute("ROLLBACK") }
        // What can end a transaction writes many pages; what makes empty tables does not.
        if index == position, statement.hasPrefix("CREATE TABLE") { break }
        if index >= position, position < moved, statement.hasPrefix("CREATE TABLE") { continue }
        _ = try? store.connection.execute(sql: statement)
      }
      #expect(try contents(store) == before, "\(all[position])")
    }
  }

  /// What `DROP … IF EXISTS` names is there outside the transaction too.
  @Test func indexesTriggersAndViewsSurviveATransactionThatEnds() throws {
    let index = FetchIndex(name: "byName", elements: [.init(.property("name"))])
    let old = model(
      PlanEntity("Venue", [attribute("name")], indexes: [index]),
      PlanEntity("Tag", [attribute("zip")]))
    let new = model(PlanEntity("Venue", [attribute("name")]), PlanEntity("Tag"))
    func made() throws -> PlanStore {
      let store = try self.store(old)
      try store.connection.execute("CREATE VIEW Mine AS SELECT ZNAME FROM ZVENUE")
      try store.connection.execute(
        "CREATE TRIGGER Ours AFTER DELETE ON ZVENUE BEGIN DELETE FROM Z_MODELCACHE; END")
      return store
    }
    let all = statements(try script(try made(), to: new))
    for kind in ["INDEX", "TRIGGER", "VIEW"] {
      #expect(all.contains { $0.hasPrefix("DROP \(kind) IF EXISTS") })
    }
    let first = try #require(all.firstIndex { $0.hasPrefix("CREATE TABLE main.") })
    let commit = try #require(all.firstIndex(of: "COMMIT"))
    for position in (first + 1)...commit where !all[position].hasPrefix("CREATE TABLE") {
      let store = try made()
      let before = try contents(store)
      for (index, statement) in all.enumerated() {
        if index == position { try store.connection.execute("ROLLBACK") }
        if index > position, statement.hasPrefix("CREATE TABLE Z") { continue }
        _ = try? store.connection.execute(sql: statement)
      }
      #expect(try contents(store) == before, "\(all[position])")
    }
    let store = try made()
    #expect(run(all.joined(separator: ";\n"), store, stops: true) == [])
    #expect(try store.text("SELECT * FROM Mine") == "a\nb")
    #expect(try store.text("SELECT count(*) FROM temp.sqlite_master") == "0")
  }

  /// A statement that fails while the transaction goes on is found at the end.
  @Test func aStatementThatFailsUndoesEverything() throws {
    let text = try script(try store())
    let all = statements(text)
    let begin = try #require(all.firstIndex(of: "BEGIN"))
    let lock = try #require(all.firstIndex { $0.hasPrefix("DROP TABLE main.Z_MOMENTUM_LOCK") })
    for position in (begin + 1)..<lock where !all[position].hasPrefix("DROP VIEW") {
      let store = try store()
      let before = try contents(store)
      for (index, statement) in all.enumerated() where index != position {
        _ = try? store.connection.execute(sql: statement)
      }
      let isHarmless =
        all[position].hasPrefix("DROP INDEX") || all[position].hasPrefix("UPDATE Z_METADATA")
        || all[position].contains("temp.") || all[position].contains("TEMP TABLE")
      if !isHarmless { #expect(try contents(store) == before, "\(all[position])") }
    }
  }

  private static let shell = "/usr/bin/sqlite3"

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: shell), "no sqlite3 in /usr/bin"))
  func theShellRunsTheScript() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "plan-script-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for arguments in [["-bail"], []] {
      let path = folder.appendingPathComponent("s\(arguments.count).sqlite").path
      let source = try store()
      try source.connection.execute("VACUUM INTO ?", [.text(path)])
      let script = try script(source)
      func runShell() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.shell)
        process.arguments = arguments + [path]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        try process.run()
        input.fileHandleForWriting.write(Data(script.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
      }
      try runShell()
      let connection = try Connection(path: path, access: .readOnly)
      let ratings = "SELECT count(*) FROM ZVENUE WHERE ZRATING = 1"
      #expect(try connection.firstValue(sql: ratings) == .integer(2))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try runShell()
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path)), bytes, "the store is as it was before")
    }
  }

  @Test func thePlanIsReadAsText() throws {
    let store = try PlanStore(model(PlanEntity("Venue", [attribute("name")])))
    var catalog = try store.catalog()
    for index in catalog.tables.indices { catalog.tables[index].rowCount = 1000 }
    let target = PlanStore.planned(
      model(PlanEntity("Venue", [attribute("name"), attribute("note"), attribute("zip")])))
    let plan = try MigrationPlanner(
      old: store.planned, new: target, catalog: catalog, style: .fresh
    ).plan()
    expectText(
      plan.text(),
      """
      1 step

      1. adds columns to ZVENUE: ZNOTE, ZZIP
         ALTER TABLE ZVENUE ADD COLUMN ZNOTE VARCHAR;
         ALTER TABLE ZVENUE ADD COLUMN ZZIP VARCHAR;

      rows that the store must not have:
      - fails: Venue: the row's Z_ENT is the number of no entity of this table

      """)
    #expect(try plan.json().contains("\"comment\" : \"adds columns to ZVENUE: ZNOTE, ZZIP\""))
  }
}

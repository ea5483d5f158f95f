import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct StagedMigrationTests {
  /// Versions of a model of one entity, by its attributes.
  private func venue(_ attributes: String...) throws -> CompiledModel {
    try ApplyFixture.model(
      attributes.map {
        let words = $0.split(separator: " ")
        let rest = words.count > 2 ? " \(words[2])" : ""
        return
          "<attribute name=\"\(words[0])\" optional=\"YES\" attributeType=\"\(words[1])\"\(rest)/>"
      }.joined())
  }

  private func staged() throws -> (StagedMigration, [CompiledModel]) {
    let versions = [
      try venue("name String"), try venue("name String", "town String"),
      try venue("city String elementID=\"town\"", "name String"),
    ]
    return (
      StagedMigration([
        .init(
          "add town", from: versions[0], to: versions[1],
          before: .sql(["UPDATE ZVENUE SET ZNAME = 'Hall, Rome' WHERE ZNAME IS NULL"]),
          after: .code { store in
            let table = try #require(store.table("Venue"))
            let town = try #require(store.column("Venue", "town"))
            var rows: [(key: SQLValue, town: String)] = []
            try store.forEachRow("SELECT Z_PK, ZNAME FROM \(sql: table) ORDER BY Z_PK") { row in
              guard case .text(let name) = row[1], let comma = name.firstIndex(of: ",") else {
                return
              }
              rows.append((row[0], String(name[comma...].dropFirst(2))))
            }
            for row in rows {
              try store.execute(
                "UPDATE \(sql: table) SET \(sql: town) = \(bind: .text(row.town)) WHERE Z_PK = ?",
                [row.key])
            }
          }),
        .init("call it city", from: versions[1], to: versions[2]),
      ]), versions
    )
  }

  private func makeStore(_ path: String, of model: CompiledModel) throws {
    try model.createStore(at: path)
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute(
      "INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (4, 1, 2, 'Bar, Bonn'), (7, 1, 1, NULL)"
    )
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 7")
  }

  private func rows(_ path: String, _ sql: String) throws -> String {
    let connection = try Connection(path: path, access: .readOnly)
    let statement = try connection.prepare(sql: sql)
    var lines: [String] = []
    while let row = try statement.nextRow() {
      lines.append(row.map(\.debugText).joined(separator: "|"))
    }
    return lines.joined(separator: "\n")
  }

  @Test func stagesRunInOrderWithWorkBetweenThem() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      let (staged, versions) = try staged()
      #expect(staged.review().isEmpty)
      try makeStore(path, of: versions[0])
      let plan = try staged.migrator().plan(store: path, among: versions, to: versions[2]).plan
      #expect(plan?.steps.first?.comment == "before 'add town'")
      #expect(plan?.steps.contains { $0.comment.hasPrefix("'call it city': ") } == true)
      let outcome = try staged.migrator().migrate(store: path, among: versions, to: versions[2])
      #expect(outcome.result == .migrated)
      expectText(
        try rows(path, "SELECT Z_PK, Z_OPT, ZCITY, ZNAME FROM ZVENUE ORDER BY 1"),
        """
        4|2|"Bonn"|"Bar, Bonn"
        7|1|"Rome"|"Hall, Rome"
        """)
    }
  }

  /// Each stage is checked, run and verified before the next one begins. `RECORD=1` writes the list anew.
  @Test func eachStageIsVerifiedBeforeTheNextOne() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      let (staged, versions) = try staged()
      try makeStore(path, of: versions[0])
      let log = CallLog()
      var options = MigrationOptions(isInPlace: true)
      options.beforeCall = { call throws(MigrationError) in
        guard call.kind == .read || call.kind == .statement else { return }
        let subject = call.subject.replacing(folder.path, with: "")
        log.add("\(call.kind) \(subject.prefix(100))")
      }
      _ = try staged.migrator(options: options).migrate(
        store: path, among: versions, to: versions[2])
      try RepositoryFiles.expectGolden(log.text + "\n", at: "Tests/Cases/MigrationCalls/stages.txt")
    }
  }

  /// The models of the stages have the tables of the store: those of a history where it keeps one.
  @Test(arguments: [false, true]) func theStagesKeepTheHistoryOfTheStore(keepsHistory: Bool) throws
  {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      var (staged, versions) = try staged()
      let found = Locked<[Bool]>([])
      for index in staged.stages.indices {
        let note: StageWork = .code { store in
          found.withLock { $0.append(store.model.schema.history != nil) }
        }
        staged.stages[index].before = note
        staged.stages[index].after = note
      }
      let source = CompiledModel(
        CheckedModel(syntax: versions[0].syntax, model: versions[0].model, storedRequests: []),
        keepsHistory: keepsHistory)
      try makeStore(path, of: source)
      _ = try staged.migrator().migrate(store: path, among: versions, to: versions[2])
      #expect(found.withLock { $0 } == [Bool](repeating: keepsHistory, count: 4))
      let tables = "SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'"
      #expect(try rows(path, tables) == (keepsHistory ? "1" : "0"))
    }
  }

  /// Work of the program is cancelled between two rows that it reads.
  @Test func workIsCancelledBetweenItsRows() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      var (staged, versions) = try staged()
      let keys = Locked<[SQLValue]>([])
      staged.stages[0].before = .code { store in
        try store.forEachRow("SELECT Z_PK FROM ZVENUE ORDER BY 1") { row in
          keys.withLock { $0 += row }
        }
      }
      try makeStore(path, of: versions[0])
      #expect(throws: MigrationError.cancelled) {
        try staged.migrator().migrate(
          store: path, among: versions, to: versions[2],
          isCancelled: { keys.withLock { !$0.isEmpty } })
      }
      #expect(keys.withLock { $0 } == [.integer(4)])
    }
  }

  @Test func aStoreOfALaterVersionBeginsAtItsOwnStage() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      let (staged, versions) = try staged()
      try makeStore(path, of: versions[1])
      _ = try staged.migrator().migrate(store: path, among: versions, to: versions[2])
      #expect(
        try rows(path, "SELECT ZCITY, ZNAME FROM ZVENUE ORDER BY 2")
          == "NULL|NULL\nNULL|\"Bar, Bonn\"")
    }
  }

  @Test func anErrorInTheLastStageLeavesTheStoreAsItWas() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      var (staged, versions) = try staged()
      struct Broken: Error {}
      staged.stages[1].after = .code { _ in throw Broken() }
      try makeStore(path, of: versions[0])
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(throws: MigrationError.stage(name: "call it city", message: "Broken()")) {
        try staged.migrator().migrate(store: path, among: versions, to: versions[2])
      }
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path)), before,
        "a stage that fails leaves the store")
    }
  }

  @Test func aMappingModelIsAStage() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let staged = StagedMigration([
        .init(
          "new garage", from: garage.old, to: garage.new,
          kind: .mapping(MappingMigration(garage.mapping)),
          before: .sql(["DELETE FROM ZCAR WHERE ZLABEL = 'Kombi'"]),
          after: .sql(["UPDATE ZPERSON SET ZNICKNAME = 'x'"]))
      ])
      _ = try staged.migrator().migrate(store: garage.store, among: [garage.old], to: garage.new)
      #expect(try garage.rows("SELECT count(*) FROM ZCAR") == "3")
      #expect(try garage.rows("SELECT DISTINCT ZNICKNAME FROM ZPERSON") == "\"x\"")
    }
  }

  // MARK: - What is wrong with stages

  private func review(_ stages: StagedMigration.Stage...) -> String {
    StagedMigration(stages).review().all.map { "\($0.severity) \($0.id)" }.joined(separator: "\n")
  }

  @Test func whatCoreDataRejectsIsTold() throws {
    let versions = [
      try venue("name String"), try venue("name String", "town String"),
      try venue("town String"),
    ]
    #expect(StagedMigration([]).review().all.map(\.id) == ["stages.none"])
    #expect(
      review(
        .init("a", from: versions[0], to: versions[1]),
        .init("b", from: versions[2], to: versions[0]))
        == "error stages.broken-chain\nerror stages.duplicate-checksum")
    #expect(
      review(.init("a", from: versions[0], to: versions[0])) == "error stages.duplicate-checksum")
    let text = try venue("value String")
    let none = try venue("name String")
    let number = try ApplyFixture.model(
      "<attribute name=\"value\" optional=\"YES\" attributeType=\"Integer 64\"/>")
    #expect(review(.init("a", from: text, to: number)) == "error stages.not-inferrable")
    // Each step drops or adds the attribute; in one step it would change its type.
    #expect(
      review(.init("a", from: text, to: none), .init("b", from: none, to: number))
        == "warning stages.collapsed-run")
    #expect(
      review(
        .init("a", from: text, to: none),
        .init("b", from: none, to: number, after: .sql([]))) == "")
  }
}

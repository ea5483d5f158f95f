import Foundation
import MomentumMigration
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Rows that do not fit, stores of unknown models, and stores that are in use.
struct ApplyPreflightTests {
  typealias Fixture = ApplyFixture

  @Test(arguments: Fixture.Journal.allCases)
  func aPreflightNamesTheRowsAndChangesNothing(journal: Fixture.Journal) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal, rows: 9)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      connection.keepsLogOnClose(true)
      try connection.execute("UPDATE ZVENUE SET ZNAME = NULL WHERE Z_PK > 2")
      let before = try fixture.files()
      let preview = try fixture.migrator().preflight(
        store: fixture.store, among: [fixture.old], to: fixture.new)
      let failure = try #require(preview.failures.first)
      #expect(preview.failures.count == 1)
      #expect(failure.count == (journal == .walWithRows ? 8 : 7))
      #expect(failure.firstRows == (3...7).map { .init(entity: "Venue", key: $0) })
      expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
    }
  }

  /// A migration in place may leave the former name of an entity in the store's list.
  @Test func rowsAreNamedByTheModelsEntity() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      try connection.execute("UPDATE ZVENUE SET ZNAME = NULL WHERE Z_PK = 2")
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Place'")
      let preview = try fixture.migrator().preflight(
        store: fixture.store, among: [fixture.old], to: fixture.new)
      #expect(preview.failures.first?.firstRows == [.init(entity: "Venue", key: 2)])
    }
  }

  @Test(arguments: [false, true])
  func rowsThatFailKeepTheStoreAsItIs(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try Connection(path: fixture.store, access: .readWrite)
        .execute("UPDATE ZVENUE SET ZNAME = NULL WHERE Z_PK = 2")
      let before = try fixture.files()
      let error = #expect(throws: MigrationError.self) {
        try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      }
      guard case .rowsFail(let checks)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(checks.map(\.count) == [1])
      expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
    }
  }

  /// Tables of an app are none of a migration's business, whatever they are called.
  @Test func tablesWithNamesThatAreNoTextAreLeftAlone() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      try connection.execute("CREATE TABLE \"tQx\" (a)")
      try connection.execute("CREATE INDEX \"iQx\" ON \"tQx\" (a)")
      try connection.execute("PRAGMA writable_schema = ON")
      for column in ["name", "tbl_name", "sql"] {
        try connection.execute(
          sql: "UPDATE sqlite_master SET \(column) = CAST(replace(CAST(\(column) AS BLOB), "
            + "CAST('Qx' AS BLOB), x'FF') AS TEXT) WHERE tbl_name GLOB 't*' OR name GLOB 'iQx'")
      }
      try connection.execute("PRAGMA writable_schema = RESET")
      let migrator = StoreMigrator()
      _ = try migrator.migrate(store: fixture.store, among: [fixture.old], to: fixture.new)
      let after = try Connection(path: fixture.store, access: .readOnly)
      #expect(
        try after.firstValue("SELECT CAST(name AS BLOB) FROM sqlite_master WHERE name GLOB 't*'")
          == .blob([0x74, 0xFF]))
    }
  }

  @Test func aCheckThatWarnsLetsTheMigrationSucceed() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try Connection(path: fixture.store, access: .readWrite)
        .execute("UPDATE ZVENUE SET ZNAME = NULL WHERE Z_PK = 2")
      var plan = Fixture.plan
      plan.checks[0].consequence = .warns
      let outcome = try fixture.migrate(plan: plan)
      #expect(outcome.warnings.map(\.count) == [1])
      #expect(try fixture.content().hasPrefix("new\n"))
    }
  }

  /// As where the disk is full: SQLite rolls back, and the shell goes on with the next statement.
  @Test func aScriptWhoseTransactionEndsLeavesTheMetadata() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let preview = try fixture.migrator().preflight(
        store: fixture.store, among: [fixture.old], to: fixture.new)
      let text = try #require(preview.script())
      let statements = text.split(separator: "\n").filter { !$0.hasPrefix("--") }
        .joined(separator: "\n").components(separatedBy: ";\n")
      let epilogue = try #require(statements.firstIndex { $0.hasPrefix("UPDATE Z_METADATA") })
      let connection = try Connection(path: fixture.store, access: .readWrite)
      for (index, statement) in statements.enumerated() where !statement.isEmpty {
        if index == epilogue { try connection.execute("ROLLBACK") }
        _ = try? connection.execute(sql: statement)
      }
      #expect(try fixture.content().hasPrefix("old\n"))
      #expect(try connection.firstValue("SELECT count(*) FROM Z_MODELCACHE") == .integer(1))
    }
  }

  @Test func anUnknownStoreNamesTheEntitiesThatDiffer() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let other = try Fixture.model(
        "<attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 16\"/>")
      let error = #expect(throws: MigrationError.self) {
        _ = try fixture.migrator().migrate(
          store: fixture.store, among: [other], to: fixture.new)
      }
      // The fixture's cache is one byte.
      #expect(
        error
          == .unknownSource(path: fixture.store, entities: ["Venue"], ownModel: .unreadable))
      #expect(
        error?.description.contains("the one that it keeps in Z_MODELCACHE cannot be read") == true)
      // Who names the source does not mean the model that the store keeps, so it is not looked at.
      #expect(throws: MigrationError.unknownSource(path: fixture.store, entities: ["Venue"])) {
        try fixture.migrator().migrate(store: fixture.store, from: other, to: fixture.new)
      }
      try Connection(path: fixture.store, access: .readWrite).execute("DELETE FROM Z_MODELCACHE")
      #expect(throws: MigrationError.unknownSource(path: fixture.store, entities: ["Venue"])) {
        try fixture.migrator().migrate(store: fixture.store, among: [other], to: fixture.new)
      }
      let source = try MigrationSource.find(store: fixture.store, among: [other, fixture.old])
      #expect(source.match == .version(1))
    }
  }

  @Test(arguments: Fixture.Journal.allCases, [false, true])
  func aStoreThatIsBeingWrittenIsBusy(journal: Fixture.Journal, inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let writer = try Connection(path: fixture.store, access: .readWrite)
      try writer.execute("BEGIN IMMEDIATE")
      let before = try fixture.names()
      #expect(throws: MigrationError.busy(path: fixture.store)) {
        try fixture.migrate(MigrationOptions(isInPlace: inPlace, busyTimeoutMilliseconds: 0))
      }
      expectEqual(try fixture.names(), before, "a migration that is refused leaves every file")
      try writer.execute("ROLLBACK")
    }
  }

  @Test(arguments: [false, true])
  func aLogStoreThatIsOpenIsBusy(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.wal)
      let reader = try Connection(path: fixture.store, access: .readWrite)
      _ = try reader.firstValue("SELECT COUNT(*) FROM ZVENUE")
      #expect(throws: MigrationError.busy(path: fixture.store)) {
        try fixture.migrate(MigrationOptions(isInPlace: inPlace, busyTimeoutMilliseconds: 0))
      }
      #expect(try reader.firstValue("SELECT COUNT(*) FROM ZVENUE") == .integer(3))
    }
  }

  @Test func nobodyElseGetsInWhileTheStoreIsCopied() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      nonisolated(unsafe) var refused = 0
      var options = MigrationOptions()
      let store = fixture.store
      options.beforeCall = { call throws(MigrationError) in
        guard call.kind == .copyPages || call.kind == .rename else { return }
        do throws(SQLiteError) {
          let other = try Connection(
            path: store, access: .readWrite,
            options: ConnectionOptions(busyTimeoutMilliseconds: 0))
          try other.execute("BEGIN IMMEDIATE")
        } catch {
          if error.reason == .busy { refused += 1 }
        }
      }
      try fixture.migrate(options)
      #expect(refused == 2)
    }
  }

  @Test(arguments: [false, true])
  func aSecondMigrationOfTheSameStoreIsBusy(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.wal)
      nonisolated(unsafe) var refused = 0
      var options = MigrationOptions(isInPlace: inPlace)
      let other = fixture.migrator(
        MigrationOptions(isInPlace: inPlace, busyTimeoutMilliseconds: 0))
      let (store, old, new) = (fixture.store, fixture.old, fixture.new)
      options.beforeCall = { call throws(MigrationError) in
        guard call.subject == "COMMIT" else { return }
        do throws(MigrationError) {
          _ = try other.migrate(store: store, among: [old], to: new)
        } catch {
          if error == .busy(path: store) { refused += 1 }
        }
      }
      try fixture.migrate(options)
      #expect(refused == 1)
      #expect(try fixture.content().hasPrefix("new\n"))
    }
  }

  @Test(arguments: [false, true])
  func aDamagedStoreIsRefusedAndStaysAsItIs(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: 2000)
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.store))
      let size = try handle.seekToEnd()
      try handle.seek(toOffset: (size / 4096 - 2) * 4096)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
      try handle.close()
      let before = try fixture.files()
      let error = #expect(throws: MigrationError.self) {
        try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      }
      guard case .store(.sqlite(let cause))? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.primaryCode == .corrupt)
      expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
    }
  }

  @Test func aFileThatIsReplacedMeanwhileIsNotReplacedAgain() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let store = fixture.store
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        guard call.subject == "COMMIT" else { return }
        rename(store, store + ".away")
        _ = FileManager.default.createFile(atPath: store, contents: Data("another".utf8))
      }
      #expect(throws: MigrationError.busy(path: store)) { try fixture.migrate(options) }
      #expect(try fixture.files()["venues.sqlite"] == Data("another".utf8))
      #expect(try fixture.content(store + ".away").hasPrefix("old\n"))
    }
  }

  @Test func whatIsNoStoreIsRefused() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      for (content, path) in [("", fixture.store), ("SQLite", fixture.store + "2")] {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: MigrationError.self) {
          _ = try fixture.migrator().migrate(store: path, among: [fixture.old], to: fixture.new)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
      }
      #expect(throws: MigrationError.self) {
        _ = try fixture.migrator().migrate(
          store: fixture.folder.path + "/none", among: [fixture.old], to: fixture.new)
      }
      #expect(try fixture.names() == ["venues.sqlite", "venues.sqlite2"])
    }
  }
}

import Foundation
import MomentumMigration
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Every call fails once: the store is the old one or the new one, and another run finishes.
struct ApplyFaultTests {
  typealias Fixture = ApplyFixture

  @Test(arguments: Fixture.Journal.allCases, [false, true])
  func aFailureOfTheNthCallLeavesTheOldStoreOrTheNewOne(
    journal: Fixture.Journal, inPlace: Bool
  ) throws {
    var number = 0
    while true {
      number += 1
      let wasReached = try RepositoryFiles.withApplyFixture { fixture in
        try fixture.makeStore(journal)
        return try failing(fixture, at: number, MigrationOptions(isInPlace: inPlace))
      }
      guard wasReached else { break }
    }
    #expect(number > 15)
  }

  /// - Returns: Whether the migration has so many calls.
  private func failing(
    _ fixture: Fixture, at number: Int, _ plainOptions: MigrationOptions
  ) throws -> Bool {
    let filesBefore = try fixture.files()
    let before = try fixture.content()
    nonisolated(unsafe) var failed: MigrationCall?
    nonisolated(unsafe) var hasCheckpoint = false
    var options = plainOptions
    options.beforeCall = { call throws(MigrationError) in
      if call.number == number {
        failed = call
        throw .file(path: "disk", message: "injected")
      }
      if call.kind == .checkpoint { hasCheckpoint = true }
    }
    do {
      try fixture.migrate(options)
      #expect(try fixture.content().hasPrefix("new\n"), "\(String(describing: failed))")
    } catch {
      #expect(
        error as? MigrationError == .file(path: "disk", message: "injected"),
        "\(String(describing: failed))")
      expectText(try fixture.content(), before, "\(String(describing: failed))")
      // Once the log has been moved into it, the file holds the same store in other bytes.
      if !hasCheckpoint {
        let after = try fixture.files()
        let changed = Set(after.keys).union(filesBefore.keys).filter {
          after[$0] != filesBefore[$0]
        }
        let isLogOfRollback = plainOptions.isInPlace && changed.allSatisfy { $0.hasSuffix("-wal") }
        #expect(changed.isEmpty || isLogOfRollback, "\(String(describing: failed)) \(changed)")
      }
      try fixture.migrate(plainOptions)
      #expect(try fixture.content().hasPrefix("new\n"))
    }
    // A -shm without a log is nothing to SQLite; it stays where it could not be removed.
    let isOfSharedMemory = failed?.subject.hasSuffix("-shm") == true
    let left = try fixture.names().filter {
      !$0.hasSuffix(".bak") && !(isOfSharedMemory && $0.hasSuffix("-shm"))
    }
    #expect(left == ["venues.sqlite"], "\(String(describing: failed))")
    return failed != nil
  }

  /// The last calls of a migration of a copy: what makes it safe is their order, not how many there are.
  @Test(arguments: [Fixture.Journal.delete, .walWithRows], [true, false])
  func theNewFileTakesTheOldOnesPlaceInThisOrder(
    journal: Fixture.Journal, keepsBackup: Bool
  ) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      nonisolated(unsafe) var calls: [String] = []
      var options = MigrationOptions(keepsBackup: keepsBackup)
      options.beforeCall = { call throws(MigrationError) in
        let name = call.subject.hasSuffix("/") ? "the folder" : call.subject
        let text = "\(call.kind) \(name.split(separator: "/").last.map(String.init) ?? "")"
        if calls.last != text { calls.append(text) }
      }
      try fixture.migrate(options)
      let new = ".venues.sqlite.momentum-new"
      var expected = ["setAttributes \(new)", "synchronize \(new)"]
      if journal == .walWithRows {
        expected += [
          "checkpoint venues.sqlite", "remove venues.sqlite-wal", "remove venues.sqlite-shm",
          "synchronize the folder",
        ]
      }
      if keepsBackup { expected.append("link venues.sqlite.bak") }
      expected += ["rename venues.sqlite", "synchronize the folder"]
      expectText(
        calls.suffix(expected.count).joined(separator: "\n"), expected.joined(separator: "\n"))
    }
  }

  /// What stands on the disk before a call is what a process leaves that is killed there.
  @Test(arguments: Fixture.Journal.allCases, [false, true])
  func aKillBeforeAnyCallLeavesTheOldStoreOrTheNewOne(
    journal: Fixture.Journal, inPlace: Bool
  ) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let before = try fixture.content()
      try RepositoryFiles.withTemporaryFolder { snapshots in
        nonisolated(unsafe) var calls: [MigrationCall] = []
        var options = MigrationOptions(isInPlace: inPlace)
        let folder = fixture.folder
        options.beforeCall = { call throws(MigrationError) in
          do {
            try FileManager.default.copyItem(
              at: folder, to: snapshots.appendingPathComponent("\(call.number)"))
            calls.append(call)
          } catch {
            throw .file(path: folder.path, message: "\(error)")
          }
        }
        try fixture.migrate(options)
        let after = try fixture.content()
        for call in calls {
          var killed = fixture
          killed.folder = snapshots.appendingPathComponent("\(call.number)")
          // In place, what was not committed is seen to be so by whoever opens the store next.
          let found = try killed.content()
          #expect(found == before || found == after, "\(call)")
          try killed.migrate(MigrationOptions(isInPlace: inPlace))
          expectText(try killed.content(), after, "\(call)")
          // A store of the target is left alone, with its log.
          let own = found == after ? [".bak", "-shm", "-wal"] : [".bak", "-shm"]
          let left = try killed.names().filter { name in !own.contains { name.hasSuffix($0) } }
          #expect(left == ["venues.sqlite"], "\(call)")
        }
        #expect(calls.count > 15)
      }
    }
  }

  @Test(arguments: [false, true])
  func whatAKilledRunLeftIsRemoved(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      for suffix in ["new", "new-wal", "new-journal", "bak", "bak-shm"] {
        try Data("half a store".utf8).write(
          to: fixture.folder.appendingPathComponent(".venues.sqlite.momentum-\(suffix)"))
      }
      try fixture.migrate(MigrationOptions(isInPlace: inPlace, keepsBackup: false))
      #expect(try fixture.names() == ["venues.sqlite"])
      #expect(try fixture.content().hasPrefix("new\n"))
    }
  }

  /// An app was killed while it saved: its half transaction is undone first.
  @Test(arguments: [false, true])
  func aHotJournalIsPlayedBack(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: 2000)
      let before = try fixture.content()
      try RepositoryFiles.withTemporaryFolder { snapshot in
        var killed = fixture
        killed.folder = snapshot.appendingPathComponent("killed")
        let connection = try Connection(path: fixture.store, access: .readWrite)
        try connection.execute("PRAGMA cache_size = 2")
        try connection.execute("BEGIN")
        try connection.execute("UPDATE ZVENUE SET ZNAME = 'half ' || ZNAME")
        try FileManager.default.copyItem(at: fixture.folder, to: killed.folder)
        try connection.execute("ROLLBACK")
        #expect(try killed.names() == ["venues.sqlite", "venues.sqlite-journal"])
        try killed.migrate(MigrationOptions(isInPlace: inPlace))
        let expected = before.replacing("old\n", with: "new\n")
          .replacing("\")]", with: "\"), MomentumSQL.SQLValue.text(\"Rome\")]")
        expectText(try killed.content(), expected)
        #expect(try killed.names().filter { !$0.hasSuffix(".bak") } == ["venues.sqlite"])
      }
    }
  }

  @Test(arguments: [false, true])
  func cancellingAtAnyTimeLeavesTheStore(inPlace: Bool) throws {
    var asked = 0
    var isDone = false
    while !isDone {
      try RepositoryFiles.withApplyFixture { fixture in
        try fixture.makeStore(.walWithRows)
        let before = try fixture.content()
        var count = 0
        do {
          _ = try fixture.migrator(MigrationOptions(isInPlace: inPlace)).migrate(
            store: fixture.store, among: [fixture.old], to: fixture.new,
            isCancelled: {
              count += 1
              return count > asked
            })
          isDone = true
        } catch {
          #expect(error as? MigrationError == .cancelled)
          expectText(try fixture.content(), before)
        }
      }
      asked += 1
    }
    #expect(asked > 5)
  }

  @Test(arguments: [false, true])
  func aLongStatementIsCancelled(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      var plan = Fixture.plan
      plan.steps[0].statements.append(
        """
        UPDATE ZVENUE SET ZTOWN = (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) \
        SELECT count(*) FROM c)
        """)
      var isMigrating = false
      #expect(throws: MigrationError.cancelled) {
        _ = try fixture.migrator(MigrationOptions(isInPlace: inPlace), plan: plan).migrate(
          store: fixture.store, among: [fixture.old], to: fixture.new,
          progress: { if $0.phase == .migrating { isMigrating = true } },
          isCancelled: { isMigrating })
      }
      #expect(try fixture.content().hasPrefix("old\n"))
      #expect(try fixture.names() == ["venues.sqlite"])
    }
  }

  @Test(arguments: Fixture.Journal.allCases, [false, true])
  func aPlanThatFailsLeavesTheStore(journal: Fixture.Journal, inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let before = try fixture.content()
      var plan = Fixture.plan
      plan.steps[0].statements.append("INSERT INTO ZVENUE(Z_PK) VALUES(1)")
      let error = #expect(throws: MigrationError.self) {
        try fixture.migrate(MigrationOptions(isInPlace: inPlace), plan: plan)
      }
      guard case .store(.sqlite(let cause))? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.reason == .constraint)
      expectText(try fixture.content(), before)
    }
  }

  struct WrongPlan: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var problem: String
    var change: @Sendable (inout MigrationPlan) -> Void
  }

  static let wrongPlans: [WrongPlan] = [
    WrongPlan(
      testDescription: "a lost row",
      problem: "rows of Venue: 3 before, 2 after"
    ) { $0.steps[0].statements.append("DELETE FROM ZVENUE WHERE Z_PK = 2") },
    WrongPlan(
      testDescription: "an empty value",
      problem: "venues without a town: 1, at most 0 expected"
    ) { $0.steps[0].statements.append("UPDATE ZVENUE SET ZTOWN = NULL WHERE Z_PK = 2") },
    WrongPlan(
      testDescription: "a column of another type",
      problem: "the columns of 'ZVENUE' are not those of a fresh store"
    ) { $0.steps[0].statements[0] = "ALTER TABLE ZVENUE ADD COLUMN ZTOWN INTEGER" },
    WrongPlan(testDescription: "an index more", problem: "'MORE' is not in a fresh store") {
      $0.steps[0].statements.append("CREATE INDEX MORE ON ZVENUE (ZTOWN)")
    },
    WrongPlan(
      testDescription: "a last key too low", problem: "Z_MAX of 'Venue' is below the last key"
    ) { $0.steps[0].statements.append("UPDATE Z_PRIMARYKEY SET Z_MAX = 1") },
    WrongPlan(
      testDescription: "an entity too many", problem: "Z_PRIMARYKEY has an entity more, 7"
    ) {
      $0.steps[0].statements.append("INSERT INTO Z_PRIMARYKEY VALUES(7, 'Ghost', 0, 0)")
    },
    WrongPlan(
      testDescription: "an entity of history's first number but one",
      problem: "Z_PRIMARYKEY has an entity more, 16000"
    ) {
      // 16001 is history's own.
      $0.steps[0].statements += [16000, 16001].map {
        "INSERT INTO Z_PRIMARYKEY VALUES(\($0), 'H', 0, 0)"
      }
    },
    WrongPlan(
      testDescription: "an entity without a number",
      problem: "Z_PRIMARYKEY has no entity 1, 'Venue'"
    ) { plan in
      plan.steps[0].statements += ["DELETE FROM ZVENUE", "DELETE FROM Z_PRIMARYKEY"]
      plan.invariants = []
    },
    WrongPlan(
      testDescription: "another name", problem: "Z_PRIMARYKEY has 'Place' where 'Venue' should be"
    ) { $0.steps[0].statements.append("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Place'") },
    WrongPlan(
      testDescription: "another parent",
      problem: "Z_PRIMARYKEY has 'Venue' where 'Venue' should be"
    ) { $0.steps[0].statements.append("UPDATE Z_PRIMARYKEY SET Z_SUPER = 1") },
    WrongPlan(
      testDescription: "metadata that change again",
      problem: "Z_METADATA does not hold what was written"
    ) {
      $0.steps[0].statements.append(
        "CREATE TRIGGER OURS AFTER UPDATE ON Z_METADATA BEGIN UPDATE Z_METADATA SET Z_UUID = 'x'; END"
      )
    },
    WrongPlan(
      testDescription: "metadata that go back",
      problem: "Z_METADATA does not hold what was written"
    ) {
      $0.steps[0].statements.append(
        "CREATE TRIGGER OURS AFTER UPDATE ON Z_METADATA BEGIN UPDATE Z_METADATA SET Z_PLIST = OLD.Z_PLIST; END"
      )
    },
    WrongPlan(
      testDescription: "a model that is lost", problem: "Z_MODELCACHE does not hold the new model"
    ) {
      $0.steps[0].statements.append(
        "CREATE TRIGGER OURS AFTER INSERT ON Z_MODELCACHE BEGIN DELETE FROM Z_MODELCACHE; END")
    },
    WrongPlan(
      testDescription: "a number that is none", problem: "rows of Venue: 3 before, no number after"
    ) { $0.invariants[0].resultSQL = "SELECT NULL" },
    WrongPlan(
      testDescription: "lists of numbers", problem: "rows of Venue: 1 2 before, 1 3 after"
    ) {
      $0.invariants[0].sourceSQL = "SELECT '1 2'"
      $0.invariants[0].resultSQL = "SELECT '1 3'"
    },
    WrongPlan(
      testDescription: "no count of orphans",
      problem: "venues without a town: no number, at most 0 expected"
    ) { $0.mustBeZero[0].resultSQL = "SELECT 'x'" },
    WrongPlan(
      testDescription: "an orphan more than the source has",
      problem: "venues without a town: 3, at most 2 expected"
    ) {
      $0.mustBeZero[0].sourceSQL = "SELECT 2"
      $0.mustBeZero[0].resultSQL = "SELECT 3"
    },
  ]

  /// Ten problems of a kind are told, and what the source had already is no fault of the migration.
  @Test func problemsAreToldTenByTen() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      var plan = Fixture.plan
      plan.mustBeZero = (1...12).map {
        .init(name: "n\($0)", sourceSQL: "SELECT 1", resultSQL: "SELECT 2")
      }
      plan.steps[0].statements += (1...12).map { "CREATE INDEX MORE\($0) ON ZVENUE (ZTOWN)" }
      let error = #expect(throws: MigrationError.self) { try fixture.migrate(plan: plan) }
      guard case .verification(let problems)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(problems.count == 20)
      #expect(problems.last == "n10: 2, at most 1 expected")
      plan.steps = Fixture.plan.steps
      plan.mustBeZero = [.init(name: "n", sourceSQL: "SELECT 2", resultSQL: "SELECT 2")]
      #expect(try fixture.migrate(plan: plan).result == .migrated)
    }
  }

  @Test(arguments: wrongPlans, [false, true])
  func aWrongResultIsThrownAway(wrong: WrongPlan, inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let before = try fixture.files()
      var plan = Fixture.plan
      wrong.change(&plan)
      #expect(throws: MigrationError.verification([wrong.problem])) {
        try fixture.migrate(MigrationOptions(isInPlace: inPlace), plan: plan)
      }
      expectEqual(try fixture.files(), before, "a fault leaves every file as it was")
    }
  }
}

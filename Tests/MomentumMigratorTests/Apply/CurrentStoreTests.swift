import Foundation
import MomentumCompiler
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// When a store is taken for one of the target.
@Suite struct CurrentStoreTests {
  typealias Fixture = ApplyFixture

  /// Gives a store of the old model the hashes of the new one.
  private func lie(_ fixture: Fixture) throws {
    let other = fixture.folder.appendingPathComponent("other.sqlite").path
    try fixture.new.createStore(at: other)
    let metadata = try StoreReader(path: other).metadata()
    try metadata.write(to: Connection(path: fixture.store, access: .readWrite))
    try FileManager.default.removeItem(atPath: other)
  }

  private func expectRefusal(_ problem: String, _ fixture: Fixture) throws {
    let before = try fixture.files()
    let error = MigrationError.tablesDiffer(path: fixture.store, problems: [problem])
    let migrator = fixture.migrator()
    #expect(throws: error) {
      try migrator.plan(store: fixture.store, among: [fixture.old], to: fixture.new)
    }
    #expect(throws: error) {
      try migrator.preflight(store: fixture.store, among: [fixture.old], to: fixture.new)
    }
    #expect(throws: error) {
      try migrator.rehearse(store: fixture.store, among: [fixture.old], to: fixture.new)
    }
    #expect(throws: error) { try fixture.migrate() }
    expectEqual(try fixture.files(), before, "a store that is current is not written")
  }

  @Test func theHashesAloneAreNotEnough() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try lie(fixture)
      try expectRefusal("table ZVENUE has no column ZTOWN", fixture)
      try Connection(path: fixture.store, access: .readWrite)
        .execute("ALTER TABLE ZVENUE RENAME TO ZPLACE")
      try expectRefusal("the store has no table ZVENUE", fixture)
    }
  }

  @Test func moreAndOtherwiseOrderedColumnsAreNoLack() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try lie(fixture)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      for statement in [
        "ALTER TABLE ZVENUE ADD COLUMN ZOLD VARCHAR", "ALTER TABLE ZVENUE ADD COLUMN ZTOWN VARCHAR",
        "CREATE INDEX MINE ON ZVENUE(ZOLD)", "CREATE TABLE NOTES (TEXT)",
      ] {
        try connection.execute(sql: statement)
      }
      #expect(try fixture.migrate().result == .alreadyCurrent)
    }
  }

  @Test func withoutEntityNumbersItIsNoStore() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try Connection(path: fixture.store, access: .readWrite).execute("DROP TABLE Z_PRIMARYKEY")
      #expect(
        throws: MigrationError.store(.notAStore(path: fixture.store, missing: "Z_PRIMARYKEY"))
      ) {
        try fixture.migrate()
      }
    }
  }

  @Test(arguments: [false, true])
  func unusedPagesAreTold(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      try connection.execute("CREATE TABLE BIG AS SELECT zeroblob(200000) AS CONTENT")
      try connection.execute("DROP TABLE BIG")
      let outcome = try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      let free = try Connection(path: fixture.store, access: .readWrite).firstValue(
        "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")
      #expect(free == .integer(outcome.bytesFree))
      #expect(outcome.bytesFree > 150_000)
    }
  }

  /// A store that needs nothing needs no lock either.
  @Test(arguments: [false, true]) func aStoreInUseIsCurrentOrBusy(isCurrent: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let other = try Connection(path: fixture.store, access: .readWrite)
      try other.execute("BEGIN IMMEDIATE")
      let target = isCurrent ? fixture.old : fixture.new
      func migrate() throws -> MigrationOutcome {
        try fixture.migrator(MigrationOptions(busyTimeoutMilliseconds: 0)).migrate(
          store: fixture.store, among: [fixture.old], to: target)
      }
      if isCurrent {
        let outcome = try migrate()
        #expect(outcome.result == .alreadyCurrent && outcome.plan == nil)
      } else {
        #expect(throws: MigrationError.busy(path: fixture.store)) { try migrate() }
      }
      // Without hashes nothing says that it is current.
      try other.execute("ROLLBACK")
      var metadata = try StoreMetadata.read(from: other)
      metadata.entityHashes = [:]
      try metadata.write(to: other)
      try other.execute("BEGIN IMMEDIATE")
      #expect(throws: MigrationError.busy(path: fixture.store)) { try migrate() }
    }
  }

  /// The hashes alone do not make a store in use current: its tables are looked at too.
  @Test func aStoreInUseThatLacksAColumnIsBusy() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try lie(fixture)
      let other = try Connection(path: fixture.store, access: .readWrite)
      func migrate() throws -> MigrationOutcome {
        try fixture.migrate(MigrationOptions(busyTimeoutMilliseconds: 0))
      }
      try other.execute("BEGIN IMMEDIATE")
      #expect(throws: MigrationError.busy(path: fixture.store)) { try migrate() }
      try other.execute("ALTER TABLE ZVENUE ADD COLUMN ZTOWN VARCHAR")
      try other.execute("COMMIT")
      try other.execute("BEGIN IMMEDIATE")
      #expect(try migrate().result == .alreadyCurrent)
      try other.execute("ROLLBACK")
    }
  }

  @Test func metadataAreReplacedWholeOrNotAtAll() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      try connection.execute("INSERT INTO Z_METADATA SELECT 2, 'x', Z_PLIST FROM Z_METADATA")
      #expect(
        throws: MigrationError.store(
          .metadata(
            path: fixture.store,
            message: "Z_METADATA has more than one row, and only one would be kept"))
      ) { try fixture.migrate() }
    }
  }

  /// A check that rows do not pass and that only warns: five of its rows are named, all are counted.
  @Test func aWarningNamesFiveRows() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: 7)
      var plan = Fixture.plan
      plan.checks = [
        MigrationPlan.Precondition(
          rule: .change(.attributeMadeRequired), place: "Venue.name", problem: "is there",
          consequence: .warns, countSQL: "SELECT COUNT(*) FROM ZVENUE",
          rowsSQL: "SELECT Z_ENT, Z_PK FROM ZVENUE ORDER BY Z_PK"),
        MigrationPlan.Precondition(
          rule: .change(.attributeMadeRequired), place: "Venue.town", problem: "is none",
          consequence: .fails, countSQL: "SELECT 0", rowsSQL: "SELECT 1, 1"),
        MigrationPlan.Precondition(
          rule: .change(.attributeMadeRequired), place: "Other", problem: "is there",
          consequence: .warns, countSQL: "SELECT 1", rowsSQL: "SELECT 9, 3"),
        MigrationPlan.Precondition(
          rule: .change(.attributeMadeRequired), place: "None", problem: "is there",
          consequence: .warns, countSQL: "SELECT 1", rowsSQL: "SELECT NULL, NULL"),
      ]
      try Connection(path: fixture.store, access: .readWrite).execute(
        "INSERT INTO Z_PRIMARYKEY VALUES(9, 'Ghost', 0, 0)")
      plan.steps[0].statements.append("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 9")
      var reports: [MigrationProgress] = []
      let outcome = try fixture.migrator(plan: plan).migrate(
        store: fixture.store, among: [fixture.old], to: fixture.new,
        progress: { reports.append($0) })
      #expect(outcome.warnings.map(\.count) == [7, 1, 1])
      #expect(outcome.warnings.map(\.check.place) == ["Venue.name", "Other", "None"])
      #expect(
        outcome.warnings.map { $0.firstRows.map { "\($0.entity) \($0.key)" } } == [
          (1...5).map { "Venue \($0)" }, ["Ghost 3"], [" 0"],
        ])
      let checks = reports.filter { $0.phase == .checking && $0.stepCount > 0 }
      #expect(
        checks.map { "\($0.activity) \($0.step) of \($0.stepCount)" } == [
          "Venue.name 1 of 4", "Venue.town 2 of 4", "Other 3 of 4", "None 4 of 4",
        ])
      let steps = reports.filter { $0.phase == .migrating }
      #expect(
        steps.map { "\($0.activity) \($0.step) of \($0.stepCount)" } == [
          "add Venue.town 1 of 1", "metadata and version hashes 0 of 0",
        ])
    }
  }
}

import Foundation
import MomentumCompiler
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
}

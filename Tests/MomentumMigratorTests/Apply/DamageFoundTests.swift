import Foundation
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Damage that can be copied, and that only SQLite's own check finds after the migration.
@Suite struct DamageFoundTests {
  typealias Fixture = ApplyFixture

  enum Way: CaseIterable, Sendable { case copy, inPlace, rehearsal }

  /// A table of an app with rows that break a rule of the table. A connection that only reads does not
  /// know of `CHECK`, so the rule is another one.
  private static let broken = [
    "CREATE TABLE NOTES (A INTEGER, B INTEGER)",
    "INSERT INTO NOTES WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 12) "
      + "SELECT NULL, x FROM c",
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE NOTES (A INTEGER NOT NULL, B INTEGER)' "
      + "WHERE name = 'NOTES'", "PRAGMA writable_schema = RESET",
  ]

  /// An index over the values of one column that says it is one over another column.
  private static let wrongIndex = [
    "CREATE TABLE NOTES (A INTEGER, B INTEGER)", "INSERT INTO NOTES VALUES (1, 2)",
    "CREATE INDEX WORDS ON NOTES (A)", "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET sql = 'CREATE INDEX WORDS ON NOTES (B)' WHERE name = 'WORDS'",
    "PRAGMA writable_schema = RESET",
  ]

  private func run(
    _ way: Way, _ verification: MigrationOptions.Verification, _ fixture: Fixture
  ) throws -> MigrationOutcome {
    var options = MigrationOptions(isInPlace: way == .inPlace)
    options.verification = verification
    guard way == .rehearsal else { return try fixture.migrate(options) }
    return try fixture.migrator(options).rehearse(
      store: fixture.store, among: [fixture.old], to: fixture.new)
  }

  private func damage(_ fixture: Fixture, _ statements: [String]) throws {
    try fixture.makeStore(.delete)
    let connection = try Connection(path: fixture.store, access: .readWrite)
    for statement in statements { try connection.execute(sql: statement) }
  }

  /// A copy is compared with its source, so the message says that the store was damaged before. In
  /// place there is no source any more.
  @Test(
    arguments: Way.allCases,
    [
      (MigrationOptions.Verification.full, "integrity_check"),
      (MigrationOptions.Verification.quick, "quick_check"),
    ])
  func rowsThatBreakTheirTablesRuleStopTheMigration(
    way: Way, check: (verification: MigrationOptions.Verification, name: String)
  ) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try damage(fixture, Self.broken)
      let before = try fixture.files()
      let problem = "\(check.name): NULL value in NOTES.A"
      let error = #expect(throws: MigrationError.self) {
        _ = try run(way, check.verification, fixture)
      }
      switch error {
      case .store(.sqlite(let cause))? where way != .inPlace:
        #expect(cause.primaryCode == .corrupt)
        expectText(cause.message, "the store is damaged: \(problem)")
      case .verification(let problems)? where way == .inPlace:
        // Twelve rows are broken; ten problems are told.
        #expect(problems == Array(repeating: problem, count: 10))
      default: Issue.record("\(String(describing: error))")
      }
      expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
    }
  }

  /// The quick check does not compare indexes with their tables.
  @Test(arguments: Way.allCases)
  func anIndexThatDiffersFromItsTableIsFoundByTheFullCheck(way: Way) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try damage(fixture, Self.wrongIndex)
      let before = try fixture.files()
      let error = #expect(throws: MigrationError.self) { _ = try run(way, .full, fixture) }
      #expect(
        "\(String(describing: error))".contains("integrity_check: row 1 missing from index WORDS"))
      expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
      let outcome = try run(way, .quick, fixture)
      #expect(outcome.result == (way == .rehearsal ? .rehearsed : .migrated))
      #expect(outcome.verified.first == "quick_check")
    }
  }

  /// A large store would take long otherwise. So damaged rows do not matter here.
  @Test func aCurrentStoreIsFoundWithoutReadingItsRows() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: 2000)
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.store))
      let size = try handle.seekToEnd()
      try handle.seek(toOffset: (size / 4096 - 2) * 4096)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
      try handle.close()
      let before = try fixture.files()
      let migrator = fixture.migrator()
      let outcome = try migrator.migrate(
        store: fixture.store, among: [fixture.old], to: fixture.old)
      #expect(outcome.result == .alreadyCurrent)
      let rehearsal = try migrator.rehearse(
        store: fixture.store, among: [fixture.old], to: fixture.old)
      #expect(rehearsal.result == .alreadyCurrent)
      expectEqual(try fixture.files(), before, "a store that is current is not written")
    }
  }
}

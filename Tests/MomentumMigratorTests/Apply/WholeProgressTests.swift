import Foundation
import MomentumMigration
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What a whole migration tells of its progress, from the first part to the last.
@Suite struct WholeProgressTests {
  typealias Fixture = ApplyFixture

  /// The beginning of each part. Reports of a part that is under way depend on the time.
  private func beginnings(_ reports: [MigrationProgress]) -> [MigrationProgress] {
    var result: [MigrationProgress] = []
    for report in reports {
      if let last = result.last, last.phase == report.phase, last.activity == report.activity,
        last.step == report.step
      {
        continue
      }
      result.append(report)
    }
    return result
  }

  private func line(_ report: MigrationProgress, _ bytes: Int64) -> String {
    "\(report.phase): \(report.activity) \(report.step)/\(report.stepCount), \(bytes)"
  }

  private func expect(
    _ reports: [MigrationProgress], _ expected: [(text: String, bytes: Int64)], total: Int64
  ) {
    let parts = beginnings(reports)
    let checks = parts.prefix { $0.phase == .checking }
    expectText(
      checks.map { line($0, $0.bytesDone) }.joined(separator: "\n"),
      """
      checking: read the store 0/0, 0
      checking: Venue.name 1/1, 0
      """)
    let work = parts.dropFirst(checks.count)
    expectText(
      work.map { line($0, $0.bytesDone) }.joined(separator: "\n"),
      expected.map { "\($0.text), \($0.bytes)" }.joined(separator: "\n"))
    #expect(work.map(\.fraction) == expected.map { Double($0.bytes) / Double(total) })
  }

  private func size(_ fixture: Fixture) throws -> Int64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.store)
    return try #require((attributes[.size] as? NSNumber)?.int64Value)
  }

  /// The full check counts as three readings of the file, the counts as half of one. The last part
  /// begins when everything else is done.
  @Test(arguments: [MigrationOptions.Verification.full, .quick])
  func aCopyBeginsWithThePagesAndEndsWithTheExchange(
    verification: MigrationOptions.Verification
  ) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let file = try size(fixture)
      let isFull = verification == .full
      let checked = 8192 + file * (isFull ? 4 : 2)
      var reports: [MigrationProgress] = []
      var options = MigrationOptions()
      options.verification = verification
      _ = try fixture.migrator(options).migrate(
        store: fixture.store, among: [fixture.old], to: fixture.new,
        progress: { reports.append($0) })
      expect(
        reports,
        [
          ("copying: copy 0/0", 0),
          ("migrating: add Venue.town 1/1", file),
          ("migrating: metadata and version hashes 0/0", file + 4096),
          ("verifying: \(isFull ? "integrity_check" : "quick_check") 0/0", file + 8192),
          ("verifying: tables and indexes 0/0", checked),
          ("verifying: entity numbers and last keys 0/0", checked + 4096),
          ("verifying: metadata and version hashes 0/0", checked + 8192),
          ("verifying: 1 counts of rows, links and values 0/0", checked + 12_288),
          ("verifying: 1 counts of orphans 0/0", checked + 12_288 + file / 4),
          (
            "finishing: the new store takes the old one's place 0/0", checked + 12_288 + file / 2
          ),
        ], total: checked + 12_288 + file / 2)
    }
  }

  /// The size of the work is not known before the plan's checks, so they are no part of it: the fraction never goes back.
  @Test(arguments: [1, 2, 5]) func checksAreNoPartOfTheFraction(count: Int) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      var plan = Fixture.plan
      plan.checks = (0..<count).flatMap { _ in Fixture.plan.checks }
      var reports: [MigrationProgress] = []
      _ = try fixture.migrator(plan: plan).migrate(
        store: fixture.store, among: [fixture.old], to: fixture.new,
        progress: { reports.append($0) })
      let checks = reports.filter { $0.phase == .checking }
      #expect(checks.count > count)
      #expect(checks.allSatisfy { $0.fraction == 0 && $0.bytesDone == 0 })
      #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
    }
  }

  @Test(arguments: [Fixture.Journal.delete, .wal])
  func inPlaceNothingIsCopiedAndTheEndIsTheCommit(journal: Fixture.Journal) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let file = try size(fixture)
      var reports: [MigrationProgress] = []
      _ = try fixture.migrator(MigrationOptions(isInPlace: true)).migrate(
        store: fixture.store, among: [fixture.old], to: fixture.new,
        progress: { reports.append($0) })
      let checked = 8192 + file * 3
      expect(
        reports,
        [
          ("migrating: add Venue.town 1/1", 0),
          ("migrating: metadata and version hashes 0/0", 4096),
          ("verifying: integrity_check 0/0", 8192),
          ("verifying: tables and indexes 0/0", checked),
          ("verifying: entity numbers and last keys 0/0", checked + 4096),
          ("verifying: metadata and version hashes 0/0", checked + 8192),
          ("verifying: 1 counts of rows, links and values 0/0", checked + 12_288),
          ("verifying: 1 counts of orphans 0/0", checked + 12_288 + file / 4),
          ("finishing: COMMIT 0/0", checked + 12_288 + file / 2),
        ], total: checked + 12_288 + file / 2)
    }
  }

  /// A rehearsal ends with the verification, because no file takes another one's place.
  @Test func aRehearsalHasNoEndOfItsOwn() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let file = try size(fixture)
      var reports: [MigrationProgress] = []
      _ = try fixture.migrator().rehearse(
        store: fixture.store, among: [fixture.old], to: fixture.new,
        progress: { reports.append($0) })
      let parts = beginnings(reports)
      #expect(
        parts.map { "\($0.phase)" } == ["checking", "checking", "copying"]
          + Array(repeating: "migrating", count: 2) + Array(repeating: "verifying", count: 6))
      let total = 20_480 + file * 4 + file / 2
      #expect(parts.last?.bytesDone == total - file / 4)
      #expect(parts.last?.fraction == Double(total - file / 4) / Double(total))
    }
  }

  /// The pages of a store are copied a thousand at a time, and who cancels meanwhile does not wait for the last.
  @Test func aCopyIsCancelledBetweenItsPages() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      try connection.execute("PRAGMA page_size = 512")
      try connection.execute("CREATE TABLE Own (bytes BLOB)")
      try connection.execute("INSERT INTO Own VALUES (zeroblob(1200000))")
      try connection.execute("VACUUM")
      let before = try fixture.content()
      let calls = Locked(0)
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        if call.kind == .copyPages { calls.withLock { $0 += 1 } }
      }
      func migrate(cancelledAt call: Int) throws {
        _ = try fixture.migrator(options).migrate(
          store: fixture.store, among: [fixture.old], to: fixture.new,
          isCancelled: { calls.withLock { $0 } >= call })
      }
      #expect(throws: MigrationError.cancelled) { try migrate(cancelledAt: 2) }
      #expect(calls.withLock { $0 } == 2, "the pages of a call were copied after it was cancelled")
      expectText(try fixture.content(), before)
      #expect(try fixture.names() == ["venues.sqlite"])
      calls.withLock { $0 = 0 }
      try migrate(cancelledAt: .max)
      #expect(calls.withLock { $0 } >= 3)
      #expect(try connection.firstValue("SELECT length(bytes) FROM Own") == .integer(1_200_000))
    }
  }

  // MARK: - Files

  /// Every open descriptor of a file in the folder; closing any of them later would release the
  /// locks that the process has on the file by then.
  private static func openFiles(below folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return path.flatMap { $0.hasPrefix(folder) ? $0 : nil }
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")),
    arguments: Fixture.Journal.allCases)
  func noFileOfTheFolderStaysOpen(journal: Fixture.Journal) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let real = fixture.folder.resolvingSymlinksInPath().path
      #expect(try Self.openFiles(below: real) == [])
      let (migrator, inPlace) = (
        fixture.migrator(), fixture.migrator(MigrationOptions(isInPlace: true))
      )
      _ = try migrator.preflight(store: fixture.store, among: [fixture.old], to: fixture.new)
      _ = try migrator.rehearse(store: fixture.store, among: [fixture.old], to: fixture.new)
      #expect(try Self.openFiles(below: real) == [])
      for options in [MigrationOptions(), MigrationOptions(isInPlace: true)] {
        var failing = options
        failing.beforeCall = { call throws(MigrationError) in
          if call.subject == "COMMIT" { throw .file(path: "disk", message: "injected") }
        }
        #expect(throws: MigrationError.self) { try fixture.migrate(failing) }
        #expect(try Self.openFiles(below: real) == [])
      }
      _ = try migrator.migrate(store: fixture.store, among: [fixture.old], to: fixture.new)
      #expect(try Self.openFiles(below: real) == [])
      _ = try inPlace.migrate(store: fixture.store, among: [fixture.old], to: fixture.new)
      #expect(try Self.openFiles(below: real) == [])
    }
  }
}

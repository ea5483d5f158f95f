import Foundation
import MomentumMigration
import MomentumMigrator
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// What a migration does to a store and to the folder around it.
struct ApplyMigrateTests {
  typealias Fixture = ApplyFixture

  @Test func aStepNamesTheChangesThatMadeItNecessary() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let preview = try StoreMigrator().plan(
        store: fixture.store, from: fixture.old, to: fixture.new)
      let plan = try #require(preview.plan)
      let causes = plan.steps.flatMap(\.causes).map(\.text)
      #expect(Set(causes) == ["migration.attribute-added-default Venue.town"])
    }
  }

  @Test(arguments: Fixture.Journal.allCases, [false, true])
  func everyCommittedRowComesAlong(journal: Fixture.Journal, inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let rows = journal == .walWithRows ? 4 : 3
      let outcome = try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      #expect(outcome.result == .migrated)
      let expected =
        "new\n"
        + (1...rows).map {
          "\([SQLValue.integer(Int64($0)), .integer(1), .integer(1), .text("venue \($0)"), .text("Rome")])"
        }.joined(separator: "\n")
      expectText(try fixture.content(), expected)
      let backup = inPlace ? [] : ["venues.sqlite.bak"]
      #expect(try fixture.names() == ["venues.sqlite"] + backup)
    }
  }

  @Test(arguments: Fixture.Journal.allCases)
  func theBackupIsTheWholeOldStore(journal: Fixture.Journal) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let before = try fixture.content()
      let outcome = try fixture.migrate()
      let backup = try #require(outcome.backup)
      #expect(backup.hasSuffix("/venues.sqlite.bak"))
      expectText(try fixture.content(backup), before)
    }
  }

  /// A side file of the copy would be taken for that of the new store.
  @Test(arguments: ["-wal", "-shm", "-journal"])
  func aCopyWithASideFileDoesNotTakeTheStoresPlace(suffix: String) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let before = try fixture.files()
      let copy = fixture.folder.path + "/.venues.sqlite.momentum-new"
      let error = #expect(throws: MigrationError.self) {
        try fixture.migrator().migrate(
          store: fixture.store, among: [fixture.old], to: fixture.new,
          progress: { progress in
            guard progress.phase == .verifying else { return }
            _ = FileManager.default.createFile(atPath: copy + suffix, contents: Data())
          })
      }
      #expect(error == .file(path: copy + suffix, message: "the copy has not been closed"))
      expectEqual(try fixture.files(), before, "the store and its folder are as before")
    }
  }

  @Test func withoutABackupNothingStaysBeside() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.walWithRows)
      let outcome = try fixture.migrate(MigrationOptions(keepsBackup: false))
      #expect(outcome.backup == nil)
      #expect(try fixture.names() == ["venues.sqlite"])
    }
  }

  @Test func noBackupIsWrittenOver() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: fixture.store + ".bak"))
      let outcome = try fixture.migrate()
      #expect(outcome.backup?.hasSuffix("/venues.sqlite.2.bak") == true)
      #expect(try fixture.files()["venues.sqlite.bak"] == Data("mine".utf8))
    }
  }

  @Test(arguments: [false, true])
  func theStoreKeepsItsIdentityAndTheAppsKeys(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.wal)
      let before = try StoreReader(path: fixture.store).metadata()
      try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      let reader = try StoreReader(path: fixture.store)
      let after = try reader.metadata()
      #expect(after.uuid == before.uuid)
      #expect(after.others["app.key"] == .string("kept"))
      #expect(after.frameworkVersion == before.frameworkVersion)
      #expect(after.hashesDigest == fixture.new.hashes.digest)
      #expect(after.modelChecksum == fixture.new.hashes.checksum)
      #expect(try ModelCache.read(from: reader.connection) == fixture.new.modelCopy.archive)
    }
  }

  @Test(arguments: [Fixture.Journal.delete, .wal], [false, true])
  func theHeaderAsksForTheSameJournal(journal: Fixture.Journal, inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.store))
      #expect(bytes[18] == (journal == .delete ? 1 : 2))
    }
  }

  @Test func permissionsAreKeptAndTheCopyIsPrivateUntilThen() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      chmod(fixture.store, 0o640)
      nonisolated(unsafe) var modes: Set<Int> = []
      var options = MigrationOptions()
      let copy = fixture.folder.path + "/.venues.sqlite.momentum-new"
      options.beforeCall = { call throws(MigrationError) in
        guard call.kind == .copyPages || call.subject == "COMMIT" else { return }
        modes.insert(permissions(copy))
      }
      try fixture.migrate(options)
      #expect(modes == [0o600])
      #expect(permissions(fixture.store) == 0o640)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser may give files away"))
  func theOwnerIsKept() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      #expect(chown(fixture.store, 1234, 4321) == 0)
      chmod(fixture.store, 0o640)
      try fixture.migrate()
      let status = try #require(FileStatus(fixture.store))
      #expect((status.user, status.group) == (1234, 4321))
      #expect(permissions(fixture.store) == 0o640)
    }
  }

  @Test func aSymbolicLinkStaysOne() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.walWithRows)
      let link = fixture.folder.appendingPathComponent("link.sqlite").path
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "venues.sqlite")
      _ = try fixture.migrator().migrate(store: link, among: [fixture.old], to: fixture.new)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link) == "venues.sqlite")
      #expect(try fixture.content().hasPrefix("new\n"))
    }
  }

  @Test func aStoreOfTheTargetIsLeftAlone() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.walWithRows)
      let before = try fixture.files()
      let outcome = try fixture.migrator().migrate(
        store: fixture.store, among: [fixture.new], to: fixture.old)
      #expect(outcome.result == .alreadyCurrent)
      expectEqual(try fixture.files(), before, "a store of the target is left alone")
    }
  }

  @Test func externalBinaryDataStaysWhereItIs() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let data = fixture.folder.appendingPathComponent(".venues_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try Data("picture".utf8).write(to: data.appendingPathComponent("A"))
      try fixture.migrate()
      #expect(
        try Data(contentsOf: data.appendingPathComponent("A")) == Data("picture".utf8))
    }
  }

  @Test(arguments: Fixture.Journal.allCases)
  func aRehearsalChangesNothing(journal: Fixture.Journal) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let before = try fixture.files()
      let outcome = try fixture.migrator().rehearse(
        store: fixture.store, among: [fixture.old], to: fixture.new)
      #expect(outcome.result == .rehearsed)
      #expect(outcome.bytesBefore > 0 && outcome.bytesAfter > 0)
      #expect(!outcome.verified.isEmpty)
      expectEqual(try fixture.files(), before, "a rehearsal writes no file of the store")
    }
  }

  @Test func progressNeverGoesBackAndEndsWithTheSwap() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: 2000)
      var reports: [MigrationProgress] = []
      _ = try fixture.migrator().migrate(
        store: fixture.store, among: [fixture.old], to: fixture.new,
        progress: { reports.append($0) })
      let phases = reports.map(\.phase).reduce(into: [MigrationProgress.Phase]()) {
        if $0.last != $1 { $0.append($1) }
      }
      #expect(phases == [.checking, .copying, .migrating, .verifying, .finishing])
      let fractions = reports.drop { $0.phase == .checking }.map(\.fraction)
      #expect(fractions == fractions.sorted())
      #expect(fractions.last ?? 0 > 0.9)
    }
  }

  /// To count bytes is to read the whole file once more, and nothing that runs hangs on them.
  @Test(arguments: [false, true])
  func aMigrationPlansTheSameWithoutCountingBytes(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: 2000)
      // A column before another one rebuilds the table, one that is gone frees pages, and an index takes some.
      let target = try ApplyFixture.model(
        """
        <attribute name="age" optional="YES" attributeType="Integer 16"/>
        <attribute name="title" optional="YES" attributeType="String"/>
        <fetchIndex name="byTitle">
          <fetchIndexElement property="title" type="Binary" order="ascending"/>
        </fetchIndex>
        """)
      let migrator = StoreMigrator(options: MigrationOptions(isInPlace: inPlace))
      let preview = try migrator.plan(store: fixture.store, among: [fixture.old], to: target)
      let outcome = try migrator.migrate(store: fixture.store, among: [fixture.old], to: target)
      let (shown, run) = (try #require(preview.plan), try #require(outcome.plan))
      #expect(shown.steps.contains { ($0.byteCount ?? 0) > 0 && ($0.freedByteCount ?? 0) > 0 })
      #expect(run.steps.allSatisfy { ($0.freedByteCount ?? 0) == 0 })
      #expect(run.withoutBytes == shown.withoutBytes)
    }
  }
}

extension MigrationPlan {
  /// The same without what it says of bytes.
  fileprivate var withoutBytes: MigrationPlan {
    var plan = self
    for index in plan.steps.indices {
      plan.steps[index].byteCount = nil
      plan.steps[index].newByteCount = nil
      plan.steps[index].freedByteCount = nil
    }
    return plan
  }
}

private func permissions(_ path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.posixPermissions] as? Int) ?? -1
}

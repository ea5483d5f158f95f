import Foundation
import MomentumMigrator
import MomentumTestSupport
import Testing

/// Every call of a whole migration: what is read, written, synchronized and removed, in its order. `RECORD=1` writes
/// the lists anew.
@Suite struct CallListTests {
  private func calls(
    _ journal: ApplyFixture.Journal, _ options: MigrationOptions = MigrationOptions(),
    rehearses: Bool = false
  ) throws -> String {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let log = CallLog()
      var options = options
      let folder = fixture.folder.path
      options.beforeCall = { call throws(MigrationError) in
        let subject = call.subject.replacing(folder, with: "")
        log.add("\(call.kind) \(subject.hasPrefix("/") ? subject : String(subject.prefix(60)))")
      }
      let migrator = fixture.migrator(options)
      if rehearses {
        _ = try migrator.rehearse(store: fixture.store, among: [fixture.old], to: fixture.new)
      } else {
        _ = try migrator.migrate(store: fixture.store, among: [fixture.old], to: fixture.new)
      }
      return log.text.replacing(/\/[^ ]*momentum-[A-Za-z0-9]{6}\//, with: "(folder)/")
    }
  }

  private func expect(_ calls: String, _ name: String) throws {
    try RepositoryFiles.expectGolden(calls + "\n", at: "Tests/Cases/MigrationCalls/\(name).txt")
  }

  @Test func aCopyIsFilledVerifiedAndExchanged() throws {
    try expect(calls(.delete), "copy")
  }

  @Test func aCopyOfAStoreWithALogHasALogToo() throws {
    try expect(calls(.walWithRows), "copy-with-log")
  }

  @Test func withoutABackupNoLinkIsMade() throws {
    try expect(calls(.wal, MigrationOptions(keepsBackup: false)), "copy-without-backup")
  }

  @Test(arguments: [ApplyFixture.Journal.delete, .walWithRows])
  func inPlaceEverythingIsOneTransaction(journal: ApplyFixture.Journal) throws {
    try expect(
      calls(journal, MigrationOptions(isInPlace: true)),
      "in-place-\(journal == .delete ? "with-journal" : "with-log")")
  }

  @Test func aRehearsalOnlyReadsTheStore() throws {
    try expect(calls(.wal, rehearses: true), "rehearsal")
  }

  /// The store may be private, so nobody else may read a copy of it.
  @Test(arguments: [0o600, 0o644, 0o660])
  func aCopyIsPrivateUntilItIsTheStore(mode: Int) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: fixture.store)
      let log = CallLog()
      let copy = fixture.folder.path + "/.venues.sqlite.momentum-new"
      @Sendable func permissions(_ path: String) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let number = attributes?[.posixPermissions] as? NSNumber
        return number.map { String($0.intValue, radix: 8) } ?? "none"
      }
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        switch call.kind {
        case .create, .copyPages, .setAttributes, .rename:
          log.add("\(call.kind) \(permissions(copy))")
        case _: break
        }
      }
      try fixture.migrate(options)
      #expect(
        log.text.split(separator: "\n").map(String.init) == [
          "create none", "copyPages 600", "setAttributes 600", "rename \(String(mode, radix: 8))",
        ])
      #expect(permissions(fixture.store) == String(mode, radix: 8))
      #expect(permissions(fixture.store + ".bak") == String(mode, radix: 8))
    }
  }
}

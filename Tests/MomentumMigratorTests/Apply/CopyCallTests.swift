import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// Copies of a store: the one that is migrated, and a backup on a file system without hard links.
@Suite struct CopyCallTests {
  /// What another connection may do with a file: read and write it, only read it, or neither.
  private func access(_ path: String) -> String {
    func can(_ statement: SQLFragment) -> Bool {
      do {
        let other = try Connection(
          path: path, access: .readWrite, options: ConnectionOptions(busyTimeoutMilliseconds: 0))
        _ = try other.firstValue(statement)
        return true
      } catch { return false }
    }
    return can("BEGIN EXCLUSIVE") ? "open" : can("SELECT 1 FROM sqlite_master") ? "read" : "locked"
  }

  /// From the first page on nobody else reads the copy, and nobody writes it while it is verified.
  @Test(arguments: [ApplyFixture.Journal.delete, .wal])
  func nobodyElseWritesTheCopy(journal: ApplyFixture.Journal) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      let copy = fixture.folder.path + "/.venues.sqlite.momentum-new"
      let log = CallLog()
      let isCopied = Locked(false)
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        if call.kind == .copyPages { return isCopied.withLock { $0 = true } }
        guard isCopied.withLock({ $0 }), call.kind == .statement || call.kind == .read else {
          return
        }
        log.add("\(access(copy)) \(call.subject.prefix(32))")
      }
      try fixture.migrate(options)
      let calls = log.text.split(separator: "\n").map(String.init)
      let fill = calls.prefix { !$0.hasSuffix("PRAGMA cache_size = -4000") }
      #expect(fill.count > 5 && fill.allSatisfy { $0.hasPrefix("locked ") }, "\(fill)")
      // The file is locked by the first read of the new connection.
      let verified = calls.drop { !$0.hasSuffix(" sqlite_master") }
      #expect(verified.count > 5 && verified.allSatisfy { $0.hasPrefix("read ") }, "\(verified)")
    }
  }

  /// A backup that is a copy is private until it has the store's permissions, and has its name last.
  @Test(arguments: ApplyFixture.Journal.allCases, [0o600, 0o640])
  func aBackupWithoutALinkIsACopy(journal: ApplyFixture.Journal, mode: Int) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(journal)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.store)
      let before = try fixture.content()
      let log = CallLog()
      let backup = fixture.store + ".bak"
      let hidden = fixture.folder.path + "/.venues.sqlite.momentum-bak"
      @Sendable func permissions(_ path: String) -> String {
        FileStatus(path).map { String($0.mode & 0o777, radix: 8) } ?? "none"
      }
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        let name = call.subject.split(separator: "/").last ?? ""
        log.add("\(call.kind) \(name) \(permissions(hidden)) \(permissions(backup))")
      }
      do {
        let locked = try LockedStore(
          StoreFiles(fixture.store), options: MigrationOptions(),
          faults: FaultPoint(MigrationOptions()))
        let swap = StoreSwap(locked: locked, faults: FaultPoint(options), meter: .silent)
        try swap.copyBackup(to: backup)
      }
      let own = String(mode, radix: 8)
      expectText(
        log.text,
        """
        create .venues.sqlite.momentum-bak none none
        copyPages .venues.sqlite.momentum-bak 600 none
        setAttributes .venues.sqlite.momentum-bak 600 none
        synchronize .venues.sqlite.momentum-bak \(own) none
        rename venues.sqlite.bak \(own) none
        """)
      #expect(permissions(backup) == own && permissions(hidden) == "none")
      expectText(try fixture.content(backup), before, "the rows of the log are in it too")
      expectText(try fixture.content(), before)
    }
  }

  /// A killed run may have made the backup already: it is the backup of the next run, and stays if that fails.
  @Test(arguments: [false, true])
  func aBackupOfAKilledRunIsTheBackup(isThere: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let backup = fixture.store + ".bak"
      if isThere { try FileManager.default.linkItem(atPath: fixture.store, toPath: backup) }
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        if call.kind == .rename { throw .file(path: "disk", message: "injected") }
      }
      #expect(throws: MigrationError.file(path: "disk", message: "injected")) {
        try fixture.migrate(options)
      }
      let names = isThere ? ["venues.sqlite", "venues.sqlite.bak"] : ["venues.sqlite"]
      #expect(try fixture.names() == names)
      #expect(try fixture.migrate().backup == backup)
      #expect(try fixture.names() == ["venues.sqlite", "venues.sqlite.bak"])
      #expect(try fixture.content(backup).hasPrefix("old\n"))
    }
  }

  /// Each value of the store is read once, also one that is not there; another database is read anew.
  @Test func aValueOfTheSourceIsReadOnce() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    let log = CallLog()
    var options = MigrationOptions()
    options.beforeCall = { call throws(MigrationError) in
      log.add("\(call.number) \(call.kind) \(call.subject)")
    }
    let faults = FaultPoint(options)
    let source = SourceReader(connection, faults)
    let count: SQLFragment = "SELECT count(*) FROM t"
    #expect(try source.number(count) == 0)
    #expect(try source.value("SELECT a FROM t") == nil)
    try connection.execute("INSERT INTO t VALUES ('x')")
    #expect(try source.number(count) == 0 && source.value(count) == .integer(0))
    #expect(try source.value("SELECT a FROM t") == nil)
    #expect(try source.value("SELECT a FROM t WHERE 1") == .text("x"))
    #expect(try source.number("SELECT a FROM t WHERE 1") == nil, "a text is no number")
    #expect(try SourceReader.number(count, connection, faults) == 1)
    #expect(try SourceReader.value(count, connection, faults) == .integer(1))
    try source.willRead("SELECT 2")
    expectText(
      log.text,
      """
      1 read SELECT count(*) FROM t
      2 read SELECT a FROM t
      3 read SELECT a FROM t WHERE 1
      4 read SELECT count(*) FROM t
      5 read SELECT count(*) FROM t
      6 read SELECT 2
      """)
  }
}

import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct OpeningTests {
  @Test(arguments: [
    ("missing.sqlite", SQLiteError.Reason.noSuchFile), ("folder", .isDirectory),
    ("empty.sqlite", .emptyFile), ("text.sqlite", .notADatabase), ("short.sqlite", .notADatabase),
    ("encrypted.sqlite", .notADatabase), ("no/such/folder.sqlite", .noSuchFile), ("", .noSuchFile),
    ("a\u{0}b", .noSuchFile),
  ])
  func whatIsNoDatabaseIsNamed(_ name: String, _ reason: SQLiteError.Reason) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let files = FileManager.default
      func write(_ name: String, _ bytes: [UInt8]) {
        #expect(files.createFile(atPath: folder.path + "/" + name, contents: Data(bytes)))
      }
      try files.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: true)
      write("empty.sqlite", [])
      write("text.sqlite", Array(String(repeating: "hello ", count: 400).utf8))
      write("short.sqlite", [1, 2, 3])
      var generator = SeededGenerator(seed: 7)
      write(
        "encrypted.sqlite", (0..<8192).map { _ in UInt8.random(in: 0...255, using: &generator) })
      let path = name.isEmpty ? "" : folder.path + "/" + name
      for access in [Connection.Access.readOnly, .readWrite] {
        let error = #expect(throws: SQLiteError.self) {
          _ = try Connection(path: path, access: access)
        }
        #expect(error?.reason == reason)
        #expect(error?.path == path)
      }
      #expect(throws: SQLiteError.self) { _ = try StoreReader(path: path) }
    }
  }

  @Test func aFileIsMadeOnlyWhereNoneIs() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/new.sqlite"
      try Connection(path: path, access: .createExclusively).execute("CREATE TABLE t (a)")
      let error = #expect(throws: SQLiteError.self) {
        _ = try Connection(path: path, access: .createExclusively)
      }
      #expect(error?.reason == .fileExists)
    }
  }

  /// How the files beside a store stand when its writer was stopped.
  enum Leftover: CaseIterable { case nothing, log, journal, headerOnly }

  @Test(arguments: Leftover.allCases)
  func readingChangesNeitherTheStoreNorItsFolder(_ leftover: Leftover) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let copy = folder.path + "/copy #1?.sqlite"
      try leave(leftover, path, copy)
      let before = try contents(folder)
      do {
        let reader = try StoreReader(path: copy)
        let count = try reader.rows(SQLText(text: "SELECT COUNT(*) FROM ZTAG"))
        // The log has a committed row; the journal takes an uncommitted one back.
        #expect(count == [[.integer(leftover == .log || leftover == .headerOnly ? 1 : 0)]])
        #expect(try reader.metadata() == VenueStore.metadata)
        #expect(try StoreInspector().inspect(copy).integrity == .ok)
        expectEqual(try contents(folder), before, "opening leaves the folder as it is")
      }
      expectEqual(try contents(folder), before, "opening leaves the folder as it is")
    }
  }

  /// Copies the store's files while a writer holds them, as after a crash.
  private func leave(_ leftover: Leftover, _ path: String, _ copy: String) throws {
    let files = FileManager.default
    func take(_ suffixes: [String]) throws {
      for suffix in suffixes { try files.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    }
    let writer = try Connection(path: path, access: .readWrite)
    switch leftover {
    case .nothing: try take([""])
    case .log:
      try writer.execute("PRAGMA journal_mode = WAL")
      try writer.execute("INSERT INTO ZTAG(Z_ENT, Z_OPT, ZLABEL) VALUES(2, 1, 'x')")
      try take(["", "-wal"])
    case .headerOnly:
      try writer.execute("PRAGMA journal_mode = WAL")
      try writer.execute("INSERT INTO ZTAG(Z_ENT, Z_OPT, ZLABEL) VALUES(2, 1, 'x')")
      try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      try take([""])
    case .journal:
      try writer.execute("PRAGMA cache_size = 1")
      struct Crash: Error {}
      #expect(throws: Crash.self) {
        try writer.transaction(.exclusive) {
          try writer.execute(
            "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO ZTAG(Z_ENT, Z_OPT, ZLABEL) SELECT 2, 1, hex(zeroblob(200)) FROM n"
          )
          try take(["", "-journal"])
          throw Crash()
        }
      }
    }
  }

  private func contents(_ folder: URL) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      result[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    return result
  }

  @Test func aStoreThatIsBeingWrittenIsReadWithWhatIsCommitted() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let writer = try Connection(path: path, access: .readWrite)
      try writer.execute("PRAGMA journal_mode = WAL")
      try writer.transaction {
        try writer.execute("INSERT INTO ZTAG(Z_ENT, Z_OPT) VALUES(2, 1)")
      }
      try writer.transaction {
        try writer.execute("INSERT INTO ZTAG(Z_ENT, Z_OPT) VALUES(2, 1)")
        let reader = try StoreReader(path: path)
        #expect(try reader.rows(SQLText(text: "SELECT COUNT(*) FROM ZTAG")) == [[.integer(1)]])
      }
    }
  }

  @Test func aReaderCannotWrite() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let reader = try StoreReader(path: try VenueStore.create(in: folder))
      let error = #expect(throws: StoreError.self) {
        try reader.rows(SQLText(text: "DELETE FROM Z_METADATA"))
      }
      guard case .sqlite(let cause)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.primaryCode == .readOnly)
    }
  }

  @Test func theLogOfALinkedStoreIsFound() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let writer = try Connection(path: path, access: .readWrite)
      try writer.execute("PRAGMA journal_mode = WAL")
      try writer.execute("INSERT INTO ZTAG(Z_ENT, Z_OPT) VALUES(2, 1)")
      let link = folder.path + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let reader = try StoreReader(path: link)
      #expect(try reader.rows(SQLText(text: "SELECT COUNT(*) FROM ZTAG")) == [[.integer(1)]])
      #expect(try StoreInspector().inspect(link).hasWriteAheadLog)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func aFileThatMayNotBeReadIsNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      let error = #expect(throws: SQLiteError.self) { _ = try StoreReader(path: path) }
      #expect(error?.reason == .noPermission)
    }
  }
}

import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct StoreWriterTests {
  @Test func aNewStoreIsAsCoreDataMakesIt() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = try VenueStore.create(in: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["venues.sqlite"])
      let reader = try StoreReader(path: path)
      expectText(
        try VenueStore.rows("SELECT * FROM Z_PRIMARYKEY", reader.connection),
        "1|Location|0|0\n2|Tag|0|0\n3|Thing|0|0\n4|Venue|0|0\n5|Bar|4|0")
      expectText(
        try VenueStore.rows("SELECT Z_VERSION, Z_UUID FROM Z_METADATA", reader.connection),
        "1|6F99DCEB-E351-44B4-A9EE-E419C7F1A040")
      #expect(try reader.metadata() == VenueStore.metadata)
      let made = try VenueStore.rows(
        "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY rowid", reader.connection)
      expectText(made, VenueStore.statements.joined(separator: "\n"))
      let report = try StoreInspector().inspect(path)
      #expect(report.pageSize == 4096)
      #expect(report.autoVacuum == 2)
      #expect(report.encoding == "UTF-8")
      #expect(report.journalMode == "delete")
      #expect(report.integrity == .ok)
    }
  }

  @Test func theModelCacheIsKept() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      try StoreWriter().create(
        path: path, schema: VenueStore.schema, statements: VenueStore.statements,
        metadata: VenueStore.metadata, modelCache: [1, 2, 3])
      let reader = try StoreReader(path: path)
      #expect(
        try reader.rows(SQLText(text: "SELECT Z_CONTENT FROM Z_MODELCACHE"))
          == [[.blob([1, 2, 3])]])
    }
  }

  @Test func equalInputGivesEqualBytes() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let one = try VenueStore.create(in: folder, "a.sqlite")
      let other = try VenueStore.create(in: folder, "b.sqlite")
      #expect(FileManager.default.contentsEqual(atPath: one, andPath: other))
    }
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func nothingThatIsThereIsReplaced(_ suffix: String) throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      let bytes = Data("mine".utf8)
      #expect(FileManager.default.createFile(atPath: path + suffix, contents: bytes))
      #expect(throws: StoreError.self) { try VenueStore.create(in: folder, "a.sqlite") }
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path + suffix)), bytes,
        "a file that is there is not written over")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite" + suffix])
    }
  }

  @Test func aDanglingLinkIsNotFollowed() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.path + "/elsewhere")
      let error = #expect(throws: StoreError.self) { try VenueStore.create(in: folder, "a.sqlite") }
      #expect("\(try #require(error))".contains("file exists"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
    }
  }

  @Test func aFailureAtAnyStatementLeavesNothing() throws {
    for cut in VenueStore.statements.indices {
      try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
        var statements = VenueStore.statements
        statements[cut] = "CREATE TABLE"
        let error = #expect(throws: StoreError.self) {
          try StoreWriter().create(
            path: folder.path + "/a.sqlite", schema: VenueStore.schema, statements: statements,
            metadata: VenueStore.metadata)
        }
        #expect("\(try #require(error))".contains("incomplete input"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      }
    }
  }

  @Test func aMissingFolderIsNamedByTheUsersPath() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/none/a.sqlite"
      let error = #expect(throws: StoreError.self) {
        try VenueStore.create(in: folder, "none/a.sqlite")
      }
      #expect(
        error
          == .sqlite(
            SQLiteError(.open, code: .cannotOpen, reason: .noSuchFile, path: path)))
    }
  }

  @Test func ofTwoWritersOneWins() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-race-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            try VenueStore.create(in: folder)
            return true
          } catch { return false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["venues.sqlite"])
  }

  /// The file is on the disk before it has its name, and the folder after that.
  @Test(arguments: [true, false])
  func aFinishedFileIsSynchronizedBeforeItIsNamed(_ hasLinks: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let (old, new) = (folder.path + "/old", folder.path + "/new")
      #expect(FileManager.default.createFile(atPath: old, contents: Data("store".utf8)))
      var calls: [String] = []
      func names() throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          .joined(separator: "+")
      }
      try NewFile.publish(
        old, as: new,
        hardLink: {
          calls.append("link")
          return hasLinks ? NewFile.hardLink($0, $1) : EPERM
        },
        synchronize: { path, shown throws(SQLiteError) in
          #expect(shown == new)
          let there = (try? names()) ?? ""
          calls.append("\(path == folder.path ? "folder" : path == old ? "file" : path) \(there)")
        })
      #expect(calls == ["file old", "link", "folder new"])
      #expect(try names() == "new")
      let refused = SQLiteError(.open, code: .inputOutput)
      #expect(throws: refused) {
        try NewFile.publish(
          new, as: old, synchronize: { _, _ throws(SQLiteError) in throw refused })
      }
      #expect(try names() == "new")
      try NewFile.publish(
        new, as: old,
        synchronize: { path, _ throws(SQLiteError) in if path == folder.path { throw refused } })
      #expect(try names() == "old", "some file systems cannot synchronize a folder")
    }
  }

  @Test func aFileThatIsNotThereIsNotSynchronized() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/none"
      var found: SQLiteError?
      do throws(SQLiteError) { try NewFile.synchronize(path, "shown") } catch { found = error }
      #expect(found?.message == "No such file or directory")
      #expect(found?.path == "shown" && found?.code == .cannotOpen)
      #expect(FileManager.default.createFile(atPath: path, contents: Data("store".utf8)))
      try NewFile.synchronize(path, "shown")
      try NewFile.synchronize(folder.path, "shown")
    }
  }

  @Test(arguments: [EPERM, EIO, EMLINK], [false, true])
  func withoutHardLinksNothingIsReplacedEither(_ number: Int32, _ isTaken: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let (old, new) = (folder.path + "/old", folder.path + "/new")
      #expect(FileManager.default.createFile(atPath: old, contents: Data("store".utf8)))
      if isTaken { #expect(FileManager.default.createFile(atPath: new, contents: Data("x".utf8))) }
      var reason: SQLiteError.Reason?
      do { try NewFile.publish(old, as: new, hardLink: { _, _ in number }) } catch let error
        as SQLiteError
      {
        reason = error.reason
      }
      let text = FileManager.default.contents(atPath: new).map {
        String(decoding: $0, as: UTF8.self)
      }
      switch (number, isTaken) {
      case (EIO, _):
        #expect(reason == .other)
        #expect(text == (isTaken ? "x" : nil))
      case (_, true):
        #expect(reason == .fileExists)
        #expect(text == "x")
      case (_, false):
        #expect(reason == nil)
        #expect(text == "store")
        #expect(!FileManager.default.fileExists(atPath: old))
      }
    }
  }
}

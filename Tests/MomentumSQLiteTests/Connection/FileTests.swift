import Foundation
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// The file of a connection, the files beside it, and files that are told apart.
@Suite struct FileTests {
  @Test func aConnectionKnowsWhetherItsPathLeadsToItsFile() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      let connection = try Connection(path: path, access: .createExclusively)
      try connection.execute("CREATE TABLE t (a)")
      #expect(!connection.hasMoved)
      #expect(rename(path, path + "-old") == 0)
      #expect(connection.hasMoved)
      #expect(rename(path + "-old", path) == 0)
      #expect(!connection.hasMoved)
      #expect(unlink(path) == 0)
      #expect(connection.hasMoved)
    }
    #expect(try !Connection.inMemory().hasMoved, "a database in memory has no path")
  }

  @Test(arguments: [nil, true, false])
  func aLogStaysIfItIsKept(keeps: Bool?) throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      do {
        let connection = try Connection(path: path, access: .createExclusively)
        #expect(try connection.firstValue("PRAGMA journal_mode = WAL") == .text("wal"))
        try connection.execute("CREATE TABLE t (a)")
        if let keeps { connection.keepsLogOnClose(keeps) }
        #expect(NewFile.exists(path + "-wal"))
      }
      #expect(NewFile.exists(path + "-wal") == (keeps == true))
    }
  }

  /// Messages name the path that the caller gave, whichever way the store is opened.
  @Test(arguments: ["DELETE", "WAL"], [true, false])
  func aStoreKeepsThePathThatItWasOpenedBy(mode: String, hasLog: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = try VenueStore.create(in: folder)
      do {
        let writer = try Connection(path: path, access: .readWrite)
        _ = try writer.firstValue(sql: "PRAGMA journal_mode = \(mode)")
        writer.keepsLogOnClose(hasLog)
        try writer.execute("INSERT INTO ZTAG(Z_ENT, Z_OPT) VALUES (2, 1)")
      }
      #expect(NewFile.exists(path + "-wal") == (mode == "WAL" && hasLog))
      let link = folder.path + "/link"
      #expect(symlink(path, link) == 0)
      let reader = try StoreReader(path: link)
      #expect(reader.connection.path == link && reader.connection.isReadOnly)
      #expect(try reader.connection.firstValue("SELECT count(*) FROM ZTAG") == .integer(1))
    }
  }

  @Test func theStatusTellsFilesApart() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      func path(_ name: String) -> String { folder.path + "/" + name }
      let files = FileManager.default
      #expect(files.createFile(atPath: path("a"), contents: Data([1, 2, 3])))
      #expect(files.createFile(atPath: path("b"), contents: Data([1, 2, 3])))
      #expect(chmod(path("a"), 0o640) == 0)
      #expect(link(path("a"), path("same")) == 0)
      #expect(symlink(path("a"), path("link")) == 0)
      let status = try #require(FileStatus(path("a")))
      #expect(status.size == 3 && status.mode & 0o777 == 0o640)
      #expect(status.user == getuid() && status.group == FileStatus(folder.path)?.group)
      #expect(abs(Double(status.seconds) - Date().timeIntervalSince1970) < 3600)
      #expect((0..<1_000_000_000).contains(status.nanoseconds))
      #expect(FileStatus(path("same")) == status)
      #expect(FileStatus(path("none")) == nil)
      func isSame(_ name: String) -> Bool? { FileStatus(path(name)).map(status.isSameFile(as:)) }
      #expect(["a", "same", "b", "link"].map(isSame) == [true, true, false, false])
      var elsewhere = status
      elsewhere.device += 1
      #expect(!status.isSameFile(as: elsewhere))
      #expect(["a", "link", "none"].map { FileStatus.exists(path($0)) } == [true, true, false])
      #expect(["a", "link", "none"].map { NewFile.exists(path($0)) } == [true, true, false])
    }
  }

  /// A file that an opening made and nothing was written to.
  @Test func onlyAnEmptyFileIsRemoved() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let files = FileManager.default
      func names() throws -> [String] {
        try files.contentsOfDirectory(atPath: folder.path).sorted()
      }
      func make(_ name: String, _ count: Int) {
        #expect(
          files.createFile(atPath: folder.path + "/" + name, contents: Data(count: count)))
      }
      make("empty", 0)
      make("one", 1)
      for suffix in ["-wal", "-shm", "-journal", "-other"] { make("empty" + suffix, 5) }
      make("target", 0)
      #expect(symlink(folder.path + "/target", folder.path + "/link") == 0)
      #expect(mkdir(folder.path + "/folder", 0o700) == 0)
      for name in ["empty", "one", "link", "folder", "none"] {
        NewFile.removeIfEmpty(folder.path + "/" + name)
      }
      #expect(try names() == ["empty-other", "folder", "link", "one", "target"])
    }
  }

  @Test func aTemporaryFolderGoesWithItsObject() throws {
    var path = ""
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
      #expect(FileManager.default.createFile(atPath: path + "/a", contents: Data([1])))
      #expect(try TemporaryFolder().path != path)
      withExtendedLifetime(folder) { #expect(NewFile.exists(path)) }
    }
    #expect(!NewFile.exists(path))
  }

  // MARK: - New files

  @Test func aStoreIsMadeOnlyWhereNoFileIsInTheWay() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      func refusal(_ path: String) -> StoreError? {
        do { try asStoreError { try StoreWriter.checkPlace(path) } } catch { return error }
        return nil
      }
      func failure(_ path: String, _ reason: SQLiteError.Reason) -> StoreError {
        .sqlite(SQLiteError(.open, code: .cannotOpen, reason: reason, path: path))
      }
      #expect(refusal(path) == nil)
      #expect(refusal("") == failure("", .noSuchFile))
      #expect(refusal("a\u{0}b") == failure("a\u{0}b", .noSuchFile))
      for suffix in ["-wal", "-shm", "-journal"] {
        #expect(symlink("nowhere", path + suffix) == 0)
        #expect(refusal(path) == .sideFileExists(path: path + suffix))
        #expect(unlink(path + suffix) == 0)
      }
      #expect(symlink("nowhere", path) == 0)
      #expect(refusal(path) == failure(path, .fileExists))
    }
  }

  /// Without hard links the name is taken first; it is given back if the file does not come.
  @Test func aNameIsGivenBackIfTheFileCannotTakeIt() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/new"
      var found: SQLiteError?
      do throws(SQLiteError) {
        try NewFile.publish(
          folder.path + "/none", as: path, hardLink: { _, _ in EPERM },
          synchronize: { _, _ throws(SQLiteError) in })
      } catch { found = error }
      #expect(found?.message == "No such file or directory" && found?.path == path)
      #expect(found?.reason == .other && found?.operation == .open)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test(arguments: [ENOTSUP, EOPNOTSUPP, EPERM, ENOSYS, EMLINK])
  func withoutHardLinksAFileIsRenamed(number: Int32) throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let (old, new) = (folder.path + "/old", folder.path + "/new")
      #expect(FileManager.default.createFile(atPath: old, contents: Data("store".utf8)))
      try NewFile.publish(old, as: new, hardLink: { _, _ in number })
      #expect(FileManager.default.contents(atPath: new) == Data("store".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["new"])
    }
  }

  // MARK: - Large binaries

  @Test func aLargeBinaryIsAFileBesideTheStore() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let name = "6F99DCEB-E351-44B4-A9EE-E419C7F1A040"
      let external = ExternalData(storePath: folder.path + "/my.shop.sqlite")
      #expect(
        external.path(of: name) == folder.path + "/.my.shop_SUPPORT/_EXTERNAL_DATA/" + name)
      #expect(external.read(name) == nil)
      #expect(external.write([1, 2, 255], as: name))
      #expect(external.read(name) == [1, 2, 255])
      #expect(external.write([], as: name))
      #expect(external.read(name) == [])
      #expect(external.write([7], as: "other"))
      #expect(external.read("other") == [7] && external.read(name) == [])
    }
  }

  @Test func aLargeBinaryThatCannotBeWrittenIsTold() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      #expect(
        FileManager.default.createFile(atPath: folder.path + "/.a_SUPPORT", contents: Data()))
      let external = ExternalData(storePath: folder.path + "/a.sqlite")
      #expect(!external.write([1], as: "name"))
      #expect(external.read("name") == nil)
    }
  }

  @Test func aColumnRefersToAFileByItsName() {
    let name = "6F99DCEB-E351-44B4-A9EE-E419C7F1A040"
    let reference = ExternalData.reference(to: name)
    #expect(reference == [2] + Array(name.utf8) + [0])
    #expect(ExternalData.fileName(in: reference) == name)
    #expect(ExternalData.fileName(in: Array(reference.dropLast())) == name)
    #expect(ExternalData.fileName(in: reference + [65, 66]) == name, "the name ends at the NUL")
    for column in [[], [1] + reference.dropFirst(), [2], [2, 0], [2, 65, 66, 0]] as [[UInt8]] {
      #expect(ExternalData.fileName(in: column) == nil, "\(column)")
    }
  }
}

import Foundation
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// What the errors of a connection say, and how a connection that was opened behaves.
@Suite struct OpenFailureTests {
  // MARK: - Files that cannot be opened

  @Test func eachFailureHasItsReasonItsCodeAndItsSentence() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = folder.path + "/" + name
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
      }
      let pipe = folder.path + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let empty = file("empty", [])
      let cases: [(String, Connection.Access, Int32, String)] = [
        (folder.path, .readOnly, 14, "is a directory"),
        (pipe, .readOnly, 26, "the file is not a database, or is encrypted"),
        (empty, .readWrite, 26, "the file is empty"),
        (file("one", [0]), .readOnly, 26, "the file is empty"),
        (file("two", [0, 0]), .readOnly, 26, "the file is not a database, or is encrypted"),
        (folder.path + "/none", .readWrite, 14, "no such file"),
        (empty, .createExclusively, 14, "file exists"),
        (folder.path + "/no/file", .createExclusively, 14, "no such file"),
        (empty + "/file", .createExclusively, 14, "no such file"),
        ("", .createExclusively, 14, "no such file"),
        (folder.path + "/a\u{0}b", .createExclusively, 14, "no such file"),
      ]
      for (path, access, code, message) in cases {
        let error = #expect(throws: SQLiteError.self) {
          try Connection(path: path, access: access)
        }
        #expect(
          error?.description == "cannot open '\(path)': \(message) (SQLite code \(code))",
          "\(access)")
        #expect(error?.operation == .open && error?.sql == nil)
      }
    }
  }

  @Test func aNewFileHasThePermissionsThatWereAskedFor() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for mode in [0o600, 0o640] as [UInt16] {
        let path = folder.path + "/\(mode)"
        var options = ConnectionOptions()
        options.newFileMode = mode
        try Connection(path: path, access: .createExclusively, options: options)
          .execute("CREATE TABLE t (a)")
        let found = try FileManager.default.attributesOfItem(atPath: path)
        #expect((found[.posixPermissions] as? NSNumber)?.uint16Value == mode)
      }
    }
  }

  // MARK: - Errors

  @Test func anErrorIsOneLineWithThePartsThatAreKnown() {
    let code = SQLiteCode(rawValue: 2067)
    #expect(
      SQLiteError(.step, code: code).description
        == "cannot step: a constraint is violated (SQLite code 2067)")
    #expect(
      SQLiteError(.copy, code: code, reason: .full, path: "p").description
        == "cannot copy 'p': the disk or the database is full (SQLite code 2067)")
    #expect(
      SQLiteError(.bind, code: code, message: "m", path: "p", sql: "SELECT 1").description
        == "cannot bind 'p': m (SQLite code 2067); statement: SELECT 1")
  }

  @Test func theReasonFollowsFromTheCode() {
    let reasons: [(SQLiteCode, SQLiteError.Reason)] = [
      (.permission, .noPermission), (.busy, .busy), (.locked, .busy), (.full, .full),
      (.constraint, .constraint), (.interrupted, .interrupted), (.notADatabase, .notADatabase),
      (.tooBig, .tooLarge), (.error, .other), (.readOnly, .other), (.corrupt, .other),
    ]
    for (code, reason) in reasons {
      #expect(SQLiteError(.step, code: code).reason == reason, "\(code)")
      let extended = SQLiteCode(rawValue: code.rawValue | 3 << 8)
      #expect(extended.primary == code)
      #expect(SQLiteError(.step, code: extended).reason == reason, "\(extended)")
    }
    let other = SQLiteCode(rawValue: SQLiteCode.full.rawValue | 1 << 8)
    #expect(
      other != .full && !(other ~= .full), "a primary code does not belong to an extended one")
  }

  /// Documented: <https://sqlite.org/rescode.html>.
  @Test func codesAreThoseOfSQLite() {
    let codes: [SQLiteCode] = [
      .error, .permission, .busy, .locked, .readOnly, .interrupted, .inputOutput, .corrupt, .full,
      .cannotOpen, .tooBig, .constraint, .misuse, .range, .notADatabase, .notSynchronized,
      .folderNotSynchronized,
    ]
    #expect(
      codes.map(\.rawValue) == [1, 3, 5, 6, 8, 9, 10, 11, 13, 14, 18, 19, 21, 25, 26, 1034, 1290])
    #expect(SQLiteCode.inputOutput ~= .notSynchronized && .inputOutput ~= .folderNotSynchronized)
  }

  @Test func aLimitOfSQLiteIsExplained() {
    func named(_ message: String) -> SQLiteError {
      SQLiteError(.prepare, code: .error, message: message).namingLimit
    }
    #expect(named("at most 64 tables in a join").reason == .tooLarge)
    #expect(
      named("too many columns in result set").message
        == "the statement has more columns than SQLite takes; select fewer properties "
        + "(SQLite says 'too many columns in result set')")
    #expect(
      named("no such table: at most ")
        == SQLiteError(
          .prepare, code: .error, message: "no such table: at most "))
  }

  // MARK: - Open connections

  @Test func aConnectionHasItsSettings() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      func setting(_ name: String, _ options: ConnectionOptions) throws -> SQLValue? {
        try Connection(path: path, access: .readWrite, options: options)
          .firstValue(sql: "PRAGMA \(name)")
      }
      let plain = ConnectionOptions()
      #expect(try setting("trusted_schema", plain) == .integer(0))
      #expect(try setting("cell_size_check", plain) == .integer(1))
      #expect(try setting("busy_timeout", plain) == .integer(5000))
      #expect(try setting("locking_mode", plain) == .text("normal"))
      var exclusive = ConnectionOptions(busyTimeoutMilliseconds: 17)
      exclusive.locksExclusively = true
      #expect(try setting("locking_mode", exclusive) == .text("exclusive"))
      #expect(try setting("busy_timeout", exclusive) == .integer(17))
      #expect(try Connection(path: path, access: .readOnly).isReadOnly)
      #expect(try !Connection(path: path, access: .readWrite).isReadOnly)
      #expect(try !Connection.inMemory().isReadOnly)
    }
  }

  @Test func aRunTellsHowManyRowsItChanged() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    #expect(try connection.execute("INSERT INTO t VALUES (1), (2), (3)") == 3)
    #expect(try connection.execute("SELECT * FROM t") == 0, "a reading run changes nothing")
    #expect(try connection.execute("UPDATE t SET a = 9 WHERE a < ?", [.integer(3)]) == 2)
    #expect(connection.changedRowCount == 2)
    #expect(try connection.firstValue("SELECT a FROM t WHERE a = 4") == nil)
  }

  @Test func aCommitThatFailsIsNamedAndTakenBack() throws {
    let connection = try Connection.inMemory()
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY)")
    try connection.execute(
      "CREATE TABLE b (a REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)")
    #expect(!connection.isInTransaction)
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction(.deferred) {
        #expect(connection.isInTransaction)
        try connection.execute("INSERT INTO b VALUES (7)")
      }
    }
    #expect(error?.operation == .commit && error?.reason == .constraint)
    #expect(error?.path == ":memory:" && error?.code.rawValue == 787)
    #expect(error?.message == "FOREIGN KEY constraint failed")
    #expect(!connection.isInTransaction)
    #expect(try connection.firstValue("SELECT COUNT(*) FROM b") == .integer(0))
    #expect(try connection.transaction { 5 } == 5)
  }

  // MARK: - Copies by page

  @Test func aCopyCountsItsPagesUntilNoneIsLeft() throws {
    let source = try Connection.inMemory()
    try source.execute("CREATE TABLE t (a)")
    try source.execute("INSERT INTO t VALUES (zeroblob(20000))")
    guard case .integer(let pages)? = try source.firstValue("PRAGMA page_count") else {
      Issue.record("no page_count")
      return
    }
    let target = try Connection.inMemory()
    let copy = try PageCopy(from: source, to: target)
    #expect(copy.pageCount == 0 && copy.remainingCount == 0 && copy.fractionDone == 0)
    #expect(try copy.copy(pages: 1))
    #expect(copy.pageCount == Int(pages) && copy.remainingCount == Int(pages) - 1)
    #expect(try copy.copy(pages: 2))
    #expect(copy.remainingCount == Int(pages) - 3)
    #expect(copy.fractionDone == 3 / Double(pages))
    #expect(try !copy.copy(pages: Int32(pages)))
    #expect(copy.pageCount == 0, "a finished copy has no pages")
    #expect(try !copy.copy(pages: 1), "a finished copy has nothing to do")
    #expect(try target.firstValue("SELECT length(a) FROM t") == .integer(20000))
  }

  @Test func aDatabaseIsNotCopiedIntoItself() throws {
    let connection = try Connection.inMemory()
    let error = #expect(throws: SQLiteError.self) {
      try PageCopy(from: connection, to: connection)
    }
    #expect(error?.operation == .copy)
    #expect(error?.message == "source and destination must be distinct")
  }
}

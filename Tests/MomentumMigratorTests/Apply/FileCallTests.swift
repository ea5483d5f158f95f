import Foundation
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// The calls to the file system by themselves: what each does, what it is announced as, and what it says when it fails.
@Suite struct FileCallTests {
  private func with(
    _ body: (_ calls: FileCalls, _ path: (String) -> String, _ log: CallLog) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let log = CallLog()
      var options = MigrationOptions()
      options.beforeCall = { call in
        log.add(
          "\(call.number) \(call.kind.rawValue) \(call.subject.split(separator: "/").last ?? "")")
      }
      let path = { (name: String) in folder.appendingPathComponent(name).path }
      for name in ["a", "b"] { try Data(name.utf8).write(to: folder.appendingPathComponent(name)) }
      try FileManager.default.createDirectory(
        atPath: path("folder/inner"), withIntermediateDirectories: true)
      try body(FileCalls(faults: FaultPoint(options)), path, log)
    }
  }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The error of a call, with what the system says of a number.
  private func expect(
    _ path: String, _ numbers: Int32..., body: () throws -> Void,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let failure = #expect(throws: MigrationError.self, sourceLocation: sourceLocation) {
      try body()
    }
    let expected = numbers.map { "'\(path)': \(String(cString: strerror($0)))" }
    #expect(
      expected.contains("\(failure.map { "\($0)" } ?? "nothing")"),
      "\(failure.map { "\($0)" } ?? "nothing")", sourceLocation: sourceLocation)
  }

  @Test func aFileIsRemovedAndAMissingOneIsNone() throws {
    try with { calls, path, log in
      try calls.remove(path("a"))
      try calls.remove(path("a"))
      try calls.remove(path("none/none"))
      #expect(!FileStatus.exists(path("a")) && FileStatus.exists(path("b")))
      // Linux says the first, macOS the second.
      expect(path("folder"), EISDIR, EPERM) { try calls.remove(path("folder")) }
      #expect(FileStatus.exists(path("folder")))
      #expect(log.text == "1 remove a\n2 remove folder")
    }
  }

  @Test func aFileTakesTheNameOfAnother() throws {
    try with { calls, path, log in
      try calls.rename(path("a"), to: path("b"))
      #expect(text(path("b")) == "a" && !FileStatus.exists(path("a")))
      expect(path("c"), ENOENT) { try calls.rename(path("a"), to: path("c")) }
      expect(path("none/c"), ENOENT) { try calls.rename(path("b"), to: path("none/c")) }
      expect(path("folder"), EISDIR) { try calls.rename(path("b"), to: path("folder")) }
      #expect(text(path("b")) == "a")
      #expect(log.text == "1 rename b\n2 rename c\n3 rename c\n4 rename folder")
    }
  }

  @Test func aFileGetsASecondName() throws {
    try with { calls, path, log in
      #expect(try calls.link(path("a"), to: path("c")))
      let (one, other) = (try #require(FileStatus(path("a"))), try #require(FileStatus(path("c"))))
      #expect(one.isSameFile(as: other))
      #expect(!one.isSameFile(as: try #require(FileStatus(path("b")))))
      expect(path("b"), EEXIST) { _ = try calls.link(path("a"), to: path("b")) }
      expect(path("d"), ENOENT) { _ = try calls.link(path("none"), to: path("d")) }
      #expect(text(path("b")) == "b")
      // No system makes a second name of a folder, as some file systems make none of a file.
      #expect(try !calls.link(path("folder"), to: path("e")))
      #expect(!FileStatus.exists(path("e")))
      #expect(log.text == "1 link c\n2 link b\n3 link d\n4 link e")
    }
  }

  @Test func filesAndFoldersAreSynchronized() throws {
    try with { calls, path, log in
      try calls.synchronize(path("a"))
      try calls.synchronize(path("folder"))
      expect(path("none"), ENOENT) { try calls.synchronize(path("none")) }
      // A device that keeps nothing cannot be synchronized.
      expect("/dev/null", EINVAL, ENOTSUP) { try calls.synchronize("/dev/null") }
      #expect(
        log.text
          == "1 synchronize a\n2 synchronize folder\n3 synchronize none\n4 synchronize null")
    }
  }

  /// Also bits beyond those of reading, writing and running; only the administrator can give a file away.
  @Test func aNewFileGetsTheOwnerAndThePermissionsOfTheOldOne() throws {
    try with { calls, path, log in
      for mode in [0o600, 0o640, 0o1754] as [mode_t] {
        #expect(chmod(path("a"), mode) == 0)
        try calls.setAttributes(path("b"), like: try #require(FileStatus(path("a"))))
        #expect(FileStatus(path("b")).map { $0.mode & 0o7777 } == UInt32(mode))
      }
      var other = try #require(FileStatus(path("a")))
      expect(path("none"), ENOENT) { try calls.setAttributes(path("none"), like: other) }
      #expect(
        log.text == "1 setAttributes b\n2 setAttributes b\n3 setAttributes b\n4 setAttributes none")
      #if os(Linux)
        // Nobody may change the permissions of what the system shows as a file.
        let shown = "/proc/self/status"
        expect(shown, EPERM) { try calls.setAttributes(shown, like: #require(FileStatus(shown))) }
      #endif
      other.user += 4321
      other.group += 1234
      if geteuid() == 0 {
        try calls.setAttributes(path("b"), like: other)
        let status = try #require(FileStatus(path("b")))
        #expect(status.user == other.user && status.group == other.group)
      } else {
        let failure = #expect(throws: MigrationError.self) {
          try calls.setAttributes(path("b"), like: other)
        }
        #expect(
          "\(failure.map { "\($0)" } ?? "nothing")"
            == "'\(path("b"))': the file's owner cannot be kept; a migration in place keeps it")
      }
    }
  }
}

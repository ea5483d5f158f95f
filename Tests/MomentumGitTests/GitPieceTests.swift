import Foundation
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// What git is given and what is read of its answers, piece by piece, without a repository.
@Suite(.tags(.processes)) struct GitPieceTests {
  // MARK: - Texts

  private static let fetchAll =
    "fetch all of the history (actions/checkout: fetch-depth: 0, GitLab: GIT_DEPTH: 0, by hand: git fetch --unshallow --tags)"

  @Test(arguments: [
    (GitError.noGit, "git cannot be run; install it, or give two paths instead of a ref"),
    (.notARepository(path: "/a"), "'/a' is in no git repository"),
    (
      .untrusted(path: "/a b"),
      "the repository of '/a b' belongs to another user, so git does not read it; run: git config --global --add safe.directory '/a b'"
    ),
    (
      .embedded(path: "/a"),
      "'/a' is a bare repository among the files of another one, and is not read"
    ),
    (
      .unknownRef("x"),
      "'x' names no commit, branch or tag; in a shallow clone fetch it first (git fetch origin)"
    ),
    (
      .unknownRefNear("x", near: "origin/x"),
      "'x' names no commit, branch or tag; did you mean 'origin/x'?"
    ),
    (
      .unknownRefInShallowClone("x"),
      "'x' names no commit, branch or tag in this shallow clone; \(fetchAll)"
    ),
    (
      .noMergeBaseInShallowClone("x"),
      "this shallow clone does not reach back to where its history left 'x', so what others did there since cannot be told from what was done here; \(fetchAll)"
    ),
    (.failed(command: "show", message: "it broke"), "git show failed: it broke"),
  ])
  func everyErrorSaysWhatIsWrongAndWhatToDo(_ error: GitError, _ text: String) {
    #expect("\(error)" == text)
  }

  // MARK: - Values

  @Test(arguments: [
    (40, "a", true), (40, "f", true), (40, "0", true), (40, "9", true), (64, "b", true),
    (39, "a", false), (41, "a", false), (63, "a", false), (65, "a", false), (0, "a", false),
    (40, "g", false), (40, "A", false), (40, "/", false), (40, ":", false), (40, "`", false),
    (40, "-", false), (20, "é", false),
  ])
  func anIdHasFortyOrSixtyFourSmallHexadecimalDigits(_ count: Int, _ digit: String, _ isID: Bool) {
    let text = String(repeating: digit, count: count)
    #expect((GitObjectID(text) != nil) == isID)
    guard let id = GitObjectID(text) else { return }
    #expect(id.text == text && "\(id)" == text && id.short == String(repeating: digit, count: 8))
  }

  @Test(arguments: [
    ("100644", GitFileMode.file), ("100755", .file), ("100664", .file), ("120000", .link),
    ("160000", .submodule), ("40000", .folder), ("040000", .folder), ("", .file),
  ])
  func theModeOfAnEntryIsOneOfFourKinds(_ digits: String, _ mode: GitFileMode) {
    #expect(GitFileMode(digits) == mode)
  }

  @Test func aTreeObjectGivesEveryEntryWithItsBytes() throws {
    let one = (0..<20).map { UInt8($0 * 13 & 0xFF) }
    let two = [UInt8](repeating: 0x0F, count: 20)
    let entries = GitTreeEntry.entries(
      of: Array("120000 a b\0".utf8) + one + Array("160000 ü\0".utf8) + two, idLength: 20)
    #expect(entries.map(\.name) == ["a b", "ü"])
    #expect(entries.map(\.mode) == [.link, .submodule])
    #expect(
      entries.map(\.id.text) == [
        "000d1a2734414e5b6875828f9ca9b6c3d0ddeaf7", "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
      ])
    let long = [UInt8](repeating: 0xC0, count: 32)
    let wide = GitTreeEntry.entries(of: Array("100644 a\0".utf8) + long, idLength: 32)
    #expect(wide.map(\.id.text) == [String(repeating: "c0", count: 32)])
    #expect(GitTreeEntry.entries(of: [], idLength: 20) == [])
    // The id lacks its last byte.
    let cut = Array("100644 a\0".utf8) + [UInt8](repeating: 1, count: 19)
    #expect(GitTreeEntry.entries(of: cut, idLength: 20) == [])
    #expect(GitTreeEntry.entries(of: cut + [1], idLength: 20).count == 1)
  }

  // MARK: - Names and patterns

  @Test(arguments: [
    (String(repeating: "a", count: 1024), true), (String(repeating: "a", count: 1025), false),
    ("a b", true), ("a\u{1F}", false), ("a\u{7E}", true), ("a\u{7F}", false), ("a^", true),
    ("a-", true), ("a.b", true), ("..", false), ("a:", false),
  ])
  func aNameOfACommitHasNoSignOfAnotherMeaning(_ name: String, _ isPlausible: Bool) {
    #expect(GitRef.isPlausible(name) == isPlausible)
  }

  @Test(arguments: [
    ("", "", true), ("a", "", false), ("", "a", false), ("", "**", true), ("a", "a*", true),
    ("a", "a?", false), ("ab", "a", false), ("ab", "b", false), ("ab", "*b", true),
    ("aab", "*ab", true), ("abab", "*ab", true), ("abac", "*ab", false), ("abc", "a*b", false),
    ("xay", "*a*", true), ("xy", "*a*", false), ("b", "[abc]", true), ("d", "[abc]", false),
    ("a", "[a-c]", true), ("c", "[a-c]", true), ("d", "[a-c]", false), ("`", "[a-c]", false),
    ("a", "[^a]", false), ("b", "[^a]", true), ("b", "[!ab]", false), ("c", "[!ab]", true),
    ("a", "[a-a]", true), ("-", "[a-]", true), ("a", "[a-]", true), ("5", "[a-c0-9x]", true),
    ("x", "[a-c0-9x]", true), ("z", "[a-c0-9x]", false), ("[", "[", true), ("[]", "[]", true),
    ("]", "[]]", true), ("a]", "[ab]]", true), ("a", "[ab]]", false), ("?", "\\?", true),
    ("x", "\\?", false), ("\\", "\\", true), ("ab", "\\ab", true), ("*x", "\\*?", true),
    ("ax1", "a[x-z]?", true), ("ax", "a[x-z]?", false),
  ])
  func aPatternMatchesTheWholeName(_ name: String, _ pattern: String, _ matches: Bool) {
    #expect(GitRef.matches(name, pattern) == matches, "'\(name)' and '\(pattern)'")
  }

  // MARK: - The environment

  @Test func gitGetsTheUsersSettingsAndNothingOfAHook() {
    let passed = [
      "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
      "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT",
      "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0", "GIT_SSH",
      "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH",
      "GIT_SSL_NO_VERIFY", "HOME",
    ]
    let left = [
      "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_TRACE", "GIT_CONFIG",
      "GIT_EXTERNAL_DIFF", "GIT_NAMESPACE",
    ]
    let environment = GitEnvironment(
      Dictionary(uniqueKeysWithValues: (passed + left).map { ($0, "/of \($0)") })
        .merging(["LC_ALL": "de_DE", "PATH": ""]) { $1 })
    var expected = Dictionary(uniqueKeysWithValues: passed.map { ($0, "/of \($0)") })
    expected.merge(["LC_ALL": "C", "PATH": "", "GIT_TERMINAL_PROMPT": "0"]) { $1 }
    #expect(environment.variables == expected)
    #expect(environment.namedRepository == "/of GIT_DIR")
    let objects = environment.withObjects().variables
    let ofObjects = [
      "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH",
    ]
    for name in ofObjects { expected[name] = "/of \(name)" }
    #expect(objects == expected)
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"] { expected[name] = "/of \(name)" }
    #expect(environment.withNamedRepository().variables == expected)
    #expect(GitEnvironment(["PATH": "/"]).namedRepository == nil)
  }

  /// git runs in another folder, where a relative path would lead elsewhere.
  @Test func relativePathsOfAHookAreMadeAbsolute() {
    let here = FileManager.default.currentDirectoryPath
    let variables = GitEnvironment([
      "GIT_DIR": ".git", "GIT_WORK_TREE": "/tree", "GIT_COMMON_DIR": "sub/common",
      "GIT_OBJECT_DIRECTORY": "objects", "GIT_ALTERNATE_OBJECT_DIRECTORIES": "a:b",
    ]).withNamedRepository().variables
    #expect(variables["GIT_DIR"] == here + "/.git")
    #expect(variables["GIT_WORK_TREE"] == "/tree")
    #expect(variables["GIT_COMMON_DIR"] == here + "/sub/common")
    #expect(variables["GIT_OBJECT_DIRECTORY"] == here + "/objects")
    #expect(variables["GIT_ALTERNATE_OBJECT_DIRECTORIES"] == "a:b")
    #expect(variables["GIT_QUARANTINE_PATH"] == nil)
  }

  /// A program of that name in a folder that a path names from the present one may be a stranger's.
  @Test func gitIsTheFirstProgramInAnAbsoluteFolder() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for name in ["none", "text", "first", "second"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for (name, mode) in [("text", 0o644), ("first", 0o755), ("second", 0o755)] {
        let path = folder.appendingPathComponent("\(name)/git").path
        #expect(make(path, "", mode))
      }
      let base = folder.path
      let path = "first:.:\(base)/none:\(base)/text:\(base)/first:\(base)/second"
      #expect(GitEnvironment(["PATH": path]).executable == "\(base)/first/git")
      #expect(GitEnvironment(["PATH": "\(base)/none:first"]).executable == nil)
      #expect(GitEnvironment([:]).executable == nil)
    }
  }

  @Test func theOptionsLetGitRunNoOtherProgram() {
    #expect(
      GitEnvironment.settings.joined(separator: " ")
        == "--no-pager --no-optional-locks -c core.fsmonitor=false -c core.hooksPath=/dev/null -c protocol.ext.allow=never"
    )
  }

  // MARK: - The process

  private func make(_ path: String, _ text: String, _ mode: Int) -> Bool {
    FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
  }

  private func process(
    _ script: String, in folder: URL, _ body: (GitProcess) throws -> Void
  ) throws {
    let path = folder.appendingPathComponent("git").path
    try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
    try body(
      GitProcess(folder: "/the folder", environment: GitEnvironment(["PATH": folder.path])))
  }

  @Test func aProcessGetsItsArgumentsAndInputAndGivesAllThatItPrints() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try process(
        "echo \"$@\"\nIFS= read -r first\necho \"$first\"\necho bad >&2\nexit 3", in: folder
      ) { process in
        let output = try process.run(["log", "-x"], input: Array("one\ntwo\n".utf8))
        #expect(output.status == 3)
        #expect(
          String(decoding: output.bytes, as: UTF8.self)
            == GitEnvironment.settings.joined(separator: " ") + " -C /the folder log -x\none\n")
        #expect(output.error == "bad\n")
        #expect(throws: GitError.failed(command: "log", message: "bad")) {
          try process.output(["log"])
        }
      }
      try process("kill -KILL $$", in: folder) { process in
        let killed = try process.run(["log"])
        #expect(killed.status == -1)
      }
    }
  }

  @Test func anArgumentWithANULByteIsNotGivenToGit() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try process("exit 0", in: folder) { process in
        let refused = GitError.failed(command: "log", message: "an argument holds a NUL byte")
        #expect(throws: refused) { try process.run(["log", "a\0b"]) }
        var other = process
        other.folder = "a\0b"
        #expect(throws: refused) { try other.run(["log"]) }
        let taken = try process.run(["log", "ab"])
        #expect(taken.status == 0)
      }
    }
  }

  @Test func aProgramThatCannotBeRunIsSaid() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("git").path
      #expect(make(path, "#!/no/such/shell\n", 0o755))
      let process = try GitProcess(
        folder: "/", environment: GitEnvironment(["PATH": folder.path]))
      #expect(throws: GitError.failed(command: "log", message: "it cannot be run")) {
        try process.run(["log"])
      }
    }
  }

  @Test(arguments: [
    (
      "fatal: not a git repository (or any of the parent directories): .git",
      GitError.notARepository(path: "/the folder")
    ),
    (
      "fatal: detected dubious ownership in repository at '/x'\nTo add",
      .untrusted(path: "/the folder")
    ),
    ("\nfatal: one\nhint: two\n", .failed(command: "show", message: "fatal: one")),
    ("", .failed(command: "show", message: "it ended with status 7")),
  ])
  func gitsMessageTellsTheError(_ message: String, _ expected: GitError) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try process("", in: folder) { process in
        let output = GitProcess.Output(status: 7, bytes: [], error: message)
        #expect(process.failure(["show", "x"], output) == expected)
      }
    }
  }

  @Test(arguments: [
    ("", ""), ("\n", ""), ("a", "a"), ("a\n", "a"), ("a\n\n", "a\n"), ("a\nb", "a\nb"),
  ])
  func aLineLosesItsOneLineEnd(_ text: String, _ line: String) {
    #expect(GitProcess.Output(status: 0, bytes: Array(text.utf8), error: "").line == line)
  }
}

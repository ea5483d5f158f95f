import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Answers of git that a real one seldom gives: a program in its place prints them.
@Suite(.tags(.processes)) struct GitObjectReadingTests {
  private static let one = String(repeating: "1", count: 40)
  private static let two = String(repeating: "2", count: 40)
  private static let three = String(repeating: "3", count: 40)

  /// - Parameter answers: A branch of `case`, for arguments that match it: `*cat-file*) printf 'x' ;;`
  private func repository<Result>(
    _ answers: String, _ body: (GitRepository) throws -> Result
  ) throws -> Result {
    try RepositoryFiles.withTemporaryFolder { folder in
      let script = """
        #!/bin/sh
        case "$*" in
        \(answers)
        *--absolute-git-dir*) echo \(folder.path)/.git ;;
        *--is-inside-work-tree*) echo true ;;
        *--is-shallow-repository*) echo false ;;
        *--show-toplevel*) echo \(folder.path) ;;
        *--show-prefix*) echo ;;
        *) echo "fatal: no answer for $*" >&2; exit 1 ;;
        esac
        """
      try ProgramFile.write(script, to: folder.appendingPathComponent("git").path)
      return try body(
        GitRepository(path: folder.path, environment: GitEnvironment(["PATH": folder.path])))
    }
  }

  private func ids(_ texts: String...) -> [GitObjectID] { texts.compactMap { GitObjectID($0) } }

  @Test func objectsAreReadByTheirSizes() throws {
    let sizes = "\(Self.one) blob 3\\n\(Self.two) missing\\n\(Self.three) blob 0\\n"
    let bytes = "\(Self.one) blob 3\\na\\nb\\n\(Self.three) blob 0\\n\\n"
    let found = try repository(
      "*--batch-check*) printf '\(sizes)' ;;\n*--batch*) printf '\(bytes)' ;;"
    ) { try $0.contents(of: ids(Self.one, Self.two, Self.three), sizeMax: 10) }
    #expect(found.count == 2)
    #expect(found[try #require(ids(Self.one).first)] == Array("a\nb".utf8))
    #expect(found[try #require(ids(Self.three).first)] == [])
  }

  /// The contents of a file may look like an answer about another file.
  @Test func aFileThatLooksLikeAnAnswerIsRead() throws {
    let forged = "\(Self.one) blob 1\\nZ"
    let size = forged.utf8.count - 1
    let sizes = "\(Self.one) blob 3\\n\(Self.two) blob \(size)\\n"
    let bytes = "\(Self.one) blob 3\\nabc\\n\(Self.two) blob \(size)\\n\(forged)\\n"
    let found = try repository(
      "*--batch-check*) printf '\(sizes)' ;;\n*--batch*) printf '\(bytes)' ;;"
    ) { try $0.contents(of: ids(Self.one, Self.two), sizeMax: 100) }
    #expect(found[try #require(ids(Self.one).first)] == Array("abc".utf8))
    #expect(
      found[try #require(ids(Self.two).first)] == Array("\(Self.one) blob 1\nZ".utf8))
  }

  /// Without ids there is nothing to ask, and a git that answers nothing would fail.
  @Test func noIdsNeedNoGit() throws {
    try repository("") { git in
      let contents = try git.contents(of: [], sizeMax: 10)
      #expect(contents == [:])
      let trees = try git.trees([])
      #expect(trees == [:])
      let roots = try git.rootTrees([])
      #expect(roots == [:])
      let found = try git.ids(of: ["a/b", "c"], in: [])
      #expect(found == [:])
      #expect(throws: GitError.self) { try git.rootTrees(ids(Self.one)) }
    }
  }

  @Test(arguments: ["tree 3", "commit 3", "tag 3", "blob -1", "blob x", "thing 3", "blob"])
  func whatIsNoFileIsLeftOut(_ line: String) throws {
    let found = try repository(
      "*--batch-check*) printf '\(Self.one) \(line)\\n' ;;\n*--batch*) printf '' ;;"
    ) { try $0.contents(of: ids(Self.one), sizeMax: 10) }
    #expect(found == [:])
  }

  @Test func anOutputThatEndsWithinAnObjectIsAnError() throws {
    let expected = GitError.failed(
      command: "cat-file", message: "its output ends within an object")
    for (size, isWhole) in [(1, true), (2, true), (3, false), (9, false)] {
      let answers =
        "*--batch-check*) printf '\(Self.one) blob \(size)\\n' ;;\n"
        + "*--batch*) printf '\(Self.one) blob \(size)\\nab\\n' ;;"
      let error = try repository(answers) { git -> GitError? in
        do throws(GitError) {
          _ = try git.contents(of: ids(Self.one), sizeMax: 10)
          return nil
        } catch {
          return error
        }
      }
      #expect(error == (isWhole ? nil : expected), "\(size)")
    }
  }

  @Test func onlyACommitHasARootTree() throws {
    let text = "tree \(Self.three)\\nauthor x\\n"
    let answers =
      "*--batch*) printf '\(Self.one) commit 55\\n\(text)\\n\(Self.two) blob 55\\n\(text)\\n' ;;"
    let roots = try repository(answers) { try $0.rootTrees(ids(Self.one, Self.two)) }
    #expect(roots.map { "\($0.key.short) \($0.value.short)" } == ["11111111 33333333"])
  }

  @Test func linesOfFilesThatAreNoneAreLeftOut() throws {
    let listing =
      "100644 blob \(Self.one)\\ta b\\000" + "100644 blob\\tshort\\000" + "no tab\\000"
      + "100644 blob xyz\\tno id\\000" + "120000 blob \(Self.two)\\tü\\tx\\000"
    let files = try repository("*ls-tree*) printf '\(listing)' ;;") { git in
      try git.files(at: try #require(ids(Self.three).first))
    }
    #expect(files.map(\.path) == ["a b", "ü\tx"])
    #expect(files.map(\.mode) == [.file, .link])
    let index =
      "S 100644 \(Self.one) 0\\tleft out\\000" + "H 100644 \(Self.two) 0\\tthere\\000"
      + "S 100644 \(Self.one)\\tshort\\000" + "S no tab\\000"
    let left = try repository("*ls-files*) printf '\(index)' ;;") { try $0.filesLeftOut() }
    #expect(left.map(\.path) == ["left out"])
    let tree = try repository("*ls-files*) printf 'H b\\0? a\\0S c\\0H b\\0' ;;") {
      try $0.workTreeFiles()
    }
    #expect(tree == ["a", "b"])
  }

  @Test func tagsAreReadByTheirFields() throws {
    let lines =
      "commit \(Self.one)   refs/tags/v1\\n"
      + "tag \(Self.two) commit \(Self.three) refs/tags/v2\\n"
      + "tree \(Self.one)   refs/tags/v3\\n" + "commit xyz   refs/tags/v4\\n"
      + "commit \(Self.one)   refs/heads/v5\\n" + "commit \(Self.one) refs/tags/v6\\n"
      + "tag \(Self.two) blob \(Self.three) refs/tags/v7\\n"
    let tags = try repository("*for-each-ref*) printf '\(lines)' ;;") {
      try $0.tags(matching: ["*"])
    }
    #expect(tags.map { "\($0.name) \($0.commit.short)" } == ["v1 11111111", "v2 33333333"])
  }

  @Test func aProcessLeavesNoFileOpen() throws {
    func count() -> Int {
      ["/proc/self/fd", "/dev/fd"].lazy.compactMap {
        try? FileManager.default.contentsOfDirectory(atPath: $0).count
      }.first ?? 0
    }
    try repository("*for-each-ref*) ;;") { git in
      let before = count()
      for _ in 0..<80 { _ = try git.tags(matching: []) }
      // Other tests open files meanwhile, but not 60 more of them.
      #expect(count() - before < 60)
    }
  }
}

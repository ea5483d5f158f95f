import Foundation
import MomentumDiff
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Limits of what is read of git and of a repository's history.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct GitLimitTests {
  private func process(
    _ script: String, outputMax: Int, _ body: (GitProcess) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try ProgramFile.write(
        "#!/bin/sh\n\(script)\n", to: folder.appendingPathComponent("git").path)
      try body(
        GitProcess(
          folder: "/", environment: GitEnvironment(["PATH": folder.path + ":/usr/bin:/bin"]),
          outputMax: outputMax))
    }
  }

  @Test(arguments: [(3, false), (4, true), (5, true)])
  func longerOutputIsRefused(_ limit: Int, _ isTaken: Bool) throws {
    try process("printf 'abcd'", outputMax: limit) { process in
      guard isTaken else {
        #expect(throws: GitError.failed(command: "log", message: "too much output")) {
          try process.run(["log", "-x"])
        }
        return
      }
      let output = try process.run(["log"])
      #expect(output.line == "abcd")
    }
  }

  @Test func aProgramWithoutAnEndIsEnded() throws {
    try process("exec yes", outputMax: 100) { process in
      #expect(throws: GitError.failed(command: "log", message: "too much output")) {
        try process.run(["log"])
      }
    }
  }

  @Test func aLongMessageIsCut() throws {
    try process("head -c 70000 /dev/zero | tr '\\0' x >&2; exit 1", outputMax: 100) { process in
      let output = try process.run(["log"])
      #expect(output.error.utf8.count == 65536 && output.status == 1)
    }
  }

  /// The text of a link is read up to the length of a path.
  @Test func aLongLinkLeadsNowhere() throws {
    try TemporaryRepository.with { repository in
      try repository.write("x", to: "real/file")
      try repository.write("y", to: "App/own")
      try repository.commit()
      for (name, count) in [("long", 4096), ("longer", 4097)] {
        let end = count.isMultiple(of: 2) ? "..//real" : "../real"
        let target = String(repeating: "./", count: (count - end.utf8.count) / 2) + end
        #expect(target.utf8.count == count)
        try repository.write(target, to: "target-\(name)")
        let id = try repository.git("hash-object", "-w", repository.path("target-\(name)"))
        try repository.git("update-index", "--add", "--cacheinfo", "120000,\(id),App/\(name)")
      }
      try repository.git("commit", "-q", "-m", "links")
      let git = try GitRepository.containing(path: repository.folder.path)
      let commit = try CommitFiles(git, git.resolve("HEAD"), label: "")
      #expect(try commit.tree(of: "App/long").paths == ["App/long", "real/file"])
      #expect(try commit.tree(of: "App/longer").paths == ["App/longer"])
    }
  }

  /// A repository may name its objects by 64 digits.
  @Test func objectsWithLongNamesAreRead() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let repository = TemporaryRepository(folder: folder)
      try repository.git("init", "-q", "-b", "main", "--object-format=sha256")
      try repository.write("x", to: "a/b/c")
      try repository.write("y", to: "d")
      try repository.commit()
      let git = try GitRepository.containing(path: folder.path)
      let commit = try git.resolve("main")
      #expect(commit.text.count == 64)
      let ids = try git.ids(of: ["a/b/c", "d", "a/c"], in: [commit])[commit]
      #expect(ids?.keys.sorted() == ["a/b/c", "d"])
      let files = try git.files(at: commit)
      #expect(ids?["d"] == files.last?.id && files.map(\.path) == ["a/b/c", "d"])
    }
  }

  /// Where a commit has the bundle at several places, the first place counts.
  @Test func theFirstPlaceOfACommitCounts() throws {
    try TemporaryRepository.with { repository in
      let contents = SampleContents.contents("<entity name=\"A\"/>")
      for place in ["P1", "P2"] {
        try repository.write(contents, to: "\(place)/M.xcdatamodeld/M.xcdatamodel/contents")
      }
      try repository.commit(tag: "v1")
      try repository.git("rm", "-q", "-r", "P1")
      try repository.commit(tag: "v2")
      let git = try GitRepository.containing(path: repository.folder.path)
      let forms = ReleasedForms(
        repository: git, tags: try git.tags(matching: ["v*"]).sorted { $0.name < $1.name },
        known: [:], entities: ["A"])
      for (places, expected) in [
        (["P1", "P2"], ["v1 P1", "v2 P2"]), (["P2", "P1"], ["v1 P2", "v2 P2"]),
      ] {
        let found = try forms.find(["M", "N"], of: places.map { $0 + "/M.xcdatamodeld" })
        #expect((found["M"] ?? []).map { "\($0.tag) \($0.path.prefix(2))" } == expected)
        #expect(found["N"] == nil)
      }
      #expect(try forms.find([], of: ["P1/M.xcdatamodeld"]).isEmpty)
    }
  }

  /// A bundle that moved with each release is followed over five former places.
  @Test func fiveFormerPlacesAreLookedFor() throws {
    try TemporaryRepository.with { repository in
      let contents = SampleContents.contents("<entity name=\"A\"/>")
      try repository.write(contents, to: "P0/M.xcdatamodeld/M.xcdatamodel/contents")
      try repository.commit(tag: "v0")
      for number in 1...8 {
        try repository.git("mv", "P\(number - 1)", "P\(number)")
        try repository.commit(tag: "v\(number)")
      }
      let git = try GitRepository.containing(path: repository.folder.path)
      let tags = try git.tags(matching: ["v*"]).sorted { $0.name < $1.name }
      func find(_ places: [String], others: Set<String> = []) throws -> [String] {
        let found = try ReleasedForms(repository: git, tags: tags, known: [:], entities: ["A"])
          .find(["M"], of: places, others: others)
        return (found["M"] ?? []).map { "\($0.tag) \($0.path.prefix(2))" }
      }
      #expect(
        try find(["P8/M.xcdatamodeld"])
          == ["v3 P3", "v4 P4", "v5 P5", "v6 P6", "v7 P7", "v8 P8"])
      #expect(
        try find(["P8/M.xcdatamodeld", "P7/M.xcdatamodeld", "P8/M.xcdatamodeld"])
          == ["v2 P2", "v3 P3", "v4 P4", "v5 P5", "v6 P6", "v7 P7", "v8 P8"])
      // Other models of the repository are no former places; each takes a look of its own.
      #expect(
        try find(["P8/M.xcdatamodeld"], others: ["P5/M.xcdatamodeld"])
          == ["v3 P3", "v4 P4", "v6 P6", "v7 P7", "v8 P8"])
      #expect(try find([]) == [])
    }
  }

  /// A former place has a file of the bundle, or its name and related entities. A place of its name comes first,
  /// also with other entities.
  @Test func aFormerPlaceHasAFileOrTheNameAndRelatedEntities() throws {
    try TemporaryRepository.with { repository in
      let contents = SampleContents.contents("<entity name=\"A\"/>")
      let file = "V.xcdatamodel/contents"
      func place(_ name: String) -> String { "Old/\(name).xcdatamodeld" }
      try repository.write(contents, to: "\(place("M"))/\(file)")
      try repository.commit(tag: "same")
      try repository.git("mv", place("M"), place("K"))
      try repository.commit(tag: "other")
      try repository.write(contents, to: "\(place("M"))/\(file)")
      try repository.commit(tag: "both")
      try repository.write("x", to: "Old/notes.txt")
      try repository.remove(place("M"))
      try repository.remove(place("K"))
      try repository.commit(tag: "none")
      let git = try GitRepository.containing(path: repository.folder.path)
      let id = try #require(
        try git.ids(of: ["\(place("M"))/\(file)"], in: [git.resolve("same")]).values.first?.values
          .first)
      func find(_ tag: String, hasFile: Bool, isRelated: Bool) throws -> [String] {
        let found = try ReleasedForms(
          repository: git, tags: try git.tags(matching: [tag]), known: [:],
          entities: isRelated ? ["A", "B"] : ["Y", "Z"]
        ).find(["V"], of: ["New/M.xcdatamodeld"], contents: hasFile ? [id] : [])
        return (found["V"] ?? []).map { "\($0.tag) \($0.path)" }
      }
      for (hasFile, isRelated) in [(false, false), (false, true), (true, false), (true, true)] {
        let isSame = hasFile || isRelated
        func expect(_ tag: String, _ name: String?) throws {
          let found = try find(tag, hasFile: hasFile, isRelated: isRelated)
          #expect(
            found == (name.map { ["\(tag) \(place($0))/\(file)"] } ?? []),
            "\(tag), file: \(hasFile), entities: \(isRelated)")
        }
        try expect("same", isSame ? "M" : nil)
        try expect("other", hasFile ? "K" : nil)
        try expect("both", isSame ? "M" : nil)
        try expect("none", nil)
      }
    }
  }
}

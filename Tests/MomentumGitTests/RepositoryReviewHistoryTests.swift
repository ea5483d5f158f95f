import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumMigration
import MomentumTestSupport
import Testing

/// Histories in which releases and former places are hard to find.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct RepositoryReviewHistoryTests {
  private static let bundle = "App/M.xcdatamodeld"

  private func write(
    _ repository: TemporaryRepository, _ version: String, in bundle: String = Self.bundle,
    _ attributes: String...
  ) throws {
    let text = SampleContents.contents(
      "<entity name=\"Venue\">\(attributes.map { SampleContents.attribute($0) }.joined())</entity>")
    try repository.write(text, to: "\(bundle)/\(version).xcdatamodel/contents")
  }

  private func findings(
    _ repository: TemporaryRepository, against ref: String = "main", at head: String? = nil
  ) throws -> [Diagnostic] {
    let git = try GitRepository.containing(path: repository.folder.path)
    let review = try RepositoryReview(git, against: ref, at: head)
    return try review.pairs().flatMap { pair in
      try review.review(pair, released: ["v*"])?.findings() ?? []
    }.map(\.diagnostic)
  }

  private func review(
    _ repository: TemporaryRepository, against ref: String = "main"
  ) throws -> [String] {
    try findings(repository, against: ref).map { "\($0.severity) \($0.id)" }
  }

  @Test func twoTagsOfOneCommitAreTwoReleases() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "name")
      try repository.commit(tag: "v1")
      try repository.git("tag", "v1.0")
      try write(repository, "M", "name", "rating")
      #expect(try review(repository) == ["error versions.edited-after-release"])
    }
  }

  @Test func aModelInTheRootIsFoundInReleases() throws {
    try TemporaryRepository.with { repository in
      try repository.write(
        SampleContents.contents("<entity name=\"A\"/>"), to: "Model.xcdatamodel/contents")
      try repository.commit(tag: "v1")
      try repository.write(
        SampleContents.venue(SampleContents.attribute("a")), to: "Model.xcdatamodel/contents")
      let found = try findings(repository)
      #expect(found.map(\.id) == ["versions.edited-after-release"])
      // It has no place for a second version.
      #expect(found.flatMap(\.notes).allSatisfy { !$0.text.contains(".xccurrentversion") })
      let command =
        "git show v1:Model.xcdatamodel/contents > Model.xcdatamodel/contents.new && mv Model.xcdatamodel/contents.new Model.xcdatamodel/contents"
      try repository.commit()
      let inRoot = try findings(repository, against: "v1", at: "HEAD")
      #expect(inRoot.flatMap(\.notes).contains { $0.text.hasSuffix(command) })
    }
  }

  @Test func aRenamedBundleIsTheSameOne() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try repository.git("mv", Self.bundle, "App/Model.xcdatamodeld")
      try repository.commit("renamed")
      #expect(try review(repository, against: "v1") == [])
      try write(repository, "M", in: "App/Model.xcdatamodeld", "a", "b")
      // The commit has the new name, and the release the old one.
      #expect(try review(repository) == ["error versions.edited-after-release"])
      #expect(try review(repository, against: "v1") == ["error versions.edited-after-release"])
    }
  }

  @Test func aCopyBesideABundleIsNoFormerPlace() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try write(repository, "N", in: "App/N.xcdatamodeld", "a")
      try repository.commit("another one with the same bytes")
      try write(repository, "N", in: "App/N.xcdatamodeld", "a", "b")
      #expect(try review(repository) == ["note versions.edited-before-release"])
    }
  }

  @Test func whatTheNewestReleaseHasIsRight() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try write(repository, "M", "a", "b")
      try repository.commit(tag: "v2")
      try write(repository, "M", "a", "b", "c")
      try repository.commit()
      try write(repository, "M", "a", "b")
      #expect(try review(repository) == [])
      try write(repository, "M", "a")
      #expect(try review(repository) == ["error versions.edited-after-release"])
    }
  }

  @Test func anUnreadableCommitHidesNoRelease() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try repository.write("<<<<<<< HEAD", to: "\(Self.bundle)/M.xcdatamodel/contents")
      try repository.commit()
      try write(repository, "M", "a", "b")
      #expect(
        try review(repository) == [
          "warning versions.unreadable", "error versions.edited-after-release",
        ])
      try write(repository, "M", "a")
      #expect(try review(repository) == ["warning versions.unreadable"])
    }
  }

  @Test func aBadLinkOfTheCommitKeepsNothingElseFromBeingJudged() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.link("\(Self.bundle)/Out.xcdatamodel", to: "/etc/hostname")
      try repository.commit(tag: "v1")
      try repository.remove("\(Self.bundle)/Out.xcdatamodel")
      try write(repository, "M", "a", "b")
      #expect(
        try review(repository) == [
          "error versions.edited-after-release", "warning versions.unreadable",
        ])
      #expect(
        try findings(repository).last?.location?.file.path
          == "main:App/M.xcdatamodeld/Out.xcdatamodel/contents")
    }
  }

  @Test func placesAreThoseOfTheVersionWithEqualBytes() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try write(repository, "M 2", "a", "b")
      try repository.commit(tag: "v1")
      try write(repository, "M 2", "a")
      let found = try #require(
        try findings(repository).first { $0.id.hasPrefix("versions.edited") })
      #expect(found.location?.file.path.contains("/M 2.xcdatamodel/") == true)
    }
  }

  @Test func aDeletedVersionComesBackByTheCommandThatIsTold() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try write(repository, "M 2", "a", "b")
      try repository.write(
        SampleContents.currentVersion("M 2"), to: "\(Self.bundle)/.xccurrentversion")
      // Not a release: the commit itself has it.
      for tag in ["v1", "other"] {
        try repository.commit(tag: tag)
        try repository.remove("\(Self.bundle)/M.xcdatamodel")
        let note = try #require(
          try findings(repository).flatMap(\.notes).first { $0.text.hasPrefix("to bring") })
        let colon = try #require(note.text.range(of: ": "))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-e", "-c", String(note.text[colon.upperBound...])]
        shell.currentDirectoryURL = repository.folder
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(note.text)")
        #expect(try review(repository) == [])
        try repository.git("tag", "-d", tag)
      }
    }
  }

  @Test func aTagIsMeantWhereABranchHasItsName() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try write(repository, "M", "a", "b")
      try repository.commit()
      try repository.git("branch", "v1")
      try repository.git("config", "core.warnAmbiguousRefs", "true")
      #expect(try review(repository, against: "v1") == ["error versions.edited-after-release"])
    }
  }

  @Test func aNameAloneMakesNoFormerPlace() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "Model", in: "Old/Model.xcdatamodeld", "a")
      try repository.commit(tag: "v1")
      try repository.remove("Old")
      try repository.commit("deleted")
      let path = "New/Model.xcdatamodeld/Model.xcdatamodel/contents"
      try repository.write(SampleContents.contents("<entity name=\"Planet\"/>"), to: path)
      try repository.commit("another app")
      try repository.write(
        SampleContents.contents(
          "<entity name=\"Planet\">\(SampleContents.attribute("mass"))</entity>"), to: path)
      #expect(try review(repository) == ["note versions.edited-before-release"])
      // And no move.
      try repository.git("checkout", "-q", "--", ".")
      try repository.remove("New")
      try repository.write(
        SampleContents.contents("<entity name=\"Star\"/>"),
        to: "Kit/Model.xcdatamodeld/Model.xcdatamodel/contents")
      #expect(try review(repository) == ["warning versions.bundle-deleted"])
      // With its entities it is one, though it was edited.
      try repository.remove("Kit")
      try repository.write(
        SampleContents.contents(
          "<entity name=\"Planet\">\(SampleContents.attribute("mass"))</entity>"),
        to: "Kit/Model.xcdatamodeld/Model.xcdatamodel/contents")
      #expect(try review(repository) == ["note versions.edited-before-release"])
    }
  }

  @Test func anEmptyModelIsNoFormerPlaceOfAnother() throws {
    try TemporaryRepository.with { repository in
      try repository.write(
        SampleContents.contents(""), to: "Old/Model.xcdatamodeld/Model.xcdatamodel/contents")
      try repository.commit(tag: "v1")
      try repository.remove("Old")
      try write(repository, "Model", in: "New/Model.xcdatamodeld", "a")
      try repository.commit("another one")
      try write(repository, "Model", in: "New/Model.xcdatamodeld", "a", "b")
      #expect(try review(repository) == ["note versions.edited-before-release"])
    }
  }

  @Test func aShallowCloneWithoutTheCommonCommitIsRefused() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try repository.git("checkout", "-q", "-b", "feature")
      try repository.write("x", to: "file")
      try repository.commit()
      try repository.git("checkout", "-q", "main")
      try write(repository, "M 2", "a", "b")
      try repository.commit("others")
      try RepositoryFiles.withTemporaryFolder { folder in
        let address = "file://" + repository.folder.path
        let place = folder.appendingPathComponent("clone")
        try repository.git(
          "clone", "-q", "--depth", "1", "--branch", "feature", address, place.path)
        let clone = TemporaryRepository(folder: place)
        try clone.git(
          "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main", "tag", "v1")
        #expect(throws: GitError.noMergeBaseInShallowClone("origin/main")) {
          try review(clone, against: "origin/main")
        }
        // A tag needs no common commit.
        #expect(try review(clone, against: "v1") == [])
        try clone.git("fetch", "-q", "--unshallow")
        #expect(try review(clone, against: "origin/main") == [])
      }
    }
  }

  @Test func unrelatedHistoriesAreToldApart() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit()
      try repository.git("checkout", "-q", "--orphan", "other")
      try write(repository, "M", "a", "b")
      try repository.commit()
      let git = try GitRepository.containing(path: repository.folder.path)
      #expect(try RepositoryReview(git, against: "main").isUnrelated)
      #expect(try !RepositoryReview(git, against: "other").isUnrelated)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func aLineEndInAPathLeavesCommandsThatWork() throws {
    try TemporaryRepository.with { repository in
      let bundle = "x\ny's \\o/M.xcdatamodeld"
      try write(repository, "M", in: bundle, "a")
      try repository.commit(tag: "v1")
      try write(repository, "M", in: bundle, "b")
      let notes = try findings(repository).flatMap(\.notes).map(\.text)
      let commands = notes.compactMap { note -> String? in
        guard let colon = note.range(of: ": "),
          ["cp -R", " show ", "printf"].contains(where: note.contains)
        else { return nil }
        return String(note[colon.upperBound...])
      }
      #expect(commands.count == 3)
      #expect(commands.allSatisfy { TerminalText.oneLine($0) == $0 })
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/bash")
      shell.arguments = ["-e", "-c", commands.joined(separator: "\n")]
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      #expect(try review(repository) == [])
      #expect(
        FileManager.default.fileExists(
          atPath: repository.path("\(bundle)/M 2.xcdatamodel/contents")))
    }
  }

  @Test func aCommandThatFailsLeavesTheModelAsItIs() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try write(repository, "M", "b")
      let note = try #require(
        try findings(repository).flatMap(\.notes).first { $0.text.contains(" show ") })
      let colon = try #require(note.text.range(of: ": "))
      try repository.git("tag", "-d", "v1")
      let path = repository.path("\(Self.bundle)/M.xcdatamodel/contents")
      let before = try String(contentsOfFile: path, encoding: .utf8)
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", String(note.text[colon.upperBound...])]
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus != 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    }
  }

  @Test func aReleaseOfManyVersionsIsReadOnce() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1")
      try repository.write(
        SampleContents.venue(SampleContents.attribute("b", "String", "elementID=\"a\"")),
        to: "\(Self.bundle)/M.xcdatamodel/contents")
      try repository.commit(tag: "v2")
      try write(repository, "M 2", "b", "n")
      try repository.write(
        SampleContents.currentVersion("M 2"), to: "\(Self.bundle)/.xccurrentversion")
      let git = try GitRepository.containing(path: repository.folder.path)
      let review = try RepositoryReview(git, against: "main")
      let pair = try #require(try review.pairs().first)
      let versions = try #require(try review.review(pair))
      #expect(versions.released["M"]?.map(\.tag) == ["v1", "v2"])
      #expect(versions.olderStores(judgedBy: .mappingModels).map(\.name) == ["M of v1"])
    }
  }
}

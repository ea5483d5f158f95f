import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumTestSupport
import Testing

/// What `check --against` finds in real histories.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct RepositoryReviewTests {
  private static let bundle = "App/M.xcdatamodeld"

  private func write(
    _ repository: TemporaryRepository, _ version: String, _ attributes: String...
  ) throws {
    let text = SampleContents.contents(
      "<entity name=\"Venue\">\(attributes.map { SampleContents.attribute($0) }.joined())</entity>")
    try repository.write(text, to: "\(Self.bundle)/\(version).xcdatamodel/contents")
  }

  private func setCurrent(_ repository: TemporaryRepository, _ version: String) throws {
    try repository.write(
      SampleContents.currentVersion(version), to: "\(Self.bundle)/.xccurrentversion")
  }

  /// Findings of all pairs as `id: text`.
  private func review(
    _ repository: TemporaryRepository, against ref: String = "main", at head: String? = nil,
    released: [String] = ["v*"], staged: Bool = false
  ) throws -> [String] {
    let git = try GitRepository.containing(path: repository.folder.path)
    let review = try RepositoryReview(git, against: ref, at: head)
    return try review.pairs().flatMap { pair in
      try review.review(pair, released: released, usesStagedMigration: staged)?.findings() ?? []
    }.map { "\($0.diagnostic.severity) \($0.diagnostic.id): \($0.diagnostic.text)" }
  }

  @Test func anEditAfterAReleaseIsAnErrorThatNamesItAndTheEntities() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "name")
      try repository.commit(tag: "v1.0")
      try write(repository, "M", "name", "rating")
      let found = try review(repository)
      expectText(
        found.joined(separator: "\n"),
        "error versions.edited-after-release: version 'M' was in 'v1.0' and is edited: the hash of 'Venue' changed, so a store that this release wrote does not match any more; add a new version in place of editing this one"
      )
      #expect(try review(repository, released: ["release*"]).first?.hasPrefix("note ") == true)
      #expect(
        try review(repository, released: [], staged: true).first?.hasPrefix("warning ") == true)
    }
  }

  @Test func theRepairIsToldInCommandsThatWork() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M 2", "name")
      try write(repository, "M", "n")
      try setCurrent(repository, "M 2")
      try repository.commit(tag: "v1.0")
      try write(repository, "M 2", "name", "rating")
      let git = try GitRepository.containing(path: repository.folder.path)
      let subject = try RepositoryReview(git, against: "main")
      let pair = try subject.pair(path: repository.path(Self.bundle))
      let finding = try #require(try subject.review(pair)?.findings().first)
      let commands = finding.diagnostic.notes.compactMap { note -> String? in
        guard let colon = note.text.range(of: ": "),
          ["cp -R", " show ", "printf"].contains(where: note.text.contains)
        else { return nil }
        return String(note.text[colon.upperBound...])
      }
      #expect(commands.count == 3)
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-e", "-c", commands.joined(separator: "\n")]
      // The paths are absolute, and so is the folder that git is told.
      shell.currentDirectoryURL = URL(fileURLWithPath: "/")
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      #expect(try review(repository) == [])
      #expect(
        try String(
          contentsOfFile: repository.path("\(Self.bundle)/.xccurrentversion"), encoding: .utf8
        ).contains("<string>M 3.xcdatamodel</string>"))
    }
  }

  @Test func whatLeavesTheHashesIsFine() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "name")
      try repository.commit(tag: "v1.0")
      let path = "\(Self.bundle)/M.xcdatamodel/contents"
      let text = try String(contentsOfFile: repository.path(path), encoding: .utf8)
      try repository.write(
        text.replacing(
          "attributeType=\"String\"", with: "attributeType=\"String\" defaultValueString=\"x\""),
        to: path)
      #expect(try review(repository) == [])
      // Nothing changed at all: nothing is even parsed.
      try repository.git("checkout", "-q", "--", ".")
      let git = try GitRepository.containing(path: repository.folder.path)
      let subject = try RepositoryReview(git, against: "main")
      #expect(try subject.pairs().allSatisfy { try subject.review($0) == nil })
    }
  }

  @Test func deletedAndRenamedVersions() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try write(repository, "M 2", "a", "b")
      try setCurrent(repository, "M 2")
      try repository.commit(tag: "v1.0")
      try write(repository, "M 3", "a", "b", "c")
      try write(repository, "M 4", "a", "b", "c", "d")
      try setCurrent(repository, "M 4")
      try repository.commit()
      try repository.remove("\(Self.bundle)/M.xcdatamodel")
      try repository.remove("\(Self.bundle)/M 3.xcdatamodel")
      try repository.git(
        "mv", "\(Self.bundle)/M 4.xcdatamodel", "\(Self.bundle)/Model 4.xcdatamodel")
      try setCurrent(repository, "Model 4")
      expectText(
        try review(repository).joined(separator: "\n"),
        """
        error versions.deleted-after-release: version 'M' was deleted, and 'v1.0' was released with it: a store of that release cannot be migrated without it
        warning versions.deleted: version 'M 3' was deleted since 'main'; an app can migrate a store only while it has the store's version
        note versions.renamed: version 'M 4' is now called 'Model 4'; their hashes are equal, so stores still match
        """)
    }
  }

  @Test func theCurrentVersionGoesForward() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try write(repository, "M 2", "a", "b")
      try setCurrent(repository, "M 2")
      try repository.commit(tag: "v1.0")
      try setCurrent(repository, "M")
      expectText(
        try review(repository).joined(separator: "\n"),
        """
        error versions.current-moved-back: the current version goes back from 'M 2' to 'M'; a store of release 'v1.0' is newer, and Core Data does not migrate backwards
        note versions.current-not-newest: the current version is 'M', and 'M 2' comes after it by its number
        """)
      try setCurrent(repository, "M 2")
      try write(repository, "M 3", "a", "b")
      expectText(
        try review(repository).joined(separator: "\n"),
        """
        warning versions.equals-other: the new version 'M 3' has the same hashes as 'M 2': Core Data takes a store of one for a store of the other and migrates nothing
        warning versions.current-not-newest: version 'M 3' is new, but 'M 2' is still the current version: the app does not use the new one
        """)
      #expect(
        try review(repository, staged: true).first?.hasPrefix("error versions.equals-other")
          == true)
    }
  }

  @Test func namesWithoutNumbersSayNoOrder() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "Model", "a")
      try write(repository, "Model_likes", "a", "b")
      try setCurrent(repository, "Model_likes")
      try repository.commit(tag: "v1.0")
      try write(repository, "Model_comments", "a", "b", "c")
      #expect(
        try review(repository) == [
          "warning versions.current-not-newest: version 'Model_comments' is new, but 'Model_likes' is still the current version: the app does not use the new one"
        ])
      try setCurrent(repository, "Model_comments")
      #expect(try review(repository) == [])
      // Made current later: releases tell that it is the newer one.
      try setCurrent(repository, "Model_likes")
      try repository.commit()
      try setCurrent(repository, "Model_comments")
      #expect(try review(repository) == [])
      try setCurrent(repository, "Model")
      #expect(try review(repository).first?.contains("goes back") == true)
    }
  }

  @Test func aDeletedBundleAndAMovedOne() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1.0")
      try repository.git("mv", "App", "Modules")
      #expect(try review(repository) == [])
      try repository.commit("moved")
      // The release had it at another place.
      try repository.write(
        SampleContents.contents("<entity name=\"Venue\"/>"),
        to: "Modules/M.xcdatamodeld/M.xcdatamodel/contents")
      let edited = try review(repository)
      #expect(edited.count == 1)
      #expect(edited.first?.hasPrefix("error versions.edited-after-release") == true)
      try repository.remove("Modules")
      expectText(
        try review(repository).joined(separator: "\n"),
        "error versions.bundle-deleted-after-release: the bundle 'Modules/M.xcdatamodeld' was deleted, and 'v1.0' was released with it: the stores of its users cannot be opened any more"
      )
    }
  }

  @Test func onlyWhatTheBranchDidCounts() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit()
      try repository.git("checkout", "-q", "-b", "feature")
      try repository.git("checkout", "-q", "main")
      try write(repository, "M 2", "a", "b")
      try setCurrent(repository, "M 2")
      try repository.commit("others", tag: "v2")
      try repository.git("checkout", "-q", "feature")
      #expect(try review(repository) == [])
      // A tag is meant as it is.
      #expect(try !review(repository, against: "v2").isEmpty)
    }
  }

  @Test func withoutAWorkTreeTwoCommitsAreCompared() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.commit(tag: "v1.0")
      try repository.git("checkout", "-q", "-b", "edit")
      try write(repository, "M", "a", "b")
      try repository.commit()
      try RepositoryFiles.withTemporaryFolder { folder in
        try repository.git("clone", "-q", "--bare", repository.folder.path, folder.path)
        let bare = TemporaryRepository(folder: folder)
        let found = try review(bare, at: "edit")
        #expect(found.first?.hasPrefix("error versions.edited-after-release") == true)
        #expect(try review(bare, against: "edit", at: "edit") == [])
      }
    }
  }

  @Test func linksInABundleStayInTheRepository() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.link("\(Self.bundle)/L.xcdatamodel", to: "M.xcdatamodel")
      try repository.link("Same.xcdatamodeld", to: "App/M.xcdatamodeld")
      try repository.commit()
      try write(repository, "M", "a", "b")
      let found = try review(repository)
      #expect(found.count == 2, "both names of the version: \(found)")
      let git = try GitRepository.containing(path: repository.folder.path)
      let subject = try RepositoryReview(git, against: "main")
      let linked = try subject.pair(path: repository.path("Same.xcdatamodeld"))
      #expect(try subject.review(linked)?.findings().count == 2)
      try repository.link("\(Self.bundle)/Out.xcdatamodel/contents", to: "/etc/hostname")
      #expect(throws: (any Error).self) { try review(repository) }
    }
  }

  @Test func whatASparseCheckoutLeavesOutIsReadFromTheIndex() throws {
    try TemporaryRepository.with { repository in
      try write(repository, "M", "a")
      try repository.write("x", to: "Other/file")
      try repository.commit(tag: "v1.0")
      try repository.git("checkout", "-q", "-b", "feature")
      try repository.git("sparse-checkout", "set", "Other")
      #expect(!FileManager.default.fileExists(atPath: repository.path(Self.bundle)))
      #expect(try review(repository) == [])
      try repository.git("sparse-checkout", "disable")
      try write(repository, "M", "a", "b")
      try repository.commit("an edit")
      try repository.git("sparse-checkout", "set", "Other")
      let found = try review(repository)
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("error versions.edited-after-release") == true)
      // By name too, and where one version of the bundle is there.
      let git = try GitRepository.containing(path: repository.folder.path)
      let subject = try RepositoryReview(git, against: "main")
      let named = try subject.pair(path: repository.path(Self.bundle))
      #expect(named.isLeftOut)
      #expect(try subject.review(named)?.findings().count == 1)
      try write(repository, "M 2", "a", "b", "c")
      try setCurrent(repository, "M 2")
      let partly = try RepositoryReview(git, against: "main")
      let pair = try #require(try partly.pairs().first)
      #expect(pair.isLeftOut)
      let versions = try #require(try partly.review(pair)?.new?.versions)
      #expect(versions.map(\.name) == ["M", "M 2"])
      #expect(versions.allSatisfy { $0.form != nil }, "the one on the disk is read there")
      #expect(try partly.review(pair)?.new?.currentVersion == "M 2")
    }
  }
}

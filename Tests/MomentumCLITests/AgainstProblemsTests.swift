import Foundation
import MomentumTestSupport
import Testing

/// `diff` where a side cannot be had: never "no model differs".
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct AgainstProblemsTests {
  private static let bundle = "App/Shop.xcdatamodeld"

  private func with(_ body: (TemporaryRepository, String) throws -> Void) throws {
    try TemporaryRepository.with { repository in
      try write(repository, "Shop", "name")
      try write(repository, "Shop 2", "name", "smell")
      try setCurrent(repository, "Shop 2")
      try repository.commit(tag: "v1")
      try body(repository, repository.path(Self.bundle))
    }
  }

  private func write(
    _ repository: TemporaryRepository, _ version: String, _ attributes: String...
  ) throws {
    try repository.write(
      SampleContents.contents(
        "<entity name=\"C\">\(attributes.map { SampleContents.attribute($0) }.joined())</entity>"),
      to: "\(Self.bundle)/\(version).xcdatamodel/contents")
  }

  private func setCurrent(_ repository: TemporaryRepository, _ version: String) throws {
    try repository.write(
      SampleContents.currentVersion(version), to: "\(Self.bundle)/.xccurrentversion")
  }

  @Test func anUnreadableModelIsSaid() throws {
    try with { repository, model in
      try setCurrent(repository, "Nope")
      let missing = Run("diff", model, "--against", "main")
      #expect(missing.status == 65)
      #expect(missing.error.contains("Nope"))
      #expect(!missing.error.contains("no model differs"))
      try setCurrent(repository, "Shop 2")
      try repository.write("<<<<<<< HEAD", to: "\(Self.bundle)/Shop 2.xcdatamodel/contents")
      for format in ["text", "sarif", "junit", "html"] {
        let run = Run("diff", model, "--against", "main", "--format", format)
        #expect(run.status == 65)
        #expect(run.error.contains("error:"))
      }
      let comment = Run("diff", model, "--against", "main", "--format", "markdown")
      #expect(comment.status == 65)
      #expect(!comment.output.contains("No data model differs"))
      #expect(comment.output.contains("The model cannot be read"))
      let json = Run("diff", model, "--against", "main", "--format", "json")
      #expect(json.output.contains("\"reason\": \"unreadable\""))
      try repository.commit()
      try write(repository, "Shop 2", "name", "smell", "rating")
      let before = Run("diff", model, "--against", "main")
      #expect(before.status == 65)
      #expect(before.error.contains("main:App/Shop.xcdatamodeld"))
    }
  }

  @Test func aDeletedBundleDropsData() throws {
    try with { repository, model in
      try repository.remove(Self.bundle)
      let run = Run("diff", model, "--against", "main")
      #expect(run.status == 1)
      #expect(run.output.contains("App/Shop.xcdatamodeld at main"))
      #expect(run.output.contains("The model was deleted"))
      #expect(run.output.contains("[versions.bundle-deleted-after-release]"))
      #expect(run.output.contains("to bring it back: git "))
      let comment = Run("diff", model, "--against", "main", "--format", "markdown").output
      #expect(comment.contains("### Data model: `App/Shop.xcdatamodeld` at `main`"))
      #expect(comment.contains("The model was deleted"))
      #expect(!comment.contains("No data model differs"))
      let json = Run("diff", model, "--against", "main", "--format", "json").output
      #expect(json.contains("\"reason\": \"deleted\""))
      let page = Run("diff", model, "--against", "main", "--format", "html")
      #expect(page.status == 1)
      #expect(page.output.contains("deleted"))
      let tests = Run("diff", model, "--against", "main", "--format", "junit").output
      #expect(tests.contains("<testsuites name=\"momentum\" tests=\"1\" failures=\"1\""))
      #expect(tests.contains("<testsuite name=\"\(Self.bundle)"))
      let log = Run("check", model, "--against", "main", "--format", "sarif").output
      #expect(log.contains("\"uri\": \"\(Self.bundle)"), "\(log)")
      #expect(Run("diff", model, "--against", "main", "--fail-on", "never").status == 0)
      for format in ["sarif", "junit", "github", "gitlab"] {
        let run = Run("diff", model, "--against", "main", "--format", format)
        #expect(run.status == 1)
        #expect(run.output.contains("was deleted"), "\(format)")
      }
      for command in ["diff", "check"] {
        let missing = repository.path("App/No.xcdatamodeld")
        #expect(Run(command, missing, "--against", "main").status == 74)
      }
      #expect(Run("diff", model, "--against", "main", "--baseline").status == 0)
      #expect(Run("diff", model, "--against", "main").status == 0)
    }
  }

  @Test func acknowledgementsAreWrittenBesideModelsOnTheDiskAlone() throws {
    try with { repository, model in
      try write(repository, "Shop 2", "name")
      try repository.commit()
      try repository.git("checkout", "-q", "-b", "feature")
      func isRefused(_ arguments: String...) -> Bool {
        let run = Run(arguments + ["--baseline"])
        return run.status == 64 && run.error.contains("--baseline writes")
      }
      #expect(isRefused("check", model, "--against", "v1", "--at", "main"))
      #expect(isRefused("diff", model, "--against", "v1", "--at", "main"))
      let store = repository.path("store.sqlite")
      #expect(Run("create", model, store).status == 0)
      #expect(isRefused("diff", model, store))
      try RepositoryFiles.withTemporaryFolder { folder in
        let bare = folder.path + "/bare.git"
        try repository.git("clone", "-q", "--bare", ".", bare)
        for command in ["diff", "check"] {
          #expect(isRefused(command, bare + "/\(Self.bundle)", "--against", "v1"))
        }
      }
      #expect(!FileManager.default.fileExists(atPath: repository.path("App/.momentum.json")))
    }
  }

  @Test func aVersionIsNotComparedWithACommit() throws {
    try with { _, model in
      let diff = Run("diff", "\(model)@Shop", "--against", "main")
      #expect(diff.status == 64)
      #expect(
        diff.error.contains(
          "momentum diff 'main:App/Shop.xcdatamodeld@Shop' '\(model)@Shop'"), "\(diff.error)")
      let check = Run("check", "\(model)@Shop", "--against", "main")
      #expect(check.status == 64)
      #expect(check.error.contains("name it alone: \(model)"))
      let matrix = Run("diff", "\(model)@Shop", "--matrix")
      #expect(matrix.status == 64)
      #expect(matrix.error.contains("--oldest"))
    }
  }

  @Test func aPageIsWrittenAlsoWithoutChanges() throws {
    try with { _, model in
      let run = Run("diff", model, "--against", "HEAD", "--format", "html")
      #expect(run.status == 0)
      #expect(run.output.contains("<!DOCTYPE html>"))
      #expect(run.output.contains("Shop 2"))
    }
  }

  @Test func theMatrixSaysWhatItLeavesOut() throws {
    try with { repository, model in
      try repository.write("<<<<<<< HEAD", to: "\(Self.bundle)/Shop.xcdatamodel/contents")
      let some = Run("diff", model, "--matrix")
      #expect(some.status == 0)
      #expect(some.error.contains("Shop.xcdatamodel/contents"))
      #expect(Run("diff", model, "--matrix", "--oldest", "Shop 2").error.isEmpty)
      try setCurrent(repository, "Shop")
      let current = Run("diff", model, "--matrix")
      #expect(current.status == 65)
      #expect(current.output.isEmpty)
      #expect(current.error.contains("error:"))
      try setCurrent(repository, "Nope")
      #expect(Run("diff", model, "--matrix").status == 65)
    }
  }

  @Test func aBadLinkOfTheCommitIsNoFailure() throws {
    try with { repository, model in
      try repository.link("\(Self.bundle)/Out.xcdatamodel", to: "/etc/hostname")
      try repository.commit()
      try repository.remove("\(Self.bundle)/Out.xcdatamodel")
      try write(repository, "Shop 3", "name", "smell", "rating")
      try setCurrent(repository, "Shop 3")
      let check = Run("check", model, "--against", "main")
      #expect(check.status == 0)
      #expect(check.output.contains("[versions.unreadable]"))
      let diff = Run("diff", model, "--against", "main")
      #expect(diff.status == 0)
      #expect(diff.output.contains("rating"))
    }
  }
}

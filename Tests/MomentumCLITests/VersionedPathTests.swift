import Foundation
import MomentumTestSupport
import Testing

/// `Model.xcdatamodeld@Model 3` is a version in every command that takes a model.
@Suite struct VersionedPathTests {
  /// A bundle whose current version has an entity `Venue` with a request, and whose version `Old` does not.
  private func with(_ body: (_ bundle: String, _ store: String) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      // What stands behind this sign is no version.
      let bundle = folder.appendingPathComponent("Shop@home.xcdatamodeld")
      for (version, entity) in [("Old", "Shelf"), ("Shop", "Venue")] {
        let url = bundle.appendingPathComponent("\(version).xcdatamodel/contents")
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let text = SampleContents.contents(
          "<entity name=\"\(entity)\">\(SampleContents.attribute("name"))</entity>")
        try Data(text.utf8).write(to: url)
      }
      try Data(SampleContents.currentVersion("Shop").utf8).write(
        to: bundle.appendingPathComponent(".xccurrentversion"))
      let store = folder.appendingPathComponent("old.sqlite").path
      #expect(Run("create", bundle.path + "@Old", store).status == 0)
      try body(bundle.path, store)
    }
  }

  @Test func everyCommandTakesAVersionBehindThePath() throws {
    try with { bundle, store in
      let old = bundle + "@Old"
      let folder = URL(fileURLWithPath: bundle).deletingLastPathComponent().path
      for arguments in [
        ["schema", old], ["hash", old], ["diagram", old, "--format", "dot"],
        ["dump", "model", old],
        ["sql", old, "--entity", "Shelf"], ["explain", old, "--entity", "Shelf"],
        ["predicate", "name == 'a'", "--model", old, "--entity", "Shelf"],
        ["fetch", store, "--model", old, "--entity", "Shelf"],
        ["explain", store, "--model", old, "--entity", "Shelf"],
        ["build", old, "--output", folder + "/build"],
        ["generate", old, "--target", "swift", "--output", folder + "/code"],
        ["inspect", store, "--model", old], ["check", old],
        ["migrate", store, "--to", old, "--plan"], ["diff", old, old],
      ] {
        let run = Run(arguments)
        #expect(run.status == 0, "\(arguments): \(run.error)")
        #expect(!run.output.contains("Venue"), "\(arguments)")
      }
      let sources = FileManager.default.subpaths(atPath: folder + "/code") ?? []
      #expect(sources.contains { $0.contains("Shelf") })
      #expect(!sources.contains { $0.contains("Venue") })
      #expect(Run("inspect", store, "--model", bundle).status == 0)
      #expect(Run("inspect", store, "--model", bundle + "@Shop").status == 1)
    }
  }

  @Test func aVersionThatIsNotThereIsBadInputEverywhere() throws {
    try with { bundle, store in
      let none = bundle + "@Olt"
      for arguments in [
        ["schema", none], ["inspect", store, "--model", none], ["check", none],
        ["diff", none, bundle], ["migrate", store, "--to", none],
        ["create", none, store + ".new"],
      ] {
        let run = Run(arguments)
        #expect(run.status == 65, "\(arguments): \(run.error)")
        #expect((run.output + run.error).contains("did you mean 'Old'?"), "\(arguments)")
      }
      for arguments in [
        ["schema", bundle + "x.xcdatamodeld@Old"], ["diff", bundle + "x.xcdatamodeld@Old", bundle],
      ] {
        let run = Run(arguments)
        #expect(run.status == 74)
        #expect(!run.error.contains("@Old"), "\(run.error)")
      }
    }
  }

  @Test func aVersionIsNamedOnceAndOfABundle() throws {
    try with { bundle, store in
      let twice = Run("schema", bundle + "@Old", "--model-version", "Shop")
      #expect(twice.status == 64)
      #expect(twice.error.contains("a version is named once"))
      let kept = Run("schema", store + "@Old")
      #expect(kept.status == 64)
      #expect(kept.error.contains("is a store, which keeps one model"))
    }
  }
}

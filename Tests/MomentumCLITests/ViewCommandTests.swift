import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// `momentum view`: one page of a model and a store.
@Suite struct ViewCommandTests {
  private let bubbleTea = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path
  private let seed = RepositoryFiles.url("Models/BubbleTea.seed.json").path

  private func withStore(_ body: (URL, String) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      try #require(Run("create", bubbleTea, store).status == 0)
      try #require(Run("import", store, "--model", bubbleTea, seed).status == 0)
      try body(folder, store)
    }
  }

  @Test func thePageHasRequestsPlansAndVersions() throws {
    let run = Run("view", bubbleTea)
    #expect(run.status == 0)
    for part in [
      "<h1><bdi>BubbleTea</bdi></h1>", "version <bdi>BubbleTea 2</bdi>", "ZVENUECATEGORY",
      "Fetches <a href=\"#e3\"><bdi>Venue</bdi></a>, where <code>name == $NAME</code>",
      "?1 = <code>$NAME, String</code>", "WHERE t0.ZNAME = ?",
      "finds &#39;Venue&#39; (ZVENUE) by fetch index &#39;byNameAndFavorite&#39;",
      "The plans assume a store with 100,000 rows in each table.",
      "attribute <code>remark</code> → <code>note</code>", "current</span>",
    ] { #expect(run.output.contains(part), "\(part)") }
    let hash = Run("hash", bubbleTea).output.split(separator: "\n").first {
      $0.hasSuffix("  Venue")
    }
    #expect(run.output.contains(try #require(hash?.split(separator: " ").first)))
  }

  @Test func anotherVersionIsShownWithTheSameHistory() throws {
    let run = Run("view", bubbleTea + "@BubbleTea")
    #expect(run.output.contains("version <bdi>BubbleTea</bdi>"))
    #expect(run.output.contains("<a href=\"#history\">Versions (2)</a>"))
    let single = Run("view", RepositoryFiles.url("Models/Trips.swift").path)
    #expect(single.status == 0)
    #expect(!single.output.contains("#history"))
  }

  @Test func thePageDoesNotDependOnTheFolder() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let copy = folder.appendingPathComponent("BubbleTea.xcdatamodeld")
      try FileManager.default.copyItem(atPath: bubbleTea, toPath: copy.path)
      let page = Run("view", copy.path).output
      #expect(page == Run("view", bubbleTea).output)
      #expect(!page.contains(folder.path))
    }
  }

  @Test func aStoreGivesCountsAndPlansButNoValues() throws {
    try withStore { folder, store in
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      let run = Run("view", bubbleTea, "--store", store)
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.contains("<bdi>Venue</bdi></a><span class=\"count\">30 rows</span>"))
      #expect(run.output.contains("<dt>Made with</dt><dd><bdi>BubbleTea 2</bdi></dd>"))
      #expect(run.output.contains("The plans are those of the store"))
      #expect(run.output.contains("reads every row of &#39;Venue&#39; (ZVENUE): 30 rows"))
      // Names of venues of the seed.
      let text = try String(contentsOfFile: seed, encoding: .utf8)
      #expect(text.contains("Sago House"))
      #expect(!run.output.contains("Sago House"))
      #expect(!run.output.contains(folder.path))
      let after = try Data(contentsOf: URL(fileURLWithPath: store))
      #expect(after == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["tea.sqlite"])
      // A store as the model is counted too.
      #expect(Run("view", store).output.contains("<span class=\"count\">30 rows</span>"))
    }
  }

  @Test func aStoreOfAnotherVersionIsCountedAndNamed() throws {
    try withStore { _, store in
      let run = Run("view", bubbleTea + "@BubbleTea", "--store", store)
      #expect(run.status == 0)
      #expect(run.error.contains("was not made with version 'BubbleTea'"))
      #expect(run.output.contains("The shown version did not make this store:"))
      #expect(run.output.contains("<dt>Made with</dt><dd><bdi>BubbleTea 2</bdi></dd>"))
      #expect(run.output.contains("30 rows"))
      #expect(run.output.contains("The plans assume a store"))
      #expect(Run("view", bubbleTea + "@BubbleTea", "--store", store, "--quiet").error == "")
    }
  }

  @Test func anUnchangedFileIsNotWritten() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("tea.html").path
      #expect(Run("view", bubbleTea, "--output", file).error == "\(file): written\n")
      #expect(Run("view", bubbleTea, "--output", file).error == "\(file): unchanged\n")
      let written = try String(contentsOfFile: file, encoding: .utf8)
      #expect(written == Run("view", bubbleTea).output)
      let missing = folder.appendingPathComponent("none/tea.html").path
      #expect(Run("view", bubbleTea, "--output", missing).status == 74)
    }
  }

  @Test func theOutputNeverReplacesTheStoreOrTheModel() throws {
    try withStore { folder, store in
      let link = folder.appendingPathComponent("link").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      for run in [
        Run("view", bubbleTea, "--store", store, "--output", link),
        Run("view", store, "--output", store),
      ] {
        #expect(run.status == 64)
        #expect(run.error.contains("--output would replace"))
      }
      let after = try Data(contentsOf: URL(fileURLWithPath: store))
      #expect(after == before)
    }
  }

  @Test func wrongInputHasAStatusAndWritesNothing() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("page.html").path
      let text = folder.appendingPathComponent("contents").path
      try "<model><entity name=\"A\"/><entity name=\"A\"/></model>".write(
        toFile: text, atomically: true, encoding: .utf8)
      #expect(Run("view", text, "--output", file).status == 65)
      #expect(Run("view", "nowhere.xcdatamodeld", "--output", file).status == 74)
      #expect(Run("view", bubbleTea, "--store", text, "--output", file).status == 65)
      #expect(Run("view", bubbleTea, "--store", "none.sqlite", "--output", file).status == 74)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func aRequestWithErrorsIsNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let text = folder.appendingPathComponent("contents").path
      try """
      <model><entity name="A"/><fetchRequest name="bad" entity="A" predicateString="nothing == 1"/></model>
      """.write(toFile: text, atomically: true, encoding: .utf8)
      let run = Run("view", text)
      #expect(run.status == 0)
      #expect(run.error.contains("fetch request 'bad' has errors"))
      #expect(run.output.contains("The predicate has errors"))
    }
  }
}

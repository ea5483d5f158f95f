import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// The tool run in process, as a user runs it.
struct Run {
  var status: Int32
  var output: String
  var error: String

  init(_ arguments: String...) { self.init(arguments) }

  /// - Parameter isAsked: Whether `input` is the answer of a person at a terminal.
  init(
    _ arguments: [String], input: String = "", width: Int? = nil, isAsked: Bool = false
  ) {
    let streams = Locked((output: "", error: ""))
    let rest = Locked(Array(input.utf8))
    var console = Console(
      writeOutput: { text in streams.withLock { $0.output += text } },
      writeError: { text in streams.withLock { $0.error += text } })
    console.outputWidth = width
    console.inputIsTerminal = isAsked
    console.readInput = {
      rest.withLock { bytes in
        defer { bytes = [] }
        return bytes
      }
    }
    status = MomentumTool.run(arguments, console: console)
    (output, error) = streams.withLock { $0 }
  }
}

let bubbleTea = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path
private let seed = RepositoryFiles.url("Models/BubbleTea.seed.json").path

@Suite struct CommandTests {
  private func withStore(_ body: (String) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", bubbleTea, store).status == 0)
      let imported = Run("import", store, "--model", bubbleTea, seed)
      #expect(imported.status == 0, "\(imported.error)")
      try body(store)
    }
  }

  @Test func seedHasTheDocumentedCounts() throws {
    try withStore { store in
      let counts = [
        ("priceInfo.priceCategory == \"$\"", "27"), ("priceInfo.priceCategory == \"$$\"", "2"),
        ("priceInfo.priceCategory == \"$$$\"", "1"), ("specialCount > 0", "6"),
      ]
      for (predicate, count) in counts {
        let run = Run(
          "fetch", store, "--model", bubbleTea, "--entity", "Venue", "--where", predicate, "--count"
        )
        #expect(run.output == count + "\n", "\(predicate): \(run.error)")
      }
      let all = Run("fetch", store, "--model", bubbleTea, "--request", "FetchRequest", "--count")
      #expect(all.output == "30\n")
      let one = Run(
        "fetch", store, "--model", bubbleTea, "--request", "venueFR", "--var", "NAME=Boba'n'Co",
        "--format", "json")
      #expect(one.output.contains("\"name\": \"Boba'n'Co\""))
    }
  }

  @Test(arguments: [
    (["--request", "venueFR"], "predicate.missing-variable"),
    (["--request", "venueFR", "--var", "NAMES=x"], "predicate.unknown-variable"),
    (
      ["--request", "dealsNearby", "--var", "DISTANCE=near", "--var", "CATEGORY=x"],
      "predicate.variable-type"
    ),
    (["--request", "venuesFR"], "request.unknown-stored-request"),
    (["--entity", "Vennue"], "request.unknown-entity"),
    (["--entity", "Venue", "--where", "nam == 1"], "predicate.unknown-key"),
    (["--entity", "Venue", "--sort", "name:up"], "request.sort-direction"),
    ([], "request.no-entity"),
  ])
  func wrongRequestsAreDiagnosticsWithStatus65(options: [String], id: String) throws {
    try withStore { store in
      let arguments = ["fetch", store, "--model", bubbleTea] + options
      let streams = Locked("")
      let status = MomentumTool.run(
        arguments,
        console: Console(
          writeOutput: { _ in }, writeError: { text in streams.withLock { $0 += text } }))
      #expect(status == 65)
      let error = streams.withLock { $0 }
      #expect(error.contains("[\(id)]"), "\(error)")
    }
  }

  @Test(arguments: [
    ["--entity", "Venue", "--arg", "x"], ["--request", "venueFR", "--entity", "Venue"],
    ["--entity", "Venue", "--limit", "x"], ["--entity", "Venue", "--var", "NAME"],
  ])
  func optionsThatDoNotFitAreUsageErrors(options: [String]) {
    let status = MomentumTool.run(
      ["sql", bubbleTea] + options,
      console: Console(writeOutput: { _ in }, writeError: { _ in }))
    #expect(status == 64)
  }

  @Test func existingFilesAreNeverOverwritten() throws {
    try withStore { store in
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      let again = Run("create", bubbleTea, store)
      #expect(again.status == 74)
      let after = try Data(contentsOf: URL(fileURLWithPath: store))
      expectEqual(after, before, "a file that is there is not written over")
    }
  }

  @Test func failedImportsLeaveTheStoreAsItWas() throws {
    try withStore { store in
      let before = try Data(contentsOf: URL(fileURLWithPath: store))
      // The same objects again: every identifier is taken.
      let again = Run("import", store, "--model", bubbleTea, seed)
      #expect(again.status == 65, "\(again.error)")
      let after = try Data(contentsOf: URL(fileURLWithPath: store))
      expectEqual(after, before, "an import that fails leaves the store")
    }
  }

  @Test func sqlDebugPrintsToStandardError() throws {
    try withStore { store in
      let run = Run(
        "fetch", store, "--model", bubbleTea, "--request", "venueFR", "--var", "NAME=Sago House",
        "--sql-debug", "2", "--format", "csv")
      #expect(run.error.contains("CoreData: sql: SELECT 0, t0.Z_PK, "))
      #expect(run.error.contains("CoreData: details: SQLite bind[0] = \"Sago House\""))
      #expect(run.error.contains("' returned 1 rows"))
      #expect(!run.output.contains("CoreData"))
    }
  }

  @Test func inspectNamesTheVersionThatMatches() throws {
    try withStore { store in
      let run = Run("inspect", store, "--model", bubbleTea)
      #expect(run.status == 0)
      #expect(run.output.contains("version 'BubbleTea 2' (current): matches"))
      #expect(run.output.contains("integrity      ok"))
    }
  }

  @Test func buildWritesOnlyWhatChanged() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let first = Run("build", bubbleTea, "--output", folder.path)
      #expect(first.status == 0)
      let schema = folder.appendingPathComponent("schema.sql")
      let script = try String(contentsOf: schema, encoding: .utf8)
      #expect(script.hasSuffix(";\n"))
      let second = Run("build", bubbleTea, "--output", folder.path)
      #expect(second.output.contains("0 files written, 2 unchanged"))
    }
  }

  @Test func theTablesOfABuildFitTheTerminal() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let wide = Run("build", bubbleTea, "--output", folder.path).output
      let narrow = Run(["build", bubbleTea, "--output", folder.path], width: 60).output
      func tables(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("│") || $0.contains("─") }
      }
      #expect(tables(wide).contains { $0.count > 60 })
      #expect(tables(narrow).allSatisfy { $0.count <= 60 })
      #expect(tables(narrow).count == tables(wide).count)
    }
  }

  @Test func handWrittenFilesAreLeftAlone() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("Venue.swift")
      try "// mine\n".write(to: file, atomically: true, encoding: .utf8)
      let run = Run("generate", bubbleTea, "--target", "swift", "--output", folder.path)
      #expect(run.status == 74)
      let kept = try String(contentsOf: file, encoding: .utf8)
      #expect(kept == "// mine\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["Venue.swift"])
    }
  }

  @Test func checkTellsFindingsFromUnreadableInput() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func check(_ text: String, _ options: String...) throws -> Int32 {
        let file = folder.appendingPathComponent("contents")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return MomentumTool.run(
          ["check", file.path] + options,
          console: Console(writeOutput: { _ in }, writeError: { _ in }))
      }
      let twice = "<model><entity name=\"A\"/><entity name=\"A\"/></model>"
      let statuses = [
        try check("<model><entity name=\"A\"/></model>"), try check(twice),
        try check(twice, "--fail-on", "never"),
        try check("<model><entity name=\"A\">", "--fail-on", "never"),
      ]
      #expect(statuses == [0, 1, 0, 65])
      #expect(Run("check", folder.path + "/none").status == 74)
      #expect(Run("--help").status == 0)
    }
  }

  @Test func everyStageCanBeDumped() {
    #expect(Run("dump", "tokens", "--where", "a == 1").output.contains("sign"))
    #expect(Run("dump", "syntax", "--where", "a == 1").output.hasSuffix("a == 1\n"))
    #expect(Run("dump", "syntax", bubbleTea).output.contains("Venue"))
    #expect(Run("dump", "model", bubbleTea).output.contains("\"fetchRequests\""))
    #expect(
      Run("dump", "typed", bubbleTea, "--request", "venueFR").output.contains(
        "\"variable\": \"NAME\""))
    #expect(Run("dump", "sql", bubbleTea, "--request", "venueFR").output.contains("t0.ZNAME = ?"))
  }

  @Test func schemaHasALayoutOfOnesOwn() {
    let coreData = Run("schema", bubbleTea)
    #expect(coreData.output.hasPrefix("CREATE TABLE ZLOCATION ("))
    #expect(Run("schema", bubbleTea, "--layout", "core-data").output == coreData.output)
    let sqlite = Run("schema", bubbleTea, "--layout", "plain")
    #expect(sqlite.status == 0)
    #expect(sqlite.output.contains("\nCREATE TABLE price_info (\n  id INTEGER PRIMARY KEY,\n"))
    let postgreSQL = Run("schema", bubbleTea, "--layout", "plain", "--dialect", "postgresql")
    #expect(postgreSQL.status == 0)
    #expect(postgreSQL.output.contains("  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n"))
    #expect(Run("schema", "--help").output.contains("needs --layout plain"))
  }

  @Test(arguments: [
    (["--dialect", "postgresql"], "the core-data layout is Core Data's own SQLite file"),
    (["--layout", "plain", "--framework-version", "1526"], "does not go with --layout plain"),
    (["--layout", "plane"], "'core-data' and 'plain'"), (["--dialect", "mysql"], "postgresql"),
  ])
  func layoutsAndDialectsThatDoNotFitAreUsageErrors(options: [String], reason: String) {
    let error = Locked("")
    let status = MomentumTool.run(
      ["schema", bubbleTea] + options,
      console: Console(
        writeOutput: { _ in }, writeError: { text in error.withLock { $0 += text } }))
    #expect(status == 64)
    let text = error.withLock { $0 }
    #expect(text.contains(reason), "\(text)")
  }

  @Test func versionsAreChosenByName() {
    let old = Run("hash", bubbleTea, "--model-version", "BubbleTea", "--format", "json")
    let new = Run("hash", bubbleTea, "--format", "json")
    #expect(old.status == 0 && new.status == 0 && old.output != new.output)
    let unknown = Run("hash", bubbleTea, "--model-version", "BubbleTea 9")
    #expect(unknown.status == 65)
    #expect(unknown.error.contains("BubbleTea 2"))
  }

  @Test func diagramsAreDrawnInEveryFormat() {
    let starts = ["svg": "<svg ", "mermaid": "classDiagram\n", "dot": "digraph \"BubbleTea\" {"]
    for (format, start) in starts.sorted(by: { $0.key < $1.key }) {
      let run = Run("diagram", bubbleTea, "--format", format)
      #expect(run.status == 0 && run.error == "", "\(format): \(run.error)")
      #expect(run.output.hasPrefix(start) && run.output.contains("VenueCategory"))
    }
    #expect(Run("diagram", bubbleTea).output.hasPrefix("<svg "))
    #expect(Run("diagram", bubbleTea, "--format", "png").status == 64)
  }

  @Test func diagramsAreWrittenOnlyWhenTheyChanged() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("tea.svg")
      let first = Run("diagram", bubbleTea, "--output", file.path, "--title", "Tea & more")
      #expect(first.status == 0 && first.output == "" && first.error.hasSuffix(": written\n"))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("<title>Tea &amp; more</title>"))
      let second = Run("diagram", bubbleTea, "--output", file.path, "--title", "Tea & more")
      #expect(second.error.hasSuffix(": unchanged\n"))
      #expect(Run("diagram", bubbleTea, "--output", folder.path + "/none/tea.svg").status == 74)
    }
  }

  @Test func diagramsFollowTheVersionThatIsChosen() {
    let old = Run("diagram", bubbleTea, "--model-version", "BubbleTea", "--format", "mermaid")
    let new = Run("diagram", bubbleTea, "--format", "mermaid")
    #expect(old.status == 0 && new.status == 0 && old.output != new.output)
  }
}

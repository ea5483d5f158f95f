import Foundation
import MomentumTestSupport
import Testing

private let hasGitAndJQ =
  TemporaryRepository.isPossible
  && (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/jq") }

/// The script of the action that comments, run with a `curl` that writes down what it is asked.
@Suite(.tags(.processes), .enabled(if: hasGitAndJQ, "there is no git or no jq"))
struct WorkflowTests {
  private static let mark = "<!-- momentum diff -->\\n"
  private static let ours =
    #"{"url": "https://host/comments/7", "user": {"type": "Bot"}, "body": "\#(mark)old"}"#
  private static let others =
    #"{"url": "https://host/comments/1", "user": {"type": "User"}, "body": "\#(mark)mine"}"#
    + #", {"url": "https://host/comments/2", "user": {"type": "Bot"}, "body": "hello"}"#

  /// What the step asks the server for, with what it sends.
  private func requests(_ markdown: String, comments: String) throws -> [String] {
    try RepositoryFiles.withTemporaryFolder { folder in
      let curl = """
        #!/bin/sh
        for argument; do case "$argument" in @*) data="${argument#@}" ;; esac; done
        case "$*" in
          *--data*) printf '%s %s\\n' "$*" "$(tr -d '\\n' < "$data")" >> requests ;;
          *) cat answer.json ;;
        esac
        """
      for (name, text) in [("data-model.md", markdown), ("answer.json", "[\(comments)]")] {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      try ProgramFile.write(curl, to: folder.appendingPathComponent("curl").path)
      let process = Process()
      process.executableURL = RepositoryFiles.url(".github/actions/check/comment.sh")
      process.currentDirectoryURL = folder
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = folder.path + ":" + (environment["PATH"] ?? "")
      environment["GH_TOKEN"] = "token"
      environment["MOMENTUM_MARKDOWN"] = "data-model.md"
      environment["COMMENTS"] = "https://host/comments"
      process.environment = environment
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      let log = folder.appendingPathComponent("requests")
      guard FileManager.default.fileExists(atPath: log.path) else { return [] }
      return try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  private func markdown(changing change: (TemporaryRepository) throws -> Void) throws -> String {
    try TemporaryRepository.with { repository in
      let contents = "App/Shop.xcdatamodeld/Shop.xcdatamodel/contents"
      try repository.write(SampleContents.venue(SampleContents.attribute("a")), to: contents)
      try repository.commit(tag: "v1")
      try change(repository)
      return Run(
        "diff", repository.path("App/Shop.xcdatamodeld"), "--against", "main", "--format",
        "markdown", "--fail-on", "never"
      ).output
    }
  }

  @Test func aPullRequestWithoutAChangeGetsNoComment() throws {
    let nothing = try markdown { _ in }
    #expect(nothing.contains("No data model differs."))
    #expect(try requests(nothing, comments: Self.others) == [])
  }

  @Test func anOldCommentIsWrittenAnewWhenNothingDiffersAnyMore() throws {
    let nothing = try markdown { _ in }
    let sent = try requests(nothing, comments: Self.others + ", " + Self.ours)
    #expect(sent.count == 1)
    #expect(sent.first?.contains("-X PATCH") == true)
    #expect(sent.first?.contains("https://host/comments/7") == true)
    #expect(sent.first?.contains("No data model differs.") == true)
  }

  @Test(arguments: [["a", "b"], [], ["<<<<<<< HEAD"]])
  func whatDiffersIsSaid(attributes: [String]) throws {
    let changed = try markdown { repository in
      guard !attributes.isEmpty else { return try repository.remove("App/Shop.xcdatamodeld") }
      let isBroken = attributes[0].hasPrefix("<")
      try repository.write(
        isBroken
          ? attributes[0]
          : SampleContents.venue(attributes.map { SampleContents.attribute($0) }.joined()),
        to: "App/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    }
    #expect(!changed.contains("No data model differs."))
    let first = try requests(changed, comments: Self.others)
    #expect(first.count == 1)
    #expect(first.first?.contains("PATCH") == false)
    #expect(first.first?.contains("### Data model") == true)
    let later = try requests(changed, comments: Self.ours)
    #expect(later.count == 1)
    #expect(later.first?.contains("-X PATCH") == true)
  }
}

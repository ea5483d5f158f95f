import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

private let releasePython = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].lazy
  .map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

/// What `.ci/release/make` puts beside the executable, and what it refuses before it builds anything.
@Suite(.tags(.processes), .enabled(if: releasePython != nil, "there is no python3"))
struct ReleaseTests {
  /// The text of each page by its name.
  private func pages() throws -> [String: String] {
    let python = try #require(releasePython)
    return try RepositoryFiles.withTemporaryFolder { folder in
      try Data(Run("--experimental-dump-help").output.utf8).write(
        to: folder.appendingPathComponent("help.json"))
      let script = RepositoryFiles.url(".ci/release/manual-pages").path
      let (status, text) = try SwiftCompiler.launch(
        "/bin/sh", ["-c", "\"$0\" \"$1\" 1.2.3 2026-01-02 pages <help.json", python, script],
        in: folder)
      try #require(status == 0, "\(text)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pages")
      return Dictionary(
        uniqueKeysWithValues: try names.map {
          (
            $0,
            try String(contentsOf: folder.appendingPathComponent("pages/" + $0), encoding: .utf8)
          )
        })
    }
  }

  @Test func eachCommandHasAManualPageWithItsOptions() throws {
    let pages = try pages()
    let commands = MomentumTool.commandNames.filter { $0 != "help" }
    #expect(Set(pages.keys) == Set(["momentum.1"] + commands.map { "momentum-\($0).1" }))
    for command in commands {
      let page = try #require(pages["momentum-\(command).1"])
      #expect(
        page.hasPrefix(
          ".TH \"MOMENTUM-\(command.uppercased())\" 1 \"2026-01-02\" \"momentum 1.2.3\""))
      let help = Run("help", command).output
      let options = Set(help.matches(of: /--[a-z][a-z-]+(?=[ ,\n]|$)/).map { String($0.output) })
      let escaped = page.replacing("\\-", with: "-")
      let lines = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      for option in options where lines.contains(where: { $0.hasPrefix(option) }) {
        #expect(escaped.contains(option), "\(command) \(option)")
      }
    }
  }

  /// A line that begins with a dot is a macro, and a letter outside ASCII needs an escape.
  @Test func pagesAreRoff() throws {
    let macros: Set<Substring> = [".TH", ".SH", ".TP", ".B", ".PP", ".nf", ".fi"]
    for (name, page) in try pages() {
      #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
      for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(macros.contains(line.prefix { $0 != " " }), "\(name): \(line)")
      }
    }
  }

  @Test(arguments: ["", "1", "1.2", "v1.2.3", "1.2.3; ls", "1.2.3/4"])
  func aWrongVersionIsRefused(_ version: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let script = RepositoryFiles.url(".ci/release/make").path
      let (status, text) = try SwiftCompiler.launch(
        "/bin/bash", [script, "--version", version, "--output", folder.path], in: folder)
      #expect(status != 0 && text.contains("version"), "\(text)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["output.txt"])
    }
  }
}

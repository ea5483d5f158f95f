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

  #if os(Linux)
    /// A package of items as ICU has it: a header, a table of names and offsets, names, contents.
    private func package(_ items: [(name: String, text: String)]) -> Data {
      func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
      let table = 4 + 8 * items.count
      var (names, contents, offsets): ([UInt8], [UInt8], [(Int, Int)]) = ([], [], [])
      let end = table + items.reduce(0) { $0 + $1.name.utf8.count + 1 }
      for item in items {
        offsets.append((table + names.count, end + contents.count))
        names += Array(item.name.utf8) + [0]
        contents += Array(item.text.utf8)
      }
      let header = [32, 0, 0xDA, 0x27] + [UInt8](repeating: 0, count: 8) + Array("CmnD".utf8)
      return Data(
        header + [UInt8](repeating: 0, count: 32 - header.count) + number(items.count)
          + offsets.flatMap { number($0.0) + number($0.1) } + names + contents)
    }

    @Test func onlyTheUsedPartOfTheDataOfICUIsKept() throws {
      let items = [
        ("x/coll/de.res", "collation"), ("x/de.res", "dates"), ("x/de_AT.res", "more dates"),
        ("x/lang/de.res", "names"), ("x/nfkc.nrm", "forms"), ("x/root.res", "root"),
        ("x/zone/de.res", "zones"),
      ]
      try RepositoryFiles.withTemporaryFolder { folder in
        try package(items).write(to: folder.appendingPathComponent("all"))
        let script = RepositoryFiles.url(".ci/release/icu-data").path
        let (status, text) = try SwiftCompiler.launch(
          "/bin/sh",
          [
            "-ec",
            #"""
            printf '.section .rodata,"a"\n.globl icudt9_dat\nicudt9_dat: .incbin "all"\n' >data.s
            clang -c data.s -o icu_packaged_data.cpp.o
            ar rc all.a icu_packaged_data.cpp.o
            "$0" "$1" all.a kept.o
            objcopy -O binary --only-section=.rodata kept.o kept
            nm kept.o
            """#, try #require(releasePython), script,
          ], in: folder)
        try #require(status == 0, "\(text)")
        #expect(text.contains(" R icudt9_dat"), "\(text)")
        let kept = Array(try Data(contentsOf: folder.appendingPathComponent("kept")))
        let body = Array(kept.dropFirst(32))
        func number(_ place: Int) -> Int {
          (0..<4).reduce(0) { $0 | Int(body[place + $1]) << ($1 * 8) }
        }
        #expect(kept.prefix(32) == Array(package([]))[..<32])
        let found = (0..<number(0)).map { index -> String in
          let (name, content) = (number(4 + 8 * index), number(8 + 8 * index))
          let end = index + 1 < number(0) ? number(16 + 8 * index) : body.count
          return String(decoding: body[name...].prefix { $0 != 0 }, as: UTF8.self) + ": "
            + String(decoding: body[content..<end].prefix { $0 != 0 }, as: UTF8.self)
        }
        #expect(
          found == ["x/coll/de.res: collation", "x/nfkc.nrm: forms", "x/root.res: root"],
          "\(found)")
      }
    }
  #endif
}

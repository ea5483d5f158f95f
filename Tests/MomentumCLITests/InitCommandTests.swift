import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumCLI

/// `momentum init` shows a plan, asks, writes new files, and leaves existing ones alone.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct InitCommandTests {
  private static let contents = "App/Shop.xcdatamodeld/Shop.xcdatamodel/contents"

  private func with(_ body: (TemporaryRepository) throws -> Void) throws {
    try TemporaryRepository.with { repository in
      try repository.write(
        SampleContents.venue(SampleContents.attribute("name", "Transformable")), to: Self.contents)
      try body(repository)
    }
  }

  private func files(_ repository: TemporaryRepository) throws -> [String] {
    try repository.git("status", "--porcelain", "-uall").split(separator: "\n")
      .map { String($0.dropFirst(3)) }.filter { $0 != Self.contents }.sorted()
  }

  private func expectFiles(
    _ expected: [String], in repository: TemporaryRepository,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try files(repository)
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  private func read(_ name: String, _ repository: TemporaryRepository) throws -> String {
    try String(contentsOfFile: repository.path(name), encoding: .utf8)
  }

  private static let all = [
    ".github/workflows/data-model.yml", ".momentum-baseline.json", ".momentum.json",
    ".pre-commit-config.yaml",
  ]

  // MARK: - Asking

  @Test func withoutATerminalNothingIsWritten() throws {
    try with { repository in
      let run = Run("init", repository.folder.path)
      #expect(run.status == 0)
      expectText(
        run.output,
        """
        found in \(repository.folder.path)
          App/Shop.xcdatamodeld
        to write
          .momentum.json                    settings of the checks
          .momentum-baseline.json           hides 1 finding that the models have already
          .github/workflows/data-model.yml  checks every push and pull request on GitHub
          .pre-commit-config.yaml           checks before a commit
        note
          .momentum.json: "failOn": "warning", because the baseline holds what is old
          GitHub: set the variable MOMENTUM_REPOSITORY to the address to clone Momentum from (Settings, Secrets and variables, Actions)
          hook: 'pre-commit install' turns it on in your clone (https://pre-commit.com)

        """)
      #expect(run.error.contains("nothing is written, since nobody can be asked; --yes"))
      try expectFiles([], in: repository)
    }
  }

  @Test func projectsAndSourcesAreNamed() throws {
    try with { repository in
      try repository.write("import CoreData\n", to: "App/Stack.swift")
      try repository.write("#import <CoreData/CoreData.h>\n", to: "App/Old.m")
      try repository.write("import SwiftData\n", to: "App/New.swift")
      try repository.write("", to: "App.xcodeproj/project.pbxproj")
      try repository.write("// swift-tools-version: 6.0\n", to: "Kit/Package.swift")
      let output = Run("init", repository.folder.path).output
      #expect(
        output.hasPrefix(
          """
          found in \(repository.folder.path)
            App/Shop.xcdatamodeld
            import SwiftData in 1 file
            import CoreData in 2 files; 'momentum scan' checks their predicates
            App.xcodeproj
            Kit/Package.swift
          to write

          """), "\(output)")
    }
  }

  @Test(arguments: [("y\n", true), ("Yes\n", true), ("\n", false), ("n\n", false), ("", false)])
  func aPersonIsAsked(answer: String, isYes: Bool) throws {
    try with { repository in
      let run = Run(["init", repository.folder.path], input: answer, isAsked: true)
      #expect(run.status == 0)
      #expect(run.error.contains("write 4 files? [y/N] "))
      #expect(run.error.contains("nothing is written") == !isYes)
      try expectFiles(isYes ? Self.all : [], in: repository)
    }
  }

  @Test func contentsAreShownAsTheyAreWritten() throws {
    try with { repository in
      let shown = Run("init", repository.folder.path, "--contents", "--yes").output
      for file in Self.all {
        let text = try read(file, repository).split(separator: "\n").map { "  \($0)" }
        #expect(shown.filter { $0 != "\r" }.contains("text of \(file)\n\(text[0])\n"))
        for line in text { #expect(shown.contains(line + "\n"), "\(line)") }
      }
    }
  }

  @Test func partsAreLeftOut() throws {
    try with { repository in
      let run = Run("init", repository.folder.path, "--yes", "--skip", "hook", "--skip", "workflow")
      #expect(run.status == 0)
      try expectFiles([".momentum-baseline.json", ".momentum.json"], in: repository)
    }
  }

  // MARK: - What exists

  @Test(arguments: [
    ".momentum.json", ".momentum-baseline.json", ".github/workflows/data-model.yml",
    ".pre-commit-config.yaml",
  ])
  func whatExistsStays(name: String) throws {
    let texts = [
      ".momentum.json": "{ \"failOn\": \"error\" }\n",
      ".momentum-baseline.json": "{\"formatVersion\": 1, \"findings\": []}\n",
    ]
    try with { repository in
      let text = texts[name] ?? "# mine\n"
      try repository.write(text, to: name)
      let run = Run("init", repository.folder.path, "--yes")
      // The baseline that exists does not list the finding, and the new settings fail for warnings.
      let isRed = name == ".momentum-baseline.json"
      #expect(run.status == (isRed ? 1 : 0), "\(run.error)")
      #expect(run.error.contains("[model.insecure-transformer]") == isRed)
      #expect(try read(name, repository) == text)
      #expect(run.output.contains("stays as it is\n  \(name)  "), "\(run.output)")
      try expectFiles(Self.all, in: repository)
    }
  }

  /// A link that leads nowhere would be followed, and a file written elsewhere.
  @Test func aLinkIsNoFreeName() throws {
    try with { repository in
      try repository.link(".momentum.json", to: "elsewhere.json")
      #expect(Run("init", repository.folder.path, "--yes").status == 0)
      #expect(!FileManager.default.fileExists(atPath: repository.path("elsewhere.json")))
    }
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
    try with { repository in
      let path = repository.path("sub/folder/new.json")
      try NewFile.write("first", to: path)
      #expect(throws: CommandFailure.self) { try NewFile.write("second", to: path) }
      #expect(try read("sub/folder/new.json", repository) == "first")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: repository.path("sub/folder"))
          == ["new.json"])
    }
  }

  @Test func anEntryForOtherHooksIsShown() throws {
    try with { repository in
      try repository.write("repos: []\n", to: ".pre-commit-config.yaml")
      let run = Run("init", repository.folder.path)
      #expect(run.output.contains("by hand: add this entry to 'repos' in .pre-commit-config.yaml"))
      #expect(run.output.contains("    - repo: local\n"), "\(run.output)")
      try repository.remove(".pre-commit-config.yaml")
      try repository.write("pre-commit:\n", to: "lefthook.yml")
      let other = Run("init", repository.folder.path)
      #expect(
        other.output.contains(
          "let the pre-commit hook of lefthook.yml run this\n  momentum check --against HEAD\n"),
        "\(other.output)")
      #expect(!other.output.contains(".pre-commit-config.yaml"))
    }
  }

  @Test func aJobThatChecksAlreadyIsEnough() throws {
    try with { repository in
      try repository.write(
        "jobs:\n  a:\n    steps:\n      - run: momentum check\n", to: ".github/workflows/ci.yaml")
      let run = Run("init", repository.folder.path)
      #expect(run.output.contains(".github/workflows/ci.yaml  runs 'momentum check'"))
      #expect(!run.output.contains("data-model.yml"))
    }
  }

  /// The baseline of a folder with settings of its own belongs beside them.
  @Test func settingsOfAFolderKeepTheirBaseline() throws {
    try with { repository in
      try repository.write("{}\n", to: "App/.momentum.json")
      #expect(Run("init", repository.folder.path, "--yes").status == 0)
      #expect(try files(repository).contains("App/.momentum-baseline.json"))
      #expect(Run("check", repository.folder.path, "--fail-on", "warning").status == 0)
    }
  }

  // MARK: - The place

  @Test func aFolderOfARepositoryMeansItsRoot() throws {
    try with { repository in
      let run = Run("init", repository.path("App"), "--yes")
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("found in \(repository.folder.path)\n"), "\(run.output)")
      try expectFiles(Self.all, in: repository)
    }
  }

  @Test func withoutARepositoryTheFolderIsSetUp() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = folder.appendingPathComponent("M.xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      try Data(
        SampleContents.venue(SampleContents.attribute("a", "Transformable")).utf8
      ).write(to: model.appendingPathComponent("contents"))
      let run = Run("init", folder.path, "--yes")
      #expect(run.status == 0, "\(run.error)")
      for file in Self.all {
        #expect(
          FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path),
          "\(file)")
      }
    }
  }

  @Test func aRepositoryWithoutAModelIsRefused() throws {
    try TemporaryRepository.with { repository in
      try repository.write("import Foundation\n", to: "Sources/main.swift")
      let run = Run("init", repository.folder.path, "--yes")
      #expect(run.status == 65)
      #expect(run.error.contains("no data model in"))
      #expect(try repository.git("status", "--porcelain", "-uall") == "?? Sources/main.swift")
      #expect(Run("init", repository.path("nowhere")).status == 74)
    }
  }

  @Test func anErrorOfAModelIsTold() throws {
    try with { repository in
      try repository.write(
        SampleContents.contents(#"<entity name="A" parentEntity="Nowhere"/>"#), to: Self.contents)
      let run = Run("init", repository.folder.path, "--yes")
      #expect(run.status == 1)
      #expect(run.error.contains("the checks will fail, because no baseline hides these findings:"))
      #expect(run.error.contains("[model.unknown-parent]"), "\(run.error)")
      #expect(try files(repository).contains(".momentum.json"))
    }
  }

  // MARK: - Settings

  @Test(arguments: [
    (["app-1.0", "app-1.1"], #""released": ["app-*"]"#),
    (["ios/2.0.1", "mac/2.0"], #""released": ["ios/*", "mac/*"]"#),
    (["v1.0", "app-1.0"], ""), (["nightly", "build-7"], ""), ([], ""),
  ])
  func releasesWithNamesOfTheirOwnAreFound(tags: [String], setting: String) throws {
    try with { repository in
      try repository.commit()
      for tag in tags { try repository.git("tag", tag) }
      #expect(Run("init", repository.folder.path, "--yes").status == 0)
      let text = try read(".momentum.json", repository)
      #expect(setting.isEmpty ? !text.contains("released") : text.contains(setting), "\(text)")
      let schema = try JSONSchema(at: "Tests/Schemas/check-configuration.json")
      expectText(try schema.problems(in: text).joined(separator: "\n"), "")
    }
  }

  /// With two models nobody knows which of them the container loads.
  @Test func aContainerThatSyncsDecidesForOneModel() throws {
    try with { repository in
      try repository.write("let c = NSPersistentCloudKitContainer()\n", to: "App/Stack.swift")
      let one = Run("init", repository.folder.path)
      #expect(
        one.output.contains(
          "\"cloudKit\": true, because App/Stack.swift uses NSPersistentCloudKitContainer"))
      try repository.write(SampleContents.venue(""), to: "Kit/Kit.xcdatamodel/contents")
      #expect(!Run("init", repository.folder.path).output.contains("cloudKit"))
    }
  }
}

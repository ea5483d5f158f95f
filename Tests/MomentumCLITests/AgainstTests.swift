import Foundation
import MomentumTestSupport
import Testing

/// `check --against` and `diff` in a repository, as a user meets them.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct AgainstTests {
  static let bundle = "App/Shop.xcdatamodeld"

  /// A repository whose release v1.0 has a version `Shop`, with a change of its current version.
  func with(
    _ change: (TemporaryRepository) throws -> Void,
    _ body: (TemporaryRepository, String) throws -> Void
  ) throws {
    try TemporaryRepository.with { repository in
      try write(repository, "Shop", ["name", "rating"])
      try setCurrent(repository, "Shop")
      try repository.commit(tag: "v1.0")
      try repository.git("checkout", "-q", "-b", "feature")
      try change(repository)
      try body(repository, repository.path(Self.bundle))
    }
  }

  func write(
    _ repository: TemporaryRepository, _ version: String, _ attributes: [String], more: String = ""
  ) throws {
    let lines = attributes.map { SampleContents.attribute($0) }.joined(separator: "\n        ")
    try repository.write(
      SampleContents.contents("<entity name=\"Cheese\">\n        \(lines)\(more)\n    </entity>"),
      to: "\(Self.bundle)/\(version).xcdatamodel/contents")
  }

  func setCurrent(_ repository: TemporaryRepository, _ version: String) throws {
    try repository.write(
      SampleContents.currentVersion(version), to: "\(Self.bundle)/.xccurrentversion")
  }

  @Test func aHarmlessNewVersionPasses() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name", "rating", "smell"])
      try setCurrent(repository, "Shop 2")
    } _: { _, model in
      let check = Run("check", model, "--against", "main")
      #expect(check.status == 0)
      #expect(check.output.contains("note: attribute 'Cheese.smell' added"))
      let diff = Run("diff", model, "--against", "main")
      #expect(diff.status == 0)
      #expect(diff.output.contains("Shop at main → Shop 2"))
    }
  }

  @Test func anEditedReleaseFailsAndSaysHowToRepairIt() throws {
    try with {
      try write($0, "Shop", ["name"])
    } _: { _, model in
      let run = Run("check", model, "--against", "main", "--released", "v*")
      #expect(run.status == 1)
      for part in [
        "error: version 'Shop' was in 'v1.0' and is edited: the hash of 'Cheese' changed",
        "[versions.edited-after-release]", "note: entity 'Cheese': attribute 'rating': removed",
        "cp -R ", "Shop 2.xcdatamodel",
        " show v1.0:App/Shop.xcdatamodeld/Shop.xcdatamodel/contents > ",
        "[migration.attribute-removed]",
      ] {
        #expect(run.output.contains(part), "\(part)")
      }
      // No release: nobody has a store of it.
      let unreleased = Run("check", model, "--against", "main", "--released", "nothing*")
      #expect(unreleased.output.contains("[versions.edited-before-release]"))
      #expect(unreleased.output.contains("[versions.no-releases]"))
      #expect(unreleased.output.contains("note: attribute 'Cheese.rating' removed"))
      #expect(unreleased.status == 0, "\(unreleased.output)")
      // But for who says that what is on the branch is released.
      for options in [["--strict"], ["--released", "main"], ["--released", "v*"]] {
        let run = Run(["check", model, "--against", "main"] + options)
        #expect(run.status == 1, "\(options)")
        #expect(run.output.contains("[versions.edited-after-release]"), "\(options)")
      }
      #expect(Run("check", model, "--strict").status == 64)
    }
  }

  /// A version that was added after the last release is a draft; stores of released versions are looked at all the
  /// same.
  @Test func aDraftIsJudgedByTheStoresOfReleases() throws {
    try TemporaryRepository.with { repository in
      let model = repository.path(Self.bundle)
      try write(repository, "Shop", ["name", "rating"])
      try setCurrent(repository, "Shop")
      try repository.commit(tag: "v1.0")
      try write(repository, "Shop 2", ["name", "rating", "smell"])
      try setCurrent(repository, "Shop 2")
      try repository.commit()
      // What only the draft had goes.
      try write(repository, "Shop 2", ["name", "rating"], more: "<!-- -->")
      let draft = Run("check", model, "--against", "main", "--released", "v*")
      #expect(draft.status == 0, "\(draft.output)")
      #expect(draft.output.contains("note: attribute 'Cheese.smell' removed"))
      // What released stores have goes, too.
      try write(repository, "Shop 2", ["name", "smell"])
      let loss = Run("check", model, "--against", "main")
      #expect(loss.status == 1, "\(loss.output)")
      #expect(loss.output.contains("note: attribute 'Cheese.rating' removed"))
      #expect(
        loss.output.contains("warning: for stores of 'Shop': attribute 'Cheese.rating' removed"),
        "\(loss.output)")
    }
  }

  @Test func withoutAnyReleaseThatIsSaid() throws {
    try TemporaryRepository.with { repository in
      let model = repository.path(Self.bundle)
      try write(repository, "Shop", ["name", "rating"])
      try setCurrent(repository, "Shop")
      try repository.commit()
      try write(repository, "Shop", ["name"])
      let run = Run("check", model, "--against", "main")
      #expect(run.status == 0, "\(run.output)")
      #expect(
        run.error.contains("so no version counts as released: --released names"), "\(run.error)")
      #expect(
        !Run("check", model, "--against", "main", "--strict").error.contains("no tag matches"))
    }
  }

  @Test func lintsAreThoseThatTheChangeBringsIn() throws {
    try TemporaryRepository.with { repository in
      let model = repository.path(Self.bundle)
      let lint =
        "<attribute name=\"old\" optional=\"YES\" attributeType=\"Integer 16\" usesScalarValueType=\"YES\"/>"
      try write(repository, "Shop", ["name"], more: lint)
      try setCurrent(repository, "Shop")
      try repository.commit(tag: "v1.0")
      #expect(Run("check", model, "--pedantic").output.contains("'old'"))
      try write(
        repository, "Shop 2", [], more: lint + lint.replacing("\"old\"", with: "\"fresh\""))
      try setCurrent(repository, "Shop 2")
      let run = Run("check", model, "--against", "main", "--pedantic")
      let lines = run.output.split(separator: "\n").filter { $0.contains("[") }
      #expect(!lines.contains { $0.contains("'old'") }, "\(run.output)")
      let kinds = lines.compactMap { line in
        line.contains("[migration.attribute-removed]")
          ? "loss" : line.contains("'fresh'") && line.contains("[model.") ? "lint" : nil
      }
      #expect(kinds == ["loss", "lint"], "\(run.output)")
    }
  }

  @Test func versionsThatWereEqualBeforeAreNoFindingOfTheChange() throws {
    try TemporaryRepository.with { repository in
      let model = repository.path(Self.bundle)
      try write(repository, "Shop", ["name"])
      try write(repository, "Shop 2", ["name"], more: "<!-- -->")
      try setCurrent(repository, "Shop 2")
      try repository.commit(tag: "v1.0")
      #expect(Run("check", model).output.contains("[bundle.same-hashes]"))
      try write(repository, "Shop 3", ["name", "smell"])
      try setCurrent(repository, "Shop 3")
      let harmless = Run("check", model, "--against", "main")
      #expect(!harmless.output.contains("same hashes"), "\(harmless.output)")
      try write(repository, "Shop 4", ["name", "smell"], more: "<!-- -->")
      let equal = Run("check", model, "--against", "main")
      let lines = equal.output.split(separator: "\n").filter { $0.contains("same hashes") }
      #expect(lines.count == 1, "\(equal.output)")
      #expect(lines.first?.contains("new version 'Shop 4' has the same hashes as 'Shop 3'") == true)
    }
  }

  @Test func whatDropsDataFailsUntilItIsAcknowledged() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name"])
      try setCurrent(repository, "Shop 2")
    } _: { repository, model in
      for arguments in [
        ["check", model, "--against", "main"], ["diff", model, "--against", "main"],
      ] {
        #expect(Run(arguments).status == 1)
        #expect(Run(arguments + ["--fail-on", "not-inferrable"]).status == 0)
        #expect(Run(arguments + ["--fail-on", "never"]).status == 0)
      }
      let old = "\(model)@Shop"
      #expect(Run("diff", old, model).status == 1)
      #expect(Run("check", model, "--against", "main", "--baseline").status == 0)
      #expect(Run("check", model, "--against", "main").status == 0)
      #expect(Run("diff", model, "--against", "main").status == 0)
      #expect(Run("diff", old, model).status == 0)
      #expect(Run("diff", model, "--matrix").status == 0)
      // The pair changes: what was accepted no longer is.
      try write(repository, "Shop 2", ["name", "smell"])
      let run = Run("check", model, "--against", "main")
      #expect(run.status == 1)
      #expect(run.output.contains("[versions.stale-acknowledgement]"))
    }
  }

  @Test func aConfigurationCanMakeNotesOfFindings() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name"])
      try setCurrent(repository, "Shop 2")
      try repository.write(
        #"{"diagnostics": {"migration.attribute-removed": "note"}}"#, to: "App/.momentum.json")
    } _: { _, model in
      #expect(Run("check", model, "--against", "main").status == 0)
      #expect(
        Run("check", model, "--against", "main", "--allow", "migration.attribute-removed")
          .output.isEmpty)
    }
  }

  @Test func versionsAreNamedBehindAnAt() throws {
    try with { repository in
      try repository.git(
        "mv", Self.bundle, "App/Shop@home.xcdatamodeld")
      try repository.write(
        SampleContents.venue(SampleContents.attribute("a")),
        to: "App/Shop@home.xcdatamodeld/Shop@2.xcdatamodel/contents")
    } _: { repository, _ in
      let model = repository.path("App/Shop@home.xcdatamodeld")
      let run = Run("diff", "\(model)@Shop", "\(model)@Shop@2", "--format", "json")
      #expect(run.status == 1)
      #expect(run.output.contains("\"Shop@2\""))
      let unknown = Run("diff", "\(model)@Shop 3", model)
      #expect(unknown.status == 65)
      #expect(unknown.error.contains("no version 'Shop 3' in the bundle"))
      #expect(Run("diff", "\(model)x@Shop", model).status == 74)
    }
  }

  @Test(arguments: [
    ("text", "Shop → Shop 2"), ("json", "\"formatVersion\""), ("markdown", "### Data model"),
    ("html", "<!DOCTYPE html>"), ("sarif", "\"ruleId\": \"migration.attribute-removed\""),
    ("junit", "<failure"), ("github", "::warning file="), ("gitlab", "migration.attribute-removed"),
  ])
  func everyFormatSaysIt(_ format: String, _ part: String) throws {
    try with { repository in
      try write(repository, "Shop 2", ["name"])
      try setCurrent(repository, "Shop 2")
    } _: { _, model in
      let run = Run("diff", "\(model)@Shop", "\(model)@Shop 2", "--format", format)
      #expect(run.status == 1)
      #expect(run.output.contains(part))
      #expect(!run.output.contains("\u{1B}"))
      let same = Run("diff", "\(model)@Shop 2", "\(model)@Shop 2", "--format", format)
      #expect(same.status == 0)
      #expect(!same.output.contains("rating"))
    }
  }

  @Test func sarifNamesFilesOfTheWorkTreeAlone() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name"])
      try setCurrent(repository, "Shop 2")
    } _: { _, model in
      for command in ["check", "diff"] {
        let run = Run(command, model, "--against", "main", "--format", "sarif")
        let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
        expectText(try schema.problems(in: run.output).joined(separator: "\n"), "")
        #expect(run.output.contains("migration.attribute-removed"))
        #expect(!run.output.contains("\"uri\": \"main:"))
      }
    }
  }

  @Test func whatIsLeftOutOrOfAnotherHistoryIsSaid() throws {
    try with { repository in
      try repository.write("x", to: "Other/file")
      try write(repository, "Shop", ["name"])
      try repository.commit()
      try repository.git("sparse-checkout", "set", "Other")
    } _: { repository, model in
      let run = Run("check", model, "--against", "main")
      #expect(run.status == 1)
      #expect(run.output.contains("[versions.edited-after-release]"))
      #expect(run.error.contains("is left out by the sparse checkout and was read from the index"))
      try repository.git("sparse-checkout", "disable")
      try repository.git("checkout", "-q", "--orphan", "other")
      try repository.commit()
      let unrelated = Run("check", model, "--against", "main")
      #expect(unrelated.error.contains("have no commit in common"))
    }
  }

  @Test func hostileRefsAndWrongUsageAreRefused() throws {
    try with {
      try write($0, "Shop", ["name"])
    } _: { _, model in
      for ref in ["--all", "-x", "a..b", "main:App", "nothing", "main\nHEAD"] {
        let run = Run("check", model, "--against=\(ref)")
        #expect(run.status == 65, "\(ref)")
        #expect(run.error.contains("names no commit, branch or tag"), "\(ref)")
      }
      for arguments in [
        ["diff", model], ["diff"], ["diff", model, "--oldest", "Shop"],
        ["diff", model, "--at", "HEAD"], ["check", model, "--at", "HEAD"],
        ["check", model, "--released", "v*"], ["check", model, "--fail-on", "drops-data"],
        ["check", model, "--against", "main", "--fix"],
        ["diff", model, "--matrix", "--format", "sarif"],
        ["diff", model, model, "--against", "main"],
      ] {
        #expect(Run(arguments).status == 64, "\(arguments)")
      }
      let outside = Run("check", "/", "--against", "main")
      #expect(outside.status == 65)
      #expect(outside.error.contains("is in no git repository"))
    }
  }

  @Test func linksOutOfTheRepositoryAreNotRead() throws {
    try with { repository in
      try repository.link("\(Self.bundle)/Out.xcdatamodel/contents", to: "/etc/passwd")
    } _: { repository, model in
      let run = Run("check", model, "--against", "main")
      #expect(run.status == 74)
      #expect(run.output.contains("a link there leads out of the repository"), "\(run.output)")
      #expect(!run.output.contains("root:"))
      try repository.remove("\(Self.bundle)/Out.xcdatamodel")
      try repository.link("App/.momentum.json", to: "/etc/passwd")
      let settings = Run("check", model, "--against", "main")
      #expect(settings.status == 74)
      #expect(!(settings.output + settings.error).contains("root:"))
    }
  }

  // On Linux the tool lies beside the tests; elsewhere the program that runs them is Xcode's.
  #if os(Linux)
    /// As a program of its own, because the current folder is one for the whole process.
    @Test func modelsOfTheCurrentFolderAreFoundAndReadAtACommit() throws {
      try with { _ in
      } _: { repository, _ in
        let model = Self.bundle
        let all = try tool("check", "--against", "HEAD", in: repository)
        #expect(all.status == 0)
        #expect(all.error.contains("1 model checked"), "\(all.error)")
        let same = try tool("diff", "HEAD:\(model)", "HEAD:./\(model)", in: repository)
        #expect(same.status == 0, "\(same.error)")
        let absent = try tool("diff", "HEAD:App/Stuff.xcdatamodeld", model, in: repository)
        #expect(absent.status == 65)
        #expect(absent.error.contains("'HEAD' has no 'App/Stuff.xcdatamodeld'"), "\(absent.error)")
      }
    }

    private func tool(
      _ arguments: String..., in repository: TemporaryRepository
    ) throws -> (status: Int32, error: String) {
      let process = Process()
      process.executableURL = try #require(Bundle.main.executableURL)
        .deletingLastPathComponent().appendingPathComponent("momentum")
      process.arguments = arguments
      process.currentDirectoryURL = repository.folder
      let error = Pipe()
      process.standardError = error
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  #endif

  /// An option without effect is a mistake of the caller, who takes the change for judged by it.
  @Test(arguments: ["check", "diff"])
  func whatGoesWithAgainstIsRefusedWithoutIt(command: String) {
    for option in [["--at", "HEAD"], ["--released", "v*"], ["--strict"]] {
      let run = Run([command, "Models/Staff.xcdatamodeld"] + option)
      #expect(run.status == 64, "\(option)")
      #expect(run.error.contains("\(option[0]) needs --against"), "\(option): \(run.error)")
    }
  }
}

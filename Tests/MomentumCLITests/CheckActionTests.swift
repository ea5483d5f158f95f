// On Linux the tool is beside the tests; elsewhere the program that runs them is Xcode's.
#if os(Linux)
  import Foundation
  import MomentumTestSupport
  import Testing

  /// The scripts of `.github/actions/check`, run as GitHub would run them. `WorkflowTests` runs the one that comments.
  @Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
  struct CheckActionTests {
    private static let folder = ".github/actions/check/"
    private static let contents = "App/Shop.xcdatamodeld/Shop.xcdatamodel/contents"

    private struct Outcome {
      var step: ShellStep
      var outputs: [String: String]
      var path: String
    }

    /// Runs a script with files for its outputs, and a home of its own.
    private func run(
      _ script: String, _ arguments: [String] = [], in folder: URL,
      _ variables: [String: String] = [:], hasTool: Bool = true
    ) throws -> Outcome {
      try RepositoryFiles.withTemporaryFolder { home in
        var all = variables
        all["HOME"] = home.path
        all["RUNNER_TEMP"] = home.path
        for name in ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"] {
          let file = home.appendingPathComponent(name)
          try Data().write(to: file)
          all[name] = file.path
        }
        let step = try ShellStep(
          RepositoryFiles.url(Self.folder + script).path, arguments, in: folder, all,
          hasTool: hasTool)
        func text(_ name: String) throws -> String {
          try String(contentsOf: home.appendingPathComponent(name), encoding: .utf8)
        }
        let lines = try text("GITHUB_OUTPUT").split(separator: "\n").map {
          $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        var outputs = Dictionary(
          lines.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }, uniquingKeysWith: { $1 }
        )
        outputs["summary"] = try text("GITHUB_STEP_SUMMARY")
        return Outcome(step: step, outputs: outputs, path: try text("GITHUB_PATH"))
      }
    }

    // MARK: - action.yml

    @Test func everyInputIsUsedAndEveryReferenceLeadsSomewhere() throws {
      let text = try RepositoryFiles.text(Self.folder + "action.yml")
      let action = try YAMLValue(text)
      let runs = try #require(action["runs"])
      #expect(runs["using"]?.text == "composite")
      let used = Set(runs.json.matches(of: /inputs\.([a-z0-9-]+)/).map { String($0.1) })
      #expect(used == Set(try #require(action["inputs"]).keys))
      var known: Set<String> = []
      for step in try #require(runs["steps"]).elements {
        for match in step.json.matches(of: /steps\.(\w+)\.outputs/) {
          #expect(known.contains(String(match.1)), "\(match.1)")
        }
        if let id = step["id"]?.text { known.insert(id) }
        #expect((step["run"] == nil) != (step["uses"] == nil))
        // A composite action refuses a step without a shell.
        #expect((step["run"] == nil) == (step["shell"] == nil))
        for match in (step["run"]?.text ?? "").matches(of: /GITHUB_ACTION_PATH\/([a-z.]+)/) {
          let path = RepositoryFiles.url(Self.folder + String(match.1)).path
          #expect(FileManager.default.isExecutableFile(atPath: path), "\(path)")
        }
      }
      let article = try RepositoryFiles.text(
        "Sources/Momentum/Documentation.docc/InYourRepository.md")
      for name in used { #expect(article.contains("`\(name)`"), "\(name) is not described") }
    }

    // MARK: - install.sh

    /// An archive with a program of this name that prints a version.
    private func archive(_ name: String, in folder: URL) throws -> String {
      let bin = folder.appendingPathComponent("momentum-1.0/bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      let lines = """
        printf '#!/bin/sh\\necho 1.2.3\\n' >momentum-1.0/bin/\(name)
        chmod +x momentum-1.0/bin/\(name)
        tar -czf archive.tar.gz momentum-1.0
        """
      #expect(try ShellStep(lines: lines, in: folder).status == 0)
      return folder.appendingPathComponent("archive.tar.gz").path
    }

    @Test func anArchiveIsInstalled() throws {
      try RepositoryFiles.withTemporaryFolder { folder in
        let archive = try archive("momentum", in: folder)
        let sum = try ShellStep(lines: "sha256sum archive.tar.gz | cut -c 1-64", in: folder).output
          .trimmingCharacters(in: .whitespacesAndNewlines)
        let good = try run(
          "install.sh", in: folder,
          ["MOMENTUM_ARCHIVE": archive, "MOMENTUM_ARCHIVE_SHA256": sum])
        #expect(good.step.status == 0, "\(good.step.output)")
        #expect(good.step.output == "1.2.3\n")
        #expect(good.path.hasSuffix("/momentum-1.0/bin\n"))
        let wrong = try run(
          "install.sh", in: folder,
          ["MOMENTUM_ARCHIVE": archive, "MOMENTUM_ARCHIVE_SHA256": "00" + sum.dropFirst(2)])
        #expect(wrong.step.status == 65)
        #expect(wrong.step.output.contains("SHA-256 sum is \(sum)"), "\(wrong.step.output)")
        #expect(wrong.path.isEmpty)
      }
    }

    @Test func anArchiveThatCannotBeTrustedOrUsedIsRefused() throws {
      try RepositoryFiles.withTemporaryFolder { folder in
        let address = try run(
          "install.sh", in: folder, ["MOMENTUM_ARCHIVE": "https://example.invalid/a.tar.gz"])
        #expect(address.step.status == 64)
        #expect(address.step.output.contains("archive-sha256 is needed"))
        let other = try archive("other", in: folder)
        let empty = try run("install.sh", in: folder, ["MOMENTUM_ARCHIVE": other])
        #expect(empty.step.status == 65)
        #expect(empty.step.output.contains("no executable 'momentum'"))
      }
    }

    @Test func aMomentumInThePathIsUsed() throws {
      try RepositoryFiles.withTemporaryFolder { folder in
        let key = try run("install.sh", ["key"], in: folder)
        #expect(key.step.status == 0, "\(key.step.output)")
        #expect(key.outputs["key"] == "")
        let outcome = try run("install.sh", in: folder)
        #expect(outcome.step.status == 0)
        #expect(outcome.step.output.hasPrefix("momentum is installed: "))
      }
    }

    @Test(.enabled(if: !hasMomentum, "momentum is in the path"))
    func theKeyOfTheCacheNamesTheSources() throws {
      try RepositoryFiles.withTemporaryFolder { folder in
        let keys = try (1...2).map { _ in
          try run("install.sh", ["key"], in: folder, hasTool: false).outputs["key"] ?? ""
        }
        #expect(keys[0].wholeMatch(of: /momentum-[0-9a-f]{64}/) != nil, "\(keys)")
        #expect(keys[0] == keys[1])
      }
    }

    private static let hasMomentum =
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/momentum") }

    // MARK: - check.sh

    /// A released model, on a branch that a pull request asks to merge.
    private func with(_ body: (TemporaryRepository) throws -> Void) throws {
      try TemporaryRepository.with { repository in
        try repository.write(
          SampleContents.venue(SampleContents.attribute("name")), to: Self.contents)
        try repository.commit(tag: "v1")
        try repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
        try body(repository)
      }
    }

    private func editReleasedVersion(_ repository: TemporaryRepository) throws {
      try repository.write(
        SampleContents.venue(
          SampleContents.attribute("name"), SampleContents.attribute("rating", "Integer 16")),
        to: Self.contents)
      try repository.commit("edit")
    }

    @Test func aPushIsChecked() throws {
      try with { repository in
        let outcome = try run("check.sh", in: repository.folder)
        #expect(outcome.step.status == 0, "\(outcome.step.output)")
        #expect(outcome.outputs["status"] == "0")
        #expect(outcome.outputs["markdown"] == "")
        let name = try #require(outcome.outputs["sarif"])
        let sarif = try String(contentsOfFile: repository.path(name), encoding: .utf8)
        let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
        expectText(try schema.problems(in: sarif).joined(separator: "\n"), "")
      }
    }

    @Test func aPullRequestIsComparedWithItsBase() throws {
      try with { repository in
        try editReleasedVersion(repository)
        let outcome = try run("check.sh", in: repository.folder, ["GITHUB_BASE_REF": "main"])
        #expect(outcome.step.status == 0, "\(outcome.step.output)")
        #expect(outcome.outputs["status"] == "1")
        #expect(
          outcome.step.output.contains("::error file=\(Self.contents)"), "\(outcome.step.output)")
        #expect(outcome.outputs["summary"]?.contains("### Data model") == true)
        let sarif = try String(
          contentsOfFile: repository.path("data-model.sarif"), encoding: .utf8)
        #expect(sarif.contains("versions.edited-after-release"))
        let push = try run("check.sh", in: repository.folder)
        #expect(push.outputs["status"] == "0")
      }
    }

    @Test(arguments: [
      (["MOMENTUM_FAIL_ON": "never"], "0"), (["MOMENTUM_FAIL_ON": "drops-data"], "1"),
      (["MOMENTUM_MODELS": "App"], "1"), (["MOMENTUM_AGAINST": "HEAD"], "0"),
      (["MOMENTUM_MODELS": "App\nNowhere.xcdatamodeld"], "74"),
    ])
    func inputsAreOptions(variables: [String: String], status: String) throws {
      try with { repository in
        try editReleasedVersion(repository)
        let all = variables.merging(["GITHUB_BASE_REF": "main"]) { $1 }
        let outcome = try run("check.sh", in: repository.folder, all)
        #expect(outcome.step.status == 0, "\(outcome.step.output)")
        #expect(outcome.outputs["status"] == status, "\(outcome.step.output)")
      }
    }
  }
#endif

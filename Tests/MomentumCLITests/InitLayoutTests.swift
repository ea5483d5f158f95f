// On Linux the tool is beside the tests; elsewhere the program that runs them is Xcode's.
#if os(Linux)
  import Foundation
  import MomentumTestSupport
  import Testing

  /// `momentum init` in repositories of several layouts: the commands of the files that it writes succeed at first, and
  /// fail after a mistake.
  @Suite(
    .tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
  struct InitLayoutTests {
    private struct Step {
      var command: String
      var status: Int32
      var output: String
    }

    /// A repository with the files of a layout, set up and committed, on a branch of its own.
    private func with(_ layout: InitLayout, _ body: (TemporaryRepository) throws -> Void) throws {
      try TemporaryRepository.with { repository in
        for (path, text) in layout.files { try repository.write(text, to: path) }
        try repository.commit(tag: layout.tag)
        let run = Run("init", repository.folder.path, "--yes")
        #expect(run.status == 0, "\(run.output)\(run.error)")
        let status = try repository.git("status", "--porcelain", "-uall")
        let new = status.split(separator: "\n")
        #expect(new.allSatisfy { $0.hasPrefix("?? ") }, "\(status)")
        #expect(Set(new.map { String($0.dropFirst(3)) }) == layout.written)
        try repository.commit("set up")
        try repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
        try repository.git("checkout", "-q", "-b", "change")
        try body(repository)
      }
    }

    private func plant(_ layout: InitLayout, in repository: TemporaryRepository) throws {
      #expect(layout.files[layout.mistake.path] != nil)
      #expect(layout.files[layout.mistake.path] != layout.mistake.text)
      try repository.write(layout.mistake.text, to: layout.mistake.path)
    }

    /// The steps of the written workflow that run the tool, as a pull request runs them.
    private func runWorkflow(_ repository: TemporaryRepository) throws -> [Step] {
      let file = repository.folder.appendingPathComponent(".github/workflows/data-model.yml")
      let workflow = try YAMLValue(String(contentsOf: file, encoding: .utf8))
      let steps = try #require(workflow["jobs"]?["data-model"]?["steps"]).elements
      let commands = steps.compactMap { $0["run"]?.text }.filter { $0.hasPrefix("momentum ") }
      #expect(commands.count == 2)
      return try commands.map { try runStep($0, in: repository) }
    }

    private func runHook(_ repository: TemporaryRepository) throws -> Step {
      let file = repository.folder.appendingPathComponent(".pre-commit-config.yaml")
      let hooks = try YAMLValue(String(contentsOf: file, encoding: .utf8))
      let hook = try #require(hooks["repos"]?.elements.first?["hooks"]?.elements.first)
      return try runStep(try #require(hook["entry"]?.text), in: repository)
    }

    private func runStep(_ command: String, in repository: TemporaryRepository) throws -> Step {
      let step = try ShellStep(lines: command, in: repository.folder, ["GITHUB_BASE_REF": "main"])
      return Step(command: command, status: step.status, output: step.output)
    }

    /// In one repository, since most of the time goes into making it.
    @Test(arguments: InitLayout.all)
    func theFirstRunIsGreenASecondOneWritesNothingAndAMistakeIsRed(layout: InitLayout) throws {
      try with(layout) { repository in
        for step in try runWorkflow(repository) + [runHook(repository)] {
          #expect(step.status == 0, "\(step.command): \(step.output)")
        }
        try expectNothingToWrite(in: repository)
        try plant(layout, in: repository)
        let hook = try runHook(repository)
        #expect([1, 65].contains(hook.status), "\(hook.status): \(hook.output)")
        #expect(hook.output.contains(layout.mistake.id), "\(hook.output)")
        try repository.commit("mistake")
        let red = try runWorkflow(repository).filter { $0.status != 0 }
        #expect(!red.isEmpty)
        for step in red {
          #expect([1, 65].contains(step.status), "\(step.command): \(step.output)")
          #expect(step.output.contains("::error ") || step.output.contains("::warning "))
        }
        #expect(red.contains { $0.output.contains(layout.mistake.id) }, "\(red)")
      }
    }

    private func expectNothingToWrite(in repository: TemporaryRepository) throws {
      let run = Run("init", repository.folder.path, "--yes")
      #expect(run.status == 0)
      #expect(run.error.contains("nothing to write"), "\(run.error)")
      #expect(!run.output.contains("to write"), "\(run.output)")
      let status = try repository.git("status", "--porcelain", "-uall")
      #expect(status == "")
    }

    /// The text is shown for somebody to paste, so it is run from there.
    @Test func theJobForGitLabIsGreenAndRed() throws {
      var layout = InitLayout.all[1]
      layout.files[".gitlab-ci.yml"] = "stages: [test]\n"
      layout.written.remove(".github/workflows/data-model.yml")
      try with(layout) { repository in
        let shown = Run("init", repository.folder.path).output
        let title = "by hand: add this job to .gitlab-ci.yml"
        let lines = shown.split(separator: "\n").drop { $0 != title }.dropFirst()
          .prefix { $0.hasPrefix("  ") }
        let job = try YAMLValue(lines.joined(separator: "\n") + "\n")
        let script = try #require(job["data-model"]?["script"]).elements.compactMap(\.text)
        let text =
          "export CI_MERGE_REQUEST_DIFF_BASE_SHA=origin/main\n" + script.joined(separator: "\n")
        #expect(try runStep(text, in: repository).status == 0)
        try plant(layout, in: repository)
        try repository.commit("mistake")
        let red = try runStep(text, in: repository)
        #expect(red.status == 1)
        #expect(red.output.contains(layout.mistake.id), "\(red.output)")
      }
    }
  }
#endif

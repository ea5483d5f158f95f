// By the programs of Linux: apt-get.
#if os(Linux)
  import Foundation
  import MomentumTestSupport
  import Testing

  @testable import MomentumCLI

  /// The steps that get Momentum, from the first to the last, with a compiler and a package manager that only write down
  /// what they are asked. `InitLayoutTests` runs the steps that check.
  @Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
  struct WrittenStepsTests {
    /// Makes an executable where SwiftPM makes it.
    private static let swift = """
      #!/bin/sh
      echo "swift $*" >>"$TRACE"
      [ "$1" = build ] || exit 0
      while [ $# -gt 0 ]; do
        case "$1" in
          --package-path) package=$2; shift ;;
          --scratch-path) scratch=$2; shift ;;
          --product) product=$2; shift ;;
        esac
        shift
      done
      [ -f "$package/Package.swift" ] || exit 1
      scratch=${scratch:-$package/.build}
      mkdir -p "$scratch/release"
      printf '#!/bin/sh\\necho built\\n' >"$scratch/release/$product"
      chmod +x "$scratch/release/$product"

      """

    /// A folder for what the steps write, and a repository that stands for Momentum's own.
    private struct Place {
      let folder: URL
      let source: TemporaryRepository

      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

      func read(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
      }

      var variables: [String: String] {
        var result = [
          "PATH": path("bin"), "HOME": path("home"),
          "MOMENTUM_REPOSITORY": "file://\(source.folder.path)",
          "GITHUB_WORKSPACE": path("home"), "CI_PROJECT_DIR": path("home"),
          "RUNNER_TEMP": path("temp"),
        ]
        for name in ["TRACE", "GITHUB_OUTPUT", "GITHUB_PATH"] { result[name] = path(name) }
        return result
      }

      /// Runs lines of a step with folders of the test in place of those of the machine.
      func run(_ lines: String, _ more: [String: String] = [:]) throws -> ShellStep {
        let local = lines.replacing("/opt/momentum", with: path("opt"))
          // Not the folders of tests, which may be below /tmp and begin with the same word.
          .replacing(/\/tmp\/momentum(?![-\w])/, with: path("clone"))
        return try ShellStep(
          "/bin/sh", ["-e", "-c", local], in: folder, variables.merging(more) { $1 }, hasTool: false
        )
      }
    }

    private func with(_ body: (Place) throws -> Void) throws {
      try TemporaryRepository.with { source in
        try source.write("// swift-tools-version: 6.1\n", to: "Package.swift")
        try source.commit()
        try RepositoryFiles.withTemporaryFolder { folder in
          for name in ["bin", "home", "temp"] {
            try FileManager.default.createDirectory(
              at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
          }
          for (name, text) in [
            ("swift", Self.swift), ("apt-get", "#!/bin/sh\necho \"apt-get $*\" >>\"$TRACE\"\n"),
            ("sudo", "#!/bin/sh\nexec \"$@\"\n"),
          ] {
            try ProgramFile.write(text, to: folder.appendingPathComponent("bin/\(name)").path)
          }
          try body(Place(folder: folder, source: source))
        }
      }
    }

    private func workflowSteps() throws -> [String] {
      let job = try YAMLValue(SetupTexts.workflow)["jobs"]?["data-model"]
      return try #require(job?["steps"]).elements.compactMap { $0["run"]?.text }
        .filter { !$0.hasPrefix("momentum ") }
    }

    @Test func theWorkflowPutsABuiltMomentumIntoThePath() throws {
      try with { place in
        let steps = try workflowSteps()
        #expect(steps.count == 5)
        for lines in steps {
          let step = try place.run(lines)
          #expect(step.status == 0, "\(lines): \(step.output)")
        }
        let commit = try place.source.git("rev-parse", "HEAD")
        #expect(try place.read("GITHUB_OUTPUT") == "commit=\(commit)\n")
        let path = try place.read("GITHUB_PATH").trimmingCharacters(in: .newlines)
        #expect(try ShellStep("\(path)/momentum", [], in: place.folder).output == "built\n")
        let trace = try place.read("TRACE")
        #expect(trace.contains("apt-get install -yq libxml2-dev"))
        #expect(trace.contains(" -c release --product momentum\n"), "\(trace)")
      }
    }

    @Test func aWorkflowWithoutTheVariableSaysSo() throws {
      try with { place in
        let lines = try #require(try workflowSteps().first { $0.contains("ls-remote") })
        for value in ["", "file:///nowhere"] {
          let step = try place.run(lines, ["MOMENTUM_REPOSITORY": value])
          #expect(step.status != 0, "\(step.output)")
          #expect(value.isEmpty == step.output.contains("MOMENTUM_REPOSITORY: is no variable"))
        }
      }
    }

    @Test func theJobForGitLabPutsABuiltMomentumIntoThePath() throws {
      try with { place in
        let job = try YAMLValue(SetupTexts.gitLabJob)["data-model"]
        let lines = try #require(job?["before_script"]).elements.compactMap(\.text)
        let step = try place.run((lines + ["momentum"]).joined(separator: "\n"))
        #expect(step.status == 0, "\(step.output)")
        #expect(step.output.hasSuffix("built\n"), "\(step.output)")
      }
    }

    /// The action builds the sources that it is part of, into a folder of its own.
    @Test func theActionBuildsItsOwnSources() throws {
      try with { place in
        let script = RepositoryFiles.url(".github/actions/check/install.sh").path
        // A momentum of the machine would be used, so the path has only what the script needs.
        let path = "PATH='\(place.path("bin")):/usr/bin:/bin'"
        guard try place.run("\(path); command -v momentum").status != 0 else { return }
        let step = try place.run("\(path) '\(script)'")
        #expect(step.status == 0, "\(step.output)")
        #expect(step.output.hasSuffix("built\n"), "\(step.output)")
        #expect(try place.read("GITHUB_PATH") == place.path("temp/momentum/bin") + "\n")
        let trace = try place.read("TRACE")
        let build =
          "swift build --package-path \(RepositoryFiles.root.path) --scratch-path \(place.path("temp/momentum/build"))"
        #expect(trace.contains(build), "\(trace)")
        #expect(!FileManager.default.fileExists(atPath: RepositoryFiles.url("release").path))
      }
    }
  }
#endif

#if os(Linux)
  import Foundation
  import MomentumMigrationProof
  import MomentumTestSupport
  import Testing

  /// Processes that are killed or refused something in the middle of a migration. The long run is
  /// `momentum-migration-proof kill --count 1000` and `momentum-migration-proof faults`.
  @Suite(.serialized) struct CrashTests {
    /// The tool stands beside the tests, which are built together.
    private func tool() throws -> URL {
      let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      let tool = folder.appendingPathComponent("momentum-migration-proof")
      try #require(FileManager.default.isExecutableFile(atPath: tool.path))
      return tool
    }

    @Test(arguments: CrashScenario.Mode.all)
    func aKilledMigrationLeavesTheOldStoreOrTheNew(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 300, in: folder)
        let report = try CrashRun(scenario, tool: tool, in: folder).kills(21, seed: 1)
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.endings["killed", default: 0] > 10, "\(report.text)")
      }
    }

    @Test(arguments: CrashScenario.Mode.all)
    func aCallThatFailsLeavesTheStoreAsItWas(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 60, in: folder)
        let report = try CrashRun(scenario, tool: tool, in: folder).faults(samples: 12)
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.old > 10, "\(report.text)")
      }
    }

    @Test(arguments: CrashScenario.Mode.all)
    func eachCallThatFailsByTheHookLeavesTheOldStore(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 20, in: folder)
        let report = try CrashRun(scenario, tool: tool, in: folder).hookFaults()
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.trials > 20, "\(report.text)")
      }
    }

    @Test(arguments: CrashScenario.Mode.all)
    func surroundingsThatForbidItAreNamed(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let run = SurroundingsRun(
          try CrashScenario(mode, rows: 300, in: folder), tool: tool, in: folder)
        for surroundings in SurroundingsRun.Surroundings.allCases where run.canRun(surroundings) {
          let problems = try run.problems(surroundings) ?? []
          #expect(problems.isEmpty, "\(surroundings.rawValue): \(problems)")
        }
      }
    }
  }
#endif

// On Linux alone: a program's own `open` or `pwrite` comes before the C library's there (`CallFaults`), and on
// Apple's systems libraries call theirs whatever the program defines.
#if os(Linux)
  import Foundation
  import MomentumMigrationProof
  import MomentumTestSupport
  import Testing

  /// Processes that are killed or refused something in the middle of a migration. The long run is
  /// `momentum-migration-proof kill --count 1000` and `momentum-migration-proof faults`.
  @Suite(.serialized, .tags(.faults, .random, .processes)) struct CrashTests {
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
        let report = try CrashRun(scenario, tool: tool, in: folder).kills(
          TestLength.choose(short: 6, long: 21), seed: 1)
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.endings["killed", default: 0] * 2 > report.trials, "\(report.text)")
      }
    }

    @Test(arguments: CrashScenario.Mode.all)
    func aCallThatFailsLeavesTheStoreAsItWas(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 60, in: folder)
        let report = try CrashRun(scenario, tool: tool, in: folder).faults(
          samples: TestLength.choose(short: 3, long: 12))
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.old * 2 > report.trials, "\(report.text)")
      }
    }

    /// With the journal gone the store is the new one, although the COMMIT fails.
    @Test(arguments: CrashScenario.Mode.all.filter { $0.isInPlace && !$0.hasLog })
    func aCommitThatMayStandIsNoFailureThatLeavesTheStore(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 20, in: folder)
        let report = try CrashRun(scenario, tool: tool, in: folder).faultsAtTheEnd(calls: 8)
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.endings["unsettled", default: 0] >= 1, "\(report.text)")
      }
    }

    @Test(arguments: CrashScenario.Mode.all)
    func eachCallThatFailsByTheHookLeavesTheOldStore(mode: CrashScenario.Mode) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 20, in: folder)
        let report = try CrashRun(scenario, tool: tool, in: folder).hookFaults(
          step: TestLength.choose(short: 11, long: 5))
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.trials > TestLength.choose(short: 4, long: 10), "\(report.text)")
      }
    }

    /// Every part of what was not synced may be lost; what was reported as done may not.
    @Test(arguments: CrashScenario.Mode.all, [true, false])
    func aPowerFailureLeavesTheOldStoreOrTheNew(
      mode: CrashScenario.Mode, hasLinks: Bool
    ) throws {
      // In place nothing is linked.
      guard hasLinks || !mode.isInPlace else { return }
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(mode, rows: 12, in: folder)
        let report = try PowerLossRun(scenario, tool: tool, in: folder).migration(
          samples: TestLength.choose(short: 5, long: 10), seed: 1, hasLinks: hasLinks)
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.old > 0 && report.new > 0 && report.states > 20, "\(report.text)")
      }
    }

    @Test(arguments: [true, false])
    func aPowerFailureLeavesAWholeNewStoreOrNone(hasLinks: Bool) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(CrashScenario.Mode.all[0], rows: 1, in: folder)
        let report = try PowerLossRun(scenario, tool: tool, in: folder).creation(
          samples: 10, seed: 1, hasLinks: hasLinks)
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.old > 0 && report.new > 0, "\(report.text)")
      }
    }

    /// Written, synced, named, and the name synced: by the calls that reach the kernel, not by our own words.
    @Test(arguments: [true, false], [true, false])
    func theNewStoreIsSyncedBeforeItHasTheName(hasLog: Bool, hasLinks: Bool) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let mode = try #require(
          CrashScenario.Mode.all.first { !$0.isInPlace && $0.hasLog == hasLog })
        let scenario = try CrashScenario(mode, rows: 12, in: folder)
        let story = try PowerLossRun(scenario, tool: tool, in: folder).migration(
          samples: 0, seed: 1, hasLinks: hasLinks
        ).story
        let (store, new, bak) = (
          "store.sqlite", ".store.sqlite.momentum-new", ".store.sqlite.momentum-bak"
        )
        let write = try #require(story.lastIndex(of: "write \(new)"))
        var expected = ["sync \(new)"]
        if hasLog {
          // The old log is moved into the old file, and must not come back beside the new one.
          expected += [
            "write \(store)", "sync \(store)", "truncate \(store)-wal", "remove \(store)-wal",
            "sync the folder",
          ]
        }
        expected +=
          hasLinks
          ? ["link \(store) as \(store).bak"]
          : ["create \(bak)", "write \(bak)", "sync \(bak)", "rename \(bak) to \(store).bak"]
        expected += ["rename \(new) to \(store)", "sync the folder"]
        // SQLite may do more than this, and a sync more is none too many.
        var rest = story[(write + 1)...]
        for step in expected {
          guard let index = rest.firstIndex(of: step) else {
            Issue.record("no '\(step)' in its place:\n\(story.joined(separator: "\n"))")
            return
          }
          rest = rest[(index + 1)...]
        }
        #expect(!rest.contains { $0.hasPrefix("rename") || $0.hasPrefix("write") }, "\(story)")
      }
    }

    @Test(arguments: [true, false])
    func aStoreThatIsMadeIsSyncedBeforeItHasTheName(hasLinks: Bool) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(CrashScenario.Mode.all[0], rows: 1, in: folder)
        let story = try PowerLossRun(scenario, tool: tool, in: folder).creation(
          samples: 0, seed: 1, hasLinks: hasLinks
        ).story.map { step in
          step.replacing(#/\.momentum-[0-9A-F-]+\.new/#, with: "NEW")
        }
        let write = try #require(story.lastIndex(of: "write NEW"))
        let naming =
          hasLinks
          ? ["link NEW as store.sqlite", "remove NEW"]
          : ["create store.sqlite", "rename NEW to store.sqlite"]
        #expect(
          Array(story[(write + 1)...].suffix(naming.count + 2)) == ["sync NEW"] + naming + [
            "sync the folder"
          ])
      }
    }

    /// Of a file that SQLite has not written, and so has not synced either.
    @Test(arguments: [true, false])
    func aFileIsSyncedBeforeItHasItsName(hasLinks: Bool) throws {
      let tool = try tool()
      try RepositoryFiles.withTemporaryFolder { folder in
        let scenario = try CrashScenario(CrashScenario.Mode.all[0], rows: 1, in: folder)
        let story = try PowerLossRun(scenario, tool: tool, in: folder).publication(
          hasLinks: hasLinks)
        let (new, store) = ("store.sqlite.new", "store.sqlite")
        let naming =
          hasLinks
          ? ["link \(new) as \(store)", "remove \(new)"]
          : ["create \(store)", "rename \(new) to \(store)"]
        #expect(
          story == ["create \(new)", "write \(new)", "sync \(new)"] + naming + ["sync the folder"])
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

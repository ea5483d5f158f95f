import Foundation
import MomentumMigrationProof
import MomentumTestSupport
import Testing

/// Random models, objects and evolutions: a migrated store holds what the oracle on objects says, preflight
/// fails exactly where the migration does, and a chain of versions ends where the leap does.
@Suite(.tags(.random)) struct RandomMigrationTests {
  /// `MOMENTUM_MIGRATION_CASES` and `MOMENTUM_MIGRATION_SEED` change what is run; the long run is
  /// `momentum-migration-proof random`.
  private static let cases =
    environment("MOMENTUM_MIGRATION_CASES").flatMap { Int($0) }
    ?? TestLength.choose(short: 48, long: 240)
  private static let seed = environment("MOMENTUM_MIGRATION_SEED").flatMap { UInt64($0) } ?? 1

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  @Test func everyVersionIsAModelAndItsStoreIsSound() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for seed in Self.seed..<Self.seed + TestLength.choose(short: 12, long: 60) {
        let problems = try GeneratorCheck.problems(seed: seed, rowsMax: 20, in: folder)
        #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(3))")
      }
    }
  }

  @Test func everyMigrationDoesWhatTheOracleSays() async throws {
    let report = try await withThrowingTaskGroup(of: ProofRun.Report.self) { group in
      for core in 0..<4 {
        let seeds = stride(from: core, to: Self.cases, by: 4).map { Self.seed &+ UInt64($0) }
        group.addTask {
          try RepositoryFiles.withTemporaryFolder { folder in
            try ProofRun.run(seeds: seeds, rowsMax: 200, in: folder)
          }
        }
      }
      var total = ProofRun.Report()
      for try await report in group { total.merge(report) }
      return total
    }
    #expect(report.failures.isEmpty, "\(report.failures.prefix(3).joined(separator: "\n\n"))")
    // Cases that all end alike prove little.
    for ending in ProofCase.Ending.allCases {
      #expect(report.endings[ending, default: 0] * 200 > report.cases, "\(report.text)")
    }
    #expect(report.endings[.migrated, default: 0] * 2 > report.cases, "\(report.text)")
    #expect(report.composed * 50 > report.cases, "\(report.text)")
  }
}

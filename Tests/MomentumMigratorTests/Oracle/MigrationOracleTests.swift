import Foundation
import MomentumMigration
import MomentumMigrationOracle
import MomentumMigrator
import MomentumTestSupport
import Testing

/// Our migrations against what Core Data made of the same stores, version by version.
@Suite(.enabled(if: RepositoryFiles.corpus != nil)) struct MigrationOracleTests {
  private func corpus() throws -> OracleCorpus {
    let folder = try #require(RepositoryFiles.corpus).appendingPathComponent("migration").path
    return try OracleCorpus(
      stores: [folder + "/stores"], models: [folder + "/wire-models", folder + "/models"])
  }

  @Test func everyStoreIsNamedByItsHashesOrKeepsItsModel() throws {
    let corpus = try corpus()
    #expect(corpus.stores.count >= 40)
    let unknown = corpus.stores.filter { $0.name == .unknown }.map(\.file)
    #expect(unknown == [])
    let ownModels = corpus.stores.filter { $0.name == .ownModel }
    #expect(ownModels.count * 10 < corpus.stores.count)
  }

  /// Differences are allowed only where the store itself shows that no migration made them.
  @Test(arguments: MigrationPlan.Style.allCases)
  func theEarlierStoreMigratedIsTheLaterOne(style: MigrationPlan.Style) throws {
    let corpus = try corpus()
    var counts: [OraclePairRun.Verdict: Int] = [:]
    for pair in corpus.neighbours {
      let run = OraclePairRun(
        pair, between: corpus.versions(between: pair).map(\.compiled),
        older: corpus.older(than: pair), style: style, includesValues: false)
      counts[run.verdict, default: 0] += 1
      let isExplained =
        switch run.verdict {
        case .equal, .equalFromOlder, .equalAsGraph, .edited: true
        case .equalContents, .equalByVersions, .differs, .failed: false
        }
      #expect(isExplained, "\(pair.title): \(run.verdict.rawValue)\n\(run.notes.joined())")
    }
    #expect(counts[.equal, default: 0] >= 30)
    // A branch of the lineage, the one heavyweight step, and one store that somebody wrote to.
    #expect(counts.filter { $0.key != .equal }.values.reduce(0, +) <= 5)
  }
}

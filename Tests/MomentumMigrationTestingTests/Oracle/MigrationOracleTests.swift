import Foundation
import MomentumMigration
import MomentumMigrationOracle
import MomentumMigrator
import MomentumTestSupport
import Testing

/// Our migrations against what Core Data makes of the same stores, version by version: a lineage of
/// `Tests/Cases/Stores`, and those of public projects where the corpus is there.
@Suite(.tags(.corpus)) struct MigrationOracleTests {
  /// The ferries after each version, as Core Data leaves them.
  private func withOwnCorpus(_ body: (OracleCorpus) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let lineage = StoreCase.own.filter { $0.name.hasPrefix("ferries-") }
      for name in ["stores", "models"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for store in lineage {
        try store.write(to: "\(folder.path)/stores/\(store.name).sqlite")
        try FileManager.default.copyItem(
          atPath: store.model.path, toPath: "\(folder.path)/models/\(store.name).xml")
      }
      try body(
        try OracleCorpus(stores: [folder.path + "/stores"], models: [folder.path + "/models"]))
    }
  }

  private func publicCorpus() throws -> OracleCorpus? {
    try RepositoryFiles.corpus.map { corpus in
      let folder = corpus.appendingPathComponent("migration").path
      return try OracleCorpus(
        stores: [folder + "/stores"], models: [folder + "/wire-models", folder + "/models"])
    }
  }

  @Test func everyStoreIsNamedByItsHashesOrKeepsItsModel() throws {
    try withOwnCorpus { corpus in
      let titles = corpus.stores.map { "\($0.file) \($0.title)" }
      expectText(
        titles.joined(separator: "\n"),
        """
        ferries-1.sqlite ferries-1
        ferries-2.sqlite ferries-2
        ferries-3.sqlite ferries-3
        """)
    }
    guard let corpus = try publicCorpus() else { return }
    #expect(corpus.stores.count >= 40, "stores of the corpus")
    let unknown = corpus.stores.filter { $0.name == .unknown }.map(\.file)
    #expect(unknown == [], "stores that no model fits")
    let ownModels = corpus.stores.filter { $0.name == .ownModel }.map(\.file)
    #expect(ownModels.count * 10 < corpus.stores.count, "known by their own model: \(ownModels)")
  }

  /// Rows, values, links, `Z_OPT` and `Z_MAX` are those of the later store, whatever its tables look like.
  @Test(arguments: MigrationPlan.Style.allCases)
  func theEarlierStoreMigratedIsTheLaterOne(style: MigrationPlan.Style) throws {
    if let corpus = try publicCorpus() { expectPublicLineages(corpus, style) }
    try withOwnCorpus { corpus in
      #expect(corpus.neighbours.count == 2, "\(corpus.neighbours.map(\.title))")
      for pair in corpus.allPairs {
        let run = OraclePairRun(
          pair, between: [], older: [], style: style, includesValues: false)
        #expect(
          run.verdict == .equal,
          "\(pair.title), \(style): \(run.verdict.rawValue)\n\(run.notes.joined())")
      }
    }
  }

  /// Differences are allowed only where the store itself shows that no migration made them.
  private func expectPublicLineages(_ corpus: OracleCorpus, _ style: MigrationPlan.Style) {
    var counts: [OraclePairRun.Verdict: Int] = [:]
    let pairs = corpus.neighbours.thinned(to: 8)
    for pair in pairs {
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
    #expect(
      counts[.equal, default: 0] >= TestLength.choose(short: 6, long: 30), "\(style): \(counts)")
    // A branch of the lineage, the one heavyweight step, and one store that somebody wrote to.
    #expect(counts.filter { $0.key != .equal }.values.reduce(0, +) <= 5, "\(style): \(counts)")
  }
}

import Foundation
import MomentumMigration
import MomentumMigrationOracle
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQLite
import MomentumTestSupport
import Testing

/// The oracle tells apart what it claims to.
@Suite struct MigrationOracleVerdictTests {
  private func verdict(
    _ change: (String) throws -> Void
  ) throws -> (verdict: OraclePairRun.Verdict, notes: String) {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        ("Shop", TestingFixture.shop1), ("Shop 2", TestingFixture.shop2),
      ])
      let helper = try MigrationTestHelper(bundle: bundle)
      let old = try helper.makeStore(of: "Shop")
      let stores = folder.appendingPathComponent("stores").path
      try FileManager.default.createDirectory(
        atPath: stores, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: old, toPath: stores + "/1.sqlite")
      let new = try helper.migrate(old).store
      try change(new)
      try FileManager.default.copyItem(atPath: new, toPath: stores + "/2.sqlite")
      let corpus = try OracleCorpus(stores: [stores], models: [bundle])
      let pair = try #require(corpus.neighbours.first)
      #expect(corpus.neighbours.count == 1 && pair.later.title == "Shop 2")
      let run = OraclePairRun(
        pair, between: [], older: [], style: .fresh, includesValues: false)
      return (run.verdict, run.notes.joined(separator: "\n"))
    }
  }

  @Test func aMigrationOfOursIsEqual() throws {
    #expect(try verdict { _ in }.verdict == .equal)
  }

  @Test func aRaisedVersionNumberIsNoDifferenceOfContents() throws {
    let found = try verdict { try TestingFixture.run($0, "UPDATE ZITEM SET Z_OPT = 9") }
    #expect(found.verdict == .equalContents)
  }

  @Test func fewWrittenValuesAreAnEdit() throws {
    let found = try verdict {
      try TestingFixture.run($0, "UPDATE ZITEM SET ZSKU = 'other' WHERE Z_PK = 3")
    }
    #expect(found.verdict == .edited && found.notes.contains("Item.sku (1)"))
  }

  @Test func aWholeColumnIsNoEdit() throws {
    let found = try verdict { try TestingFixture.run($0, "UPDATE ZITEM SET ZISSOLD = 0") }
    #expect(found.verdict == .differs)
  }

  @Test func newPrimaryKeysAreTheSameGraph() throws {
    // Boxes get the keys 101 to 108; every link goes with them.
    let found = try verdict {
      try TestingFixture.run(
        $0, "UPDATE ZBOX SET Z_PK = Z_PK + 100", "UPDATE ZITEM SET ZBOX = ZBOX + 100")
    }
    #expect(found.verdict == .equalAsGraph)
    let broken = try verdict {
      try TestingFixture.run(
        $0, "UPDATE ZBOX SET Z_PK = Z_PK + 100", "UPDATE ZITEM SET ZBOX = ZBOX + 101")
    }
    #expect(broken.verdict == .differs)
  }
}

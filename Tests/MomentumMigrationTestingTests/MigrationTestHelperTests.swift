import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct MigrationTestHelperTests {
  private static let shop: [(name: String, entities: String)] = [
    ("Shop", TestingFixture.shop1), ("Shop 2", TestingFixture.shop2),
  ]

  private func withHelper(_ body: (MigrationTestHelper) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try body(try MigrationTestHelper(bundle: TestingFixture(folder).bundle(Self.shop)))
    }
  }

  @Test func aMigrationIsComparedWithWhatWas() throws {
    try withHelper { helper in
      let result = try helper.migrate(try helper.makeStore(of: "Shop"))
      #expect(result.outcome.result == .migrated)
      #expect(result.tables == [])
      expectText(
        result.comparison.text,
        """
        Item: 8 rows
          'note' is gone with 6 values
          'isSold' is new with 8 values, 8 of them the default
        Old, which is gone: 8 rows
          8 rows dropped

        """)
      #expect(result.comparison.isEqual && result.comparison.keepsBookkeeping)
      #expect(!result.comparison.isLossless)
    }
  }

  @Test func oneObjectsStoreIsEnough() throws {
    try withHelper { helper in
      let store = try helper.makeStore(
        of: "Shop",
        objects: """
          {"objects": [{"entity": "Item", "attributes": {"code": "A1", "count": 3}}]}
          """)
      let result = try helper.migrate(store, to: "Shop 2")
      let row = try StoreReader(path: result.store).connection
        .prepare("SELECT ZSKU, ZCOUNT, ZISSOLD FROM ZITEM").nextRow()
      #expect(row?.first == .text("A1") && row?.last == .integer(1))
    }
  }

  @Test func aStoreOfTheTargetStaysAsItIs() throws {
    try withHelper { helper in
      let result = try helper.migrate(try helper.makeStore(of: "Shop 2"))
      #expect(result.outcome.result == .alreadyCurrent)
      #expect(result.comparison.isLossless && result.tables.isEmpty)
    }
  }

  @Test func mistakesAreNamed() throws {
    try withHelper { helper in
      let failure = #expect(throws: MigrationTestFailure.self) {
        try helper.makeStore(of: "Shop 3")
      }
      expectText(
        failure?.description ?? "", "the bundle has no version 'Shop 3'; it has 'Shop', 'Shop 2'")
      let rejected = #expect(throws: MigrationTestFailure.self) {
        try helper.makeStore(of: "Shop", objects: "{\"objects\": [{\"entity\": \"Itm\"}]}")
      }
      expectText(
        rejected?.description ?? "", "no entity 'Itm' in the model; did you mean 'Item'?")
    }
    #expect(throws: MigrationTestFailure.self) {
      try MigrationTestHelper(bundle: "nowhere.xcdatamodeld")
    }
  }

  @Test func theFolderGoesWithTheHelper() throws {
    var helper: MigrationTestHelper? = try MigrationTestHelper(bundle: TestingFixture.bubbleTea)
    let folder = try #require(helper?.folder)
    #expect(FileManager.default.fileExists(atPath: folder))
    helper = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func everyVersionMigratesToTheCurrentOne() throws {
    for bundle in TestingFixture.bundles where !bundle.hasSuffix("Newsroom.xcdatamodeld") {
      let helper = try MigrationTestHelper(bundle: bundle)
      for version in helper.versions {
        let result = try helper.migrate(try helper.makeStore(of: version.name))
        #expect(result.comparison.isEqual, "\(version.name): \(result.comparison.text)")
        #expect(result.tables.isEmpty, "\(version.name): \(result.tables)")
      }
    }
  }

  @Test func aStepThatCannotBeInferredSaysWhy() throws {
    let bundle = try #require(TestingFixture.bundles.first { $0.contains("Newsroom") })
    let helper = try MigrationTestHelper(bundle: bundle)
    let store = try helper.makeStore(of: "Newsroom")
    let before = FileManager.default.contents(atPath: store)
    let failure = #expect(throws: MigrationTestFailure.self) { try helper.migrate(store) }
    #expect(failure?.description.contains("'Binary' cannot become 'Composite'") == true)
    expectEqual(
      FileManager.default.contents(atPath: store), before,
      "a test migration leaves the store itself")
  }
}

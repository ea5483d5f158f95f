import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumTestSupport
import Testing

/// Entities whose rows cannot be made, and files whose names say a version of another bundle.
@Suite struct FreezeFailureTests {
  private static let plain = """
    <entity name="A" syncable="YES"><attribute name="a" optional="YES" attributeType="String"/></entity>
    """

  /// Each box needs this many items, and there are as many items as boxes.
  private static func needy(_ least: Int) -> String {
    """
    <entity name="Box" syncable="YES">
      <relationship name="items" toMany="YES" minCount="\(least)" deletionRule="Nullify" destinationEntity="Item" inverseName="box" inverseEntity="Item"/>
    </entity>
    <entity name="Item" syncable="YES">
      <relationship name="box" maxCount="1" deletionRule="Nullify" destinationEntity="Box" inverseName="items" inverseEntity="Box"/>
    </entity>
    """
  }

  private func read(_ bundles: String...) throws -> BundleVersions {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    for bundle in bundles { try versions.add(bundle: bundle, &diagnostics) }
    return versions
  }

  /// A relationship that needs more objects than there are leaves both entities without rows.
  @Test(arguments: [(2, 9, 0), (9, 9, 0), (2, 1, 4)])
  func aRelationshipWithoutEnoughObjectsIsNamed(_ rows: Int, _ least: Int, _ count: Int) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let versions = try read(
        TestingFixture(folder).bundle([("One", Self.plain), ("Two", Self.needy(least))]))
      let report = try StoreFreezer(
        seed: StoreSeed(rowsPerEntity: rows), overwrites: false, isDryRun: false
      ).freeze(versions.all, of: versions.all, into: folder.path + "/frozen")
      #expect(report.unusableVersions == [])
      #expect(report.stores.map(\.version) == ["One", "Two"])
      #expect(report.stores.map(\.rowCount) == [rows, count])
      #expect(
        report.findings.all.map(\.text)
          == (count > 0
            ? []
            : [
              "entity 'Box' of version 'Two' has no rows: relationship 'items' needs objects of 'Item'",
              "entity 'Item' of version 'Two' has no rows: relationship 'box' needs objects of 'Box'",
            ]))
    }
  }

  /// A version's name, or its number, is looked for among the versions of the store's own bundle.
  @Test(arguments: [
    ("N 2", "Kit/N 2"), ("N", "Kit/N"), ("M", nil), ("M 2", "Kit/N 2"), ("store-2", "Kit/N 2"),
    ("store-7", nil), ("other", nil),
  ])
  func aNameSaysAVersionOfTheSameBundle(_ stem: String, _ expected: String?) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func bundle(_ place: String, _ versions: [(String, String)]) throws -> String {
        let url = folder.appendingPathComponent(place)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return try TestingFixture(url).bundle(versions)
      }
      func model(_ name: String) -> String { Self.plain.replacing("\"A\"", with: "\"\(name)\"") }
      let app = try bundle("App", [("M", model("A")), ("M 2", model("B")), ("M 7", model("C"))])
      let kit = try bundle("Kit", [("N", model("X")), ("N 2", model("Y"))])
      let stores = folder.appendingPathComponent("stores")
      try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
      // The helper removes its stores when it goes.
      let helper = try MigrationTestHelper(bundle: kit)
      try FileManager.default.moveItem(
        atPath: try helper.makeStore(of: "N", seed: StoreSeed(rowsPerEntity: 2)),
        toPath: stores.path + "/\(stem).sqlite")
      let report = try FixtureInspection(versions: read(app, kit)).examine(stores.path)
      let store = try #require(report.stores.first)
      #expect(store.match == .versions([.init(bundle: kit, name: "N")]))
      let named = store.namedVersion.map {
        ($0.bundle == kit ? "Kit/" : "App/") + $0.name
      }
      #expect(named == expected)
      let texts = report.findings.all.filter { $0.id == "fixture.disagreeing-name" }.map(\.text)
      #expect(
        texts
          == (expected == "Kit/N 2"
            ? ["the name says version 'N 2', but the store is of version 'N'"] : []))
    }
  }
}

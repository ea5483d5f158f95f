import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumTestSupport
import Testing

/// Versions whose rows cannot be made, and files whose names say a version of another bundle.
@Suite struct FreezeFailureTests {
  private static let plain = """
    <entity name="A" syncable="YES"><attribute name="a" optional="YES" attributeType="String"/></entity>
    """

  /// Each box needs nine items, but there are as many items as boxes.
  private static let needy = """
    <entity name="Box" syncable="YES">
      <relationship name="items" toMany="YES" minCount="9" deletionRule="Nullify" destinationEntity="Item" inverseName="box" inverseEntity="Item"/>
    </entity>
    <entity name="Item" syncable="YES">
      <relationship name="box" maxCount="1" deletionRule="Nullify" destinationEntity="Box" inverseName="items" inverseEntity="Box"/>
    </entity>
    """

  private func read(_ bundles: String...) throws -> BundleVersions {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    for bundle in bundles { try versions.add(bundle: bundle, &diagnostics) }
    return versions
  }

  /// The other versions are frozen all the same.
  @Test(arguments: [false, true])
  func aVersionWithoutPossibleRowsIsUnusable(isDryRun: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let versions = try read(
        TestingFixture(folder).bundle([("One", Self.plain), ("Two", Self.needy)]))
      let frozen = folder.path + "/frozen"
      let report = try StoreFreezer(
        seed: StoreSeed(rowsPerEntity: 2), overwrites: false, isDryRun: isDryRun
      ).freeze(versions.all, of: versions.all, into: frozen)
      #expect(report.unusableVersions == ["Two"])
      #expect(report.stores.map(\.version) == ["One"])
      #expect(report.findings.all.map(\.id) == ["freeze.unusable-version"])
      #expect(
        report.findings.all.first?.text.hasPrefix("version 'Two' is not frozen: ") == true,
        "\(report.findings.all.map(\.text))")
      #expect(
        FileManager.default.fileExists(atPath: frozen + "/One.sqlite") == !isDryRun)
      #expect(!FileManager.default.fileExists(atPath: frozen + "/Two.sqlite"))
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
      try FileManager.default.moveItem(
        atPath: try MigrationTestHelper(bundle: kit).makeStore(
          of: "N", seed: StoreSeed(rowsPerEntity: 2)),
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

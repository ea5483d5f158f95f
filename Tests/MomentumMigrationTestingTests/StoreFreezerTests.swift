import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct StoreFreezerTests {
  private func versions(_ bundle: String) throws -> [BundleVersions.Version] {
    try MigrationTestHelper(bundle: bundle).versions
  }

  private func freeze(
    _ bundle: String, _ folder: URL, overwrites: Bool = false, isDryRun: Bool = false
  ) throws -> StoreFreezer.Report {
    let versions = try versions(bundle)
    return try StoreFreezer(overwrites: overwrites, isDryRun: isDryRun)
      .freeze(versions, of: versions, into: folder.appendingPathComponent("frozen").path)
  }

  @Test(arguments: TestingFixture.bundles)
  func twoRunsGiveTheSameBytes(bundle: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let one = folder.appendingPathComponent("one")
      let other = folder.appendingPathComponent("other")
      let first = try freeze(bundle, one)
      let second = try freeze(bundle, other)
      #expect((first.stores + second.stores).allSatisfy { $0.action == .written })
      let names = try FileManager.default.contentsOfDirectory(atPath: one.path + "/frozen").sorted()
      #expect(names.count == 3 && names.contains("frozen.json"))
      for name in names {
        #expect(
          FileManager.default.contents(atPath: one.path + "/frozen/" + name)
            == FileManager.default.contents(atPath: other.path + "/frozen/" + name), "\(name)")
      }
      let third = try freeze(bundle, one)
      #expect(third.stores.allSatisfy { $0.action == .unchanged })
    }
  }

  @Test func anotherFileIsNeverWrittenOver() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      _ = try freeze(TestingFixture.bubbleTea, folder)
      let store = folder.path + "/frozen/BubbleTea.sqlite"
      try TestingFixture.run(store, "DELETE FROM ZSTATS")
      let changed = FileManager.default.contents(atPath: store)
      let report = try freeze(TestingFixture.bubbleTea, folder)
      #expect(report.stores.map(\.action) == [.refused, .unchanged])
      #expect(report.findings.all.map(\.id) == ["freeze.different-file"])
      #expect(FileManager.default.contents(atPath: store) == changed)
      let forced = try freeze(TestingFixture.bubbleTea, folder, overwrites: true)
      #expect(forced.stores.map(\.action) == [.overwritten, .unchanged])
      #expect(FileManager.default.contents(atPath: store) != changed)
    }
  }

  @Test func aFileThatSQLiteRewroteIsTheSameStore() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      _ = try freeze(TestingFixture.bubbleTea, folder)
      try TestingFixture.run(folder.path + "/frozen/BubbleTea.sqlite", "VACUUM")
      let again = try freeze(TestingFixture.bubbleTea, folder)
      #expect(again.stores.map(\.action) == [.unchanged, .unchanged])
    }
  }

  @Test func anEditedVersionIsNoticed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let fixture = TestingFixture(folder)
      let bundle = try fixture.bundle([
        ("Shop", TestingFixture.shop1), ("Shop 2", TestingFixture.shop2),
      ])
      _ = try freeze(bundle, folder)
      let edited = TestingFixture.shop1.replacingOccurrences(of: "\"note\"", with: "\"remark\"")
      _ = try fixture.bundle([("Shop", edited)])
      let report = try freeze(bundle, folder)
      #expect(report.stores.map(\.action) == [.refused, .unchanged])
      #expect(
        report.findings.all.map(\.text) == [
          "version 'Shop' was edited after it was frozen: entity 'Item' has other hashes, so stores of users no longer match; add a new version instead"
        ])
      try FileManager.default.removeItem(atPath: bundle + "/Shop.xcdatamodel")
      let left = try freeze(bundle, folder)
      #expect(left.findings.all.map(\.id) == ["freeze.missing-version"])
    }
  }

  @Test func aDryRunWritesNothing() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let report = try freeze(TestingFixture.bubbleTea, folder, isDryRun: true)
      #expect(report.stores.map(\.action) == [.written, .written])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.isEmpty)
    }
  }

  @Test func aManifestIsReadBack() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      _ = try freeze(TestingFixture.bubbleTea, folder)
      let path = folder.path + "/frozen/frozen.json"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var diagnostics = Diagnostics()
      let manifest = FrozenManifest.read(SourceFile(path: path, text: text), &diagnostics)
      expectText(manifest?.text ?? "", text)
      #expect(manifest?["BubbleTea 2"]?.file == "BubbleTea 2.sqlite")
      for broken in [
        "[]", "{\"format\": 2, \"versions\": []}", "{", "{\"format\": 1, \"versions\": [1]}",
      ] {
        var found = Diagnostics()
        #expect(FrozenManifest.read(SourceFile(path: path, text: broken), &found) == nil)
        #expect(found.hasErrors)
      }
    }
  }

  @Test func theScaffoldLeadsToItsFiles() {
    let scaffold = MigrationTestScaffold(
      file: "/app/Tests/AppTests/MigrationTests.swift", bundle: "/app/Model/My Shop.xcdatamodeld",
      fixtures: "/app/Tests/Fixtures", versions: ["Shop", "Shop \"2\""])
    #expect(scaffold.text.contains("@Suite struct MyShopMigrationTests {"))
    #expect(scaffold.text.contains("path(\"../../Model/My Shop.xcdatamodeld\")"))
    #expect(scaffold.text.contains("path(\"../Fixtures\" + \"/\" + version"))
    #expect(scaffold.text.contains("    \"Shop \\\"2\\\"\",\n"))
  }

  /// A to-many that is its own inverse, with the number of objects that it asks for.
  @Test(arguments: ["optional=\"YES\"", "", "minCount=\"3\"", "optional=\"YES\" maxCount=\"2\""])
  func objectsThatAreEachOthersPeersAreLinkedBothWays(count: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        (
          "Shop",
          """
          <entity name="Node" syncable="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="peers" toMany="YES" deletionRule="Nullify" \(count) \
          destinationEntity="Node" inverseName="peers" inverseEntity="Node"/>
          </entity>
          """
        )
      ])
      let report = try freeze(bundle, folder)
      #expect(report.findings.all.isEmpty, "\(report.findings.all)")
      #expect(report.stores.map(\.rowCount) == [8])
      let store = folder.path + "/frozen/Shop.sqlite"
      let columns = try columns(store)
      let table = try #require(columns.table)
      let one = "SELECT COUNT(*) FROM \(table) a"
      #expect(try TestingFixture.value(store, one) != .integer(0))
      let lonely =
        one
        + " WHERE NOT EXISTS (SELECT 1 FROM \(table) b WHERE a.\(columns.first) = b.\(columns.second) AND a.\(columns.second) = b.\(columns.first))"
      #expect(try TestingFixture.value(store, lonely) == .integer(0))
    }
  }

  /// The join table of a store that has one, with its two keys.
  private func columns(_ store: String) throws -> (table: String?, first: String, second: String) {
    let catalog = try StoreCatalog.read(
      from: Connection(path: store, access: .readWrite))
    let table = catalog.tables.first {
      $0.name.hasPrefix("Z_") && !$0.columns.contains { $0.name == "Z_PK" }
        && $0.columns.allSatisfy { $0.name.hasPrefix("Z_") || $0.name == "REFLEXIVE" }
        && $0.columns.contains { $0.name.contains("PEERS") }
    }
    let keys = (table?.columns.map(\.name) ?? []).filter { $0 != "REFLEXIVE" }
    return (table?.name, keys.first ?? "", keys.last ?? "")
  }
}

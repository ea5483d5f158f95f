import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct FixtureInspectionTests {
  private static let shop: [(name: String, entities: String)] = [
    ("Shop", TestingFixture.shop1), ("Shop 2", TestingFixture.shop2),
  ]

  /// A folder with a bundle and stores of its versions by name, each of a version and with rows or without.
  private func examine(
    _ stores: [(name: String, version: String, rows: Int)],
    _ change: (String) throws -> Void = { _ in }
  ) throws -> (report: FixtureReport, folder: String) {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle(Self.shop)
      let helper = try MigrationTestHelper(bundle: bundle)
      for store in stores {
        let made = try helper.makeStore(of: store.version, seed: .init(rowsPerEntity: store.rows))
        try FileManager.default.moveItem(atPath: made, toPath: folder.path + "/" + store.name)
      }
      try change(folder.path)
      var versions = BundleVersions()
      var diagnostics = Diagnostics()
      for bundle in try FixtureInspection.bundles(below: folder.path) {
        try versions.add(bundle: bundle, &diagnostics)
      }
      return (try FixtureInspection(versions: versions).examine(folder.path), folder.path)
    }
  }

  private func lines(_ found: (report: FixtureReport, folder: String)) -> String {
    found.report.findings.all.map {
      let path = ($0.location?.file.path ?? "").replacingOccurrences(
        of: found.folder + "/", with: "")
      return "\(path): \($0.text) [\($0.id)]\n"
    }.joined()
  }

  @Test func rightNamesGiveNoFinding() throws {
    let found = try examine([("shop-v1.sqlite", "Shop", 2), ("shop-v2.sqlite", "Shop 2", 2)])
    expectText(lines(found), "")
    #expect(found.report.stores.map(\.rowCount) == [8, 6])
  }

  @Test func theProgressCountsStoresOnly() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for name in ["b.sqlite", "a.sqlite"] {
        try Data("SQLite format 3\0".utf8).write(to: folder.appendingPathComponent(name))
      }
      try Data("notes".utf8).write(to: folder.appendingPathComponent("c.txt"))
      var steps: [String] = []
      _ = try FixtureInspection(versions: BundleVersions()).examine(folder.path) {
        steps.append("\($0)/\($1) \($2.split(separator: "/").last ?? "")")
      }
      #expect(steps == ["0/2 a.sqlite", "1/2 b.sqlite"])
    }
  }

  @Test func everythingThatRotsIsFound() throws {
    let found = try examine([("shop_2.sqlite", "Shop", 2), ("empty.sqlite", "Shop", 0)])
    expectText(
      lines(found),
      """
      empty.sqlite: the store has no rows, so a migration of it proves little [fixture.no-rows]
      shop_2.sqlite: the name says version 'Shop 2', but the store is of version 'Shop' [fixture.disagreeing-name]
      Shop.xcdatamodeld: no store is of version 'Shop 2' [fixture.version-without-fixture]

      """)
  }

  @Test func rowsThatStandInTheLogAloneAreFound() throws {
    let found = try examine([("a.sqlite", "Shop", 2), ("b.sqlite", "Shop 2", 2)]) { folder in
      let live = try Connection(path: folder + "/a.sqlite", access: .readWrite)
      try live.execute("PRAGMA journal_mode = WAL")
      try live.execute("PRAGMA wal_autocheckpoint = 0")
      try live.execute("INSERT INTO ZBOX(Z_PK, Z_ENT, Z_OPT) VALUES(50, 1, 1)")
      // Copied while it is open: closing it would empty the log.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: folder + "/a.sqlite" + suffix, toPath: folder + "/c.sqlite" + suffix)
      }
    }
    expectText(
      lines(found),
      "c.sqlite: 1 of the store's 9 rows stand only in the '-wal' beside it [fixture.log-holds-rows]\n"
    )
  }

  @Test func strangersAndRuinsAreToldApart() throws {
    let found = try examine([("a.sqlite", "Shop", 2), ("b.sqlite", "Shop 2", 2)]) { folder in
      // Somebody else's database, a text, and a store of a model that nobody knows.
      let other = try Connection(path: folder + "/other.db", access: .createExclusively)
      try other.execute("CREATE TABLE t (x)")
      try "hello".write(toFile: folder + "/notes.sqlite", atomically: true, encoding: .utf8)
      let helper = try MigrationTestHelper(bundle: TestingFixture.bubbleTea)
      let stranger = try helper.makeStore(of: "BubbleTea")
      try FileManager.default.copyItem(atPath: stranger, toPath: folder + "/tea.sqlite")
      let whole = try #require(FileManager.default.contents(atPath: folder + "/a.sqlite"))
      try whole.prefix(3000).write(to: URL(fileURLWithPath: folder + "/cut.sqlite"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/loop", withDestinationPath: folder)
    }
    #expect(
      found.report.findings.all.map(\.id) == ["fixture.not-read", "fixture.unknown-version"])
    #expect(found.report.stores.count == 3)
  }
}

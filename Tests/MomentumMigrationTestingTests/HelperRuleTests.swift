import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Versions, folders, copies and mistakes of a test of migrations.
@Suite struct HelperRuleTests {
  private func model(_ name: String) -> String { "<entity name=\"\(name)\" syncable=\"YES\"/>" }

  private func helper(_ folder: URL, _ names: [String]) throws -> MigrationTestHelper {
    try MigrationTestHelper(
      bundle: TestingFixture(folder).bundle(names.map { ($0, model("A")) }))
  }

  @Test func theCurrentVersionIsMeantOrElseTheLast() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = folder.path + "/Shop.xcdatamodeld"
      #expect(try helper(folder, ["M", "M 3", "M 2"]).version().name == "M 2")
      let known = try helper(folder, ["M 3"])
      #expect(known.versions.map(\.name) == ["M", "M 2", "M 3"])
      #expect(try known.version().name == "M 3" && known.version("M").name == "M")
      try FileManager.default.removeItem(atPath: bundle + "/.xccurrentversion")
      #expect(try MigrationTestHelper(bundle: bundle).version().name == "M 3")
    }
  }

  @Test func theFolderIsTheUsersAlone() throws {
    let helper = try MigrationTestHelper(bundle: TestingFixture.bubbleTea)
    let rights = try FileManager.default.attributesOfItem(atPath: helper.folder)
    #expect(rights[.posixPermissions] as? Int == 0o700)
    #expect(helper.folder.hasPrefix(FileManager.default.temporaryDirectory.path + "/momentum-"))
    let store = try helper.makeStore(of: "BubbleTea")
    #expect(store.hasPrefix(helper.folder + "/") && store.hasSuffix(".sqlite"))
    #expect(try helper.makeStore(of: "BubbleTea") != store)
  }

  @Test func aStoreIsCopiedWithItsLogs() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let helper = try helper(folder, ["M"])
      let path = folder.path + "/a.sqlite"
      let suffixes = ["", "-wal", "-journal", "-shm"]
      for suffix in suffixes {
        try "text\(suffix)".write(toFile: path + suffix, atomically: true, encoding: .utf8)
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link", withDestinationPath: path)
      let copy = try helper.copyStore(path)
      #expect(copy.hasPrefix(helper.folder + "/") && copy.hasSuffix(".sqlite"))
      #expect(
        suffixes.map { try? String(contentsOfFile: copy + $0, encoding: .utf8) }
          == ["text", "text-wal", "text-journal", nil])
      let other = try helper.copyStore(folder.path + "/link")
      let type = try FileManager.default.attributesOfItem(atPath: other)[.type]
      #expect(type as? FileAttributeType == .typeRegular)
      let error = #expect(throws: MigrationTestFailure.self) {
        try helper.copyStore("/none.sqlite")
      }
      #expect(error?.description == "'/none.sqlite': it cannot be copied")
    }
  }

  @Test func aStoreIsSeededAsTold() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let helper = try helper(folder, ["M"])
      for (seed, rows) in [(StoreSeed(), 8), (StoreSeed(rowsPerEntity: 3), 3)]
        as [(StoreSeed, Int64)]
      {
        let store = try helper.makeStore(of: "M", seed: seed)
        #expect(try TestingFixture.value(store, "SELECT COUNT(*) FROM ZA") == .integer(rows))
      }
    }
  }

  @Test func mistakesAreTold() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let helper = try helper(folder, ["M", "M 2"])
      func text(_ body: () throws -> Void) -> String {
        #expect(throws: MigrationTestFailure.self) { try body() }?.description ?? ""
      }
      #expect(
        text { _ = try helper.version("X") } == "the bundle has no version 'X'; it has 'M', 'M 2'")
      #expect(
        text { _ = try helper.migrate("/none.sqlite") } == "'/none.sqlite': it cannot be copied")
      let two = """
        {"objects": [{"entity": "X", "id": "a"}, {"entity": "Y", "id": "b"}]}
        """
      #expect(
        text { _ = try helper.makeStore(of: "M", objects: two) }
          == "no entity 'X' in the model; did you mean 'A'?; no entity 'Y' in the model; did you mean 'A'?"
      )
    }
    let missing = #expect(throws: MigrationTestFailure.self) {
      try MigrationTestHelper(bundle: "nowhere.xcdatamodeld")
    }
    if case .bundle? = missing {} else { Issue.record("\(String(describing: missing))") }
  }

  @Test func aBundleWithErrorsAloneIsRefused() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        (
          "M",
          "<entity name=\"A\" syncable=\"YES\"><attribute name=\"a\" attributeType=\"Nothing\"/></entity>"
        )
      ])
      let error = #expect(throws: MigrationTestFailure.self) {
        try MigrationTestHelper(bundle: bundle)
      }
      var found: [Diagnostic] = []
      if case .model(let diagnostics)? = error { found = diagnostics }
      #expect(found.contains { $0.severity == .error })
      // A warning is none of the reasons.
      let warnings = found.map { finding in
        var warning = finding
        warning.severity = .warning
        return warning
      }
      #expect(MigrationTestFailure.model(warnings).description.isEmpty)
      #expect(error?.description == found.map(\.text).joined(separator: "; "))
    }
  }

  @Test func aStoreOfAnUnknownModelIsRefused() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let fixture = TestingFixture(folder)
      let helper = try MigrationTestHelper(bundle: fixture.bundle([("M", model("Other"))]))
      let store = try helper.makeStore(of: "M")
      try TestingFixture.run(store, "DELETE FROM Z_MODELCACHE")
      _ = try fixture.bundle([("M", model("A"))])
      let later = try MigrationTestHelper(bundle: folder.path + "/Shop.xcdatamodeld")
      let error = #expect(throws: MigrationTestFailure.self) { try later.migrate(store) }
      if case .migration? = error {} else { Issue.record("\(String(describing: error))") }
      #expect(error?.description.contains(store) == true)
    }
  }

  /// The store before is kept in the helper's folder, so no backup is made beside the store.
  @Test func aMigrationKeepsTheStoreBeforeAndNoBackup() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        ("M", model("A")), ("M 2", model("A") + model("B")),
      ])
      let helper = try MigrationTestHelper(bundle: bundle)
      let store = try helper.makeStore(of: "M")
      let bytes = FileManager.default.contents(atPath: store)
      let result = try helper.migrate(
        store, options: MigrationOptions(keepsBackup: true),
        comparison: StoreComparison.Options(comparesTables: true))
      #expect(result.store == store && result.outcome.result == .migrated)
      #expect(result.before.hasPrefix(helper.folder))
      #expect(FileManager.default.contents(atPath: result.before) == bytes)
      #expect(result.outcome.backup == nil)
      #expect(!result.comparison.tables.isEmpty && result.tables.isEmpty)
      try TestingFixture.run(store, "CREATE INDEX I ON ZA (Z_OPT)")
      #expect(
        try helper.migrate(store).tables == [
          .init(.onlyInNew, .index, table: "ZA", name: "I")
        ])
    }
  }
}

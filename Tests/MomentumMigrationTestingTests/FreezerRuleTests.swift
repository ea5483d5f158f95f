import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumTestSupport
import Testing

/// What a freezer writes, refuses and leaves.
@Suite struct FreezerRuleTests {
  /// An entity of a name that no other test has, so that what is left of its stores can be found.
  private static func entities(_ name: String, _ extra: String = "") -> String {
    """
    <entity name="\(name)" syncable="YES">
      <attribute name="a" optional="YES" attributeType="String"/>\(extra)
    </entity>
    """
  }

  private static let broken = """
    <entity name="A" syncable="YES"><attribute name="a" attributeType="Nothing"/></entity>
    """

  private func read(_ bundle: String) throws -> BundleVersions {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    try versions.add(bundle: bundle, &diagnostics)
    return versions
  }

  private func freeze(
    _ bundle: String, _ folder: String, rows: Int = 2, overwrites: Bool = false,
    isDryRun: Bool = false, only: String? = nil
  ) throws -> StoreFreezer.Report {
    let versions = try read(bundle)
    return try StoreFreezer(
      seed: StoreSeed(rowsPerEntity: rows), overwrites: overwrites, isDryRun: isDryRun
    ).freeze(
      versions.all.filter { only == nil || $0.name == only }, of: versions.all,
      unreadable: only == nil ? versions.unreadable : [], into: folder)
  }

  private func lines(_ report: StoreFreezer.Report, _ folder: URL) -> String {
    report.findings.all.map {
      let path = ($0.location?.file.path ?? "").replacing(folder.path + "/", with: "")
      return "\(path): \($0.text.replacing(folder.path + "/", with: "")) [\($0.id)]"
    }.joined(separator: "\n")
  }

  private func actions(_ report: StoreFreezer.Report) -> [String] {
    report.stores.map { "\($0.version) \($0.action.rawValue) \($0.rowCount)" }
  }

  private func manifest(_ folder: String) throws -> FrozenManifest {
    let path = folder + "/frozen.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var diagnostics = Diagnostics()
    return try #require(FrozenManifest.read(SourceFile(path: path, text: text), &diagnostics))
  }

  /// Whether a file of the temporary folder holds a text.
  private func isLeft(_ text: String) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.path
    return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
      guard name.hasPrefix("momentum-"), name.contains(".sqlite") else { return false }
      let data = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  @Test func noScratchStoreIsLeft() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let name = "Left\(UInt32.random(in: 0 ... .max))"
      let bundle = try TestingFixture(folder).bundle([("One", Self.entities(name))])
      for isDryRun in [true, false, false] {
        _ = try freeze(bundle, folder.path + "/frozen", isDryRun: isDryRun)
        #expect(try isLeft(name) == false)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/frozen")
      #expect(names.sorted() == ["One.sqlite", "frozen.json"])
    }
  }

  @Test func rowsAreCountedAndTheManifestHasThem() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        ("One", Self.entities("A") + Self.entities("B")), ("Two", Self.entities("A")),
      ])
      let frozen = folder.path + "/new/frozen"
      #expect(try actions(freeze(bundle, frozen, rows: 3)) == ["One written 6", "Two written 3"])
      let found = try manifest(frozen)
      #expect(found.versions.map(\.name) == ["One", "Two"])
      #expect(found["One"]?.rows == ["A": 3, "B": 3] && found["One"]?.file == "One.sqlite")
      #expect(found["One"]?.checksum != found["Two"]?.checksum)
      #expect(found["One"]?.checksum.count == 44)
      #expect(found["Two"]?.entities["A"]?.count == 64 && found["Two"]?.entities.count == 1)
    }
  }

  /// For people, SQLite notes in each file which version of it wrote last. Bytes are to be the same with each.
  @Test func theWriterOfAFileIsNotNoted() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("One", Self.entities("A"))])
      _ = try freeze(bundle, folder.path + "/frozen")
      let bytes = Array(
        FileManager.default.contents(atPath: folder.path + "/frozen/One.sqlite") ?? Data())
      #expect(bytes.count > 100 && bytes.count % 4096 == 0)
      #expect(Array(bytes[96..<100]) == [0, 0, 0, 0])
      #expect(Array(bytes[92..<96]) != [0, 0, 0, 0] && bytes.starts(with: Array("SQLite".utf8)))
    }
  }

  @Test func versionsOfOtherHashesHaveOtherIdentities() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        ("One", Self.entities("A")),
        (
          "Two",
          Self.entities("A", "\n<attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/>")
        ),
        ("Three", Self.entities("A")),
      ])
      _ = try freeze(bundle, folder.path + "/frozen")
      let identities = try ["One", "Two", "Three"].map {
        try TestingFixture.value(
          folder.path + "/frozen/\($0).sqlite", "SELECT Z_UUID FROM Z_METADATA")
      }
      #expect(identities[0] == identities[2] && identities[0] != identities[1])
      #expect(identities[0] != nil)
    }
  }

  // MARK: - Versions

  @Test func theManifestIsInTheBundlesOrderAndKeepsWhatIsGone() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let fixture = TestingFixture(folder)
      let frozen = folder.path + "/frozen"
      let versions = ["M", "M 2", "M 3"].map { ($0, Self.entities("A")) }
      let bundle = try fixture.bundle(versions)
      for name in ["M 3", "M", "M 2"] {
        #expect(try freeze(bundle, frozen, only: name).stores.count == 1)
      }
      #expect(try manifest(frozen).versions.map(\.name) == ["M", "M 2", "M 3"])
      try FileManager.default.removeItem(atPath: bundle + "/M 2.xcdatamodel")
      _ = try fixture.bundle([("M 4", Self.entities("A"))])
      let report = try freeze(bundle, frozen)
      #expect(actions(report) == ["M unchanged 2", "M 3 unchanged 2", "M 4 written 2"])
      expectText(
        lines(report, folder),
        "frozen/frozen.json: version 'M 2' was frozen, but the bundle no longer has it [freeze.missing-version]"
      )
      #expect(try manifest(frozen).versions.map(\.name) == ["M", "M 3", "M 4", "M 2"])
    }
  }

  @Test func aVersionWithErrorsIsNotMissing() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let fixture = TestingFixture(folder)
      let frozen = folder.path + "/frozen"
      let bundle = try fixture.bundle([("M", Self.entities("A")), ("M 2", Self.entities("A"))])
      _ = try freeze(bundle, frozen)
      _ = try fixture.bundle([("M 2", Self.broken)])
      let report = try freeze(bundle, frozen)
      #expect(report.unusableVersions == ["M 2"] && actions(report) == ["M unchanged 2"])
      let ids = report.findings.all.map(\.id)
      #expect(ids.last == "freeze.unusable-version" && !ids.contains("freeze.missing-version"))
      #expect(ids.count == 2, "the version's own error, and that it is not frozen")
      #expect(
        report.findings.all.last?.text == "version 'M 2' is not frozen: it has errors")
      #expect(report.findings.all.last?.location?.file.path.hasSuffix("M 2.xcdatamodel") == true)
      #expect(try manifest(frozen).versions.map(\.name) == ["M", "M 2"])
    }
  }

  @Test func anEditedVersionIsRefusedOrFrozenAnew() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let fixture = TestingFixture(folder)
      let frozen = folder.path + "/frozen"
      let bundle = try fixture.bundle([("M", Self.entities("A") + Self.entities("B"))])
      _ = try freeze(bundle, frozen)
      let before = try manifest(frozen)
      let more = "<attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/>"
      _ = try fixture.bundle([("M", Self.entities("A", more) + Self.entities("C"))])
      let refused = try freeze(bundle, frozen)
      #expect(actions(refused) == ["M refused 4"])
      expectText(
        lines(refused, folder),
        "Shop.xcdatamodeld/M.xcdatamodel: version 'M' was edited after it was frozen: entities 'A', 'B', 'C' have other hashes, so stores of users no longer match; add a new version instead [freeze.edited-version]"
      )
      #expect(try manifest(frozen) == before)
      let dry = try freeze(bundle, frozen, overwrites: true, isDryRun: true)
      #expect(actions(dry) == ["M overwritten 4"])
      #expect(try manifest(frozen) == before)
      let anew = try freeze(bundle, frozen, overwrites: true)
      #expect(actions(anew) == ["M overwritten 4"])
      #expect(anew.findings.all.map(\.id) == ["freeze.edited-version"])
      #expect(try manifest(frozen) != before)
      #expect(try freeze(bundle, frozen).findings.all.isEmpty)
    }
  }

  @Test func anEntityWithoutRowsIsNoted() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let needs = "<attribute name=\"b\" attributeType=\"String\" minValueString=\"301\"/>"
      let bundle = try TestingFixture(folder).bundle([
        ("M", Self.entities("B", needs) + Self.entities("A", needs) + Self.entities("C"))
      ])
      let report = try freeze(bundle, folder.path + "/frozen")
      #expect(actions(report) == ["M written 2"])
      let path = "Shop.xcdatamodeld/M.xcdatamodel"
      expectText(
        lines(report, folder),
        """
        \(path): entity 'A' of version 'M' has no rows: attribute 'b' needs a value [freeze.unfilled-entity]
        \(path): entity 'B' of version 'M' has no rows: attribute 'b' needs a value [freeze.unfilled-entity]
        """)
    }
  }

  // MARK: - Files

  @Test func anotherFileIsNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("M", Self.entities("A"))])
      let frozen = folder.path + "/frozen"
      try FileManager.default.createDirectory(atPath: frozen, withIntermediateDirectories: true)
      try "mine".write(toFile: frozen + "/M.sqlite", atomically: true, encoding: .utf8)
      let report = try freeze(bundle, frozen)
      #expect(actions(report) == ["M refused 2"])
      expectText(
        lines(report, folder),
        "frozen/M.sqlite: 'frozen/M.sqlite' holds something else than what would be written; --force writes over it [freeze.different-file]"
      )
      #expect(!FileManager.default.fileExists(atPath: frozen + "/frozen.json"))
      #expect(try actions(freeze(bundle, frozen, overwrites: true)) == ["M overwritten 2"])
      // Other rows are another store.
      #expect(try actions(freeze(bundle, frozen, rows: 3)) == ["M refused 3"])
      // What differs is in bookkeeping or in tables alone.
      for statement in [
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 99", "CREATE INDEX I ON ZA (ZA)", "UPDATE ZA SET ZA = 'x'",
      ] {
        #expect(try freeze(bundle, frozen, overwrites: true).stores.count == 1)
        try TestingFixture.run(frozen + "/M.sqlite", statement)
        #expect(try actions(freeze(bundle, frozen)) == ["M refused 2"], "\(statement)")
      }
    }
  }

  @Test func aManifestThatCannotBeUsedStopsAll() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("M", Self.entities("A"))])
      let frozen = folder.path + "/frozen"
      try FileManager.default.createDirectory(atPath: frozen, withIntermediateDirectories: true)
      try "[]".write(toFile: frozen + "/frozen.json", atomically: true, encoding: .utf8)
      let report = try freeze(bundle, frozen)
      #expect(report.hasUnusableManifest && report.stores.isEmpty)
      #expect(report.findings.all.map(\.id) == ["freeze.malformed-manifest"])
      let forced = try freeze(bundle, frozen, overwrites: true)
      #expect(!forced.hasUnusableManifest && forced.findings.all.isEmpty)
      #expect(actions(forced) == ["M written 2"])
      #expect(try manifest(frozen).versions.map(\.name) == ["M"])
    }
  }

  @Test func aFileThatCannotBeReadOrWrittenIsNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("M", Self.entities("A"))])
      func failure(_ path: String) throws -> String {
        let error = #expect(throws: FreezeFailure.self) { try freeze(bundle, path) }
        return (error?.description ?? "").replacing(folder.path + "/", with: "")
      }
      let file = folder.path + "/file"
      try "".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try failure(file + "/frozen") == "'file/frozen': the folder cannot be made")
      let frozen = folder.path + "/frozen"
      try FileManager.default.createDirectory(
        atPath: frozen + "/frozen.json", withIntermediateDirectories: true)
      #expect(try failure(frozen) == "'frozen/frozen.json': it cannot be read")
    }
    #expect(!FreezeFailure(path: "p", message: "m").isOfModel)
  }
}

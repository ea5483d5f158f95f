import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What is said of each store below a folder.
@Suite struct FixtureRuleTests {
  private static func model(_ name: String, _ extra: String = "") -> String {
    "<entity name=\"\(name)\" syncable=\"YES\"><attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>\(extra)</entity>"
  }

  private static let more = "<attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/>"

  /// A bundle whose last two versions are equal by hash.
  private static let versions = [
    ("M", model("A")), ("M 2", model("A", more)), ("M 3", model("A", more)),
  ]

  private func inspect(
    _ folder: URL, _ versions: [(String, String)] = Self.versions,
    _ fill: (MigrationTestHelper, String) throws -> Void
  ) throws -> FixtureReport {
    let bundle = try TestingFixture(folder).bundle(versions)
    let stores = folder.path + "/stores"
    try FileManager.default.createDirectory(atPath: stores, withIntermediateDirectories: true)
    try fill(try MigrationTestHelper(bundle: bundle), stores)
    var read = BundleVersions()
    var diagnostics = Diagnostics()
    try read.add(bundle: bundle, &diagnostics)
    return try FixtureInspection(versions: read).examine(stores)
  }

  private func put(
    _ helper: MigrationTestHelper, _ version: String, _ path: String, rows: Int = 2
  ) throws {
    try FileManager.default.moveItem(
      atPath: try helper.makeStore(of: version, seed: StoreSeed(rowsPerEntity: rows)), toPath: path)
  }

  private func lines(_ report: FixtureReport, _ folder: URL) -> String {
    report.findings.all.map {
      let path = ($0.location?.file.path ?? "").replacing(folder.path + "/", with: "")
      return "\(path): \($0.text) [\($0.id)]"
    }.joined(separator: "\n")
  }

  @Test func equalVersionsAreAllNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let report = try inspect(folder) { helper, stores in
        try put(helper, "M 2", stores + "/b.sqlite")
        try put(helper, "M", stores + "/a 7.sqlite", rows: 5)
        try put(helper, "M 3", stores + "/M.sqlite")
      }
      expectText(
        lines(report, folder),
        "stores/M.sqlite: the name says version 'M', but the store is of version 'M 2' or 'M 3' [fixture.disagreeing-name]"
      )
      func version(_ name: String) -> FixtureReport.Version {
        .init(bundle: folder.path + "/Shop.xcdatamodeld", name: name)
      }
      let stores = report.stores
      #expect(
        stores.map(\.path) == ["M", "a 7", "b"].map { folder.path + "/stores/\($0).sqlite" })
      let equal = FixtureReport.Store.Match.versions([version("M 2"), version("M 3")])
      #expect(stores.map(\.match) == [equal, .versions([version("M")]), equal])
      #expect(stores.map(\.rowCount) == [2, 5, 2])
      #expect(stores.map(\.namedVersion) == [version("M"), nil, nil])
      #expect(stores.allSatisfy { $0.rowCountWithoutLog == nil && $0.frameworkVersion == 1526 })
      let found = report.versions
      #expect(found.map(\.version) == ["M", "M 2", "M 3"].map(version))
      #expect(
        found.map { $0.paths.map { String($0.dropFirst(folder.path.count + 8)) } }
          == [["a 7.sqlite"], ["M.sqlite", "b.sqlite"], ["M.sqlite", "b.sqlite"]])
    }
  }

  @Test func aVersionWithoutAStoreIsToldAtItsBundle() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let report = try inspect(folder) { _, _ in }
      expectText(
        lines(report, folder),
        ["M", "M 2", "M 3"].map {
          "Shop.xcdatamodeld: no store is of version '\($0)' [fixture.version-without-fixture]"
        }.joined(separator: "\n"))
      #expect(report.stores.isEmpty && report.versions.allSatisfy { $0.paths.isEmpty })
    }
  }

  /// A store of a model that no bundle has, but which it keeps itself.
  @Test(arguments: [true, false]) func aStoreMayKeepItsOwnModel(keepsModel: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let report = try inspect(folder, [("M", Self.model("A"))]) { helper, stores in
        try put(helper, "M", stores + "/a.sqlite")
        try RepositoryFiles.withTemporaryFolder { other in
          let bundle = try TestingFixture(other).bundle([("X", Self.model("Other"))])
          try put(try MigrationTestHelper(bundle: bundle), "X", stores + "/M.sqlite")
        }
        let cache = keepsModel ? ArchiveBuilder.model(entity: "Other", attribute: "a") : [0]
        try Connection(path: stores + "/M.sqlite", access: .readWrite).execute(
          "UPDATE Z_MODELCACHE SET Z_CONTENT = ?", [.blob(ArchiveBuilder.deflated(cache))])
      }
      let end = keepsModel ? "; it keeps its own model" : ", and it keeps no model of its own"
      expectText(
        lines(report, folder),
        "stores/M.sqlite: no version of the bundles has the store's hashes\(end) [fixture.unknown-version]"
      )
      let isOwn =
        switch try #require(report.stores.first).match {
        case .ownModel: true
        case .versions, .unknown: false
        }
      #expect(isOwn == keepsModel)
      // The name is looked for in all bundles where the store is of none.
      #expect(report.stores.first?.namedVersion?.name == "M")
    }
  }

  @Test func theLogsRowsAreCounted() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let name = "Log\(UInt32.random(in: 0 ... .max))"
      let report = try inspect(folder, [("M", Self.model(name))]) { helper, stores in
        let live = folder.path + "/live.sqlite"
        try put(helper, "M", live, rows: 3)
        for (target, insert) in [("more", 2), ("same", 0)] {
          let connection = try Connection(path: live, access: .readWrite)
          try connection.execute("PRAGMA journal_mode = WAL")
          try connection.execute("PRAGMA wal_autocheckpoint = 0")
          try connection.execute(sql: "UPDATE Z\(name.uppercased()) SET ZA = 'x'")
          for _ in 0..<insert {
            try connection.execute(
              sql: "INSERT INTO Z\(name.uppercased())(Z_ENT, Z_OPT) VALUES(1, 1)")
          }
          for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
              atPath: live + suffix, toPath: stores + "/\(target).sqlite" + suffix)
          }
          if insert > 0 {
            try connection.execute(sql: "DELETE FROM Z\(name.uppercased()) WHERE Z_PK > 3")
          }
        }
      }
      expectText(
        lines(report, folder),
        "stores/more.sqlite: 2 of the store's 5 rows stand only in the '-wal' beside it [fixture.log-holds-rows]"
      )
      #expect(report.stores.map(\.rowCount) == [5, 3])
      #expect(report.stores.map(\.rowCountWithoutLog) == [3, nil])
      // The copy without a log is gone.
      let place = FileManager.default.temporaryDirectory.path
      for file in try FileManager.default.contentsOfDirectory(atPath: place)
      where file.hasPrefix("momentum-") && file.hasSuffix(".sqlite") {
        let data = FileManager.default.contents(atPath: place + "/" + file) ?? Data()
        #expect(data.range(of: Data(name.utf8)) == nil, "\(file)")
      }
    }
  }

  @Test func whatCannotBeReadIsNamedAndOtherDatabasesAreNot() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let report = try inspect(folder, [("M", Self.model("A"))]) { helper, stores in
        try put(helper, "M", stores + "/a.sqlite")
        let whole = try #require(FileManager.default.contents(atPath: stores + "/a.sqlite"))
        try whole.prefix(3000).write(to: URL(fileURLWithPath: stores + "/cut.sqlite"))
        // Fewer bytes than the mark of a database, and as many.
        try whole.prefix(15).write(to: URL(fileURLWithPath: stores + "/15.sqlite"))
        try whole.prefix(16).write(to: URL(fileURLWithPath: stores + "/16.sqlite"))
        try Data().write(to: URL(fileURLWithPath: stores + "/empty.sqlite"))
        let other = try Connection(path: stores + "/other.db", access: .createExclusively)
        try other.execute("CREATE TABLE t (x)")
      }
      #expect(report.stores.map { $0.path.hasSuffix("/a.sqlite") } == [true])
      #expect(
        report.findings.all.map { $0.location?.file.path.split(separator: "/").last } == [
          "16.sqlite", "cut.sqlite",
        ])
      #expect(
        report.findings.all.allSatisfy {
          $0.id == "fixture.not-read" && $0.text.hasPrefix("the store cannot be read: ")
        })
    }
  }

  // MARK: - Models

  @Test func modelsAreBundlesOrElseBareFiles() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func names(_ paths: [String]) -> [String] {
        paths.map { $0.replacing(folder.path + "/", with: "") }
      }
      try "<model/>".write(toFile: folder.path + "/b.xml", atomically: true, encoding: .utf8)
      try "<other/>".write(toFile: folder.path + "/c.xml", atomically: true, encoding: .utf8)
      try "<model/>".write(toFile: folder.path + "/a.xml", atomically: true, encoding: .utf8)
      #expect(names(try FixtureInspection.bundles(below: folder.path)) == [])
      #expect(names(try FixtureInspection.models(below: folder.path)) == ["a.xml", "b.xml"])
      for name in [
        "Z.xcdatamodeld", "in/Y.xcdatamodel", "X.momd", "W.mom", "V.xcdatamodeld/In.xcdatamodel",
      ] {
        try FileManager.default.createDirectory(
          atPath: folder.path + "/" + name, withIntermediateDirectories: true)
      }
      let expected = ["V.xcdatamodeld", "X.momd", "Z.xcdatamodeld", "in/Y.xcdatamodel"]
      #expect(names(try FixtureInspection.bundles(below: folder.path)) == expected)
      #expect(names(try FixtureInspection.models(below: folder.path)) == expected)
    }
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    let path = "/nowhere/at/all"
    func check(_ reason: String, _ read: () throws -> Void) {
      let error = #expect(throws: (any Error).self) { try read() }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(path) && text.hasSuffix(reason), "\(text)")
    }
    check("it cannot be read") { _ = try FixtureInspection.bundles(below: path) }
    check("it cannot be read") { _ = try FixtureInspection.models(below: path) }
    check("no such folder, or it cannot be read") {
      _ = try FixtureInspection(versions: BundleVersions()).examine(path)
    }
  }
}

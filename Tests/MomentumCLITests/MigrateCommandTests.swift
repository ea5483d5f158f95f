import Foundation
import MomentumCLI
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// `momentum migrate` as a user runs it.
@Suite struct MigrateCommandTests {
  /// A bundle of four versions, and a store of the first with three venues.
  struct Project {
    let folder: URL
    var bundle: String { folder.appendingPathComponent("Places.xcdatamodeld").path }
    var store: String { folder.appendingPathComponent("places.sqlite").path }

    static let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#
    static let versions: [(name: String, attributes: String)] = [
      ("Places", name),
      (
        "Places 2",
        name
          + #"<attribute name="town" optional="YES" attributeType="String" defaultValueString="Rome"/>"#
      ),
      ("Places 3", #"<attribute name="name" attributeType="String"/>"#),
      (
        "Places 4",
        #"<attribute name="name" optional="YES" attributeType="Integer 32" usesScalarValueType="NO"/>"#
      ),
    ]

    init(_ folder: URL) throws {
      self.folder = folder
      for version in Self.versions {
        let place = URL(fileURLWithPath: bundle)
          .appendingPathComponent("\(version.name).xcdatamodel")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let text = """
          <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
          <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
          lastSavedToolsVersion="22522" systemVersion="23A344" minimumToolsVersion="Automatic" \
          sourceLanguage="Swift" userDefinedModelVersionIdentifier="\(version.name)">
            <entity name="Venue" representedClassName="Venue" syncable="YES">
              \(version.attributes)
            </entity>
          </model>
          """
        try text.write(
          to: place.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
      }
      try setCurrent("Places 2")
      let made = Run("create", bundle, store, "--model-version", "Places", "--quiet")
      #expect(made.status == 0, "\(made.error)")
      let connection = try Connection(path: store, access: .readWrite)
      for key in 1...3 {
        try connection.execute(
          "INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, 1, 1, ?)",
          [.integer(Int64(key)), .text("venue \(key)")])
      }
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 3")
    }

    func setCurrent(_ name: String) throws {
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
        <string>\(name).xcdatamodel</string></dict></plist>
        """
      try text.write(
        to: URL(fileURLWithPath: bundle).appendingPathComponent(".xccurrentversion"),
        atomically: true, encoding: .utf8)
    }

    func execute(_ sql: String) throws {
      try Connection(path: store, access: .readWrite).execute(sql: sql)
    }

    var bytes: Data? { FileManager.default.contents(atPath: store) }

    /// What stands in the folder, hidden files too.
    func expectNames(
      _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == expected, sourceLocation: sourceLocation)
    }
  }

  private func withProject(_ body: (Project) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { try body(Project($0)) }
  }

  @Test func aStoreIsCarriedToTheCurrentVersion() throws {
    try withProject { project in
      let run = Run("migrate", project.store, "--to", project.bundle)
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.hasPrefix("\(project.store): migrated to 'Places 2'\n"))
      #expect(run.error.isEmpty)
      let rows = Run(
        "fetch", project.store, "--model", project.bundle, "--entity", "Venue", "--select",
        "name", "--select", "town", "--sort", "name", "--format", "csv")
      expectText(
        rows.output.replacing("\r\n", with: "\n"),
        "name,town\nvenue 1,Rome\nvenue 2,Rome\nvenue 3,Rome\n")
      try project.expectNames(["Places.xcdatamodeld", "places.sqlite", "places.sqlite.bak"])
      let again = Run("migrate", project.store, "--to", project.bundle)
      #expect(again.status == 0)
      expectText(
        again.output,
        "\(project.store): has the hashes of 'Places 2' already; nothing to do\n")
    }
  }

  @Test func aVersionCanBeNamed() throws {
    try withProject { project in
      try project.setCurrent("Places")
      let run = Run(
        "migrate", project.store, "--to", project.bundle + "@Places 2", "--no-backup", "--quiet")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.isEmpty)
      try project.expectNames(["Places.xcdatamodeld", "places.sqlite"])
      let wrong = Run("migrate", project.store, "--to", project.bundle + "@Places 9")
      #expect(wrong.status == 65)
      #expect(wrong.error.contains("Places 9"))
    }
  }

  @Test func inPlaceKeepsNoBackup() throws {
    try withProject { project in
      let run = Run("migrate", project.store, "--to", project.bundle, "--in-place")
      #expect(run.status == 0, "\(run.error)")
      try project.expectNames(["Places.xcdatamodeld", "places.sqlite"])
    }
  }

  @Test(arguments: [["--plan"], ["--script"], ["--preflight"], ["--rehearse"]])
  func whatOnlyShowsChangesNothing(options: [String]) throws {
    try withProject { project in
      let before = project.bytes
      let run = Run(["migrate", project.store, "--to", project.bundle] + options)
      #expect(run.status == 0, "\(run.error)")
      expectEqual(project.bytes, before, "what only shows writes nothing: \(options)")
      try project.expectNames(["Places.xcdatamodeld", "places.sqlite"])
    }
  }

  @Test func rowsThatFailAreFindings() throws {
    try withProject { project in
      try project.execute("UPDATE ZVENUE SET ZNAME = NULL WHERE Z_PK > 1")
      let before = project.bytes
      let target = project.bundle + "@Places 3"
      for options in [["--preflight"], ["--rehearse"], [], ["--in-place"]] {
        let run = Run(["migrate", project.store, "--to", target] + options)
        #expect(run.status == 1, "\(options) \(run.error)")
        #expect(run.output.contains("Venue.name"), "\(run.output)")
        #expect(run.output.contains("Venue/p2, Venue/p3\n"), "\(run.output)")
        #expect(run.output.contains("SQL: SELECT"), "\(run.output)")
      }
      let json = Run(
        "migrate", project.store, "--to", target, "--preflight", "--format", "json")
      #expect(json.status == 1)
      let object =
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      let failures = object?["failures"] as? [[String: Any]]
      #expect(failures?.first?["rows"] as? Int == 2)
      expectEqual(project.bytes, before, "a preflight writes nothing")
    }
  }

  /// A program that asks for JSON gets some, whatever there is to say.
  @Test func thereIsJSONForNothingToDoAndForARefusal() throws {
    try withProject { project in
      func object(_ run: Run) throws -> [String: Any] {
        try #require(
          try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
          "\(run.output)")
      }
      let refused = Run(
        "migrate", project.store, "--to", project.bundle + "@Places 4", "--format", "json")
      #expect(refused.status == 65)
      #expect(try object(refused)["result"] as? String == "refused")
      #expect((try object(refused)["error"] as? String)?.contains("Venue.name") == true)
      let first = Run("migrate", project.store, "--to", project.bundle, "--no-backup")
      #expect(first.status == 0, "\(first.error)")
      let current = Run(
        "migrate", project.store, "--to", project.bundle, "--plan", "--format", "json")
      #expect(current.status == 0)
      let plan = try object(current)["plan"] as? [String: Any]
      #expect((plan?["steps"] as? [Any])?.isEmpty == true, "\(current.output)")
    }
  }

  @Test func whatCannotBeInferredIsRefused() throws {
    try withProject { project in
      let before = project.bytes
      let run = Run("migrate", project.store, "--to", project.bundle + "@Places 4")
      #expect(run.status == 65)
      #expect(run.error.contains("Venue.name"), "\(run.error)")
      expectEqual(project.bytes, before, "a migration that is refused leaves the store")
    }
  }

  @Test func anUnknownStoreIsRefused() throws {
    try withProject { project in
      let run = Run(
        "migrate", project.store, "--to", project.bundle, "--from", project.bundle + "@Places 3")
      #expect(run.status == 65)
      #expect(run.error.contains("entity 'Venue' differs"), "\(run.error)")
    }
  }

  @Test func aStoreInUseIsAFailure() throws {
    try withProject { project in
      let writer = try Connection(path: project.store, access: .readWrite)
      try writer.execute("BEGIN IMMEDIATE")
      let run = Run("migrate", project.store, "--to", project.bundle, "--in-place")
      #expect(run.status == 74)
      #expect(run.error.contains("is open in another process"), "\(run.error)")
      try writer.execute("ROLLBACK")
    }
  }

  @Test(arguments: [
    ["--plan", "--rehearse"], ["--plan", "--in-place"], ["--rehearse", "--no-backup"],
    ["--in-place", "--no-backup"],
  ])
  func optionsThatDoNotGoTogetherAreWrongUsage(options: [String]) throws {
    #expect(Run(["migrate", "a.sqlite", "--to", "b.xcdatamodeld"] + options).status == 64)
  }

  /// All commands that read a store say with 65 that it is none.
  @Test func whatIsNoStoreIsBadInput() throws {
    try withProject { project in
      let text = project.folder.appendingPathComponent("text.sqlite").path
      try Data(String(repeating: "no database ", count: 100).utf8)
        .write(to: URL(fileURLWithPath: text))
      let plain = project.folder.appendingPathComponent("plain.sqlite").path
      try Connection(path: plain, access: .createExclusively).execute("CREATE TABLE a(b)")
      let broken = project.folder.appendingPathComponent("broken.sqlite").path
      try FileManager.default.copyItem(atPath: project.store, toPath: broken)
      try Connection(path: broken, access: .readWrite)
        .execute("UPDATE Z_METADATA SET Z_PLIST = x'00'")
      for path in [text, plain, broken] {
        for arguments in [
          ["inspect", path], ["migrate", path, "--to", project.bundle],
          ["fetch", path, "--model", project.bundle, "--entity", "Venue"],
        ] {
          let run = Run(arguments)
          #expect(run.status == 65, "\(arguments): \(run.error)")
        }
      }
    }
  }

  @Test func whatCannotBeOpenedIsAFailure() throws {
    try withProject { project in
      for path in [project.folder.path, project.store + ".none"] {
        let run = Run("migrate", path, "--to", project.bundle)
        #expect(run.status == 74, "\(path) \(run.error)")
      }
    }
  }

  @Test(arguments: [
    ("UPDATE Z_METADATA SET Z_PLIST = NULL", "cannot be read"),
    ("UPDATE Z_METADATA SET Z_PLIST = x'62706C697374'", "cannot be read"),
    ("DELETE FROM Z_METADATA", "Z_METADATA has no row"),
    ("INSERT INTO Z_METADATA SELECT 2, 'b', Z_PLIST FROM Z_METADATA", "more than one row"),
    ("DROP TABLE Z_METADATA", "it has no table Z_METADATA"),
    ("DROP TABLE Z_PRIMARYKEY", "it has no table Z_PRIMARYKEY"),
  ])
  func whatIsNoStoreIsBadInput(sql: String, message: String) throws {
    try withProject { project in
      try project.execute(sql)
      let before = project.bytes
      for mode in [[], ["--plan"], ["--preflight"], ["--rehearse"], ["--in-place"]] {
        let run = Run(["migrate", project.store, "--to", project.bundle] + mode)
        #expect(run.status == 65, "\(mode) \(run.error)")
        #expect(run.error.contains(message), "\(run.error)")
        #expect(!run.error.contains("SQLite code"))
      }
      expectEqual(project.bytes, before, "a migration that is refused leaves the store")
    }
  }

  @Test(arguments: [
    ("", "is empty; a store is an SQLite database"),
    (String(repeating: "text ", count: 1000), "is no SQLite database"),
  ])
  func whatIsNoDatabaseIsBadInput(content: String, message: String) throws {
    try withProject { project in
      let path = project.store + ".txt"
      try content.write(toFile: path, atomically: true, encoding: .utf8)
      for mode in [[], ["--preflight"], ["--rehearse"], ["--in-place"]] {
        let run = Run(["migrate", path, "--to", project.bundle] + mode)
        #expect(run.status == 65, "\(mode) \(run.error)")
        #expect(run.error.contains("'\(path)' \(message)"), "\(run.error)")
      }
    }
  }

  @Test func hashesThatDoNotFitTheTablesAreRefused() throws {
    try withProject { project in
      let other = project.folder.appendingPathComponent("other.sqlite").path
      #expect(Run("create", project.bundle, other, "--quiet").status == 0)
      try StoreReader(path: other).metadata()
        .write(to: Connection(path: project.store, access: .readWrite))
      for mode in [[], ["--plan"], ["--preflight"]] {
        let run = Run(["migrate", project.store, "--to", project.bundle] + mode)
        #expect(run.status == 65, "\(mode) \(run.error)")
        #expect(run.error.contains("table ZVENUE has no column ZTOWN"), "\(run.error)")
      }
    }
  }

  @Test func unusedPagesAreToldOnce() throws {
    try withProject { project in
      try project.execute("CREATE TABLE BIG AS SELECT zeroblob(3000000) AS CONTENT")
      try project.execute("DROP TABLE BIG")
      let run = Run("migrate", project.store, "--to", project.bundle)
      #expect(run.status == 0, "\(run.error)")
      let lines = run.output.split(separator: "\n").filter { $0.contains("VACUUM") }
      #expect(lines == ["  VACUUM would give back 3.0 MB of unused pages"])
    }
  }

  @Test func aClosedTerminalEndsTheCommandInOrderUnlessItIsToRunOn() {
    #expect(InterruptWatch.signals(ignoresHangUp: false) == [SIGINT, SIGTERM, SIGHUP])
    #expect(InterruptWatch.signals(ignoresHangUp: true) == [SIGINT, SIGTERM])
  }
}

import Foundation
import MomentumMigrationProof
import MomentumTestSupport
import Testing

/// Stores that lie, and files beside them that are laid as traps: refused or migrated, never broken, and
/// nothing else is touched.
@Suite(.tags(.random)) struct HostileStoreTests {
  /// Statements that make a store that no framework would have written.
  private static let lies: [String] = [
    "DELETE FROM Z_METADATA",
    "UPDATE Z_METADATA SET Z_PLIST = x'00'",
    "UPDATE Z_METADATA SET Z_PLIST = 'text', Z_UUID = NULL",
    "UPDATE Z_METADATA SET Z_PLIST = zeroblob(3000000)",
    "UPDATE Z_METADATA SET Z_PLIST = CAST('bplist00' || zeroblob(40) AS BLOB)",
    "INSERT INTO Z_METADATA(Z_VERSION, Z_UUID, Z_PLIST) VALUES(0, 'x', x'01')",
    "DROP TABLE Z_METADATA",
    "DROP TABLE Z_PRIMARYKEY",
    "DELETE FROM Z_PRIMARYKEY",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = -5",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 'many'",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL, Z_SUPER = NULL",
    "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL",
    "UPDATE Z_PRIMARYKEY SET Z_NAME = 'x''); DROP TABLE ZTAG; --'",
    "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 9223372036854770000",
    "INSERT INTO Z_PRIMARYKEY VALUES(9000000000, 'Ghost', 77, 3)",
    "UPDATE ZORDER SET Z_ENT = 99",
    "UPDATE ZORDER SET Z_ENT = NULL, Z_OPT = NULL",
    "UPDATE ZORDER SET Z_ENT = 'order'",
    "UPDATE ZORDER SET Z_PK = 9223372036854775807 WHERE Z_PK = (SELECT max(Z_PK) FROM ZORDER)",
    "UPDATE ZORDER SET Z_PK = -9223372036854775808 WHERE Z_PK = (SELECT min(Z_PK) FROM ZORDER)",
    "UPDATE ZORDER SET ZCUSTOMER = 9223372036854775807",
    "UPDATE ZORDER SET ZCUSTOMER = 'nobody'",
    "UPDATE ZORDER SET ZNUMBER = 1e300",
    "UPDATE ZORDER SET ZNUMBER = 'twelve', ZPLACED = x'00ff'",
    "UPDATE ZORDER SET Z_FOK_CUSTOMER = NULL",
    "UPDATE ZORDER SET Z_FOK_CUSTOMER = 9223372036854775807",
    "UPDATE ZCUSTOMER SET ZNAME = zeroblob(1000000)",
    "DROP TABLE ZORDER",
    "DROP TABLE ZTAG",
    "ALTER TABLE ZORDER DROP COLUMN ZTOTAL",
    "ALTER TABLE ZORDER RENAME COLUMN ZNUMBER TO ZNUMERO",
    "ALTER TABLE ZORDER ADD COLUMN ZEXTRA VARCHAR DEFAULT 'more'",
    "CREATE TABLE ZAISLE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER)",
    "CREATE VIEW ZAISLE AS SELECT 1",
    "CREATE TABLE ZORDER_OLD (x)",
    "CREATE TRIGGER evil AFTER UPDATE ON ZCUSTOMER BEGIN DELETE FROM ZTAG; END",
    "CREATE TRIGGER evil AFTER INSERT ON Z_METADATA BEGIN DELETE FROM ZORDER; END",
    "CREATE TRIGGER evil BEFORE DELETE ON Z_METADATA BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER evil AFTER UPDATE ON ZORDER BEGIN SELECT load_extension('evil'); END",
    "CREATE INDEX Z_Order_byNumber ON ZTAG (ZLABEL)",
    "CREATE INDEX \"evil\"\"; DROP TABLE ZTAG; --\" ON ZTAG (ZLABEL)",
    "CREATE UNIQUE INDEX evil ON ZCUSTOMER (Z_ENT, Z_PK)",
    "CREATE INDEX evil ON ZORDER (ZTOTAL, ZNUMBER)",
    "CREATE INDEX evil ON ZORDER (abs(ZNUMBER)) WHERE ZTOTAL > 0",
    "CREATE VIEW evil AS SELECT ZTOTAL FROM ZORDER",
    "CREATE TABLE evil (x REFERENCES ZORDER(Z_PK) ON DELETE CASCADE)",
    "CREATE VIRTUAL TABLE evil USING fts5(x)",
    "PRAGMA user_version = 2147483647",
    "PRAGMA application_id = 1",
  ]

  @Test(arguments: lies.indices)
  func aLieIsRefusedOrSurvived(number: Int) throws {
    let lie = Self.lies[number]
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      do { try store.change(lie) } catch { return }
      let ending = try store.migrate(isInPlace: number % 2 == 0)
      if case .broken(let problems) = ending { Issue.record("\(lie): \(problems)") }
    }
  }

  @Test(arguments: ["ZORDER", "ZCUSTOMER", "Z_PRIMARYKEY", "Z_METADATA"], [false, true])
  func aViewIsNoTable(table: String, isInPlace: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      try store.change(
        "ALTER TABLE \(table) RENAME TO hidden", "CREATE VIEW \(table) AS SELECT * FROM hidden")
      let ending = try store.migrate(isInPlace: isInPlace)
      guard case .refused = ending else {
        Issue.record("\(ending)")
        return
      }
    }
  }

  /// The store's rows have to come through a trigger of somebody else's unharmed.
  @Test(arguments: [false, true])
  func aTriggerOfSomebodyElseDoesNotRun(isInPlace: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      try store.change(
        "CREATE TRIGGER evil AFTER UPDATE ON ZCUSTOMER BEGIN DELETE FROM ZTAG; END",
        "CREATE TRIGGER worse AFTER INSERT ON ZCUSTOMER BEGIN DELETE FROM ZTAG; END")
      let ending = try store.migrate(isInPlace: isInPlace)
      guard ending == .migrated else { return }
      #expect(try store.rowCount("ZTAG") == store.expectedTags)
    }
  }

  @Test(arguments: [0, 1, 15, 16, 99, 100, 512, 4095, 4096, 4097, 20_000])
  func aFileThatIsCutOffIsRefused(length: Int) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      let url = URL(fileURLWithPath: store.path)
      try Data(contentsOf: url).prefix(length).write(to: url)
      let ending = try store.migrate()
      guard case .refused = ending else {
        Issue.record("\(ending)")
        return
      }
    }
  }

  /// Bytes that are changed anywhere: an error, or a result that is sound.
  @Test(arguments: UInt64(1)...30)
  func damagedBytesDoNotTrap(seed: UInt64) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      try store.damage(seed: seed)
      let ending = try store.migrate(isInPlace: seed % 2 == 0)
      // A value that was hit is a value like any other, a key that was hit is not.
      if case .broken(let problems) = ending { Issue.record("seed \(seed): \(problems)") }
    }
  }

  // MARK: - Traps beside the store

  @Test func aLinkThatWaitsUnderATemporaryNameIsNotFollowed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      let victim = folder.appendingPathComponent("victim")
      try "precious".write(to: victim, atomically: true, encoding: .utf8)
      for name in [
        ".store.sqlite.momentum-new", ".store.sqlite.momentum-bak", "store.sqlite.bak",
        ".store.sqlite.momentum-new-journal", ".store.sqlite.momentum-new-wal",
      ] {
        try FileManager.default.createSymbolicLink(
          at: store.folder.appendingPathComponent(name), withDestinationURL: victim)
      }
      let ending = try store.migrate()
      if case .broken(let problems) = ending { Issue.record("\(problems)") }
      #expect(try String(contentsOf: victim, encoding: .utf8) == "precious")
    }
  }

  @Test func aLinkToTheStoreIsMigratedWhereItLeads() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      let real = folder.appendingPathComponent("elsewhere.sqlite")
      try FileManager.default.moveItem(atPath: store.path, toPath: real.path)
      try FileManager.default.createSymbolicLink(
        atPath: store.path, withDestinationPath: real.path)
      let ending = try store.migrate()
      if case .broken(let problems) = ending { Issue.record("\(problems)") }
      let kind = try FileManager.default.attributesOfItem(atPath: store.path)[.type]
      #expect(kind as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test func whatIsNoFileIsRefused() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = try HostileStore(in: folder)
      try FileManager.default.removeItem(atPath: store.path)
      #expect(throws: (any Error).self) { try store.migrateOrThrow() }
      try FileManager.default.createDirectory(
        atPath: store.path, withIntermediateDirectories: false)
      #expect(throws: (any Error).self) { try store.migrateOrThrow() }
      try FileManager.default.removeItem(atPath: store.path)
      try FileManager.default.createSymbolicLink(
        atPath: store.path, withDestinationPath: store.path)
      #expect(throws: (any Error).self) { try store.migrateOrThrow() }
      try FileManager.default.removeItem(atPath: store.path)
      mkfifo(store.path, 0o644)
      #expect(throws: (any Error).self) { try store.migrateOrThrow() }
    }
  }
}

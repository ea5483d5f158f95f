import Foundation
import MomentumPropertyList
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// What is read of a store that is not as Core Data writes it: metadata, the kept model, damaged indexes, odd tables.
@Suite struct StoreReadingTests {
  private func connection(_ statements: String...) throws -> Connection {
    let connection = try Connection.inMemory()
    for statement in statements { try connection.execute(sql: statement) }
    return connection
  }

  // MARK: - Metadata

  private func metadata(_ members: [String: PropertyList]) throws -> StoreMetadata {
    let connection = try connection("CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST)")
    try connection.execute(
      "INSERT INTO Z_METADATA VALUES (1, 'u', ?)",
      [.blob(BinaryPropertyListWriter.write(.dictionary(members)))])
    return try StoreMetadata.read(from: connection)
  }

  @Test func aKeyOfTheExpectedTypeHasItsOwnPlace() throws {
    let found = try metadata([
      "NSStoreType": .string("SQLite"), "NSStoreModelVersionIdentifiers": .array([.string("a")]),
      "NSPersistenceFrameworkVersion": .integer(7),
      "NSStoreModelVersionHashes": .dictionary(["E": .data([1])]),
      "NSStoreModelVersionHashesVersion": .integer(4),
      "NSStoreModelVersionHashesDigest": .string("d"),
      "NSStoreModelVersionChecksumKey": .string("c"), "_NSAutoVacuumLevel": .string("1"),
    ])
    #expect(found.others == [:] && found.uuid == "u")
    #expect(found.storeType == "SQLite" && found.modelVersionIdentifiers == ["a"])
    #expect(found.frameworkVersion == 7 && found.entityHashes == ["E": [1]])
    #expect(found.hashesVersion == 4 && found.hashesDigest == "d" && found.modelChecksum == "c")
    #expect(found.autoVacuumLevel == "1")
  }

  @Test(arguments: [
    ("NSStoreType", PropertyList.integer(1)), ("NSStoreModelVersionIdentifiers", .string("a")),
    ("NSStoreModelVersionIdentifiers", .array([.string("a"), .integer(1)])),
    ("NSPersistenceFrameworkVersion", .string("7")),
    ("NSStoreModelVersionHashes", .dictionary(["E": .data([1]), "F": .string("x")])),
    ("NSStoreModelVersionHashes", .array([])), ("NSStoreModelVersionHashesVersion", .real(3)),
    ("NSStoreModelVersionHashesDigest", .data([1])),
    ("NSStoreModelVersionChecksumKey", .integer(1)),
    ("_NSAutoVacuumLevel", .integer(2)), ("app", .boolean(true)),
  ])
  func aKeyOfAnotherTypeIsKeptAsItIs(key: String, value: PropertyList) throws {
    let found = try metadata([key: value])
    #expect(found.others == [key: value])
    #expect(found.storeType == nil && found.modelVersionIdentifiers == [])
    #expect(found.frameworkVersion == nil && found.entityHashes == [:])
    #expect(found.hashesVersion == nil && found.hashesDigest == nil)
    #expect(found.modelChecksum == nil && found.autoVacuumLevel == nil)
    guard case .dictionary(let written) = found.propertyList else {
      Issue.record("no dictionary")
      return
    }
    #expect(written[key] == value)
    let lists = ["NSStoreModelVersionIdentifiers", "NSStoreModelVersionHashes"]
    #expect(Set(written.keys) == Set(lists + [key]))
  }

  @Test func newMetadataHaveWhatEveryStoreHas() {
    let metadata = StoreMetadata(uuid: "abc-1")
    #expect(metadata.uuid == "ABC-1" && metadata.storeType == "SQLite")
    #expect(metadata.modelVersionIdentifiers == [""] && metadata.hashesVersion == 3)
    #expect(metadata.autoVacuumLevel == "2" && metadata.others == [:])
    #expect(
      metadata.propertyList
        == .dictionary([
          "NSStoreType": .string("SQLite"), "_NSAutoVacuumLevel": .string("2"),
          "NSStoreModelVersionHashesVersion": .integer(3),
          "NSStoreModelVersionIdentifiers": .array([.string("")]),
          "NSStoreModelVersionHashes": .dictionary([:]),
        ]))
  }

  @Test func theFirstVersionOfTheMetadataCounts() throws {
    let store = try connection("CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST)")
    func failure() -> StoreError? {
      do throws(StoreError) { _ = try StoreMetadata.read(from: store) } catch { return error }
      return nil
    }
    #expect(failure() == .metadata(path: ":memory:", message: "Z_METADATA has no row"))
    try store.execute("INSERT INTO Z_METADATA VALUES (2, 'two', x'00'), (1, NULL, NULL)")
    guard case .metadata(":memory:", _)? = failure() else {
      Issue.record("\(String(describing: failure()))")
      return
    }
    try store.execute(
      "UPDATE Z_METADATA SET Z_PLIST = ? WHERE Z_VERSION = 1",
      [
        .blob(BinaryPropertyListWriter.write(.array([])))
      ])
    #expect(
      failure() == .metadata(path: ":memory:", message: "the property list is not a dictionary"))
    var metadata = VenueStore.metadata
    try metadata.write(to: store)
    #expect(try StoreMetadata.read(from: store) == metadata)
    metadata.uuid = "OTHER"
    try metadata.write(to: store)
    #expect(
      try VenueStore.rows("SELECT Z_VERSION, Z_UUID FROM Z_METADATA", store) == "1|OTHER")
  }

  // MARK: - The kept model

  @Test func aStoreMayKeepNoModel() throws {
    #expect(try ModelCache.read(from: connection()) == nil)
    let table = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"
    #expect(try ModelCache.read(from: connection(table)) == nil)
    for value in ["NULL", "'text'", "5"] {
      #expect(
        try ModelCache.read(from: connection(table, "INSERT INTO Z_MODELCACHE VALUES (\(value))"))
          == nil)
    }
    #expect(
      throws: StoreError.modelCache(
        path: ":memory:", message: "Z_MODELCACHE is not a DEFLATE stream, or is cut off")
    ) {
      try ModelCache.read(from: connection(table, "INSERT INTO Z_MODELCACHE VALUES (x'FF')"))
    }
    #expect(
      try ModelCache.read(from: connection("CREATE VIEW Z_MODELCACHE AS SELECT x'00' AS Z_CONTENT"))
        == nil)
  }

  // MARK: - Reports

  private func report(
    _ check: StoreInspector.Check = .full, _ statements: String...
  ) throws -> StoreReport {
    var result: StoreReport?
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = try VenueStore.create(in: folder)
      do {
        let connection = try Connection(path: path, access: .readWrite, options: VenueStore.options)
        for statement in statements { try connection.execute(sql: statement) }
      }
      result = try StoreInspector().inspect(path, check: check)
    }
    return try #require(result)
  }

  /// The index is said to hold another column than it was filled from.
  private static let damage = [
    "INSERT INTO ZTAG(Z_ENT, Z_OPT, ZLABEL) VALUES (2, 1, 'a'), (2, 1, 'b')",
    "CREATE INDEX I ON ZTAG (ZLABEL)", "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET sql = 'CREATE INDEX I ON ZTAG (Z_OPT)' WHERE name = 'I'",
  ]

  @Test func aFullCheckLooksAtIndexes() throws {
    let (one, two, three, four) = (Self.damage[0], Self.damage[1], Self.damage[2], Self.damage[3])
    #expect(try report(.none, one, two, three, four).integrity == .notChecked)
    #expect(try report(.quick, one, two, three, four).integrity == .ok)
    guard case .damaged(let messages) = try report(.full, one, two, three, four).integrity else {
      Issue.record("the damage is not found")
      return
    }
    #expect(messages.allSatisfy { $0.contains("index I") } && messages.count >= 2)
    #expect(try report(.full, one, two).integrity == .ok)
    #expect(try report(.quick).integrity == .ok)
  }

  @Test func aReportHasTheSettingsOfTheFile() throws {
    let plain = try report(.none)
    #expect(plain.pageSize == 4096 && plain.autoVacuum == 2 && plain.encoding == "UTF-8")
    #expect(plain.journalMode == "delete" && !plain.hasWriteAheadLog)
    #expect(!plain.hasHistory && !plain.hasModelCache)
    #expect(try report(.none, "INSERT INTO Z_MODELCACHE VALUES (NULL)").hasModelCache == false)
    #expect(try report(.none, "INSERT INTO Z_MODELCACHE VALUES (x'00')").hasModelCache)
    #expect(try report(.none, "DROP TABLE Z_MODELCACHE").hasModelCache == false)
    #expect(try report(.none, "CREATE TABLE ACHANGE (Z_PK INTEGER)").hasHistory)
    #expect(try report(.none, "CREATE VIEW ACHANGE AS SELECT 1").hasHistory == false)
    #expect(try report(.none, "PRAGMA journal_mode = WAL").journalMode == "wal")
    let compact = try report(.none, "PRAGMA auto_vacuum = NONE", "VACUUM")
    #expect(compact.autoVacuum == 0 && compact.pageCount == plain.pageCount - 1)
  }

  @Test func aDatabaseWithoutEntitiesIsNoStore() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = try VenueStore.create(in: folder)
      try Connection(path: path, access: .readWrite).execute("DROP TABLE Z_PRIMARYKEY")
      #expect(throws: StoreError.notAStore(path: path, missing: "Z_PRIMARYKEY")) {
        try StoreInspector().inspect(path)
      }
    }
  }

  @Test func entitiesOfTheHistoryHaveTablesOfTheirOwn() throws {
    let found = try report(
      .none, "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 9), (16000, 'Odd', 0, 1)",
      "CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)",
      "CREATE TABLE ZCHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER)",
      "CREATE TABLE ZODD (Z_PK INTEGER PRIMARY KEY)",
      "INSERT INTO ACHANGE(Z_ENT) VALUES (16001), (16001)",
      "INSERT INTO ZCHANGE(Z_ENT) VALUES (16001)", "INSERT INTO ZODD VALUES (1)"
    ).entities.suffix(2)
    #expect(
      found.map { "\($0.name) \($0.table ?? "-") \($0.rowCount ?? -1) \($0.maximumKey)" } == [
        "Odd ZODD 0 1", "CHANGE ACHANGE 2 9",
      ])
    #expect(found.map(\.isHistory) == [false, true])
  }

  // MARK: - Catalogues

  @Test func namesThatAreNotUTF8AreLeftOut() throws {
    let found = try StoreCatalog.read(
      from: connection(
        "CREATE TABLE T (a)", "CREATE INDEX I ON T (a)", "CREATE VIEW V AS SELECT 1",
        "CREATE VIEW W AS SELECT 1", "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET name = CAST(x'41FF' AS TEXT) WHERE name = 'V'",
        "UPDATE sqlite_master SET tbl_name = CAST(x'FF' AS TEXT) WHERE name = 'W'"))
    #expect(found.objects.map(\.name) == ["I"])
    #expect(found.tables.map(\.name) == ["T"])
  }

  @Test func virtualTablesAreNotCounted() throws {
    let statements = [
      "CREATE VIRTUAL TABLE R USING RTREE (id, low, high)", "INSERT INTO R VALUES (1, 0, 1)",
      "CREATE TABLE T (a)", "INSERT INTO T VALUES (1)",
    ]
    let store = try connection()
    for statement in statements { try store.execute(sql: statement) }
    let found = try StoreCatalog.read(from: store, counting: .rows)
    #expect(
      found.tables.map { "\($0.name) \($0.columns.count) \($0.rowCount ?? -1)" } == [
        "R 3 -1", "T 1 1",
      ])
    // A table of a module that is not linked here has no columns.
    try store.execute("PRAGMA writable_schema = ON")
    try store.execute(
      "INSERT INTO sqlite_master VALUES ('table', 'Lost', 'Lost', 0, 'CREATE VIRTUAL TABLE Lost USING nosuch (a)')"
    )
    try store.execute("PRAGMA writable_schema = RESET")
    let lost = try StoreCatalog.read(from: store, counting: .rows)
    #expect(
      lost.tables.map { "\($0.name) \($0.columns.count) \($0.rowCount ?? -1)" } == [
        "Lost 0 -1", "R 3 -1", "T 1 1",
      ])
  }

  @Test func keysAreThoseOfTablesOfEntities() throws {
    let found = try StoreCatalog.read(
      from: connection(
        "CREATE TABLE A (z_pk INTEGER PRIMARY KEY, z_ent INTEGER)",
        "INSERT INTO A VALUES (7, 1), (4, 1)", "CREATE TABLE B (Z_PK INTEGER PRIMARY KEY)",
        "INSERT INTO B VALUES (5)", "CREATE TABLE C (Z_ENT INTEGER)", "INSERT INTO C VALUES (5)",
        "CREATE TABLE D (Z_PK VARCHAR, Z_ENT INTEGER)", "INSERT INTO D VALUES ('x', 1)",
        "CREATE TABLE sqliteX (a)", "CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)",
        "INSERT INTO Z_PRIMARYKEY VALUES (1, 'N', 0, 3)"), counting: .rows)
    #expect(
      found.tables.map { "\($0.name) \($0.rowCount ?? -1) \($0.lastKey ?? -1)" } == [
        "A 2 7", "B 1 -1", "C 1 -1", "D 1 -1", "Z_PRIMARYKEY 1 -1", "sqliteX 0 -1",
      ])
    #expect(found.entityNumbers.map { "\($0.number) \($0.rowCount ?? -1)" } == ["1 3"])
    let view = try connection("CREATE VIEW Z_PRIMARYKEY AS SELECT 1 AS Z_ENT")
    #expect(try StoreCatalog.read(from: view).entityNumbers.isEmpty)
  }
}

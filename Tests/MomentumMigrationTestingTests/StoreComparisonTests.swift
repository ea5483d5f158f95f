import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct StoreComparisonTests {
  private static let shop: [(name: String, entities: String)] = [
    ("Shop", TestingFixture.shop1), ("Shop 2", TestingFixture.shop2),
  ]

  /// Two equal stores of the first version, changed by statements on the second one.
  private func compareOne(
    _ statements: [String], options: StoreComparison.Options = .init()
  ) throws -> StoreComparison {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle(Self.shop)
      let helper = try MigrationTestHelper(bundle: bundle)
      let old = try helper.makeStore(of: "Shop")
      let new = try helper.copyStore(old)
      for statement in statements { try TestingFixture.run(new, statement) }
      let compiled = try helper.version("Shop").compiled
      return try StoreComparison.compare(
        old, of: compiled, with: new, of: compiled, options: options)
    }
  }

  @Test func aStoreEqualsItsCopy() throws {
    let comparison = try compareOne([], options: .init(comparesTables: true))
    expectText(comparison.text, "no difference\n")
    #expect(comparison.isEqual && comparison.isLossless && comparison.keepsBookkeeping)
    #expect(comparison["Item"]?.oldRowCount == 8)
  }

  @Test(arguments: [
    ("UPDATE ZITEM SET ZCODE = 'x' WHERE Z_PK IN (1, 4)", "'code' differs in 2 rows (Z_PK 1, 4)"),
    ("UPDATE ZITEM SET ZCODE = NULL WHERE Z_PK = 1", "'code' differs in 1 row (Z_PK 1)"),
    ("UPDATE ZITEM SET Z_OPT = 7 WHERE Z_PK = 2", "Z_OPT differs in 1 row (Z_PK 2)"),
    (
      "UPDATE ZITEM SET ZBOX = 8 WHERE Z_PK = 1",
      "'box': 1 link (1 → 1) only before, 1 link (1 → 8) only after"
    ),
  ])
  func aChangedValueIsNamed(statement: String, line: String) throws {
    let comparison = try compareOne([statement])
    #expect(comparison.text.contains("  " + line + "\n"), "\(comparison.text)")
  }

  @Test func rowsOnOneSideOnlyAreCounted() throws {
    let comparison = try compareOne([
      "DELETE FROM ZBOX WHERE Z_PK = 8",
      "INSERT INTO ZBOX(Z_PK, Z_ENT, Z_OPT) VALUES(20, 1, 1)",
    ])
    let box = try #require(comparison["Box"])
    #expect(box.onlyInOld == .init(count: 1, firstKeys: [8]))
    #expect(box.onlyInNew == .init(count: 1, firstKeys: [20]))
    #expect(!comparison.isEqual && !comparison.isLossless)
  }

  /// A value that a column keeps in rows of another entity of the table is no link.
  @Test func numbersOfOtherEntitiesMayStandBetween() throws {
    let entities = """
      <entity name="Box" syncable="YES">
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="box" inverseEntity="Book"/>
      </entity>
      <entity name="Thing" syncable="YES"/>
      <entity name="Book" parentEntity="Thing" syncable="YES">
        <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box" inverseName="books" inverseEntity="Box"/>
      </entity>
      <entity name="Novel" parentEntity="Book" syncable="YES"/>
      <entity name="Map" parentEntity="Thing" syncable="YES"/>
      """
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("Shop", entities)])
      let helper = try MigrationTestHelper(bundle: bundle)
      let old = try helper.makeStore(of: "Shop")
      // Box 1, Thing 2, Book 3, Novel 4, Map 5.
      try TestingFixture.run(old, "UPDATE ZTHING SET ZBOX = 1 WHERE Z_ENT = 5")
      let new = try helper.copyStore(old)
      for table in ["ZTHING", "Z_PRIMARYKEY"] {
        try TestingFixture.run(
          new, "UPDATE \(table) SET Z_ENT = 9 WHERE Z_ENT = 5",
          "UPDATE \(table) SET Z_ENT = 5 WHERE Z_ENT = 4",
          "UPDATE \(table) SET Z_ENT = 4 WHERE Z_ENT = 9")
      }
      let compiled = try helper.version("Shop").compiled
      let comparison = try StoreComparison.compare(old, of: compiled, with: new, of: compiled)
      expectText(comparison.text, "no difference\n")
      #expect(comparison["Map"]?.oldRowCount ?? 0 > 0)
    }
  }

  @Test func lastKeysAndMetadataAreBookkeeping() throws {
    let comparison = try compareOne(["UPDATE Z_PRIMARYKEY SET Z_MAX = 99 WHERE Z_NAME = 'Box'"])
    expectText(comparison.text, "Z_MAX of Box: 8 before, 99 after\n")
    #expect(comparison.isEqual && !comparison.keepsBookkeeping)
  }

  @Test func placesInAnOrderedRelationshipCount() throws {
    // Two tags of one item change places.
    let comparison = try compareOne([
      "UPDATE Z_2TAGS SET Z_FOK_4TAGS = 100000 - Z_FOK_4TAGS"
    ])
    let difference = try #require(comparison["Item"]?.relationships.first)
    #expect(difference.newName == "tags")
    #expect(difference.onlyInOld.count == 0 && difference.onlyInNew.count == 0)
    #expect(difference.changed.count == 4)
    #expect(comparison["Tag"]?.relationships.isEmpty == true)
  }

  @Test func valuesAppearOnlyWhereAskedFor() throws {
    let change = ["UPDATE ZITEM SET ZCODE = 'secret' WHERE Z_PK = 1"]
    let quiet = try compareOne(change)
    #expect(!quiet.text.contains("secret") && !quiet.json.compact.contains("secret"))
    #expect(quiet["Item"]?.attributes.first?.examples.first?.newValue == nil)
    let loud = try compareOne(change, options: .init(includesValues: true))
    expectText(
      loud.text,
      """
      Item: 8 rows
        'code' differs in 1 row: Z_PK 1: 'code 1' became 'secret'

      """)
  }

  @Test func examplesAreLimitedAndCountsAreNot() throws {
    let comparison = try compareOne(
      ["UPDATE ZITEM SET ZCOUNT = 77"], options: .init(examplesMax: 2))
    let difference = try #require(comparison["Item"]?.attributes.first)
    #expect(difference.count == 8 && difference.examples.count == 2)
  }

  @Test func tablesAreComparedByNameAndForm() throws {
    let comparison = try compareOne(
      [
        "CREATE TABLE ZEXTRA (A INTEGER)", "ALTER TABLE ZBOX ADD COLUMN ZLATE VARCHAR",
        "CREATE INDEX Z_Item_byCode ON ZITEM (ZCODE)",
      ], options: .init(comparesTables: true))
    expectText(
      comparison.text,
      """
      column 'ZLATE' of ZBOX: only after
      table ZEXTRA: only after
      index 'Z_Item_byCode' of ZITEM: only after

      """)
  }

  @Test func anIndexUnderAnotherNameIsOneDifference() throws {
    func catalog(_ name: String) -> StoreCatalog {
      StoreCatalog(
        tables: [],
        objects: [
          .init(
            kind: .index, name: name, table: "ZITEM",
            sql: "CREATE INDEX \(name) ON ZITEM (ZCODE  COLLATE BINARY ASC)")
        ])
    }
    let differences = TableDifference.between(catalog("A"), catalog("B"))
    #expect(differences == [.init(.otherName, .index, table: "ZITEM", name: "B")])
  }

  @Test func twoVersionsAreComparedByWhatTheyShare() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let helper = try MigrationTestHelper(bundle: TestingFixture(folder).bundle(Self.shop))
      let old = try helper.makeStore(of: "Shop")
      // The same objects in the second version, as a migration would give them.
      let new = try helper.makeStore(of: "Shop 2")
      try TestingFixture.run(
        new, "UPDATE ZITEM SET ZSKU = NULL, ZCOUNT = 1, ZISSOLD = 1",
        "ATTACH '\(old)' AS old",
        "UPDATE Z_METADATA SET Z_UUID = (SELECT Z_UUID FROM old.Z_METADATA)")
      let connection = try Connection(path: new, access: .readWrite)
      try connection.execute(sql: "ATTACH '\(old)' AS old")
      try connection.execute(
        "UPDATE ZITEM SET ZSKU = (SELECT o.ZCODE FROM old.ZITEM o WHERE o.Z_PK = ZITEM.Z_PK), "
          + "ZCOUNT = (SELECT o.ZCOUNT FROM old.ZITEM o WHERE o.Z_PK = ZITEM.Z_PK)")
      let comparison = try StoreComparison.compare(
        old, of: helper.version("Shop").compiled, with: new, of: helper.version("Shop 2").compiled)
      expectText(
        comparison.text,
        """
        Item: 8 rows
          'note' is gone with 6 values
          'isSold' is new with 8 values, 8 of them the default
        Old, which is gone: 8 rows
          8 rows dropped

        """)
      #expect(comparison.isEqual && !comparison.isLossless)
    }
  }

  @Test func aStoreOfAnotherModelIsRefused() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let helper = try MigrationTestHelper(bundle: TestingFixture(folder).bundle(Self.shop))
      let store = try helper.makeStore(of: "Shop")
      let compiled = try helper.version("Shop 2").compiled
      #expect(throws: StoreError.schemaMismatch(path: store, entity: "Item")) {
        try StoreComparison.compare(store, of: compiled, with: store, of: compiled)
      }
    }
  }

  @Test func theStoresStayAsTheyWere() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let helper = try MigrationTestHelper(bundle: TestingFixture.bubbleTea)
      let store = try helper.makeStore(of: "BubbleTea")
      let before = FileManager.default.contents(atPath: store)
      let compiled = try helper.version("BubbleTea").compiled
      _ = try StoreComparison.compare(store, of: compiled, with: store, of: compiled)
      expectEqual(
        FileManager.default.contents(atPath: store), before, "comparing writes nothing to the store"
      )
    }
  }
}

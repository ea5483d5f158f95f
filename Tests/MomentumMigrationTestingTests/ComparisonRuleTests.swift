import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What a comparison finds in rows and links, on stores that statements changed.
@Suite struct ComparisonRuleTests {
  private static let fleet = """
    <entity name="Fleet" syncable="YES">
      <relationship name="ships" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Ship" inverseName="fleet" inverseEntity="Ship"/>
    </entity>
    <entity name="Ship" syncable="YES">
      <attribute name="data" optional="YES" attributeType="Binary"/>
      <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <relationship name="captain" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="ships" inverseEntity="Person"/>
      <relationship name="crew" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="jobs" inverseEntity="Person"/>
      <relationship name="flags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Flag"/>
      <relationship name="fleet" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Fleet" inverseName="ships" inverseEntity="Fleet"/>
    </entity>
    <entity name="Person" syncable="YES">
      <relationship name="jobs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Ship" inverseName="crew" inverseEntity="Ship"/>
      <relationship name="ships" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Ship" inverseName="captain" inverseEntity="Ship"/>
    </entity>
    <entity name="Officer" parentEntity="Person" syncable="YES"/>
    <entity name="Flag" syncable="YES"/>
    """

  /// Fleets 1 and 2; ships 1 to 4; person 1, officer 2; flags 1 and 2.
  private static let objects = """
    {"objects": [
      {"entity": "Fleet", "id": "f1", "relationships": {"ships": ["s1", "s2", "s3"]}},
      {"entity": "Fleet", "id": "f2"},
      {"entity": "Ship", "id": "s1", "relationships": {"captain": "p1", "crew": ["p1", "o2"]}},
      {"entity": "Ship", "id": "s2", "relationships": {"captain": "o2", "crew": ["p1"]}},
      {"entity": "Ship", "id": "s3", "relationships": {"captain": "p1", "flags": ["g1", "g2"]}},
      {"entity": "Ship", "id": "s4"},
      {"entity": "Person", "id": "p1"}, {"entity": "Officer", "id": "o2"},
      {"entity": "Flag", "id": "g1"}, {"entity": "Flag", "id": "g2"}
    ]}
    """

  /// Compares two equal stores that statements changed, the first ones the old store.
  private func compare(
    _ old: [String], _ new: [String], _ options: StoreComparison.Options = .init()
  ) throws -> StoreComparison {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("Fleet", Self.fleet)])
      let helper = try MigrationTestHelper(bundle: bundle)
      let before = try helper.makeStore(of: "Fleet", objects: Self.objects)
      let after = try helper.copyStore(before)
      for statement in old { try TestingFixture.run(before, statement) }
      for statement in new { try TestingFixture.run(after, statement) }
      let compiled = try helper.version("Fleet").compiled
      return try StoreComparison.compare(
        before, of: compiled, with: after, of: compiled, options: options)
    }
  }

  private func check(
    _ statements: [String], _ expected: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    expectText(
      try compare([], statements).text, expected + "\n", "\(statements)",
      sourceLocation: sourceLocation)
  }

  @Test func theFirstStoreHasWhatTheTestsExpect() throws {
    let found = try compare([], [])
    expectText(found.text, "no difference\n")
    #expect(
      found.entities.map { "\($0.newName ?? "") \($0.oldRowCount) \($0.newRowCount)" } == [
        "Flag 2 2", "Fleet 2 2", "Officer 1 1", "Person 1 1", "Ship 4 4",
      ])
  }

  // MARK: - Rows

  @Test func rowsOfOneSideAreFoundAtEveryPlace() throws {
    let delete = "DELETE FROM ZFLEET WHERE Z_PK = "
    try check([delete + "2"], "Fleet: 2 rows before, 1 after\n  1 row (Z_PK 2) only before")
    try check(
      [delete + "1"],
      """
      Fleet: 2 rows before, 1 after
        1 row (Z_PK 1) only before
        'ships': 3 links (1 → 1, 1 → 2, 1 → 3) only before
      """)
    try check(
      [delete + "1", delete + "2"],
      """
      Fleet: 2 rows before, 0 after
        2 rows (Z_PK 1, 2) only before
        'ships': 3 links (1 → 1, 1 → 2, 1 → 3) only before
      """)
    try check(
      ["INSERT INTO ZFLEET(Z_PK, Z_ENT, Z_OPT) SELECT Z_PK + 7, Z_ENT, Z_OPT FROM ZFLEET"],
      "Fleet: 2 rows before, 4 after\n  2 rows (Z_PK 8, 9) only after")
    try check(
      ["UPDATE ZFLEET SET Z_PK = 9 WHERE Z_PK = 2"],
      "Fleet: 2 rows\n  1 row (Z_PK 2) only before\n  1 row (Z_PK 9) only after")
    // A row of the sub-entity is none of the entity, though they share a table.
    try check(
      ["UPDATE ZPERSON SET Z_ENT = (SELECT Z_ENT FROM ZPERSON WHERE Z_PK = 1) WHERE Z_PK = 2"],
      """
      Officer: 1 row before, 0 after
        1 row (Z_PK 2) only before
        'jobs': 1 link (2 → 1) only before
        'ships': 1 link (2 → 2) only before
      Person: 1 row before, 2 after
        1 row (Z_PK 2) only after
        'jobs': 1 link (2 → 1) only after
        'ships': 1 link (2 → 2) only after
      """)
  }

  @Test func bothStoresMayHaveRowsOfTheirOwn() throws {
    let found = try compare(
      ["DELETE FROM ZSHIP WHERE Z_PK = 2"], ["DELETE FROM ZSHIP WHERE Z_PK IN (1, 3)"])
    let ship = try #require(found["Ship"])
    #expect(ship.onlyInOld == .init(count: 2, firstKeys: [1, 3]))
    #expect(ship.onlyInNew == .init(count: 1, firstKeys: [2]))
    #expect(ship.oldRowCount == 3 && ship.newRowCount == 2)
  }

  @Test func listsAreAsLongAsTheOptionSays() throws {
    for (examplesMax, keys) in [
      (0, []), (1, [1]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (9, [1, 2, 3, 4]),
    ]
      as [(Int, [Int64])]
    {
      let found = try compare(
        [], ["DELETE FROM ZSHIP", "DELETE FROM Z_3JOBS"], .init(examplesMax: examplesMax))
      let ship = try #require(found["Ship"])
      #expect(ship.onlyInOld == .init(count: 4, firstKeys: keys), "\(examplesMax)")
      for (relationship, count) in zip(ship.relationships, [3, 3, 2, 3]) {
        #expect(relationship.onlyInOld.count == count && relationship.oldCount == count)
        #expect(relationship.onlyInOld.first.count == min(examplesMax, count))
        #expect(relationship.newCount == 0)
      }
      #expect(ship.relationships.count == 4)
    }
  }

  // MARK: - Values

  /// Values of one row as SQL, the attribute, and whether they mean the same. A BLOB column keeps every class.
  @Test(arguments: [
    ("data", "NULL", "NULL", true), ("data", "NULL", "0", false), ("data", "1", "1.0", true),
    ("data", "1.0", "1", true), ("data", "1", "1.5", false), ("data", "1.5", "1", false),
    ("data", "1", "2", false), ("data", "1e300", "1", false),
    ("data", "9007199254740993", "9007199254740992.0", false), ("data", "'a'", "'a'", true),
    ("data", "'a'", "'b'", false), ("data", "'a'", "x'61'", false), ("data", "'1'", "1", false),
    ("data", "x'01AA'", "x'01AA'", true), ("data", "x'01AA'", "x'AA'", false),
    ("data", "x''", "x'01'", false), ("data", "x''", "NULL", false),
    // The first byte of what may stand in a file of its own says where it is.
    ("photo", "x'01AA'", "x'AA'", true), ("photo", "x'AA'", "x'01AA'", true),
    ("photo", "x'01AA'", "x'01AA'", true), ("photo", "x'02AA'", "x'AA'", false),
    ("photo", "x'01'", "x''", true), ("photo", "x'0101AA'", "x'AA'", false),
  ])
  func valuesAreEqualInMeaning(name: String, old: String, new: String, isSame: Bool) throws {
    let set = "UPDATE ZSHIP SET Z\(name.uppercased()) = "
    let found = try compare([set + old], [set + new])
    expectText(
      found.text,
      isSame
        ? "no difference\n" : "Ship: 4 rows\n  '\(name)' differs in 4 rows (Z_PK 1, 2, 3, 4)\n")
  }

  @Test func examplesCarryBothValuesWhereAskedFor() throws {
    let old = ["UPDATE ZSHIP SET ZDATA = x'05' WHERE Z_PK IN (1, 3)"]
    let new = ["UPDATE ZSHIP SET ZDATA = 'new' WHERE Z_PK IN (2, 3)"]
    for isAsked in [true, false] {
      let found = try compare(old, new, .init(includesValues: isAsked))
      let difference = try #require(found["Ship"]?.attributes.first)
      #expect(difference.oldName == "data" && difference.newName == "data")
      #expect(difference.count == 3 && found["Ship"]?.attributes.count == 1)
      #expect(difference.oldNullCount == 1 && difference.newNullCount == 1)
      let values: [(SQLValue, SQLValue)] = [
        (.blob([5]), .null), (.null, .text("new")), (.blob([5]), .text("new")),
      ]
      #expect(
        difference.examples
          == values.enumerated().map {
            .init(
              key: Int64($0 + 1), oldValue: isAsked ? $1.0 : nil, newValue: isAsked ? $1.1 : nil)
          })
    }
  }

  @Test func attributesStandInTheModelsOrder() throws {
    try check(
      [
        "UPDATE ZSHIP SET ZPHOTO = x'00', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1",
        "UPDATE ZSHIP SET ZDATA = 1 WHERE Z_PK = 4",
      ],
      """
      Ship: 4 rows
        'data' differs in 1 row (Z_PK 4)
        'photo' differs in 1 row (Z_PK 1)
        Z_OPT differs in 1 row (Z_PK 1)
      """)
  }

  // MARK: - Links

  @Test func linksOfEveryStorageAreCompared() throws {
    try check(
      ["UPDATE ZSHIP SET ZCAPTAIN = NULL WHERE Z_PK = 1"],
      """
      Person: 1 row
        'ships': 1 link (1 → 1) only before
      Ship: 4 rows
        'captain': 1 link (1 → 1) only before
      """)
    try check(
      ["UPDATE ZSHIP SET ZFLEET = 2 WHERE Z_PK = 3"],
      """
      Fleet: 2 rows
        'ships': 1 link (1 → 3) only before, 1 link (2 → 3) only after
      Ship: 4 rows
        'fleet': 1 link (3 → 1) only before, 1 link (3 → 2) only after
      """)
    try check(
      ["UPDATE ZFLAG SET Z5FLAGS = 4 WHERE Z_PK = 2"],
      "Ship: 4 rows\n  'flags': 1 link (3 → 2) only before, 1 link (4 → 2) only after")
    try check(
      ["INSERT INTO Z_3JOBS(Z_5JOBS, Z_3CREW) VALUES(4, 2)"],
      """
      Officer: 1 row
        'jobs': 1 link (2 → 4) only after
      Ship: 4 rows
        'crew': 1 link (4 → 2) only after
      """)
  }

  @Test func aPlaceInAnOrderCounts() throws {
    try check(
      ["UPDATE ZSHIP SET Z_FOK_FLEET = -1 WHERE Z_PK = 3"],
      "Fleet: 2 rows\n  'ships': 3 links (1 → 1, 1 → 2, 1 → 3) elsewhere")
    try check(
      ["UPDATE ZSHIP SET Z_FOK_FLEET = Z_FOK_FLEET * 2 + 1"], "no difference")
    // In the same place, the row with the lesser key comes first.
    try check(["UPDATE ZSHIP SET Z_FOK_FLEET = 0"], "no difference")
  }

  @Test func theEntityBesideAKeyCounts() throws {
    let column = try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("Fleet", Self.fleet)])
      let helper = try MigrationTestHelper(bundle: bundle)
      let store = try helper.makeStore(of: "Fleet", objects: Self.objects)
      return try TestingFixture.value(
        store,
        "SELECT name FROM pragma_table_info('ZSHIP') WHERE name LIKE 'Z_\\_CAPTAIN' ESCAPE '\\'")
    }
    guard case .text(let name)? = column else { throw NoColumn() }
    try check(
      ["UPDATE ZSHIP SET \(name) = 99 WHERE Z_PK = 2"],
      "Ship: 4 rows\n  'captain': 1 link (2 → 2) elsewhere")
    try check(
      ["UPDATE ZSHIP SET \(name) = NULL WHERE Z_PK IN (2, 3)"],
      "Ship: 4 rows\n  'captain': 2 links (2 → 2, 3 → 1) elsewhere")
  }

  private struct NoColumn: Error {}

  // MARK: - Bookkeeping

  @Test func lastKeysAreThoseOfRootsByName() throws {
    try check(
      ["UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 5"],
      """
      Z_MAX of Flag: 2 before, 7 after
      Z_MAX of Fleet: 2 before, 7 after
      Z_MAX of Person: 2 before, 7 after
      Z_MAX of Ship: 4 before, 9 after
      """)
    try check(
      ["DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Flag'"], "Z_MAX of Flag: 2 before, 0 after")
  }

  @Test func theStoresIdentityIsMetadata() throws {
    try check(["UPDATE Z_METADATA SET Z_UUID = 'X'"], "metadata: 'NSStoreUUID' differs")
    let found = try compare(
      ["UPDATE Z_METADATA SET Z_UUID = 'X'"], ["UPDATE Z_METADATA SET Z_UUID = 'X'"])
    #expect(found.metadataKeys.isEmpty)
  }

  /// A view could run for ever, so it never stands for a table.
  @Test func aViewIsNoTable() throws {
    #expect(throws: StoreError.self) {
      try compare(
        [],
        [
          "DROP TABLE ZFLAG",
          "CREATE VIEW ZFLAG AS SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT, 3 AS Z5FLAGS",
        ])
    }
  }

  @Test func tablesAreComparedWhereAskedFor() throws {
    let change = ["DROP INDEX ZSHIP_ZCAPTAIN_INDEX"]
    #expect(try compare([], change).tables.isEmpty)
    #expect(
      try compare([], change, .init(comparesTables: true)).tables == [
        .init(.onlyInOld, .index, table: "ZSHIP", name: "ZSHIP_ZCAPTAIN_INDEX")
      ])
  }
}

import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What a mapping model does to stores that are not as a fresh one is, and to what an app keeps in them.
@Suite struct MappingStoreTests {
  static let old = """
    <entity name="Own">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="num" optional="YES" attributeType="Integer 32"/>
      <relationship name="cars" optional="YES" toMany="YES" destinationEntity="Car" \
    inverseName="own" inverseEntity="Car"/>
    </entity>
    <entity name="Car">
      <attribute name="word" optional="YES" attributeType="String"/>
      <relationship name="own" optional="YES" maxCount="1" destinationEntity="Own" \
    inverseName="cars" inverseEntity="Own"/>
    </entity>
    <entity name="Sub" parentEntity="Own">
      <attribute name="more" optional="YES" attributeType="String"/>
    </entity>
    """
  static let new = old.replacing(
    "</entity>\n<entity name=\"Sub\"",
    with: "<attribute name=\"color\" optional=\"YES\" "
      + "attributeType=\"String\"/></entity>\n<entity name=\"Sub\"")

  private func withStore(
    new: String = MappingStoreTests.new, own: MappingCase.Map? = nil,
    _ body: (MappingCase) throws -> Void
  ) throws {
    try RepositoryFiles.withMapping(
      old: Self.old, new: new,
      own ?? .init("Own", "Own", ["name", "num"], links: ["cars"]),
      .init("Car", "Car", ["word"], links: ["own"]),
      .init("Sub", "Sub", ["name", "num", "more"], links: ["cars"])
    ) { mapping in
      try mapping.makeStore(
        """
        INSERT INTO ZOWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUM, ZMORE) VALUES
          (3, 2, 1, 'Ada', 1, NULL), (5, 3, 1, 'Bo', 2, 'x')
        """, "INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZWORD, ZOWN) VALUES (7, 1, 1, 'Mini', 5)",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 10")
      try body(mapping)
    }
  }

  private let content =
    "SELECT o.Z_PK, o.Z_ENT, o.ZNAME, o.ZNUM, o.ZMORE, c.ZWORD FROM ZOWN o "
    + "LEFT JOIN ZCAR c ON c.ZOWN = o.Z_PK ORDER BY 1"
  private let carriedOver = """
    1|2|"Ada"|1|NULL|NULL
    2|3|"Bo"|2|"x"|"Mini"
    """

  // MARK: - Numbers

  @Test(arguments: [nil, "name != 'Nobody'"])
  func numbersAreThoseOfTheStore(filter: String?) throws {
    let own = MappingCase.Map("Own", "Own", ["name", "num"], links: ["cars"], where: filter)
    try withStore(own: own) { mapping in
      try mapping.change([
        "UPDATE ZOWN SET Z_ENT = Z_ENT + 10", "UPDATE ZCAR SET Z_ENT = 20",
        "UPDATE Z_PRIMARYKEY SET Z_ENT = 12 WHERE Z_NAME = 'Own'",
        "UPDATE Z_PRIMARYKEY SET Z_ENT = 13, Z_SUPER = 12 WHERE Z_NAME = 'Sub'",
        "UPDATE Z_PRIMARYKEY SET Z_ENT = 20 WHERE Z_NAME = 'Car'",
      ])
      #expect(try mapping.preflight() == "")
      try mapping.migrate()
      expectText(try mapping.rows(content), carriedOver)
    }
  }

  @Test func aFilterIsRefusedWhereNumbersOfAFamilyAreNotAdjacent() throws {
    let own = MappingCase.Map("Own", "Own", ["name"], where: "name != nil")
    try withStore(own: own) { mapping in
      try mapping.change([
        "UPDATE ZOWN SET Z_ENT = 9 WHERE Z_ENT = 3",
        "UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Sub'",
      ])
      #expect(
        try mapping.refusal() == [
          "mapping.unsupported-filter: the filter of entity mapping 'OwnToOwn' cannot be used: the store numbers its entities in another order"
        ])
    }
  }

  @Test func namesAreThoseOfTheStore() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore(["ALTER TABLE Z_1TAGS RENAME TO Z_17TAGS"])
      try garage.migrate()
      #expect(
        try garage.rows("SELECT * FROM Z_2TAGS ORDER BY 2, 3") == "2|1|2048\n1|1|3072\n4|2|2048")
      #expect(
        try garage.rows(
          "SELECT name FROM sqlite_master WHERE name LIKE 'Z%TAG%' AND type = 'table'"
        )
        .split(separator: "\n").sorted() == ["\"ZTAG\"", "\"Z_2TAGS\""])
    }
  }

  @Test func whatTheStoreLacksIsRefused() throws {
    try withStore { mapping in
      try mapping.change(["ALTER TABLE ZOWN DROP COLUMN ZNUM", "CREATE VIEW ZCARS AS SELECT 1"])
      #expect(
        try mapping.refusal() == ["mapping.store-differs: table ZOWN has no column ZNUM"])
    }
  }

  @Test func rowsOfNoEntityFail() throws {
    try withStore { mapping in
      try mapping.change(["INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT) VALUES (8, 9, 1), (9, NULL, 1)"])
      #expect(
        try mapping.preflight() == "fails migration.unknown-entity-number Car: 2 ( 9,  8)")
      #expect(throws: MigrationError.self) { try mapping.migrate() }
    }
  }

  // MARK: - An app's own tables

  @Test(arguments: [true, false])
  func whatAnAppHasGoesOnNamingTheTables(isInPlace: Bool) throws {
    try withStore { mapping in
      let own = [
        "CREATE VIEW v AS SELECT ZNAME FROM ZOWN",
        "CREATE TABLE app (x TEXT, a REFERENCES ZOWN (Z_PK))",
        "CREATE TRIGGER t1 AFTER INSERT ON ZOWN BEGIN INSERT INTO app (x) VALUES (NEW.ZNAME); END",
        "CREATE TRIGGER t2 AFTER INSERT ON app BEGIN UPDATE ZOWN SET ZNUM = 1 WHERE Z_PK = NEW.a; END",
      ]
      try mapping.change(own)
      let outcome = try mapping.migrate(isInPlace: isInPlace)
      #expect(outcome.warnings.isEmpty)
      expectText(
        try mapping.rows(
          "SELECT sql FROM sqlite_master WHERE name IN ('v', 'app', 't1', 't2') ORDER BY "
            + "name = 't2', name = 't1', name = 'app'"),
        own.map { "\"\($0)\"" }.joined(separator: "\n"))
      try mapping.change([
        "PRAGMA foreign_keys = ON", "INSERT INTO app (x, a) VALUES ('y', 1)",
        "INSERT INTO ZOWN (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 2, 1, 'Cy')",
        "ALTER TABLE app RENAME TO app2",
      ])
      #expect(try mapping.rows("SELECT count(*) FROM app2") == "2")
    }
  }

  @Test func whatNamesAColumnThatGoesIsDroppedWithAWarning() throws {
    let new = Self.new.replacing(
      "<attribute name=\"num\" optional=\"YES\" attributeType=\"Integer 32\"/>", with: "")
    try RepositoryFiles.withMapping(
      old: Self.old, new: new, .init("Own", "Own", ["name"]), .init("Car", "Car", ["word"]),
      .init("Sub", "Sub", ["name", "more"])
    ) { mapping in
      try mapping.makeStore(
        "CREATE VIEW v AS SELECT ZNUM FROM ZOWN", "CREATE VIEW w AS SELECT * FROM v",
        "CREATE VIEW kept AS SELECT ZNAME FROM ZOWN", "CREATE TABLE app (x)",
        "CREATE TRIGGER t AFTER INSERT ON app BEGIN UPDATE ZOWN SET ZNUM = 1; END",
        "INSERT INTO ZOWN (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
        "INSERT INTO app VALUES (1)")
      expectText(
        try mapping.preflight(),
        """
        warns mapping.lost-values Own.num: 1 (Own 1)
        warns migration.trigger-dropped trigger t: 1 ()
        warns migration.view-dropped view v: 1 ()
        warns migration.view-dropped view w: 1 ()
        """)
      try mapping.migrate()
      #expect(
        try mapping.rows("SELECT name FROM sqlite_master WHERE type IN ('view', 'trigger')")
          == "\"kept\"")
    }
  }

  @Test func foreignKeysToObjectsAreToldOf() throws {
    try withStore { mapping in
      try mapping.change([
        "CREATE TABLE app (a REFERENCES ZOWN (Z_PK))", "INSERT INTO app VALUES (3)",
        "CREATE TABLE other (a)", "INSERT INTO other VALUES (3)",
      ])
      #expect(try mapping.preflight() == "warns mapping.foreign-keys table app: 1 ()")
    }
  }

  @Test(arguments: [
    ("CREATE TABLE ZCACHE (x)", "a table ZCACHE"),
    ("CREATE VIEW zcache AS SELECT 1", "a view zcache"),
    ("CREATE TABLE t (x); CREATE INDEX ZCACHE ON t (x)", "an index ZCACHE"),
    ("CREATE TABLE t (x); CREATE INDEX Z_Cache_UNIQUE_key ON t (x)", "an index Z_Cache_UNIQUE_key"),
  ])
  func namesThatAreTakenAreRefused(statement: String, what: String) throws {
    let cache = """
      <entity name="Cache"><attribute name="key" optional="YES" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="key"/>\
      </uniquenessConstraint></uniquenessConstraints></entity>
      """
    try withStore(new: Self.new + cache) { mapping in
      try mapping.change(statement.split(separator: ";").map(String.init))
      #expect(
        try mapping.refusal() == [
          "mapping.store-differs: the store has \(what) already, which is not of its model"
        ])
    }
  }

  // MARK: - Versions

  private func staleness(
    _ mapping: MappingCase, _ old: String, _ new: String, among versions: [NamedModel]
  ) throws -> [String] {
    var mapping = mapping
    mapping.names = (old, new)
    do {
      _ = try MappingMigration(mapping.file, versions: versions).migrator()
        .plan(store: mapping.store, among: [mapping.old], to: mapping.new)
      return []
    } catch {
      guard case .mapping(let findings) = error else { throw error }
      return findings.map { "\($0.id) \($0.text.split(separator: ": ").last ?? "")" }
    }
  }

  @Test func theEditorsFileIsForTheModelsThatItNames() throws {
    try withStore { mapping in
      let versions = [
        NamedModel(name: "1", model: mapping.old.model),
        NamedModel(name: "2", model: mapping.new.model),
      ]
      let fitting = try staleness(mapping, "1", "2", among: versions)
      #expect(fitting.isEmpty)
      #expect(try staleness(mapping, "1", "9", among: []) == [])
      #expect(
        try staleness(mapping, "1", "9", among: versions) == [
          "mapping.stale the destination model '9' is not among the versions"
        ])
      #expect(
        try staleness(mapping, "2", "1", among: versions) == [
          "mapping.stale its source model is '2', and the store is of another version; its destination model is '1', and the target is of another version"
        ])
    }
  }

  // MARK: - Cost

  @Test func theRoomThatIsNeededIsPredicted() throws {
    try withStore { mapping in
      try mapping.change([
        """
        WITH RECURSIVE n (i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO ZOWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUM)
        SELECT i, 2, 1, printf('the name of %08d', i), i FROM n
        """,
        """
        WITH RECURSIVE n (i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZWORD, ZOWN)
        SELECT i, 1, 1, printf('the word of %08d', i), i FROM n
        """, "UPDATE Z_PRIMARYKEY SET Z_MAX = 20000",
      ])
      let preview = try mapping.migrator().plan(
        store: mapping.store, among: [mapping.old], to: mapping.new)
      let cost = try #require(preview.plan?.cost())
      let outcome = try mapping.migrate()
      let growth = outcome.bytesAfter - outcome.bytesBefore
      #expect(growth > 500_000)
      #expect(abs(cost.growthBytes - growth) * 5 < growth, "\(cost.growthBytes) \(growth)")
      #expect(cost.isKnown && cost.journalBytes > 0)
    }
  }
}

import Foundation
import MomentumDiagnostics
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct StoreImporterTests {
  static let objects = """
    {"objects": [
      {"entity": "Venue", "id": "v1",
       "attributes": {"name": "Tea House", "rating": 5, "opened": "2001-01-02T00:00:01Z",
                      "photo": "AQI=", "key": "00010203-0405-0607-0809-0a0b0c0d0e0f",
                      "price": "10.11"},
       "relationships": {"location": "l1", "tags": ["t2", "t1"]}},
      {"entity": "Bar", "id": "v2", "attributes": {"name": "Bar", "hasStage": true},
       "relationships": {"owns": "l2"}},
      {"entity": "Location", "id": "l1", "attributes": {"city": "Graz"}},
      {"entity": "Location", "id": "l2", "attributes": {"city": "Linz"},
       "relationships": {"venues": ["v3", "v2"]}},
      {"entity": "Venue", "id": "v3", "attributes": {"name": "c", "opened": 7}},
      {"entity": "Tag", "id": "t1", "attributes": {"label": "x\\u0000é"},
       "relationships": {"venues": ["v1", "v3"]}},
      {"entity": "Tag", "id": "t2"}
    ]}
    """

  @Test func rowsAreAsCoreDataWritesThem() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let counts = try VenueStore.load(Self.objects, into: path)
      #expect(counts == ["ZVENUE": 3, "ZLOCATION": 2, "ZTAG": 2, "Z_2VENUES": 3])
      let reader = try StoreReader(path: path)
      func rows(_ sql: String) throws -> String { try VenueStore.rows(sql, reader.connection) }
      expectText(
        try rows(
          "SELECT Z_PK, Z_ENT, Z_OPT, ZRATING, ZLOCATION, ZOWNS, ZHASSTAGE, Z_FOK_LOCATION, ZOPENED, ZUPDATEDAT, ZPRICE, ZNAME FROM ZVENUE"
        ),
        """
        1|4|1|5|1|NULL|NULL|2048|86401|800000000.5|10.11|Tea House
        2|5|1|3|2|2|1|3072|NULL|800000000.5|NULL|Bar
        3|4|1|3|2|NULL|NULL|2048|7|800000000.5|NULL|c
        """)
      expectText(
        try rows("SELECT ZKEY, ZPHOTO FROM ZVENUE WHERE Z_PK = 1"),
        "x0.1.2.3.4.5.6.7.8.9.a.b.c.d.e.f|x1.1.2")
      expectText(
        try rows("SELECT Z_PK, Z_ENT, Z_OPT, ZOWNER, Z4_OWNER, ZCITY FROM ZLOCATION"),
        "1|1|1|NULL|NULL|Graz\n2|1|1|2|5|Linz")
      expectText(
        try rows("SELECT Z_4VENUES, Z_2TAGS, Z_FOK_2TAGS FROM Z_2VENUES ORDER BY 1, 3"),
        "1|2|2048\n1|1|3072\n3|1|2048")
      expectText(try rows("SELECT ZLABEL FROM ZTAG"), "x\u{0}é\nNULL")
      expectText(
        try rows("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY"), "1|2\n2|2\n3|0\n4|3\n5|0")
      #expect(try StoreInspector().inspect(path).integrity == .ok)
    }
  }

  @Test func aSecondImportGoesOnWithTheKeys() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let tag = #"{"objects": [{"entity": "Tag"}, {"entity": "Tag"}]}"#
      try VenueStore.load(tag, into: path)
      try VenueStore.load(tag, into: path)
      let reader = try StoreReader(path: path)
      #expect(try VenueStore.rows("SELECT Z_PK FROM ZTAG", reader.connection) == "1\n2\n3\n4")
    }
  }

  @Test func statementsAreThoseOfCoreData() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let box = ReportBox()
      var options = VenueStore.options
      options.report = { box.add($0) }
      let connection = try Connection(path: path, access: .readWrite, options: options)
      var issues = Diagnostics()
      let plan = try #require(
        VenueStore.plan(
          #"{"objects": [{"entity": "Location", "attributes": {"city": "x"}}]}"#, &issues))
      box.clear()
      try StoreImporter(model: VenueStore.model, schema: VenueStore.schema)
        .run(plan, on: connection)
      let statements = box.reports.map(\.sql).filter { $0.contains("INTO") || $0.contains("MAX") }
      expectText(
        statements.joined(separator: "\n"),
        """
        SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?
        UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
        INSERT INTO ZLOCATION(Z_PK, Z_ENT, Z_OPT, Z4_OWNER, ZOWNER, ZCITY) VALUES(?, ?, ?, ?, ?, ?)
        """)
    }
  }

  @Test func aRepeatedUniqueValueRollsEverythingBack() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try VenueStore.load(Self.objects, into: path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let error = #expect(throws: StoreError.self) {
        try VenueStore.load(
          """
          {"objects": [
            {"entity": "Location", "id": "l", "attributes": {"city": "x"}},
            {"entity": "Venue", "id": "again", "attributes": {"name": "Bar"},
             "relationships": {"location": "l"}}
          ]}
          """, into: path)
      }
      guard case .notUnique(let object, let location, let rule, let cause)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(object == "again")
      // In the words of the model, not `ZVENUE.ZNAME`.
      #expect(rule == "another object of entity 'Venue' has the same 'name', which must be unique")
      #expect(location.file.lineColumn(at: location.range.start) == LineColumn(line: 3, column: 3))
      #expect(cause.reason == .constraint)
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path)), before,
        "an import that is refused leaves the store")
    }
  }

  /// With room for ever more pages, until the import fits: the store is the old one or the new one.
  @Test func aFullDiskLeavesTheStoreAsItWas() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let objects = (0..<400).map { number in
        #"{"entity": "Tag", "attributes": {"label": "\#(String(repeating: "x", count: 200))\#(number)"}}"#
      }
      let text = #"{"objects": [\#(objects.joined(separator: ","))]}"#
      var issues = Diagnostics()
      let plan = try #require(VenueStore.plan(text, &issues))
      let importer = StoreImporter(model: VenueStore.model, schema: VenueStore.schema)
      var failures = 0
      for extra in 0..<200 {
        let connection = try Connection(path: path, access: .readWrite)
        guard case .integer(let pages)? = try connection.firstValue("PRAGMA page_count") else {
          return
        }
        try connection.execute(sql: "PRAGMA max_page_count = \(pages + Int64(extra))")
        do {
          try importer.run(plan, on: connection)
          break
        } catch let error as StoreError {
          guard case .sqlite(let cause) = error else { throw error }
          #expect(cause.reason == .full)
          #expect(!connection.isInTransaction)
          failures += 1
        }
        expectEqual(
          try Data(contentsOf: URL(fileURLWithPath: path)), before,
          "an import that is refused leaves the store")
      }
      #expect(failures > 10)
      #expect(
        try StoreReader(path: path).rows(SQLText(text: "SELECT COUNT(*) FROM ZTAG"))
          == [[.integer(400)]])
    }
  }

  @Test(arguments: [
    "DELETE FROM Z_PRIMARYKEY",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL", "UPDATE Z_PRIMARYKEY SET Z_MAX = -9",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 'x'", "DROP TABLE Z_PRIMARYKEY", "DROP TABLE ZTAG",
  ])
  func aStoreThatDoesNotFitIsLeftAlone(_ damage: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try Connection(path: path, access: .readWrite).execute(sql: damage)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(throws: StoreError.self) {
        try VenueStore.load(#"{"objects": [{"entity": "Tag"}]}"#, into: path)
      }
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: path)), before,
        "an import that is refused leaves the store")
    }
  }

  /// Keys end at the greatest number of 64 bits, which is the last key that an object can have.
  @Test(
    arguments: [
      ("9223372036854775805", 2, 9_223_372_036_854_775_807), ("9223372036854775805", 3, nil),
      ("9223372036854775806", 1, .max), ("9223372036854775806", 2, nil), ("0", 1, 1), ("7", 2, 9),
      ("-1", 1, nil),
    ] as [(String, Int, Int64?)])
  func newObjectsTakeTheKeysAfterTheLast(last: String, count: Int, expected: Int64?) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try Connection(path: path, access: .readWrite).execute(
        sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) WHERE Z_NAME = 'Tag'")
      let objects = (0..<count).map { _ in #"{"entity": "Tag"}"# }.joined(separator: ", ")
      func load() throws { _ = try VenueStore.load("{\"objects\": [\(objects)]}", into: path) }
      if expected == nil { #expect(throws: StoreError.self) { try load() } } else { try load() }
      let found = try StoreReader(path: path).rows(SQLText(text: "SELECT MAX(Z_PK) FROM ZTAG"))
      #expect(found == [[expected.map { .integer($0) } ?? .null]])
    }
  }

  /// An in-place migration that renames an entity leaves its old name in Z_PRIMARYKEY.
  @Test func aRenamedEntityIsFoundByItsNumber() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let number = try StoreReader(path: path).rows(
        SQLText(text: "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'"))
      try Connection(path: path, access: .readWrite).execute(
        "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Tagg' WHERE Z_NAME = 'Tag'")
      _ = try VenueStore.load(#"{"objects": [{"entity": "Tag"}]}"#, into: path)
      let reader = try StoreReader(path: path)
      #expect(try reader.rows(SQLText(text: "SELECT Z_ENT FROM ZTAG")) == number)
      #expect(
        try reader.rows(SQLText(text: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tagg'"))
          == [[.integer(1)]])
    }
  }

  @Test func aParameterNeedsAValue() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let reader = try StoreReader(path: try VenueStore.create(in: folder))
      let sql = SQLText(
        text: "SELECT ?, ?", bindings: [.value(.integer(1)), .parameter("NAME")])
      #expect(throws: StoreError.unboundParameter("NAME")) { try reader.rows(sql) }
      #expect(
        try reader.rows(sql, parameters: ["NAME": .text("x")]) == [[.integer(1), .text("x")]])
    }
  }
}

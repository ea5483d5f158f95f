import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// The rows of a transaction of the persistent history: their keys, their order, and what is not written.
@Suite struct HistoryWriterTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Place" syncable="YES">
        <attribute name="Area" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
        <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <attribute name="zip" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
      </entity>
      <entity name="Shop" parentEntity="Place" syncable="YES">
        <attribute name="brand" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
      </entity>
      <entity name="Town" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
    </model>
    """

  private struct Fixture {
    let compiled: CompiledModel
    let connection: Connection
    func id(_ name: String) throws -> EntityID { try #require(compiled.model.entity(named: name)) }
    func rows(_ sql: String) throws -> [String] {
      let statement = try connection.prepare(sql: sql)
      var lines: [String] = []
      while let row = try statement.nextRow() {
        lines.append(row.map(\.debugText).joined(separator: "|"))
      }
      return lines
    }
    var changes: [String] {
      get throws {
        try rows(
          "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE ORDER BY Z_PK"
        )
      }
    }
    var maxima: [String] {
      get throws {
        try rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
      }
    }
  }

  private func with(
    history: Bool = true, framework: Int? = nil, _ body: (Fixture) throws -> Void
  ) throws {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: Self.contents), frameworkVersion: framework,
        keepsHistory: history, &diagnostics), "\(diagnostics.all.map(\.text))")
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("history.sqlite").path
      try compiled.createStore(at: path)
      let connection = try Connection(
        path: path, access: .readWrite, options: ConnectionOptions(now: { 700.5 }))
      try body(Fixture(compiled: compiled, connection: connection))
    }
  }

  private func number(_ fixture: Fixture, _ name: String) throws -> Int {
    fixture.compiled.schema[try fixture.id(name)].number
  }

  // MARK: - Rows

  @Test func aStoreWithoutHistoryHasNoWriter() throws {
    try with(history: false) {
      #expect(HistoryWriter(connection: $0.connection, compiled: $0.compiled) == nil)
    }
  }

  @Test func nothingIsWrittenWithoutAChange() throws {
    try with { fixture in
      let before = try fixture.maxima
      let writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      try writer.write { _ in }
      #expect(try fixture.changes == [])
      #expect(try fixture.rows("SELECT * FROM ATRANSACTION") == [])
      #expect(try fixture.rows("SELECT * FROM ATRANSACTIONSTRING") == [])
      #expect(try fixture.maxima == before)
    }
  }

  @Test func eachChangeIsARowOfOneTransaction() throws {
    try with { fixture in
      var writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      writer.author = "me"
      writer.contextName = "main"
      let (place, town) = (try fixture.id("Place"), try fixture.id("Town"))
      let (p, t) = (try number(fixture, "Place"), try number(fixture, "Town"))
      func note() throws {
        try writer.write { add in
          try add(.init(.insert, town, 7))
          try add(.init(.update, place, 3))
          try add(.init(.delete, place, 4, tombstones: [.text("x"), .null]))
        }
      }
      try note()
      #expect(
        try fixture.changes == [
          "1|16001|NULL|0|\(t)|7|1", "2|16001|NULL|1|\(p)|3|1", "3|16001|NULL|2|\(p)|4|1",
        ])
      #expect(
        try fixture.rows("SELECT Z_PK, ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE ORDER BY 1") == [
          "1|NULL|NULL", "2|NULL|NULL", "3|\"x\"|NULL",
        ])
      #expect(
        try fixture.rows("SELECT Z_PK FROM ACHANGE WHERE ZCOLUMNS IS NOT NULL") == ["2"],
        "only an update has bits")
      try note()
      #expect(try fixture.changes.last == "6|16001|NULL|2|\(p)|4|2")
      #expect(
        try fixture.maxima == [
          "\"CHANGE\"|6", "\"TRANSACTION\"|2",
          "\"TRANSACTIONSTRING\"|\(try fixture.rows("SELECT * FROM ATRANSACTIONSTRING").count)",
        ])
      let text = "(SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t."
      #expect(
        try fixture.rows(
          "SELECT Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP, \(text)ZAUTHORTS), \(text)ZCONTEXTNAMETS), "
            + "ZBUNDLEIDTS = ZPROCESSIDTS, ZAUTHOR FROM ATRANSACTION t ORDER BY Z_PK") == [
            "1|16002|NULL|700.5|\"me\"|\"main\"|1|NULL",
            "2|16002|NULL|700.5|\"me\"|\"main\"|1|NULL",
          ])
      #expect(
        try fixture.rows("SELECT count(*), count(DISTINCT ZNAME) FROM ATRANSACTIONSTRING")
          == ["3|3"], "each text once: the process, the author, the context")
    }
  }

  /// Before iOS 13 the texts stand in the row itself.
  @Test func anOlderFrameworkHasNoTableOfTexts() throws {
    try with(framework: 851) { fixture in
      var writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      writer.author = "me"
      let town = try fixture.id("Town")
      try writer.write { try $0(.init(.insert, town, 1)) }
      #expect(
        try fixture.rows(
          "SELECT ZAUTHOR, ZCONTEXTNAME, ZBUNDLEID = ZPROCESSID FROM ATRANSACTION")
          == ["\"me\"|NULL|1"])
      #expect(try fixture.maxima == ["\"CHANGE\"|1", "\"TRANSACTION\"|1"])
    }
  }

  /// The updates of an import: in the order of their tables and keys, and none of a row that is gone.
  @Test func updatesStandInTheOrderOfTheirRows() throws {
    try with { fixture in
      let (place, shop, town) = (
        try fixture.id("Place"), try fixture.id("Shop"), try fixture.id("Town")
      )
      let numbers = try ["Place", "Shop", "Town"].map { try number(fixture, $0) }
      try fixture.connection.execute(
        sql:
          "INSERT INTO ZPLACE(Z_PK, Z_ENT, Z_OPT) VALUES (2, \(numbers[1]), 1), (1, \(numbers[0]), 1)"
      )
      try fixture.connection.execute(
        sql: "INSERT INTO ZTOWN(Z_PK, Z_ENT, Z_OPT) VALUES (1, \(numbers[2]), 1)")
      let writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      let keys = [(town, 1), (place, 2), (place, 9), (place, 1)].map {
        RowKey(root: $0.0, key: Int64($0.1))
      }
      try writer.write(
        inserted: { try $0(shop, 40) },
        updated: Dictionary(uniqueKeysWithValues: keys.map { ($0, []) }))
      let rows = try fixture.changes.map {
        $0.split(separator: "|").dropFirst(3).dropLast().joined(separator: " ")
      }
      #expect(
        rows == [
          "0 \(numbers[1]) 40", "1 \(numbers[0]) 1", "1 \(numbers[1]) 2", "1 \(numbers[2]) 1",
        ])
    }
  }

  @Test func keptValuesAreThoseOfTheRootFirstAndByName() throws {
    try with { fixture in
      let writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      func kept(_ name: String) throws -> [String] {
        writer.tombstones(of: try fixture.id(name)).map { fixture.compiled.model[$0].name }
      }
      #expect(try kept("Place") == ["Area", "zip"], "no external value, and none without the flag")
      #expect(try kept("Shop") == ["Area", "zip", "brand"])
      #expect(try kept("Town") == [])
    }
  }

  // MARK: - Keys

  /// The last key of a table of the history, as another program may have left it.
  @Test(arguments: [
    ("Z_MAX = 0", true), ("Z_MAX = -1", false), ("Z_MAX = NULL", false), ("Z_MAX = 'x'", false),
    ("Z_MAX = 9223372034707292159", true), ("Z_MAX = 9223372034707292160", false),
    ("Z_ENT = 16000", false), ("Z_NAME = 'OTHER'", false),
  ])
  func aTableWithoutAUsableKeyIsNamed(_ change: String, _ isUsable: Bool) throws {
    try with { fixture in
      try fixture.connection.execute(
        sql: "UPDATE Z_PRIMARYKEY SET \(change) WHERE Z_NAME = 'CHANGE'")
      let writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      let town = try fixture.id("Town")
      func note() throws { try writer.write { try $0(.init(.insert, town, 1)) } }
      guard !isUsable else { return try note() }
      #expect(
        throws: StoreError.notAStore(
          path: fixture.connection.path, missing: "Z_PRIMARYKEY row CHANGE")
      ) { try note() }
    }
  }

  /// An entity of the model may have the name of a table of the history.
  @Test func theEntityOfTheModelIsNotTheHistorys() throws {
    try with { fixture in
      try fixture.connection.execute(
        "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (9, 'CHANGE', 0, 500)")
      let writer = try #require(
        HistoryWriter(connection: fixture.connection, compiled: fixture.compiled))
      let town = try fixture.id("Town")
      try writer.write { try $0(.init(.insert, town, 1)) }
      #expect(try fixture.rows("SELECT Z_PK FROM ACHANGE") == ["1"])
      #expect(try fixture.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 9") == ["500"])
    }
  }
}

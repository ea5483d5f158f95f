import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

@testable import MomentumRuntime

/// A statement that was written with the model's names, read with those of a store.
@Suite struct PreparedNameTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Book">
        <attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
        <relationship name="tags" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="books" inverseEntity="Owner"/>
      </entity>
      <entity name="Tag">
        <attribute name="label" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
      </entity>
      <entity name="Owner">
        <relationship name="books" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="owner" inverseEntity="Book"/>
      </entity>
      <entity name="Club" parentEntity="Owner"/>
      <composite name="Size">
        <attribute name="height" optional="YES" attributeType="Double"/>
        <attribute name="width" optional="YES" attributeType="Double"/>
      </composite>
    </model>
    """

  private func compiled() throws -> CompiledModel {
    var diagnostics = Diagnostics()
    return try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: Self.contents), &diagnostics),
      "\(diagnostics.all.map(\.text))")
  }

  /// The names of a store that has `Q` at the end of each, so that none is as written.
  private func prepared(
    _ change: (inout StoreSchema, ObjectModel) throws -> Void = { _, _ in }
  ) throws -> PreparedNames? {
    let compiled = try compiled()
    var own = compiled.schema
    for index in own.entities.indices { own.entities[index].table += "Q" }
    own.attributeColumns = own.attributeColumns.mapValues { $0 + "Q" }
    own.compositeColumns = own.compositeColumns.mapValues { leaves in
      leaves.map { CompositeLeaf(path: $0.path, type: $0.type, column: $0.column + "Q") }
    }
    own.relationships = own.relationships.mapValues { storage in
      func renamed(_ key: ForeignKey) -> ForeignKey {
        var key = key
        key.column += "Q"
        key.entityColumn = key.entityColumn.map { $0 + "Q" }
        key.orderColumn = key.orderColumn.map { $0 + "Q" }
        return key
      }
      switch storage {
      case .foreignKey(let key): return .foreignKey(renamed(key))
      case .inverseForeignKey(let key): return .inverseForeignKey(renamed(key))
      case .joinTable(var side):
        side.table += "Q"
        side.sourceColumn += "Q"
        side.destinationColumn += "Q"
        side.orderColumn = side.orderColumn.map { $0 + "Q" }
        return .joinTable(side)
      }
    }
    try change(&own, compiled.model)
    return PreparedNames(written: compiled.schema, own: own, compiled.model)
  }

  private func sql(_ text: String) throws -> String { try #require(try prepared()).sql(text) }

  @Test func aStoreWithTheWrittenNamesNeedsNone() throws {
    let compiled = try compiled()
    #expect(
      PreparedNames(written: compiled.schema, own: compiled.schema, compiled.model) == nil)
  }

  @Test func tablesAndColumnsTakeTheStoresNames() throws {
    #expect(
      try sql("SELECT t0.Z_ENT, t0.ZTITLE FROM ZBOOK t0 WHERE t0.ZTITLE = ?")
        == "SELECT t0.Z_ENT, t0.ZTITLEQ FROM ZBOOKQ t0 WHERE t0.ZTITLEQ = ?")
    #expect(try sql("SELECT ZBOOK.ZTITLE FROM ZBOOK") == "SELECT ZBOOK.ZTITLEQ FROM ZBOOKQ")
    #expect(
      try sql("SELECT b.ZTITLE FROM ZBOOK AS b JOIN \"ZTAG\" t ON t.ZLABEL = b.ZTITLE")
        == "SELECT b.ZTITLEQ FROM ZBOOKQ AS b JOIN ZTAGQ t ON t.ZLABELQ = b.ZTITLEQ")
    #expect(
      try sql("SELECT t0.ZTITLE FROM ZBOOK") == "SELECT t0.ZTITLE FROM ZBOOKQ", "no such alias")
    #expect(
      try sql("SELECT 't0.ZTITLE', t0.\"ZTITLE\" FROM ZBOOK t0")
        == "SELECT 't0.ZTITLE', t0.ZTITLEQ FROM ZBOOKQ t0", "a text stays as it is")
    #expect(try sql("SELECT x FROM (SELECT 1 x)") == "SELECT x FROM (SELECT 1 x)")
  }

  /// Every column of composites and relationships: keys, their entities, their positions, join tables.
  @Test func everyKindOfColumnIsRenamed() throws {
    let compiled = try compiled()
    let schema = compiled.schema
    func expectRenamed(_ column: String?, of table: String) throws {
      let column = try #require(column)
      #expect(
        try sql("SELECT a.\(column) FROM \(table) a") == "SELECT a.\(column)Q FROM \(table)Q a")
    }
    for leaf in schema.compositeColumns.values.joined() {
      try expectRenamed(leaf.column, of: "ZBOOK")
    }
    var kinds: [String] = []
    for storage in schema.relationships.values {
      switch storage {
      case .foreignKey(let key):
        kinds.append("key")
        try expectRenamed(key.column, of: "ZBOOK")
        try expectRenamed(key.entityColumn, of: "ZBOOK")
        try expectRenamed(key.orderColumn, of: "ZBOOK")
      case .inverseForeignKey: kinds.append("inverse")
      case .joinTable(let side):
        kinds.append("join")
        try expectRenamed(side.sourceColumn, of: side.table)
        try expectRenamed(side.destinationColumn, of: side.table)
        if let order = side.orderColumn { try expectRenamed(order, of: side.table) }
      }
    }
    #expect(kinds.sorted() == ["inverse", "join", "join", "key"])
  }

  @Test func aColumnThatTheStoreDoesNotHaveIsNull() throws {
    let store = try prepared { schema, model in
      let book = try #require(model.entity(named: "Book"))
      schema.attributeColumns[AttributeID(book, 0)] = nil
    }
    let names = try #require(store)
    #expect(
      try names.sql("SELECT t0.Z_PK, t0.ZTITLE FROM ZBOOK t0 WHERE t0.ZTITLE = 'x'")
        == "SELECT t0.Z_PK, NULL FROM ZBOOKQ t0 WHERE NULL = 'x'")
  }

  @Test func oneAliasOfTwoTablesIsRefusedWhereTheirNamesDiffer() throws {
    let names = try #require(try prepared())
    let failure = #expect(throws: StoreFailure.self) {
      try names.sql("SELECT t.ZTITLE FROM ZBOOK t UNION SELECT t.ZTITLE FROM ZTAG t")
    }
    #expect(failure?.reason == .request)
    #expect(failure?.description.contains("one alias for several tables") == true)
    #expect(
      try names.sql("SELECT t.Z_PK FROM ZBOOK t UNION SELECT t.Z_PK FROM ZTAG t")
        == "SELECT t.Z_PK FROM ZBOOKQ t UNION SELECT t.Z_PK FROM ZTAGQ t")
  }

  // MARK: - Other numbers of entities

  @Test func aStatementThatComparesOtherNumbersIsRefused() throws {
    let store = try prepared { schema, _ in
      for index in schema.entities.indices { schema.entities[index].number += 1 }
    }
    let names = try #require(store)
    for comparison in [
      "= 1", "< 2", "> 2", "!= 2", "IN (1)", "NOT IN (1)", "BETWEEN 1 AND 2", "IS 3",
    ] {
      let failure = #expect(throws: StoreFailure.self, "\(comparison)") {
        try names.sql("SELECT t0.Z_PK FROM ZBOOK t0 WHERE t0.Z_ENT \(comparison)")
      }
      #expect(
        failure?.description.hasPrefix("the store numbers its entities otherwise than the model")
          == true)
    }
    let compiled = try compiled()
    for case .foreignKey(let key) in compiled.schema.relationships.values {
      let column = try #require(key.entityColumn)
      #expect(throws: StoreFailure.self) {
        try names.sql("SELECT t0.Z_PK FROM ZBOOK t0 WHERE t0.\(column) = 4")
      }
    }
    #expect(
      try names.sql("SELECT t0.Z_ENT FROM ZBOOK t0 WHERE t0.ZTITLE = 1")
        == "SELECT t0.Z_ENT FROM ZBOOKQ t0 WHERE t0.ZTITLEQ = 1", "the number is only read")
    #expect(
      try sql("SELECT t0.Z_PK FROM ZBOOK t0 WHERE t0.Z_ENT = 1")
        == "SELECT t0.Z_PK FROM ZBOOKQ t0 WHERE t0.Z_ENT = 1", "the numbers are the same")
  }

  // MARK: - Pieces

  @Test(arguments: [
    ("", ""), ("a", "a:a"), ("a_1$ b", "a_1$:a_1$| :|b:b"), ("\"a b\"", "\"a b\":a b"),
    ("\"a\"\"b\"c", "\"a\"\"b\":a\"b|c:c"), ("'it''s'x", "'it''s':|x:x"), ("'open", "'open:"),
    ("\"open", "\"open:ope"), ("''", "'':"), ("'''", "''':"), ("a.b", "a:a|.:|b:b"),
    ("é=1", "é:é|=:|1:1"),
  ])
  func aStatementIsTakenApart(_ text: String, _ pieces: String) {
    let found = SQLPieces(text).all.map { "\($0.text):\($0.name)" }.joined(separator: "|")
    #expect(found == pieces)
    #expect(SQLPieces(text).all.map(\.text).joined() == text)
  }

  @Test func aliasesStandBehindTheirTables() {
    func aliases(_ text: String) -> [String: Set<String>] { SQLPieces(text).aliases.tables }
    #expect(aliases("SELECT 1 FROM A") == ["A": ["A"]])
    #expect(aliases("SELECT 1 FROM") == [:])
    #expect(aliases("SELECT 1 FROM (B)") == [:])
    #expect(aliases("SELECT 1 FROM A x") == ["A": ["A"], "x": ["A"]])
    #expect(aliases("SELECT 1 FROM A AS x, B y") == ["A": ["A"], "x": ["A"]])
    #expect(aliases("SELECT 1 FROM A AS") == ["A": ["A"]])
    #expect(
      aliases("SELECT 1 FROM A x JOIN B AS \"y z\" ON 1")
        == ["A": ["A"], "x": ["A"], "B": ["B"], "y z": ["B"]])
    #expect(
      aliases("(SELECT 1 FROM A x) (SELECT 1 FROM B x)") == [
        "A": ["A"], "B": ["B"], "x": ["A", "B"],
      ])
    #expect(SQLPieces("SELECT 1 FROM A x").aliases.places == [6])
  }
}

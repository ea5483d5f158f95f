import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

private func layOut(_ entities: [Entity]) -> PlainSchema {
  PlainLayout { _ in nil }.layOut(ObjectModel(entities: entities))
}

/// Names of columns of one entity, in order and without the key.
private func columns(_ attributes: String..., relationships: [Relationship] = []) -> [String] {
  let entity = Entity(
    name: "A", attributes: attributes.map { Attribute(name: $0, type: .string) },
    relationships: relationships)
  return Array(layOut([entity]).tables[0].columns.map(\.name).dropFirst())
}

@Suite struct PlainNameTests {
  @Test(arguments: [
    ("name", "name"), ("isPinned", "is_pinned"), ("URLString", "url_string"), ("url", "url"),
    ("line2", "line2"), ("iOSVersion", "i_os_version"), ("x1Y2", "x1_y2"), ("A", "a"),
    ("already_snake", "already_snake"), ("Mixed_Case", "mixed_case"), ("a b-c.d", "a_b_c_d"),
    ("größeÄnderung", "größe_änderung"), ("名前", "名前"), ("😀", "_"), ("", "_"), ("9lives", "9lives"),
  ])
  func wordsAreJoinedInLowerCase(name: String, column: String) {
    #expect(columns(name) == [column])
  }

  /// The first candidate that is free, else the lowest number from 2 on with which one is.
  @Test(
    arguments: [
      ([], "a"), (["a"], "b"), (["b"], "a"), (["a", "b"], "a_2"), (["a", "b", "a_2"], "b_2"),
      (["a", "b", "a_2", "b_2"], "a_3"), (["a", "b", "a_3"], "a_2"),
      (["a", "b", "a_0", "a_1"], "a_2"),
    ] as [([String], String)])
  func aFreeNameHasTheLowestNumber(used: [String], name: String) {
    #expect(PlainNameScope.free("a", "b", besides: Set(used)) == name)
    var scope = PlainNameScope.free("a", "b", besides: Set(used + [name]))
    #expect(scope != name)
    scope = PlainNameScope.free(String(repeating: "n", count: 80), besides: Set(used))
    #expect(scope.utf8.count == 63)
  }

  @Test func equalNamesAreNumberedInDeclaredOrder() {
    #expect(columns("size", "Size", "SIZE") == ["size", "size_2", "size_3"])
    #expect(columns("xmin", "rowid") == ["xmin_2", "rowid_2"])
  }

  @Test func keysGiveWayToAttributes() {
    let owner = Relationship(name: "owner", destination: EntityID(0))
    let schema = layOut([
      Entity(
        name: "A",
        attributes: [
          Attribute(name: "id", type: .uuid), Attribute(name: "ownerRowId", type: .string),
        ], relationships: [owner]),
      Entity(
        name: "B", attributes: [Attribute(name: "ownerRowID", type: .string)],
        relationships: [owner]),
    ])
    #expect(
      schema.tables[0].columns.map(\.name) == ["row_id", "id", "owner_row_id", "owner_row_id_2"])
    #expect(schema.tables[1].columns.map(\.name) == ["id", "owner_row_id", "owner_row_id_2"])
    #expect(schema.tables[0].foreignKeys[0].referencedColumn == "row_id")
  }

  @Test func longNamesAreCutTo63BytesAndStayApart() {
    let names = ["x", "y"].map { String(repeating: "é", count: 40) + $0 }
    let made = columns(names[0], names[1])
    #expect(made.allSatisfy { $0.utf8.count <= 63 && $0.hasPrefix("ééé") })
    #expect(made[0] != made[1])
    #expect(columns(names[0], names[1]) == made)
  }

  @Test func tablesKeepClearOfWhatDatabasesMakeThemselves() {
    let names = [
      "Venue", "VenuePkey", "VenueIdSeq", "sqlite_master", "venue", "PgClass", "MomentumModel",
    ]
    #expect(
      layOut(names.map { Entity(name: $0) }).tables.map(\.name) == [
        "_momentum_model", "_pg_class", "_sqlite_master", "venue", "venue_2", "venue_id_seq_2",
        "venue_pkey_2",
      ])
  }

  @Test func wordsOfTheDialectAreQuotedAndOthersAreNot() {
    let schema = layOut([
      Entity(
        name: "Order",
        attributes: ["user", "group", "action", "9a", "né"].map {
          Attribute(name: $0, type: .string, isOptional: true)
        })
    ])
    let sqlite = schema.creationStatements(.sqlite)[1]
    for text in [
      "CREATE TABLE \"order\" (", "  user TEXT", "  \"group\" TEXT", "  action TEXT",
      "  \"9a\" TEXT",
      "  \"né\" TEXT",
    ] {
      #expect(sqlite.contains(text), "\(sqlite)")
    }
    let postgreSQL = schema.creationStatements(.postgreSQL)[0]
    #expect(postgreSQL.contains("  \"user\" text,\n  \"group\" text,\n  action text"))
  }

  /// A quote under a combining mark is one character to Swift and a quote to SQL.
  @Test func noTextOfTheModelEndsItsPlace() {
    let schema = layOut([
      Entity(
        name: "A\"\u{301}; DROP", isAbstract: true,
        attributes: [
          Attribute(name: "t", type: .string, defaultValue: .string("'\u{301}'; DROP")),
          Attribute(name: "d", type: .string, derivation: "x\n); DROP\u{2028}y"),
          Attribute(name: "n", type: .string, defaultValue: .string("a\u{0}b")),
        ]), Entity(name: "B'\u{301}", parent: EntityID(0)),
    ])
    let lines = schema.creationStatements(.sqlite)[1].split(separator: "\n")
    let note = "-- Entity A\"\u{301}; DROP."
    #expect(String(lines[0]) == note)
    let text = lines.dropFirst().joined(separator: "\n") + "\n"
    #expect(text.unicodeScalars.filter { $0 == "\n" }.count == 7)
    #expect(text.hasPrefix("CREATE TABLE \"a_́__drop\" ("))
    #expect(text.contains("DEFAULT '''\u{301}''; DROP'"))
    #expect(text.contains("CHECK (entity = 'B''\u{301}')"))
    #expect(text.contains("  n TEXT NOT NULL\n"))
  }

  @Test func wideAndDeepModelsAreLaidOut() {
    let wide = (0..<3000).map {
      Entity(
        name: "E\($0)", parent: $0 == 0 ? nil : EntityID(0),
        attributes: [Attribute(name: "x", type: .string)])
    }
    #expect(layOut(wide).tables[0].columns.count == 3002)
    let chain = (0..<3000).map { number in
      Entity(
        name: "E\(number)",
        relationships: [Relationship(name: "next", destination: EntityID((number + 1) % 3000))])
    }
    let schema = layOut(chain)
    #expect(schema.tables.count == 3000)
    #expect(schema.tables.allSatisfy { $0.foreignKeys[0].isDeferred })
  }
}

import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

@testable import MomentumMigration

/// Pieces that decide about an app's own tables, indexes, views and triggers, each by itself.
@Suite struct PlanPieceTests {
  // MARK: - Names that are taken

  private static let tree = StoreRTree(name: "Z_RT_A_x", table: "ZA", columns: ["ZX"])

  private static func index(_ name: String, _ table: String) -> SQLIndex {
    SQLIndex(name: name, table: table, terms: ["ZX"])
  }

  private static let target: StoreSchema = {
    var schema = StoreSchema(tables: [
      EntityTable(
        name: "ZA", joinTables: [JoinTable(name: "Z_1J", keyColumns: ["a", "b"])],
        indexes: [index("Z_A_i", "ZA")], rTrees: [tree],
        triggers: [SQLTrigger(name: "Z_DA_t", after: .insert, on: "ZA", body: ["SELECT 1"])])
    ])
    schema.history = StoreHistory(
      tables: [EntityTable(name: "ACHANGE", indexes: [index("Z_H_i", "ACHANGE")])], entities: [])
    return schema
  }()

  private func reasons(tables: [String] = [], _ objects: [StoreCatalog.Object] = []) -> [String] {
    let found = TakenNames.reasons(
      Self.target,
      StoreCatalog(
        tables: tables.map { StoreCatalog.Table(name: $0, columns: []) }, objects: objects),
      ownTables: ["za", "zold"])
    #expect(found.allSatisfy { $0.kind == .storeDiffers })
    return found.map(\.place)
  }

  /// A table of the app may not have the name of a new table or of a new index.
  @Test(arguments: [
    ("ZA", false), ("zold", false), ("ZOTHER", false), ("ACHANGE", false), ("Z_1J", true),
    ("z_1j", true), ("Z_RT_A_x", true), ("z_rt_a_x_node", true), ("Z_RT_A_x_rowid", true),
    ("Z_RT_A_x_parent", true), ("Z_A_i", true), ("z_h_I", true), ("Z_DA_t", false),
  ])
  func aTableOfTheAppMayBeInTheWay(name: String, isTaken: Bool) {
    #expect(reasons(tables: [name]) == (isTaken ? ["table \(name)"] : []))
  }

  /// Old indexes and triggers of the model's own tables go before new ones are made; views and tables do
  /// not.
  @Test(
    arguments: [
      (.index, "Z_A_i", "ZNOTES", true), (.index, "z_a_I", "ZOLD", false),
      (.index, "Z_A_i", "za", false), (.index, "Z_H_i", "ACHANGE", false),
      (.index, "Z_H_i", "ZNOTES", true), (.index, "ZA", "ZA", true), (.index, "Z_1J", "ZOLD", true),
      (.index, "achange", "ZOLD", true), (.index, "other", "ZNOTES", false),
      (.index, "Z_DA_t", "ZNOTES", false), (.view, "Z_A_i", "Z_A_i", true),
      (.view, "za", "za", true), (.view, "Achange", "Achange", true), (.view, "Z_H_i", "v", true),
      (.view, "Z_DA_t", "v", false), (.view, "other", "v", false),
      (.trigger, "Z_DA_t", "ZNOTES", true), (.trigger, "z_da_T", "ZOLD", false),
      (.trigger, "Z_DA_t", "achange", false), (.trigger, "ZA", "ZNOTES", false),
      (.trigger, "Z_A_i", "ZNOTES", false), (.trigger, "other", "ZNOTES", false),
    ] as [(StoreCatalog.Object.Kind, String, String, Bool)])
  func anObjectOfTheAppMayBeInTheWay(
    kind: StoreCatalog.Object.Kind, name: String, table: String, isTaken: Bool
  ) {
    let found = reasons([.init(kind: kind, name: name, table: table, sql: "x")])
    #expect(found == (isTaken ? ["\(kind.rawValue) \(name)"] : []))
  }

  @Test func triggersOfASpatialIndexHaveNamesToo() {
    for trigger in Self.tree.triggers {
      #expect(
        reasons([.init(kind: .trigger, name: trigger.name, table: "ZNOTES", sql: "x")])
          == ["trigger \(trigger.name)"])
    }
    let text = TakenNames.reasons(
      Self.target,
      StoreCatalog(
        tables: [.init(name: "Z_1J", columns: [])],
        objects: [.init(kind: .index, name: "ZA", table: "ZNOTES", sql: nil)]), ownTables: []
    ).map(\.text)
    #expect(
      text == [
        "the store has a table Z_1J already, which is not of its model",
        "the store has an index ZA already, which is not of its model",
      ])
  }

  // MARK: - Unique indexes

  /// Only a whole unique index over columns forbids duplicates.
  @Test(
    arguments: [
      ("CREATE UNIQUE INDEX i ON t (a)", ["a"]),
      ("create unique index \"I\" on [t] (\"A\",`b`)", ["a", "b"]),
      ("CREATE UNIQUE INDEX i ON t (a COLLATE BINARY ASC, b DESC)", ["a", "b"]),
      ("CREATE INDEX i ON t (a)", nil), ("CREATE UNIQUE TABLE i ON t (a)", nil),
      ("DROP UNIQUE INDEX i ON t (a)", nil), ("CREATE UNIQUE INDEX i ON t (a) WHERE a > 1", nil),
      ("CREATE UNIQUE INDEX i ON t (a) WHERE (a)", nil),
      ("CREATE UNIQUE INDEX i ON t (lower(a))", nil),
      ("CREATE UNIQUE INDEX i ON t (a, b + 1)", nil), ("CREATE UNIQUE INDEX i ON t (a,)", nil),
      ("CREATE UNIQUE INDEX i ON t ('a')", nil), ("CREATE UNIQUE INDEX i ON t", nil), ("", nil),
    ] as [(String, [String]?)])
  func aUniqueIndexIsOverColumns(sql: String, columns: [String]?) {
    #expect(UniqueIndex(sql)?.columns == columns)
  }

  // MARK: - Altered tables

  private func column(_ text: String) -> StoreColumn {
    let parts = text.split(separator: " ")
    return StoreColumn(name: String(parts[0]), sqlType: parts.count > 1 ? String(parts[1]) : "I")
  }

  /// Columns of a table as `name type`, those of the new one as `name<old type` or `name`.
  private func alteration(
    _ old: [String], _ new: [String], known: Set<String>? = nil, _ style: MigrationPlan.Style
  ) -> String {
    var carried: [String: String] = [:]
    let target = new.map { text -> StoreColumn in
      let words = text.split(separator: " ")
      let names = words[0].split(separator: "<").map(String.init)
      if names.count > 1 { carried[names[0]] = names[1] }
      return column(([names[0]] + words.dropFirst().map(String.init)).joined(separator: " "))
    }
    let columns = old.map(column)
    guard
      let found = TableAlteration(
        columns: columns, target: target, oldColumns: carried,
        known: known ?? Set(columns.map { folded($0.name) }), style: style)
    else { return "rebuilt" }
    return (found.renames.map { "\($0.old) to \($0.new)" } + found.additions.map { "+\($0.name)" })
      .joined(separator: ", ")
  }

  /// A table is altered if its columns stay in their order, and new ones come at the end.
  @Test(arguments: [
    (["a", "b"], ["a<a", "b<b"], "", ""), (["a", "b"], ["a<a", "b<b", "c"], "+c", "+c"),
    (["a", "b"], ["a<a", "c", "b<b"], "rebuilt", "+c"),
    (["a", "b"], ["b<b", "a<a"], "rebuilt", ""),
    (["a", "b"], ["x<a", "b<b"], "a to x", "a to x"),
    (["a", "b"], ["b<a", "a<b"], "a to b, b to a", "a to b, b to a"),
    (["A", "b"], ["a<a", "b<B"], "A to a", "A to a"), (["a", "b"], ["a<a"], "rebuilt", "rebuilt"),
    (["a", "b"], ["a<a T", "b<b"], "rebuilt", "rebuilt"), (["a i", "b"], ["a<a", "b<b"], "", ""),
    (["a"], ["a<gone"], "rebuilt", "rebuilt"), ([], ["a"], "+a", "+a"), ([], [], "", ""),
    (["a"], ["a<a", "b<a"], "rebuilt", "rebuilt"),
  ])
  func aTableIsAlteredWhereItsColumnsStay(
    old: [String], new: [String], fresh: String, asCoreData: String
  ) {
    #expect(alteration(old, new, .fresh) == fresh)
    #expect(alteration(old, new, .asCoreData) == asCoreData)
  }

  /// A column that the old model does not have stays only as Core Data leaves it, and only if no new column
  /// needs its name.
  @Test func columnsOfTheAppStayAsCoreDataLeavesThem() {
    #expect(alteration(["a", "own"], ["a<a"], known: ["a"], .fresh) == "rebuilt")
    #expect(alteration(["a", "own"], ["a<a"], known: ["a"], .asCoreData) == "")
    #expect(alteration(["a", "own"], ["a<a", "b"], known: ["a"], .asCoreData) == "+b")
    #expect(alteration(["a", "own"], ["a<a", "OWN"], known: ["a"], .asCoreData) == "rebuilt")
    #expect(alteration(["a", "Own"], ["a<a"], known: ["a", "own"], .asCoreData) == "rebuilt")
  }

  /// A name that another column still has is given in two steps, with a name that nobody has or gets.
  @Test func columnsAreRenamedByWayOfFreeNames() throws {
    func statements(_ renames: [(String, String)], _ existing: [String]) throws -> [String] {
      var found = try #require(
        TableAlteration(columns: [], target: [], oldColumns: [:], known: [], style: .fresh))
      found.renames = renames
      return found.renameStatements(in: "ZA", existing: existing.map(column)).map {
        $0.sql.text.replacing("ALTER TABLE ZA RENAME COLUMN ", with: "")
      }
    }
    #expect(try statements([], ["a"]) == [])
    #expect(try statements([("a", "x"), ("b", "y")], ["a", "b"]) == ["a TO x", "b TO y"])
    #expect(
      try statements([("a", "b"), ("b", "a")], ["a", "b"]) == [
        "a TO Z_MOMENTUM_1", "b TO Z_MOMENTUM_2", "Z_MOMENTUM_1 TO b", "Z_MOMENTUM_2 TO a",
      ])
    #expect(
      try statements([("a", "A"), ("c", "d")], ["a", "c", "z_momentum_1"]) == [
        "a TO Z_MOMENTUM_2", "c TO d", "Z_MOMENTUM_2 TO A",
      ])
    #expect(
      try statements([("a", "b"), ("b", "z_Momentum_1")], ["a", "b", "Z_MOMENTUM_2"]) == [
        "a TO Z_MOMENTUM_3", "b TO z_Momentum_1", "Z_MOMENTUM_3 TO b",
      ])
  }

  // MARK: - Names that go

  private func view(_ name: String, _ sql: String?) -> StoreCatalog.Object {
    .init(kind: .view, name: name, table: name, sql: sql)
  }

  private func trigger(_ name: String, on table: String, _ sql: String?) -> StoreCatalog.Object {
    .init(kind: .trigger, name: name, table: table, sql: sql)
  }

  /// What names a table or a column that goes cannot stay, nor what names a view that cannot stay.
  @Test func whatNamesAGoneColumnIsBroken() {
    let names = VanishedNames(
      old: [
        .init(name: "ZA", columns: ["Z_PK", "ZX", "ZGONE"].map(column)),
        .init(name: "ZGONETABLE", columns: ["Z_PK"].map(column)),
        .init(name: "zb", columns: ["Z_PK", "zy"].map(column)),
      ], new: ["za": ["z_pk", "zx", "ZNEW"], "ZB": ["Z_PK", "ZY"]])
    func broken(_ objects: StoreCatalog.Object...) -> [String] {
      names.broken(in: StoreCatalog(tables: [], objects: objects)).map(\.name).sorted()
    }
    #expect(broken(view("v", "CREATE VIEW v AS SELECT ZX FROM ZA")) == [])
    #expect(broken(view("v", "CREATE VIEW v AS SELECT zgone FROM \"za\"")) == ["v"])
    #expect(broken(view("v", "CREATE VIEW v AS SELECT ZGONE FROM ZB")) == [])
    #expect(broken(view("v", "CREATE VIEW v AS SELECT 'ZGONE' FROM ZA")) == [])
    #expect(broken(view("v", "CREATE VIEW v AS SELECT 1 FROM ZGoneTable")) == ["v"])
    #expect(broken(view("v", "CREATE VIEW v AS SELECT ZY FROM ZB")) == [])
    #expect(broken(view("v", nil)) == ["v"])
    #expect(broken(trigger("t", on: "ZA", "… UPDATE ZA SET ZGONE = 1")) == ["t"])
    for name in ["Z_DA_t", "Z_RT_t"] {
      #expect(broken(trigger(name, on: "ZA", "… UPDATE ZA SET ZGONE = 1")) == [])
    }
    #expect(broken(.init(kind: .index, name: "i", table: "ZA", sql: "… ZA (ZGONE)")) == [])
    #expect(
      broken(
        view("first", "… ZGONETABLE"), view("second", "… FIRST"), view("third", "… second"),
        trigger("t", on: "third", "… third"), view("other", "… ZA"), view("last", "… t"))
        == ["first", "second", "t", "third"])
  }
}

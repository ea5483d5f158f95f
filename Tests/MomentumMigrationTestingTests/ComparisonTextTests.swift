import MomentumDiagnostics
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumMigrationTesting

/// The words of a comparison, for each of its parts alone.
@Suite struct ComparisonTextTests {
  private typealias Entity = StoreComparison.Entity
  private typealias Rows = StoreComparison.Rows
  private typealias Links = StoreComparison.Links

  private func entity(
    _ old: String? = "A", _ new: String? = "A", _ rows: (Int, Int) = (4, 4),
    _ change: (inout Entity) -> Void = { _ in }
  ) -> Entity {
    var entity = Entity(
      oldName: old, newName: new, oldRowCount: rows.0, newRowCount: rows.1, onlyInOld: Rows(),
      onlyInNew: Rows(), attributes: [], relationships: [], versionNumbers: Rows(),
      removedAttributes: [], addedAttributes: [], removedRelationships: [],
      addedRelationships: [])
    change(&entity)
    return entity
  }

  private func comparison(_ entities: Entity...) -> StoreComparison {
    StoreComparison(entities: entities, lastKeys: [], metadataKeys: [], tables: [])
  }

  private func check(
    _ entity: Entity, _ lines: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectText(
      comparison(entity).text, lines.map { $0 + "\n" }.joined(), sourceLocation: sourceLocation)
  }

  @Test func anEntityIsCalledByBothNamesAndCounted() {
    func mark(_ entity: inout Entity) { entity.onlyInOld = Rows(count: 1) }
    let line = "  1 row only before"
    check(entity("A", "A", (4, 4)), "no difference")
    check(entity("A", "A", (4, 4), mark), "A: 4 rows", line)
    check(entity("A", "A", (1, 1), mark), "A: 1 row", line)
    check(entity("A", "A", (0, 0), mark), "A: 0 rows", line)
    check(entity("A", "A", (1, 4), mark), "A: 1 row before, 4 after", line)
    check(entity("A", "A", (4, 1), mark), "A: 4 rows before, 1 after", line)
    check(entity("A", "B", (4, 4), mark), "B, once A: 4 rows", line)
    check(entity("A", "B", (2, 4), mark), "B, once A: 2 rows before, 4 after", line)
    check(entity("A", nil, (4, 0)), "A, which is gone: 4 rows", "  4 rows dropped")
    check(entity("A", nil, (1, 0)), "A, which is gone: 1 row", "  1 row dropped")
    check(entity("A", nil, (0, 0)), "no difference")
    check(entity(nil, "A", (0, 3)), "A, which is new: 3 rows", "  3 rows added")
    check(entity(nil, "A", (0, 1)), "A, which is new: 1 row", "  1 row added")
    check(entity(nil, "A", (0, 0)), "no difference")
  }

  @Test func rowsAreListedAsFarAsTheyAreKnown() {
    for (rows, text) in [
      (Rows(count: 1, firstKeys: [7]), "1 row (Z_PK 7)"),
      (Rows(count: 2, firstKeys: [7, 9]), "2 rows (Z_PK 7, 9)"),
      (Rows(count: 3, firstKeys: [7, 9]), "3 rows (Z_PK 7, 9, …)"),
      (Rows(count: 3, firstKeys: []), "3 rows"),
    ] {
      check(entity { $0.onlyInOld = rows }, "A: 4 rows", "  \(text) only before")
      check(entity { $0.onlyInNew = rows }, "A: 4 rows", "  \(text) only after")
      check(entity { $0.versionNumbers = rows }, "A: 4 rows", "  Z_OPT differs in \(text)")
    }
  }

  private func attribute(
    _ old: String, _ new: String, _ count: Int,
    _ examples: [StoreComparison.AttributeDifference.Example]
  ) -> Entity {
    entity {
      $0.attributes = [
        .init(
          oldName: old, newName: new, count: count, examples: examples, oldNullCount: 0,
          newNullCount: 0)
      ]
    }
  }

  @Test func anAttributeIsShownByKeysOrValues() {
    let title = "A: 4 rows"
    check(attribute("a", "a", 1, [.init(key: 3)]), title, "  'a' differs in 1 row (Z_PK 3)")
    check(attribute("a", "b", 1, []), title, "  'b', once 'a', differs in 1 row")
    check(
      attribute("a", "a", 3, [.init(key: 3), .init(key: 5)]), title,
      "  'a' differs in 3 rows (Z_PK 3, 5, …)")
    check(
      attribute(
        "a", "a", 3,
        [
          .init(key: 3, oldValue: .integer(1), newValue: .real(2.5)),
          .init(key: 5, oldValue: .null, newValue: nil),
        ]), title, "  'a' differs in 3 rows: Z_PK 3: 1 became 2.5; Z_PK 5: NULL became NULL")
  }

  @Test func valuesAreShownInALine() {
    let sixty = String(repeating: "x", count: 60)
    for (value, text) in [
      (SQLValue.null, "NULL"), (.integer(-3), "-3"), (.real(0.5), "0.5"), (.text("it's"), "'it's'"),
      (.text(""), "''"), (.text(sixty), "'\(sixty)'"), (.text(sixty + "y"), "'\(sixty)…'"),
      (.blob([1, 2, 3]), "3 bytes"), (.blob([]), "0 bytes"),
    ] {
      check(
        attribute("a", "a", 1, [.init(key: 3, oldValue: value, newValue: .integer(0))]),
        "A: 4 rows", "  'a' differs in 1 row: Z_PK 3: \(text) became 0")
    }
  }

  private func relationship(
    _ old: String, _ new: String, _ before: Links, _ after: Links, _ changed: Links
  ) -> Entity {
    entity {
      $0.relationships = [
        .init(
          oldName: old, newName: new, oldCount: 9, newCount: 9, onlyInOld: before,
          onlyInNew: after, changed: changed)
      ]
    }
  }

  @Test func linksAreListedBySide() {
    let one = Links(count: 1, first: [.init(source: 1, destination: 4)])
    let three = Links(
      count: 3, first: [.init(source: 1, destination: 4), .init(source: 2, destination: 5)])
    let title = "A: 4 rows"
    check(
      relationship("r", "r", one, Links(), Links()), title, "  'r': 1 link (1 → 4) only before")
    check(
      relationship("r", "r", Links(), three, Links()), title,
      "  'r': 3 links (1 → 4, 2 → 5, …) only after")
    check(
      relationship("q", "r", Links(), Links(), Links(count: 2)), title,
      "  'r', once 'q',: 2 links elsewhere")
    check(
      relationship("r", "r", one, one, one), title,
      "  'r': 1 link (1 → 4) only before, 1 link (1 → 4) only after, 1 link (1 → 4) elsewhere")
  }

  @Test func whatOneModelHasIsTold() {
    typealias Property = StoreComparison.UnpairedProperty
    let properties = [
      Property(name: "none", count: 0, defaultCount: 0),
      Property(name: "one", count: 1, defaultCount: 0),
      Property(name: "two", count: 2, defaultCount: 1),
    ]
    let title = "A: 4 rows"
    check(
      entity { $0.removedAttributes = properties }, title, "  'one' is gone with 1 value",
      "  'two' is gone with 2 values")
    check(
      entity { $0.removedRelationships = properties }, title, "  'one' is gone with 1 link",
      "  'two' is gone with 2 links")
    check(
      entity { $0.addedAttributes = properties }, title,
      "  'one' is new with 1 value, 0 of them the default",
      "  'two' is new with 2 values, 1 of them the default")
    check(
      entity { $0.addedRelationships = properties }, title, "  'one' is new with 1 link",
      "  'two' is new with 2 links")
  }

  @Test func bookkeepingAndTablesStandLast() {
    var found = comparison(entity { $0.onlyInOld = Rows(count: 1) })
    found.lastKeys = [.init(oldName: "A", newName: "B", old: 3, new: 5)]
    found.metadataKeys = ["key\nof two lines"]
    found.tables = [
      .init(.onlyInOld, .table, table: "T", name: "T"),
      .init(.onlyInNew, .column, table: "T", name: "C"),
      .init(.differs, .index, table: "T", name: "I"),
      .init(.otherName, .trigger, table: "T", name: "G"),
      .init(.otherOrder, .table, table: "T", name: "T"),
      .init(.onlyInNew, .view, table: "V", name: "V"),
    ]
    let text = found.text
    #expect(text.split(separator: "\n").count == 10, "a line each")
    expectText(
      text.replacing(#/'key.*' differs/#, with: "KEY"),
      """
      A: 4 rows
        1 row only before
      Z_MAX of B: 3 before, 5 after
      metadata: KEY
      table T: only before
      column 'C' of T: only after
      index 'I' of T: differs
      trigger 'G' of T: has another name
      table T: its columns are in another order
      view 'V' of V: only after

      """)
  }

  @Test func theJSONHasEveryField() {
    var full = entity("A", "B", (4, 5)) {
      $0.onlyInOld = Rows(count: 2, firstKeys: [7])
      $0.onlyInNew = Rows(count: 3, firstKeys: [8, 9])
      $0.versionNumbers = Rows(count: 1, firstKeys: [1])
      $0.removedAttributes = [.init(name: "ra", count: 1, defaultCount: 2)]
      $0.addedAttributes = [.init(name: "aa", count: 3, defaultCount: 4)]
      $0.removedRelationships = [.init(name: "rr", count: 5, defaultCount: 6)]
      $0.addedRelationships = [.init(name: "ar", count: 7, defaultCount: 8)]
    }
    full.attributes = [
      .init(
        oldName: "x", newName: "y", count: 9,
        examples: [
          .init(key: 1), .init(key: 2, oldValue: .integer(5), newValue: .text("t")),
        ], oldNullCount: 10, newNullCount: 11)
    ]
    full.relationships = [
      .init(
        oldName: "p", newName: "q", oldCount: 12, newCount: 13,
        onlyInOld: Links(count: 14, first: [.init(source: 15, destination: 16)]),
        onlyInNew: Links(count: 17), changed: Links(count: 18))
    ]
    let empty =
      #""onlyInOld":{"count":0,"firstKeys":[]},"onlyInNew":{"count":0,"firstKeys":[]},"attributes":[],"relationships":[],"versionNumbers":{"count":0,"firstKeys":[]},"removedAttributes":[],"addedAttributes":[],"removedRelationships":[],"addedRelationships":[]}"#
    let found = StoreComparison(
      entities: [full, entity("C", nil), entity(nil, "D")],
      lastKeys: [.init(oldName: "A", newName: "B", old: 3, new: 5)], metadataKeys: ["k"],
      tables: [.init(.otherName, .index, table: "T", name: "I")])
    expectText(
      found.json.compact,
      #"{"isEqual":false,"isLossless":false,"keepsBookkeeping":false,"entities":["#
        + #"{"old":"A","new":"B","oldRows":4,"newRows":5,"onlyInOld":{"count":2,"firstKeys":[7]},"onlyInNew":{"count":3,"firstKeys":[8,9]},"#
        + #""attributes":[{"old":"x","new":"y","count":9,"oldNulls":10,"newNulls":11,"examples":[{"key":1},{"key":2,"old":"5","new":"'t'"}]}],"#
        + #""relationships":[{"old":"p","new":"q","oldLinks":12,"newLinks":13,"onlyInOld":{"count":14,"first":[[15,16]]},"onlyInNew":{"count":17,"first":[]},"changed":{"count":18,"first":[]}}],"#
        + #""versionNumbers":{"count":1,"firstKeys":[1]},"removedAttributes":[{"name":"ra","count":1,"defaultCount":2}],"addedAttributes":[{"name":"aa","count":3,"defaultCount":4}],"removedRelationships":[{"name":"rr","count":5,"defaultCount":6}],"addedRelationships":[{"name":"ar","count":7,"defaultCount":8}]},"#
        + #"{"old":"C","new":null,"oldRows":4,"newRows":4,"# + empty
        + #",{"old":null,"new":"D","oldRows":4,"newRows":4,"# + empty
        + #"],"lastKeys":[{"entity":"B","old":3,"new":5}],"metadataKeys":["k"],"tables":[{"kind":"other-name","element":"index","table":"T","name":"I"}]}"#
    )
  }

  // MARK: - Verdicts

  /// A part of an entity that both models have, and whether rows are equal, none is lost, and bookkeeping is kept.
  @Test func eachPartDecidesItsVerdict() {
    let property = [StoreComparison.UnpairedProperty(name: "p", count: 1, defaultCount: 0)]
    let empty = [StoreComparison.UnpairedProperty(name: "p", count: 0, defaultCount: 0)]
    let attributes = attribute("a", "a", 1, []).attributes
    let relationships = relationship("r", "r", Links(count: 1), Links(), Links()).relationships
    let parts: [(Entity, [Bool])] = [
      (entity(), [true, true, true]),
      (entity { $0.onlyInOld = Rows(count: 1) }, [false, false, true]),
      (entity { $0.onlyInNew = Rows(count: 1) }, [false, false, true]),
      (entity { $0.attributes = attributes }, [false, false, true]),
      (entity { $0.relationships = relationships }, [false, false, true]),
      (entity { $0.versionNumbers = Rows(count: 1) }, [true, true, false]),
      (entity { $0.removedAttributes = property }, [true, false, true]),
      (entity { $0.removedAttributes = empty }, [true, true, true]),
      (entity { $0.removedRelationships = property }, [true, false, true]),
      (entity { $0.addedAttributes = property }, [true, true, true]),
      (entity { $0.addedRelationships = property }, [true, true, true]),
      (entity("A", nil, (1, 0)), [true, false, true]),
      (entity("A", nil, (0, 0)), [true, true, true]),
      (entity(nil, "A", (0, 1)), [true, true, true]),
    ]
    for (part, expected) in parts {
      for found in [comparison(part), comparison(entity(), part), comparison(part, entity())] {
        #expect(
          [found.isEqual, found.isLossless, found.keepsBookkeeping] == expected, "\(found.text)")
      }
    }
    var found = comparison(entity())
    found.metadataKeys = ["k"]
    #expect(found.isLossless && !found.keepsBookkeeping)
    found = comparison(entity())
    found.lastKeys = [.init(oldName: "A", newName: "A", old: 1, new: 2)]
    #expect(found.isLossless && !found.keepsBookkeeping)
  }

  @Test func anEntityIsFoundByItsNewNameFirst() {
    let found = comparison(entity("A", "B"), entity("C", "A"), entity("D", nil))
    #expect(found["A"]?.oldName == "C")
    #expect(found["B"]?.oldName == "A")
    #expect(found["C"]?.newName == "A")
    #expect(found["D"]?.oldName == "D" && found["E"] == nil)
  }
}

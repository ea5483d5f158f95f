import Foundation
import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

/// Which predicates of partial indexes the plain layout can express, and the values in them.
@Suite struct PlainConditionTests {
  /// The condition of the only index over an attribute `key`, or why there is no index.
  private func condition(
    _ condition: IndexCondition?, _ type: AttributeType = .integer16
  ) -> Result<PlainIndexCondition?, Missing> {
    let place = CompositeType(
      name: "Place",
      elements: [Attribute(name: "city", type: .string), Attribute(name: "zip", type: .integer32)])
    let schema = PlainLayout { _ in condition }.layOut(
      ObjectModel(
        entities: [
          Entity(
            name: "A",
            attributes: [
              Attribute(name: "key", type: type), Attribute(name: "name", type: .string),
              Attribute(name: "place", type: .composite(CompositeID(0))),
              Attribute(name: "shown", type: .string, isTransient: true),
            ],
            relationships: [
              Relationship(name: "other", destination: EntityID(0)),
              Relationship(name: "others", destination: EntityID(0), isToMany: true),
            ],
            fetchIndexes: [
              FetchIndex(
                name: "hot", elements: [.init(.property("name"))], partialPredicate: "p")
            ])
        ], composites: [place]))
    let table = schema.tables[0]
    guard let made = table.indexes.first(where: { $0.name == "a_hot_idx" }) else {
      return .failure(Missing(notes: table.notes))
    }
    return .success(made.condition)
  }

  struct Missing: Error, Hashable {
    var notes: [String]
  }

  private static let refused = Missing(notes: ["Not made: partial index 'hot' of A."])

  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let uuidText = "01020304-0506-0708-090a-0b0c0d0e0f10"

  /// A constant of a predicate as a value of the column; `nil` where the types do not fit.
  static let rows: [(AttributeType, IndexCondition.Literal, SQLColumnType?, AttributeValue?)] = [
    (.integer16, .integer(-7), .smallInteger, .integer(-7)),
    (.integer32, .integer(7), .integer, .integer(7)),
    (.integer64, .integer(.max), .bigInteger, .integer(.max)),
    (.integer16, .double(2), .smallInteger, .integer(2)),
    (.integer32, .double(2.5), .integer, .double(2.5)),
    (.integer64, .double(-3), .bigInteger, .integer(-3)),
    (.integer16, .decimal("5"), nil, nil), (.integer32, .string("5"), nil, nil),
    (.integer64, .decimal("99999999999999999999"), nil, nil),
    (.boolean, .integer(0), .boolean, .boolean(false)),
    (.boolean, .integer(1), .boolean, .boolean(true)), (.boolean, .integer(2), nil, nil),
    (.boolean, .integer(-1), nil, nil), (.boolean, .double(1), nil, nil),
    (.boolean, .string("1"), nil, nil), (.float, .integer(3), .float, .double(3)),
    (.double, .integer(-3), .double, .double(-3)), (.float, .double(0.5), .float, .double(0.5)),
    (.double, .double(-0.5), .double, .double(-0.5)), (.double, .decimal("1"), nil, nil),
    (.float, .string("1"), nil, nil), (.decimal, .integer(12), .decimal, .decimal(12)),
    (.decimal, .double(0.25), .decimal, .decimal(Decimal(25) / 100)),
    (.decimal, .double(.nan), nil, nil),
    (
      .decimal, .decimal("12345678901234567890.5"), .decimal,
      Decimal(string: "12345678901234567890.5").map { .decimal($0) }
    ), (.decimal, .decimal("x"), nil, nil), (.decimal, .string("1"), nil, nil),
    (.string, .string("it's"), .text, .string("it's")), (.string, .integer(1), nil, nil),
    (.string, .double(1), nil, nil), (.uri, .string("a:b"), .text, .string("a:b")),
    (.uuid, .string(uuidText), .uuid, .uuid(uuid)),
    (.uuid, .string(uuidText.uppercased()), .uuid, .uuid(uuid)), (.uuid, .string("1"), nil, nil),
    (.uuid, .integer(1), nil, nil), (.date, .double(5), nil, nil), (.date, .integer(5), nil, nil),
    (.date, .string("2001"), nil, nil), (.binary, .string("x"), nil, nil),
    (.transformable, .integer(1), nil, nil),
  ]

  @Test(arguments: rows.indices)
  func aConstantIsAValueOfTheColumn(row: Int) {
    let (type, literal, stored, value) = Self.rows[row]
    let found = condition(.comparison("key", .lessOrEqual, literal), type)
    guard let stored, let value else {
      #expect(found == .failure(Self.refused), "\(literal) of \(type)")
      return
    }
    #expect(
      found == .success(.comparison("key", stored, .lessOrEqual, value)), "\(literal) of \(type)")
  }

  /// Keys of a condition: a column, one of a composite, and what is no column.
  @Test func keysAreColumns() {
    let five = PlainIndexCondition.comparison("key", .smallInteger, .equal, .integer(5))
    let rows: [(IndexCondition, PlainIndexCondition?)] = [
      (.isNull("key"), .isNull("key")), (.isNotNull("key"), .isNotNull("key")),
      (.isNull("place.city"), .isNull("place_city")),
      (.isNotNull("place.zip"), .isNotNull("place_zip")),
      (.isNull("other"), .isNull("other_id")), (.isNotNull("other"), .isNotNull("other_id")),
      (.isNull("others"), nil), (.isNotNull("others"), nil), (.isNull("place"), nil),
      (.isNull("place.street"), nil), (.isNull("key.city"), nil), (.isNull("other.key"), nil),
      (.isNull("shown"), nil), (.isNull("nothing"), nil), (.isNotNull("nothing"), nil),
      (.isNull(""), nil), (.comparison("key", .equal, .integer(5)), five),
      (.comparison("place", .equal, .string("x")), nil),
      (.comparison("other", .equal, .integer(5)), nil),
      (.comparison("shown", .equal, .string("x")), nil),
      (.comparison("nothing", .equal, .integer(5)), nil),
      (
        .and([.isNull("name"), .comparison("key", .equal, .integer(5))]),
        .and([.isNull("name"), five])
      ), (.and([.isNull("name"), .isNull("nothing")]), nil),
      (
        .or([.comparison("key", .equal, .integer(5)), .isNotNull("name")]),
        .or([five, .isNotNull("name")])
      ), (.or([.isNull("nothing"), .isNull("name")]), nil),
      (
        .or([.and([.isNull("key"), .isNull("name")]), .isNull("other")]),
        .or([.and([.isNull("key"), .isNull("name")]), .isNull("other_id")])
      ),
      (.or([.and([.isNull("key"), .isNull("nothing")]), .isNull("other")]), nil),
    ]
    for (given, expected) in rows {
      let found = condition(given)
      #expect(
        found == expected.map { .success($0) } ?? .failure(Self.refused), "\(given)")
    }
    #expect(condition(nil) == .failure(Self.refused))
  }
}

/// Which indexes and constraints the plain layout makes, and what makes one superfluous.
@Suite struct PlainIndexRuleTests {
  private static let inner = CompositeType(
    name: "Place", elements: [Attribute(name: "city", type: .string)])

  /// The indexes and unique constraints of the first table, a line each, then its notes.
  private func lines(
    attributes: [String] = ["a", "b", "c"], marked: Set<String> = [], unique: [[String]] = [],
    compound: [[String]] = [], _ declared: [FetchIndex] = []
  ) -> [String] {
    let book = Entity(
      name: "Book",
      attributes: attributes.map {
        Attribute(name: $0, type: .string, isIndexed: marked.contains($0))
      } + [
        Attribute(
          name: "place", type: .composite(CompositeID(0)), isIndexed: marked.contains("place")),
        Attribute(
          name: "shown", type: .string, isTransient: true, isIndexed: marked.contains("shown")),
      ], relationships: [Relationship(name: "box", destination: EntityID(1))],
      uniquenessConstraints: unique, fetchIndexes: declared, compoundIndexes: compound)
    let schema = PlainLayout { _ in .isNull("a") }.layOut(
      ObjectModel(
        entities: [book, Entity(name: "Box")], composites: [Self.inner]))
    guard let table = schema.tables.first(where: { $0.name == "book" }) else { return [] }
    return table.uniqueConstraints.map { "\($0.name) (\($0.columns.joined(separator: ", ")))" }
      + table.indexes.filter { $0.name != "book_box_id_idx" }.map { index in
        let terms = index.terms.map { $0.column + ($0.isAscending ? "" : " DESC") }
        return "\(index.name) (\(terms.joined(separator: ", ")))"
          + (index.condition == nil ? "" : " where") + (index.isUnique ? " unique" : "")
      } + table.notes
  }

  private func index(
    _ name: String, _ keys: [String], partial: Bool = false, kind: FetchIndex.Kind = .binary
  ) -> FetchIndex {
    FetchIndex(
      name: name,
      elements: keys.map { key in
        let property = key.hasPrefix("-") ? String(key.dropFirst()) : key
        let isExpression = ["self", "SELF", "objectID", "entity", "SELF.entity"].contains(property)
        return FetchIndex.Element(
          isExpression ? .expression(property) : .property(property), kind: kind,
          isAscending: property == key)
      }, partialPredicate: partial ? "p" : nil)
  }

  @Test func marksAndListsMakeIndexes() {
    #expect(lines() == [])
    #expect(lines(marked: ["a"]) == ["book_a_idx (a)"])
    #expect(lines(marked: ["b", "a"]) == ["book_a_idx (a)", "book_b_idx (b)"])
    #expect(lines(marked: ["place", "shown"]) == [], "neither is a column")
    #expect(lines(compound: [["b", "a"]]) == ["book_b_a_idx (b, a)"])
    #expect(lines(compound: [["a", "nothing"], ["a", "shown"], []]) == [])
    #expect(lines(compound: [["a", "place.city"]]) == ["book_a_place_city_idx (a, place_city)"])
    #expect(lines(compound: [["a", "box"]]) == ["book_a_box_id_idx (a, box_id)"])
    #expect(lines(compound: [["box"]]) == [], "the key has an index")
    #expect(lines(compound: [["box", "a"]]) == ["book_box_id_a_idx (box_id, a)"])
  }

  @Test func whatAnIndexBeforeItFindsIsNoIndex() {
    #expect(lines(marked: ["a"], compound: [["a"]]) == ["book_a_idx (a)"])
    #expect(
      lines(marked: ["a"], compound: [["a", "b"]]) == ["book_a_idx (a)", "book_a_b_idx (a, b)"])
    #expect(lines([index("x", ["a", "b"]), index("y", ["a"])]) == ["book_x_idx (a, b)"])
    #expect(
      lines([index("x", ["a", "b"]), index("y", ["b"])])
        == ["book_x_idx (a, b)", "book_y_idx (b)"])
    #expect(
      lines([index("x", ["a", "b"]), index("y", ["-a"])])
        == ["book_x_idx (a, b)", "book_y_idx (a DESC)"])
    #expect(lines([index("x", ["-a", "b"]), index("y", ["-a"])]) == ["book_x_idx (a DESC, b)"])
    // An index of some rows does not find all, and one of all rows is not asked for some.
    #expect(
      lines([index("x", ["a"], partial: true), index("y", ["a"])])
        == ["book_x_idx (a) where", "book_y_idx (a)"])
    #expect(
      lines([index("x", ["a"]), index("y", ["a"], partial: true)])
        == ["book_x_idx (a)", "book_y_idx (a) where"])
    #expect(
      lines([index("x", ["a"], partial: true), index("y", ["a"], partial: true)])
        == ["book_x_idx (a) where"])
  }

  @Test func whatAKeyOrAConstraintFindsIsNoIndex() {
    #expect(lines([index("x", ["self"])]) == [], "the identity is the key")
    #expect(lines([index("x", ["-self"])]) == ["book_x_idx (id DESC)"])
    #expect(lines([index("x", ["self", "a"])]) == ["book_x_idx (id, a)"])
    let unique = "book_a_b_key (a, b)"
    #expect(lines(unique: [["a", "b"]], [index("x", ["a"])]) == [unique])
    #expect(lines(unique: [["a", "b"]], [index("x", ["a", "b"])]) == [unique])
    #expect(lines(unique: [["a", "b"]], [index("x", ["b"])]) == [unique, "book_x_idx (b)"])
    #expect(lines(unique: [["a", "b"]], [index("x", ["-a"])]) == [unique, "book_x_idx (a DESC)"])
    #expect(
      lines(unique: [["a", "b"]], [index("x", ["a", "-b"])])
        == [unique, "book_x_idx (a, b DESC)"])
    #expect(
      lines(unique: [["a", "b"]], [index("x", ["a"], partial: true)])
        == [unique, "book_x_idx (a) where"])
    #expect(lines(unique: [["a", "b"], ["b", "a"]]) == [unique], "the same rows are unique")
    #expect(
      lines(unique: [["a"], ["a", "b"]]) == ["book_a_key (a)", "book_a_b_key (a, b)"])
    #expect(
      lines(unique: [["a", "nothing"], ["place"], []]) == [
        "Not made: uniqueness of (a, nothing) of Book.", "Not made: uniqueness of (place) of Book.",
        "Not made: uniqueness of () of Book.",
      ])
    #expect(
      lines(unique: [["box", "place.city"]]) == ["book_box_id_place_city_key (box_id, place_city)"])
  }

  @Test func elementsOfDeclaredIndexes() {
    for word in ["self", "SELF", "objectID"] {
      #expect(lines([index("byIt", ["a", word])]) == ["book_by_it_idx (a, id)"], "\(word)")
    }
    for word in ["entity", "SELF.entity"] {
      #expect(lines([index("x", ["a", word])]) == ["book_x_idx (a)"], "one entity is a constant")
      #expect(lines([index("x", [word])]) == [])
    }
    #expect(lines([index("x", ["a", "a", "b"])]) == ["book_x_idx (a, b)"])
    #expect(lines([index("x", ["a", "nothing"])]) == ["Not made: index 'x' of Book."])
    #expect(lines([index("x", ["a", "place"])]) == ["Not made: index 'x' of Book."])
    #expect(lines([index("x", ["place.city"])]) == ["book_x_idx (place_city)"])
    #expect(
      lines([index("x", ["a"], kind: .rTree)]) == ["Not made: R-tree index 'x' of Book."])
    #expect(lines([index("x", [])]) == [])
    #expect(lines([index("box", ["box"])]) == [], "the key has an index")
  }

  // MARK: - Families

  /// A constraint over columns of a parent is of the sub-entity's rows alone; one with a column of its own is
  /// of all rows, since the others have no value there.
  @Test func uniquenessOfASubentity() {
    func sub(_ unique: [[String]], _ declared: [FetchIndex] = []) -> [String] {
      let schema = PlainLayout { _ in nil }.layOut(
        ObjectModel(entities: [
          Entity(name: "Work", attributes: [Attribute(name: "title", type: .string)]),
          Entity(
            name: "Book", parent: EntityID(0), attributes: [Attribute(name: "isbn", type: .string)],
            uniquenessConstraints: unique, fetchIndexes: declared),
          Entity(name: "Novel", parent: EntityID(1)), Entity(name: "Film", parent: EntityID(0)),
        ]))
      return schema.creationStatements(.sqlite).filter { $0.contains("INDEX") }
        + schema.tables[0].uniqueConstraints.map { "\($0.name) \($0.columns)" }
        + schema.tables[0].notes
    }
    #expect(
      sub([["title"]]) == [
        "CREATE UNIQUE INDEX work_book_title_key ON work (title) WHERE entity IN ('Book', 'Novel')"
      ])
    #expect(sub([["isbn"]]) == ["work_isbn_key [\"isbn\"]"])
    #expect(sub([["title", "isbn"]]) == ["work_title_isbn_key [\"title\", \"isbn\"]"])
    #expect(
      sub([["title"], ["title"]]).count == 1, "the same index is made once")
    // A unique index of some rows is no index of all.
    #expect(
      sub([["title"]], [index("x", ["title"])]).last
        == "CREATE INDEX work_x_idx ON work (title)")
    #expect(
      sub([], [index("x", ["entity", "title"])])
        == ["CREATE INDEX work_x_idx ON work (entity, title)"])
  }

  /// Each key has an index, and one that holds a position has it beside; a join table has one of the far key.
  @Test func keysHaveIndexes() {
    func many(
      _ name: String, _ entity: Int, _ inverse: Int, isOrdered: Bool = false
    ) -> Relationship {
      Relationship(
        name: name, destination: EntityID(entity),
        inverse: RelationshipID(EntityID(entity), inverse),
        isToMany: true, isOrdered: isOrdered)
    }
    let schema = PlainLayout { _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(
          name: "Shelf",
          relationships: [many("books", 1, 0, isOrdered: true), many("tags", 2, 0)]),
        Entity(
          name: "Book",
          relationships: [
            Relationship(
              name: "shelf", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0)),
            Relationship(name: "room", destination: EntityID(2)),
          ]), Entity(name: "Tag", relationships: [many("shelves", 0, 1)]),
      ]))
    #expect(
      schema.creationStatements(.postgreSQL).filter { $0.contains("INDEX") } == [
        "CREATE INDEX book_shelf_id_idx ON book (shelf_id, books_position)",
        "CREATE INDEX book_room_id_idx ON book (room_id)",
        "CREATE INDEX shelf_tags_tag_id_idx ON shelf_tags (tag_id, shelf_id)",
      ])
  }
}

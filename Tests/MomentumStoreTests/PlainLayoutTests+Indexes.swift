import MomentumMariaDB
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

extension PlainLayoutTests {
  @Test func indexesAreMadeOnceAndPartialOnesHaveConditions() {
    let condition = IndexCondition.or([
      .and([
        .comparison("flag", .equal, .integer(1)), .comparison("price", .greater, .double(0.5)),
      ]), .isNull("name"),
    ])
    expectPlain(
      [
        Entity(
          name: "A",
          attributes: [
            Attribute(name: "name", type: .string, isOptional: true, isIndexed: true),
            Attribute(name: "flag", type: .boolean), Attribute(name: "price", type: .decimal),
          ], relationships: [plainToOne("b", 1)], uniquenessConstraints: [["flag", "b"]],
          fetchIndexes: [
            FetchIndex(name: "byName", elements: [.init(.property("name"))]),
            FetchIndex(name: "byFlag", elements: [.init(.property("flag"))]),
            FetchIndex(name: "byB", elements: [.init(.property("b"))]),
            FetchIndex(
              name: "recentlySeen",
              elements: [
                .init(.property("price"), isAscending: false), .init(.expression("self")),
                .init(.expression("entity")),
              ]),
            FetchIndex(
              name: "hot", elements: [.init(.property("name"))], partialPredicate: "yes"),
            FetchIndex(name: "cold", elements: [.init(.property("name"))], partialPredicate: "no"),
          ], compoundIndexes: [["name", "flag"]]), Entity(name: "B"),
      ], condition: { $0 == "yes" ? condition : nil },
      sqlite: """
        CREATE TABLE b (
          id INTEGER PRIMARY KEY
        ) STRICT;
        -- Not made: partial index 'cold' of A.
        CREATE TABLE a (
          id INTEGER PRIMARY KEY,
          name TEXT,
          flag INTEGER NOT NULL CHECK (flag IN (0, 1)),
          price TEXT NOT NULL CHECK (price GLOB '*[0-9]*' AND price NOT GLOB '*[^-.0-9]*'),
          b_id INTEGER REFERENCES b (id) ON DELETE SET NULL,
          CONSTRAINT a_flag_b_id_key UNIQUE (flag, b_id)
        ) STRICT;
        CREATE INDEX a_b_id_idx ON a (b_id);
        CREATE INDEX a_name_idx ON a (name);
        CREATE INDEX a_name_flag_idx ON a (name, flag);
        CREATE INDEX a_recently_seen_idx ON a (price DESC, id);
        CREATE INDEX a_hot_idx ON a (name) WHERE ((flag = 1 AND CAST(price AS REAL) > 0.5) OR name IS NULL);
        """,
      postgreSQL: """
        CREATE TABLE b (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
        );
        CREATE TABLE a (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text,
          flag boolean NOT NULL,
          price numeric NOT NULL,
          b_id bigint REFERENCES b (id) ON DELETE SET NULL,
          CONSTRAINT a_flag_b_id_key UNIQUE (flag, b_id)
        );
        CREATE INDEX a_b_id_idx ON a (b_id);
        CREATE INDEX a_name_idx ON a (name);
        CREATE INDEX a_name_flag_idx ON a (name, flag);
        CREATE INDEX a_recently_seen_idx ON a (price DESC, id);
        CREATE INDEX a_hot_idx ON a (name) WHERE ((flag = TRUE AND price > 0.5) OR name IS NULL);
        COMMENT ON TABLE a IS 'Not made: partial index ''cold'' of A.';
        """)
  }

  /// Tables and indexes share one scope in both databases.
  @Test func anIndexGivesWayToTablesAndToIndexesBeforeIt() {
    let schema = PlainLayout { _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(
          name: "A",
          attributes: [
            Attribute(name: "b", type: .string, isIndexed: true),
            Attribute(name: "b_c", type: .string, isIndexed: true),
          ]),
        Entity(name: "A_b", attributes: [Attribute(name: "c", type: .string, isIndexed: true)]),
        Entity(name: "A_b_idx"),
      ]))
    #expect(schema.tables.map(\.name) == ["a", "a_b", "a_b_idx"])
    #expect(
      schema.tables.map { $0.indexes.map(\.name) } == [
        ["a_b_idx_2", "a_b_c_idx"], ["a_b_c_idx_2"], [],
      ])
  }

  /// `rank > 5.0` of a whole column is compared with 5, `rank > 0.5` as it stands.
  @Test func wholeConstantsOfPartialIndexesStayWhole() {
    let types: [(AttributeType, SQLColumnType)] = [
      (.integer16, .smallInteger), (.integer32, .integer), (.integer64, .bigInteger),
    ]
    for (type, stored) in types {
      for (literal, value) in [
        (IndexCondition.Literal.integer(5), AttributeValue.integer(5)),
        (.double(5), .integer(5)), (.double(0.5), .double(0.5)), (.double(1e300), .double(1e300)),
      ] {
        let schema = PlainLayout { _ in .comparison("rank", .greater, literal) }.layOut(
          ObjectModel(entities: [
            Entity(
              name: "A", attributes: [Attribute(name: "rank", type: type)],
              fetchIndexes: [
                FetchIndex(
                  name: "hot", elements: [.init(.property("rank"))], partialPredicate: "p")
              ])
          ]))
        #expect(
          schema.tables.flatMap { $0.indexes.map(\.condition) }
            == [.comparison("rank", stored, .greater, value)], "\(literal) of \(type)")
      }
    }
  }
}

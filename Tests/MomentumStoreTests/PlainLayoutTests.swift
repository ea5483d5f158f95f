import MomentumMariaDB
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model's script in both dialects, each as the test shows it: without preamble and blank lines. In a dialect
/// that Momentum does not ship, the script has to be free of the syntax of both.
private func expectPlain(
  _ entities: [Entity], composites: [CompositeType] = [],
  condition: @escaping @Sendable (String) -> IndexCondition? = { _ in nil },
  sqlite: String? = nil, postgreSQL: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let schema = PlainLayout(indexCondition: condition).layOut(
    ObjectModel(entities: entities, composites: composites))
  for (dialect, expected) in [(SQLDialect.sqlite, sqlite), (.postgreSQL, postgreSQL)] {
    guard let expected else { continue }
    let lines = schema.creationScript(dialect).split(separator: "\n")
    expectText(
      lines.filter { $0 != "PRAGMA foreign_keys = ON;" }.joined(separator: "\n"), expected,
      sourceLocation: sourceLocation)
  }
  for statement in schema.creationStatements(.mariaDB) {
    #expect(
      ForeignSyntax.found(in: statement) == [], "\(statement)", sourceLocation: sourceLocation)
  }
}

private func toOne(
  _ name: String, _ entity: Int, inverse: Int? = nil, isOptional: Bool = true,
  _ rule: Relationship.DeleteRule = .nullify
) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isOptional: isOptional,
    deleteRule: rule)
}

private func toMany(
  _ name: String, _ entity: Int, inverse: Int? = nil, isOrdered: Bool = false,
  _ rule: Relationship.DeleteRule = .nullify
) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isToMany: true,
    isOrdered: isOrdered, deleteRule: rule)
}

/// One rule of the plain layout each, on a model as small as the rule allows.
@Suite struct PlainLayoutTests {
  // MARK: - Attributes

  @Test func typesAndDefaultsAreOfTheDialect() throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let attributes = [
      Attribute(name: "small", type: .integer16, defaultValue: .integer(-5)),
      Attribute(name: "middle", type: .integer32),
      Attribute(name: "large", type: .integer64, defaultValue: .integer(.min)),
      Attribute(
        name: "price", type: .decimal, defaultValue: Decimal(string: "0.10").map { .decimal($0) }),
      Attribute(name: "ratio", type: .float, defaultValue: .double(0.5)),
      Attribute(name: "amount", type: .double, defaultValue: .double(-.infinity)),
      Attribute(name: "title", type: .string, defaultValue: .string("it's")),
      Attribute(name: "flag", type: .boolean, defaultValue: .boolean(true)),
      Attribute(name: "day", type: .date, defaultValue: .date(0.25)),
      Attribute(name: "key", type: .uuid, defaultValue: .uuid(uuid)),
      Attribute(name: "link", type: .uri, isOptional: true, defaultValue: .uri("a:b")),
      Attribute(name: "blob", type: .binary, defaultValue: .binary([0, 255])),
      Attribute(name: "any", type: .transformable, isOptional: true, allowsExternalStorage: true),
      Attribute(name: "gone", type: .undefined),
      Attribute(name: "now", type: .date, isTransient: true),
    ]
    expectPlain(
      [Entity(name: "All", attributes: attributes)],
      sqlite: """
        CREATE TABLE "all" (
          id INTEGER PRIMARY KEY,
          small INTEGER NOT NULL DEFAULT -5,
          middle INTEGER NOT NULL,
          large INTEGER NOT NULL DEFAULT -9223372036854775808,
          price TEXT NOT NULL DEFAULT '0.1' CHECK (price GLOB '*[0-9]*' AND price NOT GLOB '*[^-.0-9]*'),
          ratio REAL NOT NULL DEFAULT 0.5,
          amount REAL NOT NULL DEFAULT -9e999,
          title TEXT NOT NULL DEFAULT 'it''s',
          flag INTEGER NOT NULL DEFAULT 1 CHECK (flag IN (0, 1)),
          day TEXT NOT NULL DEFAULT '2001-01-01T00:00:00.250Z' CHECK (day IS strftime('%Y-%m-%dT%H:%M:%fZ', day, '+0 days')),
          key TEXT NOT NULL DEFAULT 'e621e1f8-c36c-495a-93fc-0c247a3e6e5f' CHECK (length(key) = 36 AND key = lower(key)),
          link TEXT DEFAULT 'a:b',
          blob BLOB NOT NULL DEFAULT x'00ff',
          any BLOB
        ) STRICT;
        """,
      postgreSQL: """
        CREATE TABLE "all" (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          small smallint NOT NULL DEFAULT -5,
          middle integer NOT NULL,
          large bigint NOT NULL DEFAULT -9223372036854775808,
          price numeric NOT NULL DEFAULT 0.1,
          ratio real NOT NULL DEFAULT '0.5',
          amount double precision NOT NULL DEFAULT '-Infinity',
          title text NOT NULL DEFAULT 'it''s',
          flag boolean NOT NULL DEFAULT TRUE,
          day timestamptz NOT NULL DEFAULT '2001-01-01T00:00:00.250Z',
          key uuid NOT NULL DEFAULT 'e621e1f8-c36c-495a-93fc-0c247a3e6e5f',
          link text DEFAULT 'a:b',
          blob bytea NOT NULL DEFAULT '\\x00ff',
          "any" bytea
        );
        """)
  }

  @Test func boundsBecomeChecks() {
    expectPlain(
      [
        Entity(
          name: "A",
          attributes: [
            Attribute(
              name: "rank", type: .integer16, minimum: .integer(0), maximum: .integer(5)),
            Attribute(name: "ratio", type: .float, maximum: .double(0.1)),
            Attribute(name: "price", type: .decimal, minimum: .decimal(1)),
            Attribute(name: "day", type: .date, minimum: .date(-86400)),
            Attribute(name: "name", type: .string, minimum: .integer(1), maximum: .integer(9)),
            Attribute(name: "code", type: .string, minimum: .integer(3), maximum: .integer(3)),
          ])
      ],
      sqlite: """
        CREATE TABLE a (
          id INTEGER PRIMARY KEY,
          rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 5),
          ratio REAL NOT NULL CHECK (ratio <= 0.1),
          price TEXT NOT NULL CHECK (price GLOB '*[0-9]*' AND price NOT GLOB '*[^-.0-9]*') CHECK (CAST(price AS REAL) >= 1),
          day TEXT NOT NULL CHECK (day IS strftime('%Y-%m-%dT%H:%M:%fZ', day, '+0 days')) CHECK (day >= '2000-12-31T00:00:00.000Z'),
          name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 9),
          code TEXT NOT NULL CHECK (length(code) = 3)
        ) STRICT;
        """,
      postgreSQL: """
        CREATE TABLE a (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          rank smallint NOT NULL CHECK (rank BETWEEN 0 AND 5),
          ratio real NOT NULL CHECK (ratio <= '0.1'),
          price numeric NOT NULL CHECK (price >= 1),
          day timestamptz NOT NULL CHECK (day >= '2000-12-31T00:00:00.000Z'),
          name text NOT NULL CHECK (length(name) BETWEEN 1 AND 9),
          code text NOT NULL CHECK (length(code) = 3)
        );
        """)
  }

  @Test func patternsAreCheckedWhereTheDialectReadsThemAlike() {
    expectPlain(
      [
        Entity(
          name: "A",
          attributes: [
            Attribute(
              name: "mail", type: .string, isOptional: true,
              regularExpression: #"\A[^@]+@([^@\.]+\.)+[^@\.]+\z"#),
            Attribute(
              name: "word", type: .string, isOptional: true, regularExpression: #"\p{L}+'"#),
          ])
      ],
      sqlite: #"""
        CREATE TABLE a (
          id INTEGER PRIMARY KEY,
          mail TEXT, -- In the model it matches \A[^@]+@([^@\.]+\.)+[^@\.]+\z
          word TEXT -- In the model it matches \p{L}+'
        ) STRICT;
        """#,
      postgreSQL: #"""
        CREATE TABLE a (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          mail text CHECK (mail ~ '^(?:\A[^@]+@([^@\.]+\.)+[^@\.]+\Z)$'),
          word text
        );
        COMMENT ON COLUMN a.word IS 'In the model it matches \p{L}+''';
        """#)
  }

  @Test func derivedAttributesAreGeneratedWhereTheRowHasAll() {
    let derivations = ["name", "uppercase:(name)", "canonical:(name)", "rank", "now()"]
    expectPlain(
      [
        Entity(
          name: "A",
          attributes: [
            Attribute(name: "name", type: .string), Attribute(name: "rank", type: .integer16),
          ]
            + derivations.enumerated().map {
              Attribute(name: "d\($0.offset)", type: .string, derivation: $0.element)
            })
      ],
      sqlite: """
        CREATE TABLE a (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          rank INTEGER NOT NULL,
          d0 TEXT GENERATED ALWAYS AS (name) STORED,
          d1 TEXT, -- Derived in the model: uppercase:(name).
          d2 TEXT, -- Derived in the model: canonical:(name).
          d3 TEXT, -- Derived in the model: rank.
          d4 TEXT -- Derived in the model: now().
        ) STRICT;
        """,
      postgreSQL: """
        CREATE TABLE a (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL,
          rank smallint NOT NULL,
          d0 text GENERATED ALWAYS AS (name) STORED,
          d1 text GENERATED ALWAYS AS (upper(name)) STORED,
          d2 text,
          d3 text,
          d4 text
        );
        COMMENT ON COLUMN a.d2 IS 'Derived in the model: canonical:(name).';
        COMMENT ON COLUMN a.d3 IS 'Derived in the model: rank.';
        COMMENT ON COLUMN a.d4 IS 'Derived in the model: now().';
        """)
  }

  @Test func compositesAreFlattenedUnderTheirName() {
    let inner = CompositeType(
      name: "Inner", elements: [Attribute(name: "x", type: .integer16, isOptional: true)])
    let outer = CompositeType(
      name: "Outer",
      elements: [
        Attribute(name: "lineWidth", type: .double, defaultValue: .double(1)),
        Attribute(name: "origin", type: .composite(CompositeID(0))),
      ])
    expectPlain(
      [
        Entity(
          name: "A",
          attributes: [
            Attribute(name: "frame", type: .composite(CompositeID(1))),
            Attribute(name: "shade", type: .composite(CompositeID(1)), isOptional: true),
          ], uniquenessConstraints: [["frame.origin.x"]])
      ], composites: [inner, outer],
      sqlite: """
        CREATE TABLE a (
          id INTEGER PRIMARY KEY,
          frame_line_width REAL NOT NULL DEFAULT 1.0, -- A.frame.lineWidth.
          frame_origin_x INTEGER, -- A.frame.origin.x.
          shade_line_width REAL DEFAULT 1.0, -- A.shade.lineWidth.
          shade_origin_x INTEGER, -- A.shade.origin.x.
          CONSTRAINT a_frame_origin_x_key UNIQUE (frame_origin_x)
        ) STRICT;
        """)
  }

  // MARK: - Inheritance

  @Test func subentitiesShareATableWithADiscriminator() {
    expectPlain(
      [
        Entity(
          name: "Media", isAbstract: true, attributes: [Attribute(name: "url", type: .uri)]),
        Entity(
          name: "Video", parent: EntityID(0),
          attributes: [
            Attribute(name: "title", type: .string, isOptional: true),
            Attribute(
              name: "width", type: .integer32, defaultValue: .integer(0), minimum: .integer(0)),
          ], uniquenessConstraints: [["title"], ["url"]]),
        Entity(
          name: "Audio", parent: EntityID(0),
          attributes: [Attribute(name: "title", type: .string)]),
        Entity(name: "Clip", parent: EntityID(1)),
      ],
      sqlite: """
        CREATE TABLE media (
          id INTEGER PRIMARY KEY,
          entity TEXT NOT NULL CHECK (entity IN ('Audio', 'Clip', 'Video')),
          url TEXT NOT NULL,
          audio_title TEXT CHECK ((entity = 'Audio') = (audio_title IS NOT NULL)), -- Audio.title.
          video_title TEXT CHECK (entity IN ('Clip', 'Video') OR video_title IS NULL), -- Video.title.
          width INTEGER CHECK (width >= 0) CHECK ((entity IN ('Clip', 'Video')) = (width IS NOT NULL)), -- Default in the model: 0.
          CONSTRAINT media_video_title_key UNIQUE (video_title)
        ) STRICT;
        CREATE UNIQUE INDEX media_video_url_key ON media (url) WHERE entity IN ('Clip', 'Video');
        """)
  }

  @Test func whatEveryRowHasIsNotNullAlsoBelowAnAbstractRoot() {
    expectPlain(
      [
        Entity(name: "Base", isAbstract: true),
        Entity(
          name: "Only", parent: EntityID(0),
          attributes: [Attribute(name: "n", type: .integer16, defaultValue: .integer(3))]),
      ],
      sqlite: """
        CREATE TABLE base (
          id INTEGER PRIMARY KEY,
          entity TEXT NOT NULL CHECK (entity = 'Only'),
          n INTEGER NOT NULL DEFAULT 3
        ) STRICT;
        """)
  }

  // MARK: - Relationships

  @Test func deleteRulesOfTheInverseActOnTheKey() {
    let rules: [Relationship.DeleteRule] = [.nullify, .cascade, .deny, .noAction]
    expectPlain(
      [
        Entity(
          name: "Owner",
          relationships: rules.enumerated().map {
            toMany("r\($0.offset)", 1, inverse: $0.offset, $0.element)
          } + [toMany("r4", 1, inverse: 4)]),
        Entity(
          name: "Part",
          relationships: rules.indices.map { toOne("o\($0)", 0, inverse: $0) }
            + [
              toOne("o4", 0, inverse: 4, isOptional: false, .cascade), toOne("plain", 0),
            ]),
      ],
      postgreSQL: """
        CREATE TABLE owner (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
        );
        CREATE TABLE part (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          o0_id bigint REFERENCES owner (id) ON DELETE SET NULL,
          o1_id bigint REFERENCES owner (id) ON DELETE CASCADE,
          o2_id bigint REFERENCES owner (id) ON DELETE RESTRICT,
          o3_id bigint REFERENCES owner (id) ON DELETE NO ACTION,
          o4_id bigint NOT NULL REFERENCES owner (id) ON DELETE RESTRICT,
          plain_id bigint REFERENCES owner (id) ON DELETE SET NULL
        );
        CREATE INDEX part_o0_id_idx ON part (o0_id);
        CREATE INDEX part_o1_id_idx ON part (o1_id);
        CREATE INDEX part_o2_id_idx ON part (o2_id);
        CREATE INDEX part_o3_id_idx ON part (o3_id);
        CREATE INDEX part_o4_id_idx ON part (o4_id);
        CREATE INDEX part_plain_id_idx ON part (plain_id);
        COMMENT ON TABLE part IS 'Not enforced: delete rule Cascade of Part.o4.';
        """)
  }

  @Test func oneToOneKeysAreUniqueOnTheOwnedSide() {
    expectPlain(
      [
        Entity(name: "Car", relationships: [toOne("engine", 1, inverse: 0, .cascade)]),
        Entity(name: "Engine", relationships: [toOne("car", 0, inverse: 0)]),
        Entity(name: "Ring", relationships: [toOne("wearer", 3, inverse: 0)]),
        Entity(
          name: "Wearer", relationships: [toOne("ring", 2, inverse: 0, isOptional: false)]),
      ],
      sqlite: """
        CREATE TABLE car (
          id INTEGER PRIMARY KEY
        ) STRICT;
        CREATE TABLE engine (
          id INTEGER PRIMARY KEY,
          car_id INTEGER REFERENCES car (id) ON DELETE CASCADE,
          CONSTRAINT engine_car_id_key UNIQUE (car_id)
        ) STRICT;
        CREATE TABLE ring (
          id INTEGER PRIMARY KEY
        ) STRICT;
        CREATE TABLE wearer (
          id INTEGER PRIMARY KEY,
          ring_id INTEGER NOT NULL REFERENCES ring (id) ON DELETE RESTRICT,
          CONSTRAINT wearer_ring_id_key UNIQUE (ring_id)
        ) STRICT;
        """)
  }

  @Test func orderedRelationshipsHaveAPosition() {
    expectPlain(
      [
        Entity(
          name: "Album",
          relationships: [
            toMany("songs", 1, inverse: 0, isOrdered: true, .cascade),
            toMany("genres", 2, inverse: 0, isOrdered: true, .deny),
          ]),
        Entity(name: "Song", relationships: [toOne("album", 0, inverse: 0)]),
        Entity(name: "Genre", relationships: [toMany("albums", 0, inverse: 1, isOrdered: true)]),
      ],
      sqlite: """
        CREATE TABLE album (
          id INTEGER PRIMARY KEY
        ) STRICT;
        CREATE TABLE genre (
          id INTEGER PRIMARY KEY
        ) STRICT;
        CREATE TABLE song (
          id INTEGER PRIMARY KEY,
          album_id INTEGER REFERENCES album (id) ON DELETE CASCADE,
          songs_position INTEGER
        ) STRICT;
        CREATE INDEX song_album_id_idx ON song (album_id, songs_position);
        -- Album.genres and its inverse Genre.albums.
        CREATE TABLE album_genres (
          album_id INTEGER NOT NULL REFERENCES album (id) ON DELETE RESTRICT,
          genre_id INTEGER NOT NULL REFERENCES genre (id) ON DELETE CASCADE,
          genres_position INTEGER,
          albums_position INTEGER,
          PRIMARY KEY (album_id, genre_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_genres_genre_id_idx ON album_genres (genre_id, album_id);
        """)
  }

  @Test func manyToManyOfOneEntityAndWithoutInverse() {
    let friends = Relationship(
      name: "friends", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0),
      isToMany: true)
    expectPlain(
      [
        Entity(
          name: "Person",
          relationships: [
            friends, toMany("fans", 0, inverse: 2), toMany("idols", 0, inverse: 1),
            toMany("seen", 1, .cascade),
          ]), Entity(name: "Film"),
      ],
      postgreSQL: """
        CREATE TABLE film (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
        );
        CREATE TABLE person (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
        );
        COMMENT ON TABLE person IS 'Not enforced: delete rule Cascade of Person.seen.';
        CREATE TABLE person_fans (
          person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          fans_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          PRIMARY KEY (person_id, fans_id)
        );
        CREATE INDEX person_fans_fans_id_idx ON person_fans (fans_id, person_id);
        COMMENT ON TABLE person_fans IS 'Person.fans and its inverse Person.idols.';
        CREATE TABLE person_friends (
          person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          friends_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          PRIMARY KEY (person_id, friends_id),
          CHECK (person_id <= friends_id)
        );
        CREATE INDEX person_friends_friends_id_idx ON person_friends (friends_id, person_id);
        COMMENT ON TABLE person_friends IS 'Person.friends, its own inverse. Each pair has one row, the smaller key first.';
        CREATE TABLE person_seen (
          person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          film_id bigint NOT NULL REFERENCES film (id) ON DELETE CASCADE,
          PRIMARY KEY (person_id, film_id)
        );
        CREATE INDEX person_seen_film_id_idx ON person_seen (film_id, person_id);
        COMMENT ON TABLE person_seen IS 'Person.seen.';
        """)
  }

  @Test func tablesThatReferToEachOtherAreTiedAfterwards() {
    expectPlain(
      [
        Entity(name: "Chicken", relationships: [toOne("egg", 1, isOptional: false)]),
        Entity(name: "Egg", relationships: [toOne("hen", 0), toOne("twin", 1)]),
      ],
      sqlite: """
        CREATE TABLE egg (
          id INTEGER PRIMARY KEY,
          hen_id INTEGER REFERENCES chicken (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
          twin_id INTEGER REFERENCES egg (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX egg_hen_id_idx ON egg (hen_id);
        CREATE INDEX egg_twin_id_idx ON egg (twin_id);
        CREATE TABLE chicken (
          id INTEGER PRIMARY KEY,
          egg_id INTEGER NOT NULL REFERENCES egg (id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
        CREATE INDEX chicken_egg_id_idx ON chicken (egg_id);
        """,
      postgreSQL: """
        CREATE TABLE egg (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          hen_id bigint,
          twin_id bigint REFERENCES egg (id) ON DELETE SET NULL
        );
        CREATE INDEX egg_hen_id_idx ON egg (hen_id);
        CREATE INDEX egg_twin_id_idx ON egg (twin_id);
        CREATE TABLE chicken (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          egg_id bigint NOT NULL REFERENCES egg (id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED
        );
        CREATE INDEX chicken_egg_id_idx ON chicken (egg_id);
        ALTER TABLE egg ADD CONSTRAINT egg_hen_id_fkey FOREIGN KEY (hen_id) REFERENCES chicken (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
        """)
  }

  @Test func whatNoConstraintHoldsIsNoted() {
    var stops = toMany("stops", 1, inverse: 0)
    stops.isOptional = false
    stops.minimumCount = 1
    stops.maximumCount = 9
    expectPlain(
      [
        Entity(
          name: "Line", relationships: [stops],
          uniquenessConstraints: [["stops"]],
          fetchIndexes: [
            FetchIndex(name: "area", elements: [.init(.property("stops"), kind: .rTree)])
          ]), Entity(name: "Stop", relationships: [toOne("line", 0, inverse: 0, .deny)]),
      ],
      sqlite: """
        -- Not enforced: Line.stops has at least 1, at most 9.
        -- Not made: uniqueness of (stops) of Line.
        -- Not made: R-tree index 'area' of Line.
        CREATE TABLE line (
          id INTEGER PRIMARY KEY
        ) STRICT;
        -- Not enforced: delete rule Deny of Stop.line.
        CREATE TABLE stop (
          id INTEGER PRIMARY KEY,
          line_id INTEGER REFERENCES line (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX stop_line_id_idx ON stop (line_id);
        """)
  }

  /// Xcode before 9 writes a minimum of 1 for every to-one relationship, optional or not.
  @Test func aMinimumCountDoesNotMakeAnOptionalKeyRequired() {
    var owner = toOne("owner", 0)
    owner.minimumCount = 1
    var parts = toMany("parts", 0)
    parts.minimumCount = 2
    expectPlain(
      [Entity(name: "A", relationships: [owner, parts])],
      sqlite: """
        -- Not enforced: A.parts has none or at least 2.
        CREATE TABLE a (
          id INTEGER PRIMARY KEY,
          owner_id INTEGER REFERENCES a (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX a_owner_id_idx ON a (owner_id);
        -- A.parts.
        CREATE TABLE a_parts (
          a_id INTEGER NOT NULL REFERENCES a (id) ON DELETE CASCADE,
          parts_id INTEGER NOT NULL REFERENCES a (id) ON DELETE CASCADE,
          PRIMARY KEY (a_id, parts_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX a_parts_parts_id_idx ON a_parts (parts_id, a_id);
        """)
  }

  @Test func namesThatCannotBeReadBackAreSaid() {
    expectPlain(
      [
        Entity(
          name: "URLCache",
          attributes: [
            Attribute(name: "imageURL", type: .uri), Attribute(name: "imageUrl", type: .uri),
            Attribute(name: "plainName", type: .uri),
          ], relationships: [toOne("nextURL", 0), toOne("nextPage", 0)])
      ],
      sqlite: """
        -- Entity URLCache.
        CREATE TABLE url_cache (
          id INTEGER PRIMARY KEY,
          image_url TEXT NOT NULL, -- URLCache.imageURL.
          image_url_2 TEXT NOT NULL, -- URLCache.imageUrl.
          plain_name TEXT NOT NULL,
          next_url_id INTEGER REFERENCES url_cache (id) ON DELETE SET NULL, -- URLCache.nextURL.
          next_page_id INTEGER REFERENCES url_cache (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX url_cache_next_url_id_idx ON url_cache (next_url_id);
        CREATE INDEX url_cache_next_page_id_idx ON url_cache (next_page_id);
        """)
  }

  @Test func aTransientInverseIsNone() {
    var back = toOne("a", 0, inverse: 0)
    back.isTransient = true
    let schema = PlainLayout { _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(name: "A", relationships: [toMany("bs", 1, inverse: 0)]),
        Entity(name: "B", relationships: [back]),
      ]))
    #expect(schema.tables.map(\.name) == ["a", "b", "a_bs"])
  }

  // MARK: - Indexes

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
          ], relationships: [toOne("b", 1)], uniquenessConstraints: [["flag", "b"]],
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

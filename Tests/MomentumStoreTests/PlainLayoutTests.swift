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
func expectPlain(
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

func plainToOne(
  _ name: String, _ entity: Int, inverse: Int? = nil, isOptional: Bool = true,
  _ rule: Relationship.DeleteRule = .nullify
) -> Relationship {
  Relationship(
    name: name, destination: EntityID(entity),
    inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isOptional: isOptional,
    deleteRule: rule)
}

func plainToMany(
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
}

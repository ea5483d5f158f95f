import MomentumMariaDB
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

extension PlainLayoutTests {
  @Test func deleteRulesOfTheInverseActOnTheKey() {
    let rules: [Relationship.DeleteRule] = [.nullify, .cascade, .deny, .noAction]
    expectPlain(
      [
        Entity(
          name: "Owner",
          relationships: rules.enumerated().map {
            plainToMany("r\($0.offset)", 1, inverse: $0.offset, $0.element)
          } + [plainToMany("r4", 1, inverse: 4)]),
        Entity(
          name: "Part",
          relationships: rules.indices.map { plainToOne("o\($0)", 0, inverse: $0) }
            + [
              plainToOne("o4", 0, inverse: 4, isOptional: false, .cascade), plainToOne("plain", 0),
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
        Entity(name: "Car", relationships: [plainToOne("engine", 1, inverse: 0, .cascade)]),
        Entity(name: "Engine", relationships: [plainToOne("car", 0, inverse: 0)]),
        Entity(name: "Ring", relationships: [plainToOne("wearer", 3, inverse: 0)]),
        Entity(
          name: "Wearer", relationships: [plainToOne("ring", 2, inverse: 0, isOptional: false)]),
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
            plainToMany("songs", 1, inverse: 0, isOrdered: true, .cascade),
            plainToMany("genres", 2, inverse: 0, isOrdered: true, .deny),
          ]),
        Entity(name: "Song", relationships: [plainToOne("album", 0, inverse: 0)]),
        Entity(
          name: "Genre", relationships: [plainToMany("albums", 0, inverse: 1, isOrdered: true)]),
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
            friends, plainToMany("fans", 0, inverse: 2), plainToMany("idols", 0, inverse: 1),
            plainToMany("seen", 1, .cascade),
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
        Entity(name: "Chicken", relationships: [plainToOne("egg", 1, isOptional: false)]),
        Entity(name: "Egg", relationships: [plainToOne("hen", 0), plainToOne("twin", 1)]),
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
    var stops = plainToMany("stops", 1, inverse: 0)
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
          ]), Entity(name: "Stop", relationships: [plainToOne("line", 0, inverse: 0, .deny)]),
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
    var owner = plainToOne("owner", 0)
    owner.minimumCount = 1
    var parts = plainToMany("parts", 0)
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
          ], relationships: [plainToOne("nextURL", 0), plainToOne("nextPage", 0)])
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
    var back = plainToOne("a", 0, inverse: 0)
    back.isTransient = true
    let schema = PlainLayout { _ in nil }.layOut(
      ObjectModel(entities: [
        Entity(name: "A", relationships: [plainToMany("bs", 1, inverse: 0)]),
        Entity(name: "B", relationships: [back]),
      ]))
    #expect(schema.tables.map(\.name) == ["a", "b", "a_bs"])
  }
}

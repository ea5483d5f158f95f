import Foundation
import MomentumCLI
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Objects of the store that a mapping file finds by their values.
@Suite struct ImportMatchTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Film" representedClassName="Film" syncable="YES">
        <attribute name="code" attributeType="String"/>
        <attribute name="title" attributeType="String"/>
        <attribute name="year" optional="YES" attributeType="Integer 32" defaultValueString="1900" usesScalarValueType="NO"/>
        <relationship name="studio" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Studio" inverseName="films" inverseEntity="Studio"/>
        <relationship name="genres" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Genre" inverseName="films" inverseEntity="Genre"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Studio" representedClassName="Studio" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="films" optional="YES" toMany="YES" maxCount="3" deletionRule="Nullify" destinationEntity="Film" inverseName="studio" inverseEntity="Film"/>
      </entity>
      <entity name="Genre" representedClassName="Genre" syncable="YES">
        <attribute name="label" optional="YES" attributeType="String"/>
        <relationship name="films" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Film" inverseName="genres" inverseEntity="Film"/>
      </entity>
    </model>
    """

  private static let seed = """
    {"objects": [
      {"entity": "Studio", "id": "s1", "attributes": {"name": "Nord"}},
      {"entity": "Studio", "id": "s2", "attributes": {"name": "Twin"}},
      {"entity": "Studio", "id": "s3", "attributes": {"name": "Twin"}},
      {"entity": "Genre", "id": "g1", "attributes": {"label": "noir"}},
      {"entity": "Film", "id": "f1", "attributes": {"code": "a", "title": "Old", "year": 1950},
       "relationships": {"studio": "s1", "genres": ["g1"]}},
      {"entity": "Film", "id": "f2", "attributes": {"code": "b", "title": "Same", "year": 1951}}
    ]}
    """

  private static let map = """
    {"objects": [
      {"entity": "Film", "match": "code",
       "attributes": {"code": "code", "title": "name", "year": {"key": "year", "optional": true}},
       "relationships": {
         "studio": {"key": "by", "match": "name", "optional": true},
         "genres": {"key": "tags", "match": "label", "optional": true}}}
    ]}
    """

  private static let data = """
    [{"code": "a", "name": "New", "by": "Nord", "tags": ["noir"]},
     {"code": "b", "name": "Same"},
     {"code": "c", "name": "Third", "by": "Nord", "tags": ["noir"]}]
    """

  private struct Place {
    let imported: ImportPlace

    var folder: URL { imported.folder }
    var model: String { imported.model }
    var store: String { imported.store }

    func write(_ text: String, _ name: String) throws -> String {
      try imported.write(text, name)
    }

    func load(
      _ data: String = ImportMatchTests.data, map: String = ImportMatchTests.map,
      options: String...
    ) throws -> Run {
      imported.load(
        try write(data, "films.json"), map: try write(map, "map.json"), options: options)
    }

    func rows(_ sql: String) throws -> [[SQLValue]] {
      let statement = try StoreReader(path: store).connection.prepare(sql: sql)
      var rows: [[SQLValue]] = []
      while let row = try statement.nextRow() { rows.append(row) }
      return rows
    }

    var films: String {
      imported.fetch([
        "--entity", "Film", "--sort", "code", "--select", "code", "--select", "title", "--select",
        "year", "--select", "studio", "--select", "genres.@count",
      ])
    }
  }

  private func withPlace(history: Bool = false, _ body: (Place) throws -> Void) throws {
    try ImportPlace.with(contents: Self.contents, options: history ? ["--history"] : []) {
      imported in
      let place = Place(imported: imported)
      let seed = try place.write(Self.seed, "seed.json")
      let run = Run("import", place.store, "--model", place.model, seed)
      #expect(run.status == 0, "\(run.error)")
      try body(place)
    }
  }

  private static let after = """
    code,title,year,studio,genres.@count
    a,New,1950,Studio/p1,1
    b,Same,1951,,0
    c,Third,1900,Studio/p1,1

    """

  @Test func objectsAreUpdatedInsertedAndLinked() throws {
    try withPlace { place in
      let before = place.films
      let dry = try place.load(options: "--dry-run")
      #expect(
        dry.output
          == "would insert 1 object, update 1, link 2 pairs and leave 1 object unchanged\n",
        "\(dry.error)")
      expectEqual(place.films, before, "an import that is refused leaves the films")
      let run = try place.load()
      #expect(
        run.error.contains("inserted 1 object, updated 1, linked 2 pairs and left 1 object"),
        "\(run.error)")
      expectEqual(place.films, Self.after, "films are updated and inserted")
      // Z_OPT: of a film once for its title, of the studio and the genre once for the new film.
      let locks = try place.rows("SELECT Z_OPT FROM ZFILM ORDER BY ZCODE")
      #expect(locks == [[.integer(2)], [.integer(1)], [.integer(1)]])
      #expect(try place.rows("SELECT Z_OPT FROM ZSTUDIO WHERE ZNAME = 'Nord'") == [[.integer(2)]])
      #expect(try place.rows("SELECT Z_OPT FROM ZGENRE") == [[.integer(2)]])
      // Once more nothing changes.
      let again = try place.load()
      #expect(again.error.contains("inserted 0 objects, updated 0, linked 0 pairs and left 3"))
      expectEqual(place.films, Self.after, "the same import once more changes nothing")
    }
  }

  @Test func constraintsAndListsOfAttributesMatchToo() throws {
    for match in ["true", "[\"code\"]", "[\"code\", \"title\"]"] {
      try withPlace { place in
        let map = Self.map.replacingOccurrences(
          of: "\"match\": \"code\"", with: "\"match\": \(match)")
        let data = #"[{"code": "b", "name": "Same", "year": null}]"#
        let run = try place.load(data, map: map)
        #expect(run.error.contains("inserted 0 objects, updated 1"), "\(run.error)")
        #expect(place.films.contains("b,Same,,,0\n"))
      }
    }
  }

  /// A value of a relationship is looked for in the file first, also where its object comes later.
  @Test func objectsOfTheFileAreFoundByTheirValues() throws {
    try withPlace { place in
      let map = """
        {"objects": [
          {"path": "films", "entity": "Film", "match": "code",
           "attributes": {"code": "code", "title": "code"},
           "relationships": {"genres": {"key": "tags", "match": "label", "separator": ","}}},
          {"path": "tags", "entity": "Genre", "match": "label", "attributes": {"label": "t"}}
        ]}
        """
      let data =
        #"{"films": [{"code": "z", "tags": "noir, new"}], "tags": [{"t": "new"}, {"t": "noir"}]}"#
      let run = try place.load(data, map: map)
      #expect(
        run.error.contains("inserted 2 objects, updated 1, linked 2 pairs"), "\(run.error)")
      #expect(place.films.contains("z,z,1900,,2\n"))
      #expect(try place.rows("SELECT COUNT(*) FROM ZGENRE") == [[.integer(2)]])
    }
  }

  /// Each with the data, what is replaced in the map, and the message; nothing changes.
  @Test(arguments: [
    (
      #"[{"code": "c", "name": "C", "by": "Sued"}]"#, "", "",
      "films.json:1:35: error: no object of entity 'Studio', in the store or in the file, has this 'name'"
    ),
    (
      #"[{"code": "c", "name": "C", "by": "Twin"}]"#, "", "",
      "films.json:1:35: error: several objects of entity 'Studio' have the same 'name', by which one is looked for"
    ),
    (
      #"[{"code": "a", "name": "A"}, {"code": "a", "name": "B"}]"#, "", "",
      "films.json:1:30: error: two objects of the file have the same 'code' and would be one object of entity 'Film'"
    ),
    (
      #"[{"code": null, "name": "A"}, {"code": "a", "name": "A"}]"#, "", "",
      "films.json:1:11: error: an object that is matched by 'code' needs a value for it"
    ),
    (
      #"[{"name": "A"}, {"code": "a", "name": "A"}]"#, "", "",
      "films.json:1:2: error: an object that is matched by 'code' needs a value for it"
    ),
    // What is there may stay; a new object needs it.
    (
      #"[{"code": "a", "name": "x"}, {"code": "q"}]"#, "", "",
      "films.json:1:30: error: 'title' of entity 'Film' is not optional and needs a value"
    ),
    (
      #"[{"code": "a", "name": null}]"#, "", "",
      "films.json:1:24: error: 'title' of entity 'Film' is not optional and needs a value"
    ),
    (
      #"[{"code": "p", "name": "p", "by": "Nord"}, {"code": "q", "name": "q", "by": "Nord"}, {"code": "r", "name": "r", "by": "Nord"}]"#,
      "", "", "relationship 'films' of entity 'Studio' can have at most 3 objects"
    ),
    (
      data, "\"match\": \"code\"", "\"match\": \"cod\"",
      "map.json:2:31: error: no attribute 'cod' in entity 'Film'; did you mean 'code'?"
    ),
    (
      data, "\"match\": \"name\"", "\"match\": \"nane\"",
      "map.json:5:39: error: no attribute 'nane' in entity 'Studio'; did you mean 'name'?"
    ),
    (
      data, "\"match\": \"code\"", "\"match\": 1",
      "map.json:2:31: error: expected the name of an attribute, a list of names, or true, not a number"
    ),
    (
      data, "\"code\": \"code\", ", "",
      "map.json:2:31: error: 'attributes', by which objects are matched, needs the key 'code'"
    ),
    (
      data, "\"match\": \"code\"", "\"mach\": \"code\"",
      "map.json:2:22: error: no key 'mach' is known here; did you mean 'match'?"
    ),
  ])
  func mistakesAreToldAtTheirPlace(
    _ data: String, _ old: String, _ new: String, _ message: String
  ) throws {
    try withPlace { place in
      let before = place.films
      let map = old.isEmpty ? Self.map : Self.map.replacingOccurrences(of: old, with: new)
      #expect(old.isEmpty || map != Self.map)
      let run = try place.load(data, map: map)
      #expect(run.status == 65)
      #expect(run.error.contains(message), "\(run.error)")
      expectEqual(place.films, before, "an import that is refused leaves the films")
    }
  }

  @Test func aDryRunOfNewObjectsInsertsNothing() throws {
    try withPlace { place in
      let extra = #"{"objects": [{"entity": "Genre", "attributes": {"label": "x"}}]}"#
      let run = Run(
        "import", place.store, "--model", place.model, try place.write(extra, "x.json"),
        "--dry-run", "--quiet")
      #expect(run.output == "would insert 1 object, update 0, link 0 pairs\n", "\(run.error)")
      #expect(try place.rows("SELECT COUNT(*) FROM ZGENRE") == [[.integer(1)]])
      #expect(
        try place.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Genre'") == [[.integer(1)]])
    }
  }

  /// A transaction for each import, with a row for each object: inserts before updates (observed).
  @Test func aHistoryGetsATransaction() throws {
    try withPlace(history: true) { place in
      #expect(try place.load().status == 0)
      #expect(try place.load().status == 0)
      let transactions = try place.rows(
        "SELECT t.Z_PK, t.Z_ENT, t.Z_OPT, ZAUTHORTS, ZTIMESTAMP > 7e8, s.ZNAME = p.ZNAME "
          + "FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = ZBUNDLEIDTS "
          + "JOIN ATRANSACTIONSTRING p ON p.Z_PK = ZPROCESSIDTS ORDER BY 1")
      // The third import changed nothing.
      #expect(
        transactions
          == [1, 2].map {
            [.integer($0), .integer(16002), .null, .null, .integer(1), .integer(1)]
          })
      let changes = try place.rows(
        "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, HEX(ZCOLUMNS) FROM ACHANGE "
          + "WHERE Z_ENT = 16001 AND Z_OPT IS NULL ORDER BY Z_PK")
      let (film, genre, studio) = (Int64(1), Int64(2), Int64(3))
      func row(_ values: [Int64], _ columns: String) -> [SQLValue] {
        values.map { .integer($0) } + [.text(columns)]
      }
      #expect(
        changes == [
          row([1, 0, studio, 1], ""), row([1, 0, studio, 2], ""), row([1, 0, studio, 3], ""),
          row([1, 0, genre, 1], ""), row([1, 0, film, 1], ""), row([1, 0, film, 2], ""),
          row([2, 0, film, 3], ""),
          // studio, code, title, year, genres: title is the third.
          row([2, 1, film, 1], "20"),
          // Each: one attribute, then films.
          row([2, 1, studio, 1], "40"), row([2, 1, genre, 1], "40"),
        ])
      let keys = try place.rows(
        "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
      #expect(
        keys == [
          [.text("CHANGE"), .integer(10)], [.text("TRANSACTION"), .integer(2)],
          [.text("TRANSACTIONSTRING"), .integer(1)],
        ])
    }
  }
}

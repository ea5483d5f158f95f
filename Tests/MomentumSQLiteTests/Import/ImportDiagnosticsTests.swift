import MomentumDiagnostics
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct ImportDiagnosticsTests {
  /// A text with one mark per expected diagnostic, in order, and the diagnostics as `id: text`.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var expected: [String]

    init(_ text: String, _ expected: String...) {
      self.text = text
      self.expected = expected
    }

    var testDescription: String { expected.first ?? text }
  }

  /// One object and the file around it.
  static func object(_ text: String, _ expected: String...) -> Case {
    var result = Case(#"{"objects": ["# + text + "]}")
    result.expected = expected
    return result
  }

  /// A venue with its location beside it.
  static func attribute(_ text: String, _ expected: String) -> Case {
    object(
      #"{"entity": "Venue", "attributes": {"name": "n", \#(text)}, "relationships": {"location": "l"}}, {"entity": "Location", "id": "l", "attributes": {"city": "c"}}"#,
      expected)
  }

  static let shapes: [Case] = [
    Case("1️⃣", "json.syntax: expected a value before the end of the file"),
    Case("1️⃣[]", "import.expected: expected an object with the key 'objects', not a list"),
    Case("1️⃣{}", "import.missing-key: an import file needs the key 'objects'"),
    Case(
      #"{"objects": [], 1️⃣"object": 1}"#,
      "import.unknown-key: no key 'object' is known here; did you mean 'objects'?"),
    Case(#"{"objects": 1️⃣7}"#, "import.expected: expected a list of objects, not a number"),
    Case(#"{"objects": []} 1️⃣x"#, "json.syntax: expected the end of the file"),
    Case(
      #"{"objects": [1️⃣]"#.replacing("1️⃣]", with: "]1️⃣"),
      "json.syntax: expected ',' or '}' in an object"),
    Case(
      #"{"objects": [], 1️⃣"objects": []}"#,
      "json.repeated-name: the name 'objects' can stand in an object once"),
    Case(#"{"objects": [1️⃣01]}"#, "json.syntax: a number cannot begin with 0"),
    Case(#"{"objects": [1.1️⃣]}"#, "json.syntax: expected a digit after '.'"),
    Case(#"{"objects": [1️⃣nul]}"#, "json.syntax: expected a value"),
    Case(#"{"objects": [1️⃣"a]}"#, "json.syntax: expected '\"' at the end of a string"),
    Case(#"{"objects": ["1️⃣\q"]}"#, #"json.syntax: expected one of '"\/bfnrtu' after '\'"#),
    Case(#"{"objects": ["1️⃣\ud800x"]}"#, "json.syntax: expected both halves of a surrogate pair"),
    Case(
      #"{"objects": ["1️⃣\u12g4"]}"#, "json.syntax: expected four hexadecimal digits after '\\u'"),
    Case(
      String(repeating: "[", count: 65) + "1️⃣" + String(repeating: "[", count: 100_000),
      "json.syntax: values can be nested 64 deep at most"),
    object("1️⃣3", "import.expected: expected an object, not a number"),
    object("1️⃣{}", "import.missing-key: an object needs the key 'entity'"),
    object(#"{"entity": 1️⃣1}"#, "import.expected: expected the name of an entity, not a number"),
    object(
      #"{"entity": 1️⃣"Vennue"}"#,
      "import.unknown-entity: no entity 'Vennue' in the model; did you mean 'Venue'?"),
    object(
      #"{"entity": 1️⃣"Thing"}"#,
      "import.abstract-entity: entity 'Thing' is abstract and cannot have objects"),
    object(
      #"{"entity": "Tag", "id": "a"}, {"entity": "Tag", "id": 1️⃣"a"}"#,
      "import.duplicate-id: the id 'a' belongs to another object already"),
    object(
      #"{"entity": "Tag", "attributes": 1️⃣[]}"#,
      "import.expected: expected an object, not a list"),
  ]

  static let attributes: [Case] = [
    attribute(
      #"1️⃣"raiting": 1"#,
      "import.unknown-property: no attribute 'raiting' in entity 'Venue'; did you mean 'rating'?"),
    attribute(#""rating": 1️⃣"5""#, "import.wrong-type: 'rating' takes an integer, not a string"),
    attribute(#""rating": 1️⃣5.5"#, "import.wrong-type: 'rating' takes an integer, not a number"),
    attribute(
      #""rating": 1️⃣70000"#,
      "import.out-of-range: the value of 'rating' has to be from -32768 to 32767"),
    attribute(
      #""rating": 1️⃣99999999999999999999"#,
      "import.out-of-range: the value of 'rating' has to be from -32768 to 32767"),
    attribute(
      #""rating": 1️⃣6"#, "import.out-of-range: the value of 'rating' has to be at most 5"),
    attribute(
      #""rating": 1️⃣-1"#, "import.out-of-range: the value of 'rating' has to be at least 0"),
    attribute(
      #""rating": 1️⃣null"#,
      "import.missing-value: 'rating' of entity 'Venue' is not optional and needs a value"),
    attribute(
      #""opened": 1️⃣"2026-02-29""#,
      "import.wrong-type: 'opened' takes seconds since 2001 or a string such as '2026-01-31T12:00:00Z', not a string"
    ),
    attribute(
      #"1️⃣"updatedAt": 5"#,
      "import.derived-attribute: attribute 'updatedAt' is derived; its value is computed and cannot be given"
    ),
    attribute(
      #"1️⃣"scratch": "x""#, "import.not-stored: 'scratch' is not stored and cannot be given"),
    attribute(
      #""photo": 1️⃣"***""#, "import.wrong-type: 'photo' takes a string of base64, not a string"),
    attribute(
      #""key": 1️⃣"abc""#,
      "import.wrong-type: 'key' takes a string such as '6F99DCEB-E351-44B4-A9EE-E419C7F1A040', not a string"
    ),
    attribute(
      #""price": 1️⃣"1.2.3""#,
      "import.wrong-type: 'price' takes a number or a string of one, not a string"),
    object(
      #"1️⃣{"entity": "Location"}"#,
      "import.missing-value: 'city' of entity 'Location' is not optional and needs a value"),
    object(
      #"{"entity": "Venue", "attributes": {"name": 1️⃣"a name with more than twenty characters"}, "relationships": {"location": "l"}}, {"entity": "Location", "id": "l", "attributes": {"city": "c"}}"#,
      "import.out-of-range: the value of 'name' has to be at most 20 characters long"),
  ]

  static let relationships: [Case] = [
    object(
      #"1️⃣{"entity": "Venue", "attributes": {"name": "n"}}"#,
      "import.missing-value: 'location' of entity 'Venue' is not optional and needs a value"),
    object(
      #"{"entity": "Tag", "id": "tea", "relationships": {"venues": [1️⃣"tee"]}}"#,
      "import.dangling-id: no object has the id 'tee'; did you mean 'tea'?"),
    object(
      #"{"entity": "Tag", "id": "t", "relationships": {"venues": [1️⃣"t"]}}"#,
      "import.wrong-destination: relationship 'venues' leads to 'Venue', not to 'Tag'"),
    object(
      #"{"entity": "Tag", "relationships": {"venues": 1️⃣"t"}}"#,
      "import.value-for-to-many: relationship 'venues' is to-many and takes a list of ids"),
    object(
      #"{"entity": "Tag", "relationships": {1️⃣"venue": []}}"#,
      "import.unknown-property: no relationship 'venue' in entity 'Tag'; did you mean 'venues'?"),
    object(
      #"{"entity": "Tag", "relationships": {"venues": [1️⃣7]}}"#,
      "import.expected: expected an id, not a number"),
    object(
      #"{"entity": "Location", "attributes": {"city": "c"}, "relationships": {"owner": 1️⃣[]}}"#,
      "import.list-for-to-one: relationship 'owner' is to-one and takes one id, not a list"),
    object(
      venues(1) + #", {"entity": "Tag", "relationships": {"venues": ["v1", 1️⃣"v1"]}}"#,
      "import.repeated-destination: the id 'v1' can stand in a relationship once"),
    object(
      venues(4).replacing(
        #""city": "c"}"#,
        with: #""city": "c"}, "relationships": {"venues": 1️⃣["v1", "v2", "v3", "v4"]}"#),
      "import.count: relationship 'venues' can have at most 3 objects"),
    object(
      venues(2)
        + #", {"entity": "Location", "id": "m", "attributes": {"city": "c"}, "relationships": {"venues": 1️⃣["v1"]}}"#,
      "import.conflict: 'venues' and its inverse 'location' have to say the same"),
    object(
      #"1️⃣{"entity": "Venue", "id": "v", "attributes": {"name": "n"}}, {"entity": "Location", "attributes": {"city": "c"}, "relationships": {"venues": ["v"]}}, {"entity": "Location", "attributes": {"city": "c"}, "relationships": {"venues": ["v"]}}"#,
      "import.given-twice: to-one relationship 'location' of 'v' can lead to one object only"),
  ]

  static func venues(_ count: Int) -> String {
    let venues = (1...count).map {
      #"{"entity": "Venue", "id": "v\#($0)", "attributes": {"name": "n\#($0)"}, "relationships": {"location": "l"}}"#
    }
    return venues.joined(separator: ", ")
      + #", {"entity": "Location", "id": "l", "attributes": {"city": "c"}}"#
  }

  @Test(arguments: shapes + attributes + relationships)
  func mistakesAreNamedWhereTheyStand(_ example: Case) throws {
    let marked = MarkedText(example.text)
    var issues = Diagnostics()
    #expect(VenueStore.plan(marked.text, &issues) == nil)
    let found = issues.all.map { "\($0.id): \($0.text)" }
    #expect(found == example.expected)
    let offset = try #require(marked.offsets[1])
    let start = issues.all.first?.location?.range.start
    #expect(start == offset, "\(marked.marking(start ?? 0).prefix(400))")
  }

  @Test func allMistakesAreReportedAtOnce() {
    var issues = Diagnostics()
    _ = VenueStore.plan(
      #"{"objects": [{"entity": "Tagg"}, {"entity": "Tag", "attributes": {"label": 1, "x": 2}}, {"entity": "Location"}]}"#,
      &issues)
    #expect(
      issues.all.map(\.id) == [
        "import.unknown-entity", "import.unknown-property", "import.wrong-type",
        "import.missing-value",
      ])
  }

  @Test func damagedFilesGiveDiagnosticsInsideThem() {
    let bytes = Array(StoreImporterTests.objects.utf8)
    let tokens = bytes.indices.filter { $0 % 3 == 0 }.map { $0..<min($0 + 2, bytes.count) }
    for damaged in Mutations.prefixes(of: bytes).dropLast()
      + Mutations.tokenEdits(of: bytes, tokens: tokens)
    {
      let file = SourceFile(path: "a.json", utf8: damaged)
      var issues = Diagnostics()
      let plan = ImportPlan.make(
        file, model: VenueStore.model, schema: VenueStore.schema, &issues)
      #expect((plan == nil) == issues.hasErrors)
      for issue in issues.all {
        guard let range = issue.location?.range else { continue }
        #expect(range.start >= 0 && range.end <= damaged.count)
      }
    }
  }

  @Test func bytesThatAreNotUTF8AreNamed() {
    var issues = Diagnostics()
    let bytes = Array("{\"objects\": [\"".utf8) + [0x61, 0xFF] + Array("\"]}".utf8)
    let file = SourceFile(path: "a.json", utf8: bytes)
    #expect(
      ImportPlan.make(file, model: VenueStore.model, schema: VenueStore.schema, &issues)?
        .objectCount == nil)
    #expect(issues.all.map(\.text) == ["expected UTF-8 in a string"])
    #expect(issues.all.first?.location?.range == SourceRange(13, 17))
  }

  @Test(arguments: [
    ("2001-01-01", 0.0), ("2001-01-01T00:00Z", 0), ("2001-01-01T00:00:01.25", 1.25),
    ("2001-01-01 01:00:00+01:00", 0), ("2000-12-31T23:00:00-0100", 0), ("2000-02-29", -26_524_800),
    ("1970-01-01", -978_307_200), ("0001-01-01", -63_113_904_000), ("2026-12-31", 820_368_000),
  ])
  func datesAreSecondsSince2001(_ text: String, _ seconds: Double) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try VenueStore.load(
        #"{"objects": [{"entity": "Location", "id": "l", "attributes": {"city": "c"}}, {"entity": "Venue", "attributes": {"name": "n", "opened": "\#(text)"}, "relationships": {"location": "l"}}]}"#,
        into: path)
      let statement = try StoreReader(path: path).connection.prepare("SELECT ZOPENED FROM ZVENUE")
      #expect(try statement.step())
      #expect(statement.real(at: 0) == seconds)
    }
  }

  @Test(arguments: [
    "2001", "2001-13-01", "2001-1-1", "2001-01-01T", "2001-01-01T24:00", "2001-01-01T00:00:00.",
    "2001-01-01T00:00X", "2001-01-01T00:00+1", "x", "", "２００１-01-01", "1900-02-29",
  ])
  func otherTextsAreNoDates(_ text: String) {
    var issues = Diagnostics()
    #expect(
      VenueStore.plan(
        #"{"objects": [{"entity": "Location", "id": "l", "attributes": {"city": "c"}}, {"entity": "Venue", "attributes": {"name": "n", "opened": "\#(text)"}, "relationships": {"location": "l"}}]}"#,
        &issues) == nil)
    #expect(issues.all.map(\.id) == ["import.wrong-type"])
  }
}

import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// The keys that an import gives its objects, and the objects of a store that it finds.
@Suite struct ImportKeyTests {
  private func plan(
    _ text: String, _ options: ImportOptions = ImportOptions(), _ issues: inout Diagnostics
  ) -> ImportPlan? {
    ImportPlan.make(
      SourceFile(path: "a.json", text: text), model: VenueStore.model, schema: VenueStore.schema,
      options: options, &issues)
  }

  private func findings(_ text: String, _ options: ImportOptions = ImportOptions()) -> [String] {
    var issues = Diagnostics()
    #expect((plan(text, options, &issues) == nil) == issues.hasErrors)
    return issues.all.flatMap(ImportTrial.text)
  }

  /// Imports into a store in memory; `first` runs before.
  private func store(
    _ text: String, _ options: ImportOptions = ImportOptions(), first: [String] = []
  ) throws -> Connection {
    let connection = try Connection.inMemory(options: VenueStore.options)
    try StoreWriter.fill(
      connection, VenueStore.schema, VenueStore.statements, VenueStore.metadata)
    for sql in first { try connection.execute(sql: sql) }
    var issues = Diagnostics()
    let plan = try #require(plan(text, options, &issues), "\(issues.all)")
    try StoreImporter(model: VenueStore.model, schema: VenueStore.schema).run(plan, on: connection)
    return connection
  }

  private func tags(_ connection: Connection) throws -> String {
    try VenueStore.rows("SELECT Z_PK, Z_OPT, ZLABEL FROM ZTAG ORDER BY ZLABEL", connection)
  }

  private func last(_ connection: Connection) throws -> String {
    try VenueStore.rows(
      "SELECT Z_NAME || Z_MAX FROM Z_PRIMARYKEY WHERE Z_MAX > 0 ORDER BY Z_ENT", connection
    ).replacing("\n", with: " ")
  }

  private static let some = """
    {"objects": [
      {"entity": "Tag", "key": 5, "version": 3, "attributes": {"label": "a"}},
      {"entity": "Tag", "attributes": {"label": "b"}},
      {"entity": "Tag", "key": 2, "attributes": {"label": "c"}},
      {"entity": "Tag", "version": 7, "attributes": {"label": "d"}}
    ]LAST}
    """

  @Test(arguments: [
    ("", "6", "7", "Tag7"), (#", "lastKeys": {"Tag": 3}"#, "6", "7", "Tag7"),
    (#", "lastKeys": {"Tag": 5}"#, "6", "7", "Tag7"),
    (#", "lastKeys": {"Tag": 9}"#, "10", "11", "Tag11"),
    (#", "lastKeys": {"Tag": 0, "Bar": 4, "Location": 0}"#, "6", "7", "Tag7 Venue4"),
  ])
  func newKeysFollowThoseOfTheFile(
    lastKeys: String, first: String, second: String, expected: String
  ) throws {
    let store = try store(Self.some.replacing("LAST", with: lastKeys))
    #expect(try tags(store) == "5|3|a\n\(first)|1|b\n2|1|c\n\(second)|7|d")
    #expect(try last(store) == expected)
  }

  @Test func keysFollowThoseOfTheStore() throws {
    let store = try store(
      Self.some.replacing("LAST", with: #", "lastKeys": {"Tag": 9}"#),
      first: ["UPDATE Z_PRIMARYKEY SET Z_MAX = 40 WHERE Z_NAME = 'Tag'"])
    #expect(try tags(store) == "5|3|a\n41|1|b\n2|1|c\n42|7|d")
    #expect(try last(store) == "Tag42")
  }

  @Test func keysOfTheFileAreLeftOut() throws {
    let store = try store(
      Self.some.replacing("LAST", with: #", "lastKeys": {"Tag": 90, "Bar": 4}"#),
      ImportOptions(keepsKeys: false))
    #expect(try tags(store) == "1|3|a\n2|1|b\n3|1|c\n4|7|d")
    #expect(try last(store) == "Tag4")
  }

  @Test(arguments: [
    (#""key": 0"#, "⟨0⟩ expected: expected a whole number from 1, not a number"),
    (#""key": -1"#, "⟨-1⟩ expected: expected a whole number from 1, not a number"),
    (#""key": 1.0"#, "⟨1.0⟩ expected: expected a whole number from 1, not a number"),
    (#""key": "1""#, "⟨\"1\"⟩ expected: expected a whole number from 1, not a string"),
    (
      #""key": 9223372036854775807"#,
      "⟨9223372036854775807⟩ expected: expected a whole number from 1, not a number"
    ),
    (#""key": 1"#, nil), (#""key": 9223372036854775806"#, nil), (#""version": 1"#, nil),
    (#""version": 0"#, "⟨0⟩ expected: expected a whole number from 1, not a number"),
  ])
  func aKeyIsAWholeNumber(member: String, expected: String?) {
    #expect(
      findings(#"{"objects": [{"entity": "Tag", \#(member)}]}"#) == (expected.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (#"{"Tag": 0}"#, nil), (#"{"Tag": 9223372036854775806}"#, nil), ("{}", nil),
    (#"{"Tag": -1}"#, "⟨-1⟩ expected: expected a whole number from 0, not a number"),
    (
      #"{"Tag": 9223372036854775807}"#,
      "⟨9223372036854775807⟩ expected: expected a whole number from 0, not a number"
    ),
    (#"{"Tag": null}"#, "⟨null⟩ expected: expected a whole number from 0, not null"),
    (
      #"{"Tagg": 1}"#,
      "⟨\"Tagg\"⟩ unknown-entity: no entity 'Tagg' in the model; did you mean 'Tag'?"
    ),
    ("[]", "⟨[]⟩ expected: expected an object, not a list"),
  ])
  func aLastKeyIsThatOfAnEntity(lastKeys: String, expected: String?) {
    #expect(
      findings(#"{"objects": [], "lastKeys": \#(lastKeys)}"#) == (expected.map { [$0] } ?? []))
  }

  /// A family has one table, so its keys are different.
  @Test func aKeyBelongsToOneObjectOfAFamily() {
    func objects(_ one: String, _ other: String) -> String {
      [one, other].enumerated().map { index, entity in
        let name = ["Tag": "label", "Location": "city"][entity] ?? "name"
        return #"{"entity": "\#(entity)", "key": 4, "attributes": {"\#(name)": "n\#(index)"}}"#
      }.joined(separator: ", ")
    }
    let unchecked = ImportOptions(checksRules: false)
    for (one, other, root) in [
      ("Tag", "Tag", "Tag"), ("Bar", "Venue", "Venue"), ("Bar", "Bar", "Venue"),
      ("Tag", "Location", nil),
    ] {
      let found = findings(#"{"objects": [\#(objects(one, other))]}"#, unchecked)
      #expect(found.count == (root == nil ? 0 : 2), "\(found)")
      guard let root, found.count == 2 else { continue }
      #expect(found[0].hasPrefix("⟨{\"entity\": \"\(other)\""))
      #expect(found[0].contains("duplicate-key") && found[0].contains("'\(root)'"))
      #expect(found[1].hasPrefix("  ⟨{\"entity\": \"\(one)\""))
      #expect(found[1].hasSuffix("the first object with the key"))
    }
    #expect(
      findings(
        #"{"objects": [\#(objects("Tag", "Tag"))]}"#, ImportOptions(keepsKeys: false)) == [])
  }

  @Test func anIDBelongsToOneObject() {
    #expect(
      findings(#"{"objects": [{"entity": "Tag", "id": "a"}, {"entity": "Tag", "id": "a"}]}"#) == [
        "⟨\"a\"⟩ duplicate-id: the id 'a' belongs to another object already",
        "  ⟨{\"entity\": \"Tag\", \"id\": \"a\"}⟩ the first object with the id",
      ])
    // An object with an error has its id, too: whoever refers to it is not named.
    #expect(
      findings(
        #"{"objects": [{"entity": "Tagg", "id": "a"}, {"entity": "Venue", "attributes": {"name": "n"}, "relationships": {"tags": ["a"], "location": "l"}}, {"entity": "Location", "id": "l", "attributes": {"city": "c"}}]}"#
      ).count == 1)
    for (one, other, expected) in [
      ("Tag", "Tagg", [false, true, false]), ("Tagg", "Tag", [false]),
      ("Tagg", "Tagg", [false, false]),
    ] {
      let found = findings(
        #"{"objects": [{"entity": "\#(one)", "id": "a"}, {"entity": "\#(other)", "id": "a"}]}"#)
      #expect(found.map { $0.contains("duplicate-id") } == expected, "\(one) \(other)")
    }
  }

  // MARK: - Rows

  @Test func theFilesAreReadAgainWithoutTheRules() throws {
    let text = #"""
      {"objects": [{"entity": "Venue", "attributes": {"name": "a name of more than twenty", "rating": 9}},
       {"entity": "Location"}]}
      """#
    #expect(findings(text).count == 4)
    let store = try store(text, ImportOptions(checksRules: false))
    #expect(
      try VenueStore.rows("SELECT ZNAME, ZRATING, ZLOCATION FROM ZVENUE", store)
        == "a name of more than twenty|9|NULL")
    #expect(try VenueStore.rows("SELECT ZCITY FROM ZLOCATION", store) == "NULL")
  }

  @Test func aKeyThatTheStoreHasIsNamed() throws {
    let text = #"{"objects": [{"entity": "Tag", "key": 3}]}"#
    let first = ["INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT) VALUES (3, 2, 1)"]
    let error = #expect(throws: StoreError.self) { _ = try store(text, first: first) }
    guard case .notUnique(let object, _, let rule, let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(object == "1", "the first object of the file, which has no id")
    #expect(
      rule
        == "the store has an object of its key; new keys can be given in place of those of the file"
    )
    #expect(cause.reason == .constraint)
    #expect(try tags(store(text)) == "3|1|NULL")
  }

  @Test(arguments: [
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Location' WHERE Z_ENT = 2", true),
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Label' WHERE Z_ENT = 2", false),
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = NULL WHERE Z_ENT = 2", true),
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Tag' WHERE Z_ENT = 1", false),
    ("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 2", true),
  ])
  func anEntityHasItsNumber(change: String, isRefused: Bool) throws {
    let text = #"{"objects": [{"entity": "Tag"}]}"#
    if isRefused {
      #expect(throws: StoreError.schemaMismatch(path: ":memory:", entity: "Tag")) {
        _ = try store(text, first: [change])
      }
    } else {
      #expect(try tags(store(text, first: [change])) == "1|1|NULL")
    }
  }

  @Test(arguments: [
    ("DROP TABLE Z_PRIMARYKEY", "Z_PRIMARYKEY"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = NULL", "Z_PRIMARYKEY.Z_MAX"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = -1", "Z_PRIMARYKEY.Z_MAX"),
    ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", "Z_PRIMARYKEY.Z_MAX"),
  ])
  func whatAStoreLacksIsNamed(change: String, missing: String) throws {
    #expect(throws: StoreError.notAStore(path: ":memory:", missing: missing)) {
      _ = try store(#"{"objects": [{"entity": "Tag"}]}"#, first: [change])
    }
  }

  // MARK: - Objects of the store

  private static let map = #"""
    {"objects": [{"path": "tags", "entity": "Tag", "id": "n", "match": "label",
      "attributes": {"label": "n"}, "relationships": {"venues": {"key": "v", "match": "name"}}}]}
    """#

  private func mapped(
    _ text: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportPlan {
    var issues = Diagnostics()
    let plan = ImportPlan.make(
      SourceFile(path: "a.json", text: text),
      mappedBy: SourceFile(path: "map.json", text: Self.map), model: VenueStore.model,
      schema: VenueStore.schema, options: options, &issues)
    return try #require(plan, "\(issues.all)")
  }

  /// The keys of the objects that were found, or the findings.
  private func existing(_ text: String, _ rows: [String]) throws -> [String] {
    let connection = try Connection.inMemory(options: VenueStore.options)
    try StoreWriter.fill(
      connection, VenueStore.schema, VenueStore.statements, VenueStore.metadata)
    for row in rows { try connection.execute(sql: row) }
    var issues = Diagnostics()
    let found = try StoreImporter(model: VenueStore.model, schema: VenueStore.schema)
      .existing(mapped(text), on: connection, &issues)
    #expect((found == nil) == issues.hasErrors)
    return found.map { $0.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }
      ?? issues.all.flatMap(ImportTrial.text)
  }

  private static let rows = [
    "INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT, ZLABEL) VALUES (3, 2, 1, 'a'), (4, 2, 1, 'b'), (5, 2, 1, 'b'), (6, 9, 1, 'c')",
    "INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (7, 4, 1, 'V'), (8, 5, 1, 'W')",
  ]

  @Test(arguments: [
    (#"{"n": "a"}"#, ["0=3"]), (#"{"n": "x"}"#, []), (#"{"n": "c"}"#, []),
    (#"{"n": "x"}, {"n": "a"}"#, ["1=3"]),
    (#"{"n": "a", "v": ["W", "V"]}"#, ["0=3", "2=8", "3=7"]),
  ])
  func anObjectIsFoundByItsValues(tags: String, expected: [String]) throws {
    #expect(try existing(#"{"tags": [\#(tags), {"n": "q", "v": []}]}"#, Self.rows) == expected)
  }

  @Test func severalAndNoneAreNamed() throws {
    let several = try existing(#"{"tags": [{"n": "b", "v": []}]}"#, Self.rows)
    #expect(several.count == 1 && several[0].contains("matches-several"))
    let none = try existing(#"{"tags": [{"n": "a", "v": ["U"]}]}"#, Self.rows)
    #expect(none.count == 1 && none[0].contains("matches-none") && none[0].hasPrefix("⟨\"U\"⟩"))
  }

  /// A value that is not of its attribute's type is named, and not the object that it does not lead to.
  @Test func aValueOfAnotherTypeIsNamedOnce() {
    let map = #"""
      {"objects": [{"path": "tags", "entity": "Tag", "relationships": {"venues": {"key": "v", "match": "rating"}}}]}
      """#
    func told(_ value: String) -> [String] {
      var issues = Diagnostics()
      _ = ImportPlan.make(
        SourceFile(path: "a.json", text: #"{"tags": [{"v": [\#(value)]}]}"#),
        mappedBy: SourceFile(path: "map.json", text: map), model: VenueStore.model,
        schema: VenueStore.schema, options: ImportOptions(), &issues)
      return issues.all.flatMap(ImportTrial.text)
    }
    #expect(told("3, \"4\"") == [])
    #expect(told("\"x\"") == ["⟨\"x\"⟩ wrong-type: 'rating' takes an integer, not a string"])
    #expect(told("9") == ["⟨9⟩ out-of-range: the value of 'rating' has to be at most 5"])
  }

  @Test func aPlanKnowsWhetherItLooksForObjects() throws {
    let text = #"{"tags": [{"n": "a", "v": ["W"]}, {"n": "b"}]}"#
    let plan = try mapped(text)
    #expect(plan.objectCount == 2 && plan.fileObjectCount == 2 && plan.objects.count == 3)
    #expect(plan.entity(of: 0) == VenueStore.tag && plan.entity(of: 2) == VenueStore.venue)
    #expect(
      plan.storedLinks.map { "\($0.source)→\($0.destination)" } == ["0→2"])
    #expect(plan.storedLinks.map(\.relationship) == [RelationshipID(VenueStore.tag, 0)])
    #expect(!plan.findsWhatIsNotThere && plan.checksRules)
    let server = ImportOptions(checksRules: false, findsExisting: false)
    #expect(try mapped(text, server).findsWhatIsNotThere)
    #expect(try !mapped(text, server).checksRules)
    var issues = Diagnostics()
    #expect(self.plan(#"{"objects": []}"#, server, &issues)?.findsWhatIsNotThere == false)
    let refusal = plan.refusal("there is no room")
    #expect(refusal.location == nil && refusal.text.contains("there is no room"))
  }

  // MARK: - Unique values

  @Test func anErrorOfAnIndexIsToldInTheWordsOfTheModel() {
    let place = EntityID(0)
    let model = ObjectModel(entities: [
      Entity(
        name: "Place", attributes: [Attribute(name: "name", type: .string)],
        relationships: [Relationship(name: "owner", destination: place)],
        uniquenessConstraints: [["name"], ["name", "owner"]]),
      Entity(
        name: "Shop", parent: place, attributes: [Attribute(name: "code", type: .string)],
        uniquenessConstraints: [["code"]]),
      Entity(
        name: "Other", attributes: [Attribute(name: "code", type: .string)],
        uniquenessConstraints: [["code"]]),
    ])
    let schema = CoreDataLayout(indexCondition: { _, _ in nil }).layOut(model)
    let constraints = UniquenessConstraints(of: place, model, schema)
    func names(_ message: String, _ code: SQLiteCode = .constraint) -> [String]? {
      constraints.names(for: SQLiteError(.step, code: code, message: message))
    }
    #expect(names("UNIQUE constraint failed: ZPLACE.ZNAME") == ["name"])
    #expect(names("UNIQUE constraint failed: ZPLACE.ZNAME, ZPLACE.ZOWNER") == ["name", "owner"])
    #expect(names("UNIQUE constraint failed: ZPLACE.ZCODE") == ["code"], "a sub-entity")
    #expect(names("UNIQUE constraint failed: ZOTHER.ZCODE") == nil)
    #expect(names("UNIQUE constraint failed: ZPLACE.ZOWNER") == nil)
    #expect(names("UNIQUE constraint failed: ZPLACE.ZNAME", .error) == nil)
    #expect(
      constraints.text(
        for: SQLiteError(.step, code: .constraint, message: "x: ZPLACE.ZNAME, ZPLACE.ZOWNER"),
        entity: "Shop")
        == "another object of entity 'Shop' has the same 'name', 'owner', which must be unique")
    #expect(
      constraints.text(for: SQLiteError(.step, code: .full, message: "full"), entity: "E") == nil)
    #expect(
      UniquenessConstraints(of: EntityID(2), model, schema).names(
        for: SQLiteError(.step, code: .constraint, message: ": ZOTHER.ZCODE")) == ["code"])
  }
}

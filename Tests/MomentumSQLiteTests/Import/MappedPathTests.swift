import MomentumDiagnostics
import MomentumModel
import Testing

@testable import MomentumSQLite

/// The paths of a mapping file: how they lead to values, and what is told of those that lead nowhere.
@Suite struct MappedPathTests {
  private static let model = ObjectModel(
    entities: [
      Entity(
        name: "Item",
        attributes: [
          Attribute(name: "label", type: .string, isOptional: true),
          Attribute(name: "code", type: .string, isOptional: true),
          Attribute(name: "photo", type: .binary, isOptional: true, allowsExternalStorage: true),
          Attribute(name: "any", type: .undefined, isOptional: true),
          Attribute(name: "shape", type: .composite(CompositeID(0)), isOptional: true),
          Attribute(name: "sum", type: .integer64, isOptional: true, derivation: "now()"),
        ],
        relationships: [
          Relationship(name: "part", destination: EntityID(0), inverse: nil),
          Relationship(name: "parts", destination: EntityID(0), isToMany: true),
        ], uniquenessConstraints: [["code"], ["label", "part"], ["photo"]]),
      Entity(name: "Box", parent: EntityID(0)),
    ], composites: [CompositeType(name: "S", elements: [Attribute(name: "a", type: .string)])])

  private static let trial = ImportTrial(model)

  /// The objects that a mapping file makes, with what the relationships hold, or the findings.
  private func objects(_ rule: String, _ json: String) -> [String] {
    var issues = Diagnostics()
    var reader = ImportMapReader(
      file: SourceFile(path: "map.json", text: #"{"objects": [\#(rule)]}"#), model: Self.model)
    guard let map = reader.read(&issues) else { return issues.all.flatMap(ImportTrial.text) }
    var document = MappedDocument(
      source: ImportSource([SourceFile(path: "a.json", text: json)]), map: map, model: Self.model,
      delimiter: nil)
    var lines: [String] = []
    document.read(&issues) { item in
      guard case .object(let members) = item.node.value else { return }
      let parts = members.dropFirst().map { "\($0.name) \($0.value.value.compact)" }
      lines.append(
        (item.isReference ? "reference " : "")
          + (item.match.isEmpty ? "" : "match \(item.match.joined(separator: "+")) ")
          + parts.joined(separator: " ").replacing("attributes ", with: "")
          .replacing(" relationships {}", with: "").replacing("relationships ", with: ""))
    }
    return issues.hasErrors ? issues.all.flatMap(ImportTrial.text) : lines
  }

  private func item(_ path: String, _ label: String) -> String {
    #"{"entity": "Item", "path": "\#(path)", "attributes": {"label": "\#(label)"}}"#
  }

  // MARK: - Paths

  @Test(arguments: [
    ("a", #"{"a": [{"n": "x"}, {"n": "y"}]}"#, ["x", "y"]), ("a", #"{"a": {"n": "x"}}"#, ["x"]),
    ("a", #"{"a": null}"#, []), ("a", #"{"a": []}"#, []), ("", #"[{"n": "x"}]"#, ["x"]),
    ("", #"{"n": "x"}"#, ["x"]), ("a.b", #"{"a": {"b": [{"n": "x"}]}}"#, ["x"]),
    // A name may contain dots; the keys come first.
    ("a.b", #"{"a.b": [{"n": "x"}]}"#, ["x"]),
    ("a.b", #"{"a.b": [{"n": "x"}], "a": {"b": {"n": "y"}}}"#, ["y"]),
    ("a..b", #"{"a": {"": {"b": [{"n": "x"}]}, "b": [{"n": "y"}]}}"#, ["x"]),
    (".", #"{"": {"": {"n": "x"}}}"#, ["x"]), ("a.", #"{"a": {"": {"n": "x"}}}"#, ["x"]),
  ])
  func aPathLeadsToObjects(path: String, json: String, labels: [String]) {
    let expected = labels.enumerated().map { index, label in
      #"id "object \#(index + 1)" {"label": "\#(label)"}"#
    }
    #expect(objects(item(path, labels.isEmpty ? "" : "n"), json) == expected)
  }

  @Test(arguments: [
    ("n", #"{"n": "x"}"#, "x"), ("n.m", #"{"n": {"m": "x"}}"#, "x"),
    ("n.m", #"{"n.m": "x", "n": {"m": "y"}}"#, "x"), ("n.m", #"{"n.m": "x"}"#, "x"),
    ("n..m", #"{"n": {"": {"m": "x"}}}"#, "x"), ("n.m.k", #"{"n": {"m": {"k": "x"}}}"#, "x"),
  ])
  func aPathLeadsToAValue(path: String, object: String, label: String) {
    #expect(
      objects(item("a", path), #"{"a": [\#(object)]}"#)
        == [#"id "object 1" {"label": "\#(label)"}"#])
  }

  // MARK: - Paths that lead nowhere

  private func lost(_ path: String, near: String? = nil) -> [String] {
    [
      "⟨\"\(path)\"⟩ map-key: no object of 'a.json' has the key '\(path)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""),
      "  one that files may lack is written {\"key\": \"\(path)\", \"optional\": true}",
    ]
  }

  @Test func aPathThatNoObjectHasIsNamed() {
    let json = #"{"a": [{"name": "x", "deep": {"inner": 1}}, {"name": "y"}]}"#
    #expect(objects(item("a", "nmae"), json) == lost("nmae", near: "name"))
    #expect(objects(item("a", "zzz"), json) == lost("zzz"))
    #expect(objects(item("a", "deep.iner"), json) == lost("deep.iner", near: "deep.inner"))
    #expect(objects(item("a", "deep.inner"), json).count == 2, "one object has it")
    #expect(objects(item("a", "zzz"), #"{"a": []}"#) == [], "no object was asked")
    func optional(_ flag: String) -> [String] {
      objects(
        #"{"entity": "Item", "path": "a", "attributes": {"label": {"key": "zzz"\#(flag)}}}"#, json)
    }
    #expect(optional("") == lost("zzz"))
    #expect(optional(#", "optional": false"#) == lost("zzz"))
    #expect(optional(#", "optional": true"#).count == 2)
    #expect(
      optional(#", "optional": 1"#) == ["⟨1⟩ expected: expected true or false, not a number"])
  }

  /// The keys of the first 1,000 objects are proposed.
  @Test(arguments: [(1, true), (999, true), (1000, true), (1001, false)])
  func namesOfTheFirstObjectsAreProposed(place: Int, isProposed: Bool) {
    let list = (1...1001).map { $0 == place ? #"{"name": 1}"# : "{}" }.joined(separator: ", ")
    #expect(
      objects(item("a", "nmae"), #"{"a": [\#(list)]}"#)
        == lost("nmae", near: isProposed ? "name" : nil))
  }

  /// Of objects without their id, the first 1,000 are named, and only if others have one.
  @Test(arguments: [0, 1, 999, 1000, 1001])
  func objectsWithoutIDAreNamed(count: Int) {
    let rule = #"{"entity": "Item", "path": "a", "id": "no"}"#
    let list = Array(repeating: "{}", count: count)
    func json(_ objects: [String]) -> String { #"{"a": [\#(objects.joined(separator: ", "))]}"# }
    let found = objects(rule, json(list + [#"{"no": 1}"#]))
    #expect(found.count == (count == 0 ? 1 : min(count, 1000)))
    #expect(
      found.first
        == (count == 0
          ? #"id "Item 1" {}"# : "⟨{}⟩ missing-key: an object needs the key 'no'"))
    #expect(objects(rule, json(list)) == (count == 0 ? [] : lost("no")))
  }

  // MARK: - Relationships

  private func links(_ link: String, _ value: String) -> [String] {
    objects(
      #"{"entity": "Item", "path": "a", "id": "no", "relationships": {\#(link)}}"#,
      #"{"a": [{"no": 1, "v": \#(value)}]}"#)
  }

  @Test(arguments: [
    ("7", #"["Item 7"]"#, #""Item 7""#), ("\"x\"", #"["Item x"]"#, #""Item x""#),
    ("[7]", #"["Item 7"]"#, #""Item 7""#), ("[]", "[]", "null"), ("null", "null", "null"),
    ("[1, 2]", #"["Item 1", "Item 2"]"#, #"["Item 1", "Item 2"]"#),
  ])
  func idsAreThoseOfTheFamily(value: String, toMany: String, toOne: String) {
    #expect(links(#""parts": "v""#, value) == [#"id "Item 1" {} {"parts": \#(toMany)}"#])
    #expect(links(#""part": "v""#, value) == [#"id "Item 1" {} {"part": \#(toOne)}"#])
  }

  @Test func idsAreSplitAtASeparator() {
    func parts(_ separator: String, _ value: String) -> [String] {
      links(#""parts": {"key": "v", "separator": "\#(separator)"}"#, value)
    }
    let both = [#"id "Item 1" {} {"parts": ["Item a", "Item b c"]}"#]
    #expect(parts(";", #""a; b c ""#) == both)
    #expect(parts(", ", #""a, b c""#) == both)
    #expect(parts("", #""a;b""#) == [#"id "Item 1" {} {"parts": ["Item a;b"]}"#])
  }

  /// An object that is looked up is referred to once, however often it is named.
  @Test func valuesReferToObjects() {
    let match = #""parts": {"key": "v", "match": "code"}"#
    #expect(
      links(match, #"["x", "y", "x"]"#) == [
        #"id "Item 1" {} {"parts": ["Item with code x", "Item with code y", "Item with code x"]}"#,
        #"reference match code id "Item with code x" {"code": "x"}"#,
        #"reference match code id "Item with code y" {"code": "y"}"#,
      ])
    #expect(
      links(match, "[true]")
        == ["⟨true⟩ expected: expected a string or a number, not a boolean"])
  }

  @Test func nestedObjectsFollowTheirOwner() {
    let nested = #""parts": {"key": "v", "object": {"id": "no", "attributes": {"label": "n"}}}"#
    #expect(
      links(nested, #"[{"no": 5, "n": "x"}, {"no": 6, "n": null}]"#) == [
        #"id "Item 1" {} {"parts": ["Item 5", "Item 6"]}"#, #"id "Item 5" {"label": "x"}"#,
        #"id "Item 6" {"label": null}"#,
      ])
    #expect(links(nested, "[3]") == ["⟨3⟩ expected: expected an object, not a number"])
    let without = #""part": {"key": "v", "object": {"entity": "Box"}}"#
    #expect(
      links(without, "{}") == [
        #"id "Item 1" {} {"part": "object 2"}"#, #"id "object 2" {}"#,
      ])
    #expect(
      links(#""part": {"key": "v", "object": {"attributes": {"label": "zz"}}}"#, "{}")
        == lost("zz"))
  }

  // MARK: - Matching

  private func matched(_ match: String, _ attributes: String) -> [String] {
    objects(
      #"{"entity": "Box", "path": "a", "match": \#(match), "attributes": {\#(attributes)}}"#,
      #"{"a": [{"c": "1"}]}"#)
  }

  @Test func objectsAreMatchedByAttributesOfTheRule() {
    let both = #""code": "c", "label": "c""#
    let found = #"id "object 1" {"code": "1", "label": "1"}"#
    #expect(matched(#""code""#, both) == ["match code " + found])
    #expect(matched(#"["label", "code"]"#, both) == ["match label+code " + found])
    #expect(
      matched("true", both) == ["match code " + found],
      "a constraint with a relationship, or with a value in a file of its own, cannot be used")
    for (name, isKnown) in [
      ("photo", true), ("any", true), ("shape", true), ("sum", true), ("nome", false),
    ] {
      let error = matched("\"\(name)\"", both)
      #expect(
        error == [
          isKnown
            ? "⟨\"\(name)\"⟩ expected: expected an attribute that is stored in one column, not "
              + "'\(name)'"
            : "⟨\"nome\"⟩ unknown-property: no attribute 'nome' in entity 'Box'"
        ], "\(error)")
    }
    #expect(
      matched(#""code""#, #""label": "c""#) == [
        "⟨\"code\"⟩ missing-key: 'attributes', by which objects are matched, needs the key 'code'"
      ])
    #expect(
      matched("true", #""label": "c""#) == [
        "⟨true⟩ expected: expected the names of the attributes to match by, not true with 0 "
          + "uniqueness constraints of entity 'Box' whose attributes the rule gives"
      ])
  }
}

import MomentumTestSupport
import Testing

/// Random objects and links, some of them wrong: every finding at its place, or every row of the store afterwards.
///
/// The model is that of the written cases. Links are given from one side or from both, so lists contradict each other,
/// repeat an object, exceed a count or lead nowhere. `RECORD=1` writes the text anew.
@Suite(.tags(.random)) struct RandomImportTests {
  @Test(arguments: ["refused", "unchecked"])
  func randomObjectsAreImportedAsBefore(kind: String) throws {
    var text = ""
    for seed in 4000..<4030 as Range<UInt64> {
      var random = ImportDraw(seed: seed, mistakes: kind == "refused" ? 40 : 0)
      let json = random.document()
      let lines = ["-- json --", json, "-- options -- \(kind)"]
      let file = CaseFile(path: "random", text: lines.joined(separator: "\n"))
      let isImported = kind == "unchecked"
      let views = try ImportCase(file).run().filter {
        $0.name == "rows" ? isImported : !$0.text.isEmpty
      }
      text += "== \(seed)\n\(json)\n"
      text += views.map { "-- \($0.name) --\n\($0.text)\n" }.joined()
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/ImportTexts/\(kind).txt")
  }
}

/// Draws a document of objects.
private struct ImportDraw {
  private var random: SeededGenerator
  /// The chance in a thousand that a part is not what a correct file has.
  private let mistakes: Int
  private var isSound: Bool { mistakes == 0 }
  private var entities: [String] = []
  /// Of a sound document: the relationships that only their inverses give.
  private var omitted: Set<String> = []
  private var taken: [String: Set<Int>] = [:]

  init(seed: UInt64, mistakes: Int) {
    random = SeededGenerator(seed: seed)
    self.mistakes = mistakes
    for sides in [
      ["Venue.city", "City.venues"], ["Venue.tags", "Tag.venues"], ["Venue.owner", "Person.owns"],
    ] {
      omitted.insert(one(sides))
    }
  }

  private static let attributes: [String: [(name: String, values: [String])]] = [
    "Venue": [
      ("code", [#""AB""#, "null", #""X""#]), ("rating", ["0", "5", "3"]),
      ("mid", ["2147483647", "-1"]), ("big", ["9007199254740993", "0"]),
      ("size", ["1.5", #""Infinity""#, "-0.0"]), ("price", ["12.50", #""0.1""#]),
      ("opened", [#""2024-02-29T12:00:00Z""#, "86400"]), ("isOpen", ["true", "false"]),
      ("link", [#""https://example.com""#]), ("raw", [#""AQID""#]), ("photo", [#""BA==""#]),
      ("shape", ["null", #"{"height": 2}"#, #"{"width": 1, "box": {"label": "b"}}"#]),
    ],
    "City": [("zip", ["null"])], "Tag": [("label", [#""tag""#, "null"])],
    "Person": [("last", [#""Li""#, "null"]), ("born", ["-1.5", "null"])],
  ]
  private static let links: [String: [(name: String, to: [String], isToMany: Bool)]] = [
    "Venue": [
      ("city", ["City"], false), ("tags", ["Tag"], true), ("owner", ["Person"], false),
      ("friends", ["Venue", "Bar"], true), ("twin", ["Venue", "Bar"], false),
    ],
    "City": [("venues", ["Venue", "Bar"], true)], "Tag": [("venues", ["Venue", "Bar"], true)],
    "Person": [("owns", ["Venue", "Bar"], false), ("fans", ["Person"], true)],
  ]
  private static let wrongValues = [
    "7", "-1", #""text""#, "true", "[]", "{}", "null", "99999999999999999999", #"{"height": "x"}"#,
    #"{"wide": 1}"#, #""a text of more than twelve""#, "1.25",
  ]

  private mutating func chance(_ thousandth: Int) -> Bool {
    Int.random(in: 0..<1000, using: &random) < thousandth
  }

  private mutating func one(_ values: [String]) -> String {
    values.randomElement(using: &random) ?? ""
  }

  mutating func document() -> String {
    let all = ["Venue", "Venue", "Bar", "City", "Tag", "Person"]
    entities = (0..<Int.random(in: 2...9, using: &random)).map { _ in one(all) }
    let objects = entities.indices.map { "  " + object($0) }
    return "{\"formatVersion\": 1, \"objects\": [\n\(objects.joined(separator: ",\n"))\n]}"
  }

  private mutating func object(_ index: Int) -> String {
    let entity = entities[index]
    let kind = entity == "Bar" ? "Venue" : entity
    let id = chance(mistakes) ? "o0" : "o\(index)"
    var members = [
      "\"entity\": \"\(chance(mistakes / 4) ? "Thing" : entity)\"", "\"id\": \"\(id)\"",
    ]
    if chance(250) {
      let key = chance(mistakes * 4) ? 10 : 10 + index
      members.append("\"key\": \(key)")
    }
    if chance(150) { members.append("\"version\": \(index + 1)") }
    members.append("\"attributes\": {\(attributes(kind, index).joined(separator: ", "))}")
    let links = relationships(kind, index)
    if !links.isEmpty { members.append("\"relationships\": {\(links.joined(separator: ", "))}") }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func attributes(_ kind: String, _ index: Int) -> [String] {
    let required = ["Venue": "name", "City": "title", "Person": "first"][kind]
    var result: [String] = []
    if let required, !chance(mistakes) {
      result.append("\"\(required)\": \"n\(chance(mistakes) ? 0 : index)\"")
    }
    for (name, values) in Self.attributes[kind] ?? [] where chance(300) {
      let value = chance(mistakes * 2) ? one(Self.wrongValues) : one(values)
      result.append("\"\(chance(mistakes / 2) ? name + "s" : name)\": \(value)")
    }
    return result
  }

  private mutating func relationships(_ kind: String, _ index: Int) -> [String] {
    var result: [String] = []
    for (name, kinds, isToMany) in Self.links[kind] ?? [] where chance(450) {
      if isSound, omitted.contains("\(kind).\(name)") { continue }
      var places = entities.indices.filter { kinds.contains(entities[$0]) }
      if isSound {
        places = free(places, for: name, of: index)
        if places.isEmpty { continue }
      }
      if chance(mistakes) { places = Array(entities.indices) }
      places.shuffle(using: &random)
      let most = isToMany ? Int.random(in: 0...4, using: &random) : 1
      places = Array(places.prefix(most))
      taken[name, default: []].formUnion(places)
      var ids = places.map { "\"o\($0)\"" }
      if chance(mistakes) { ids.append("\"o99\"") }
      if chance(mistakes), let first = ids.first { ids.append(first) }
      let list = "[\(ids.joined(separator: ", "))]"
      result.append("\"\(name)\": \(isToMany != chance(mistakes) ? list : ids.first ?? "null")")
    }
    return result
  }

  /// The places that the object may name without contradicting another one: a relationship that is its own inverse is
  /// given by the first object of a pair, and what has one partner is named once.
  private func free(_ places: [Int], for name: String, of index: Int) -> [Int] {
    let used = taken[name] ?? []
    switch name {
    case "friends": return used.isEmpty ? places : []
    case "twin":
      return used.contains(index) ? [] : places.filter { $0 >= index && !used.contains($0) }
    case "owner", "owns", "venues": return places.filter { !used.contains($0) }
    default: return places
    }
  }
}

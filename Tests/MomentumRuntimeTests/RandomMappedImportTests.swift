import MomentumTestSupport
import Testing

/// Random mapping files over JSON and CSV of somebody else, some with mistakes, into a store that has some of the
/// objects: every finding at its place, or every row of the store afterwards. `RECORD=1` writes the text anew.
@Suite(.tags(.random)) struct RandomMappedImportTests {
  @Test(arguments: ["json", "csv"])
  func randomMappingFilesAreFollowedAsBefore(form: String) throws {
    var text = ""
    for seed in 5000..<5036 as Range<UInt64> {
      // Two of three without mistakes, so that rows are written.
      let mistakes = seed.isMultiple(of: 3) ? 25 : 0
      var draw = MappedDraw(seed: seed, mistakes: mistakes, isCSV: form == "csv")
      let input = draw.sections()
      let sections = [("store", Self.store), ("options", "unchecked")] + input
      let lines = sections.map { "-- \($0.0) --\n\($0.1)" }.joined(separator: "\n")
      let views = try ImportCase(CaseFile(path: "random", text: lines)).run()
      let isImported = views.contains { $0.name == "result" && $0.text != "none" }
      text += "== \(seed)\n"
      text += input.map { "-- \($0.0) --\n\($0.1)\n" }.joined()
      for view in views where !view.text.isEmpty && (view.name != "rows" || isImported) {
        let shown = view.text.split(separator: "\n").filter { !$0.hasPrefix("Z_PRIMARYKEY") }
        text += "-- \(view.name) --\n\(shown.joined(separator: "\n"))\n"
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/ImportTexts/mapped-\(form).txt")
  }

  private static let store = """
    UPDATE Z_PRIMARYKEY SET Z_MAX = 9
    INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZZIP) SELECT 1, Z_ENT, 4, 't0', 'z0' FROM Z_PRIMARYKEY WHERE Z_NAME = 'City'
    INSERT INTO ZVENUE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRATING, ZCITY, Z_FOK_CITY) SELECT 5, Z_ENT, 2, 'n1', 3, 1, 2048 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Venue'
    INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZLABEL) SELECT 2, Z_ENT, 1, 'l0' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'
    INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZFIRST, ZLAST) SELECT 3, Z_ENT, 1, 'f0', 'Li' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Person'
    """
}

/// Draws a mapping file and the files that it is for.
private struct MappedDraw {
  private var random: SeededGenerator
  /// The chance in a thousand that a part is not what a correct file has.
  private let mistakes: Int
  private let isCSV: Bool
  /// A key of the objects of a list, with the values that it may have, or with the keys of nested objects.
  private struct Key {
    var name: String
    var values: [String] = []
    var inner: [Key] = []
  }

  private var keys: [Key] = []
  /// The number of the last nested object; lists have smaller numbers.
  private var lastNested = 20

  init(seed: UInt64, mistakes: Int, isCSV: Bool) {
    random = SeededGenerator(seed: isCSV ? seed + 500 : seed)
    self.mistakes = mistakes
    self.isCSV = isCSV
  }

  /// An attribute of an entity with the forms of values that files have; `#` stands for the number of the object.
  private struct Field {
    var name: String
    var values: [String]
    var date: String?
  }

  private static let fields: [String: [Field]] = [
    "Venue": [
      Field(name: "name", values: ["n#"]), Field(name: "rating", values: ["0", "5", ""]),
      Field(name: "isOpen", values: ["true", "0", "yes", "no", "1"]),
      Field(name: "opened", values: ["1500", "0", "-86400.5"], date: "unix"),
      Field(name: "opened", values: ["1500", "99"], date: "unix-milliseconds"),
      Field(
        name: "opened", values: ["31.01.2024 10:20", "29.02.2024 00:00"], date: "dd.MM.yyyy HH:mm"),
      Field(name: "opened", values: ["2024-02-29T01:02:03Z"], date: "iso8601"),
      Field(name: "size", values: ["1e3", "-0.5"]), Field(name: "price", values: ["4.50"]),
      Field(name: "code", values: ["AB", ""]), Field(name: "big", values: ["9007199254740993"]),
    ],
    "City": [Field(name: "title", values: ["t#"]), Field(name: "zip", values: ["z#"])],
    "Tag": [Field(name: "label", values: ["l#"])],
    "Person": [
      Field(name: "first", values: ["f#"]), Field(name: "last", values: ["Li"]),
      Field(name: "born", values: ["12/31/1999", "01/02/2003"], date: "MM/dd/yyyy"),
    ],
  ]
  private static let links: [String: [(name: String, to: String, match: String, isToMany: Bool)]] =
    [
      "Venue": [
        ("city", "City", "zip", false), ("tags", "Tag", "label", true),
        ("owner", "Person", "first", false),
      ]
    ]

  private mutating func chance(_ thousandth: Int) -> Bool {
    Int.random(in: 0..<1000, using: &random) < thousandth
  }

  private mutating func one(_ values: [String]) -> String {
    values.randomElement(using: &random) ?? ""
  }

  mutating func sections() -> [(String, String)] {
    var rules: [String] = []
    var files: [(String, String)] = []
    var lists: [String] = []
    for entity in ["City", "Tag", "Person", "Venue"] where !chance(mistakes) {
      keys = []
      var rule = self.rule(entity, depth: 0)
      let place = chance(mistakes) ? "lost" : entity.lowercased()
      rule.insert(isCSV ? "\"file\": \"\(place).csv\"" : "\"path\": \"data.\(place)\"", at: 0)
      rules.append("  {\(rule.joined(separator: ", "))}")
      let count = 3
      if isCSV {
        let rows = (0..<count).map { row($0) }
        let header = keys.map(\.name).joined(separator: ",")
        files.append(("csv-\(entity.lowercased())", ([header] + rows).joined(separator: "\n")))
      } else {
        let items = (0..<count).map { "    " + object($0) }
        lists.append("  \"\(entity.lowercased())\": [\n\(items.joined(separator: ",\n"))]")
      }
    }
    if !isCSV { files = [("json", "{\"data\": {\n\(lists.joined(separator: ",\n"))}}")] }
    return [("map", "{\"objects\": [\n\(rules.joined(separator: ",\n"))\n]}")] + files
  }

  // MARK: - Mapping files

  private mutating func rule(_ entity: String, depth: Int) -> [String] {
    var members = ["\"entity\": \"\(chance(mistakes) ? entity + "s" : entity)\""]
    if chance(800) || depth == 0 {
      keys.append(Key(name: key("no", depth), values: ["#"]))
      members.append("\"id\": \"\(keys[keys.count - 1].name)\"")
    }
    var seen: Set<String> = []
    var attributes: [String] = []
    for field in (Self.fields[entity] ?? []).shuffled(using: &random)
    where field.values.first?.contains("#") == true || chance(400) {
      guard seen.insert(field.name).inserted else { continue }
      attributes.append(
        "\"\(chance(mistakes) ? field.name + "e" : field.name)\": \(source(field, depth))")
    }
    members.append("\"attributes\": {\(attributes.joined(separator: ", "))}")
    let match = ["Venue": "name", "City": "zip", "Tag": "label", "Person": "first"][entity] ?? ""
    if chance(350) {
      let form = one([
        "\"\(match)\"", "[\"\(match)\"]", entity == "Venue" ? "true" : "\"\(match)\"",
      ])
      members.append("\"match\": \(chance(mistakes) ? "\"raw\"" : form)")
    }
    var links: [String] = []
    for link in Self.links[entity] ?? [] where chance(600) {
      links.append("\"\(link.name)\": \(self.link(link, depth))")
    }
    if !links.isEmpty { members.append("\"relationships\": {\(links.joined(separator: ", "))}") }
    return members
  }

  private func key(_ name: String, _ depth: Int) -> String { depth == 0 ? name : "in_\(name)" }

  private mutating func source(_ field: Field, _ depth: Int) -> String {
    let isNested = depth == 0 && !isCSV && chance(200)
    let name = (isNested ? "more." : "") + key("k_\(field.name)", depth)
    if !field.values[0].contains("#"), field.date == nil, chance(120) {
      return "{\"value\": \(field.name == "isOpen" ? "true" : one(["null", "3"]))}"
    }
    let isOptional = chance(250)
    if field.values[0].contains("#") || !(isOptional && chance(300)) {
      keys.append(Key(name: name, values: field.values))
    }
    var members = ["\"key\": \"\(chance(mistakes) ? name + "x" : name)\""]
    if let date = field.date { members.append("\"date\": \"\(date)\"") }
    if isOptional { members.append("\"optional\": true") }
    return members.count == 1 ? "\"\(name)\"" : "{\(members.joined(separator: ", "))}"
  }

  private mutating func link(
    _ link: (name: String, to: String, match: String, isToMany: Bool), _ depth: Int
  ) -> String {
    let name = key("r_\(link.name)", depth)
    let initial = ["City": "z", "Tag": "l", "Person": "f"][link.to] ?? ""
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let separator = link.isToMany && isCSV ? ", \"separator\": \"|\"" : ""
      keys.append(
        Key(
          name: name,
          values: link.isToMany && isCSV
            ? ["0|1", "", "0", "1 | 2"] : link.to == "Person" ? ["#"] : ["0", "1"]))
      return separator.isEmpty && chance(500) ? "\"\(name)\"" : "{\"key\": \"\(name)\"\(separator)}"
    case 1 where !isCSV:
      let outer = keys
      keys = []
      let rule = self.rule(link.to, depth: depth + 1)
      let inner = keys
      keys = outer
      keys.append(Key(name: name, inner: inner))
      return "{\"key\": \"\(name)\", \"object\": {\(rule.joined(separator: ", "))}}"
    default:
      let separator = link.isToMany && isCSV ? ", \"separator\": \"|\"" : ""
      keys.append(
        Key(name: name, values: link.to == "Person" ? ["f#"] : ["\(initial)0", "\(initial)1"]))
      return
        "{\"key\": \"\(name)\", \"match\": \"\(chance(mistakes) ? "no" : link.match)\"\(separator)}"
    }
  }

  // MARK: - Files

  private mutating func row(_ index: Int) -> String {
    keys.map { key in one(key.values).replacing("#", with: "\(index)") }.joined(separator: ",")
  }

  private mutating func object(_ index: Int) -> String { json(keys, index) }

  private mutating func json(_ keys: [Key], _ index: Int) -> String {
    var outer: [String] = []
    var inner: [String] = []
    for key in keys where !chance(mistakes) {
      if key.values.isEmpty {
        lastNested += 1
        outer.append("\"\(key.name)\": \(json(key.inner, lastNested))")
        continue
      }
      let text = one(key.values).replacing("#", with: "\(index)")
      let isPlain = Double(text) != nil && chance(700) || text == "true"
      let value = isPlain ? text : text.isEmpty ? "null" : "\"\(text)\""
      if key.name.hasPrefix("more.") {
        inner.append("\"\(key.name.dropFirst(5))\": \(value)")
      } else {
        outer.append("\"\(key.name)\": \(value)")
      }
    }
    if !inner.isEmpty { outer.append("\"more\": {\(inner.joined(separator: ", "))}") }
    return "{\(outer.joined(separator: ", "))}"
  }
}

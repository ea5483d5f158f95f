import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// Somebody's JSON into a store by a mapping file.
@Suite struct ImportMapTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Dish" representedClassName="Dish" syncable="YES">
        <attribute name="title" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Decimal" usesScalarValueType="NO"/>
        <attribute name="since" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <attribute name="changed" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <attribute name="isVegan" optional="YES" attributeType="Boolean" usesScalarValueType="NO"/>
        <attribute name="origin" optional="YES" attributeType="String"/>
        <relationship name="cook" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Cook" inverseName="dishes" inverseEntity="Cook"/>
        <relationship name="parts" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Part" inverseName="dish" inverseEntity="Part"/>
      </entity>
      <entity name="Cook" representedClassName="Cook" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="dishes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dish" inverseName="cook" inverseEntity="Dish"/>
      </entity>
      <entity name="Part" representedClassName="Part" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="dish" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Dish" inverseName="parts" inverseEntity="Dish"/>
      </entity>
    </model>
    """

  private static let data = """
    {"menu": {"dishes": [
       {"no": 7, "name": {"de": "Suppe"}, "price": "4.50", "from": "31.01.2024", "at": 978307200.5,
        "vegan": 1, "chef": 1, "parts": [{"n": "Salz"}, {"n": "Lauch"}], "unknown": [1]},
       {"no": 8, "name": {"de": "Brot"}, "chef": null}]},
     "people": [{"no": 1, "called": 42}]}
    """

  private static let map = """
    {"objects": [
      {"path": "menu.dishes", "entity": "Dish", "id": "no",
       "attributes": {"title": "name.de", "price": "price",
                      "since": {"key": "from", "date": "dd.MM.yyyy"},
                      "changed": {"key": "at", "date": "unix"}, "isVegan": "vegan",
                      "origin": {"value": "menu"}},
       "relationships": {"cook": "chef",
                         "parts": {"key": "parts", "object": {"attributes": {"name": "n"}}}}},
      {"path": "people", "entity": "Cook", "id": "no", "attributes": {"name": "called"}}
    ]}
    """

  private func withRun(
    data: String = ImportMapTests.data, map: String = ImportMapTests.map,
    _ body: (Run, (String...) -> String) throws -> Void
  ) throws {
    try ImportPlace.with(contents: Self.contents) { place in
      let run = place.load(
        try place.write(data, "menu.json"), map: try place.write(map, "map.json"))
      try body(run) { (options: String...) in place.fetch(options) }
    }
  }

  @Test func keysDatesConstantsIdsAndNestedObjects() throws {
    try withRun { run, fetch in
      #expect(run.status == 0, "\(run.error)")
      let properties = ["title", "price", "since", "changed", "isVegan", "origin", "cook"]
      #expect(properties.count == 7)
      #expect(
        fetch(
          "--entity", "Dish", "--select", "title", "--select", "price", "--select", "since",
          "--select", "changed", "--select", "isVegan", "--select", "origin", "--select", "cook",
          "--sort", "title:desc") == """
            title,price,since,changed,isVegan,origin,cook
            Suppe,4.5,2024-01-31T00:00:00Z,2001-01-01T00:00:00.5Z,YES,menu,Cook/p1
            Brot,,,,,menu,

            """)
      #expect(
        fetch("--entity", "Part", "--select", "name", "--select", "dish", "--sort", "objectID")
          == "name,dish\nSalz,Dish/p1\nLauch,Dish/p1\n")
      #expect(fetch("--entity", "Cook", "--select", "name") == "name\n42\n")
    }
  }

  /// Each with the place and a part of the text; nothing is imported.
  @Test(arguments: [
    (
      "\"title\": \"name.de\"", "\"titel\": \"name.de\"",
      "map.json:3:19: error: no attribute 'titel' in entity 'Dish'; did you mean 'title'?"
    ),
    (
      "\"menu.dishes\"", "\"menu.dish\"",
      "map.json:2:12: error: no key 'menu.dish' leads to objects in 'menu.json'; did you mean 'menu.dishes'?"
    ),
    (
      "\"menu.dishes\"", "\"menü.dishes\"",
      "map.json:2:12: error: no key 'menü.dishes' leads to objects in 'menu.json'; did you mean 'menu.dishes'?"
    ),
    (
      "\"isVegan\": \"vegan\"", "\"isVegan\": \"vegn\"",
      "map.json:5:72: error: no object of 'menu.json' has the key 'vegn'; did you mean 'vegan'?"
    ),
    (
      "\"name.de\"", "\"nane.de\"",
      "map.json:3:28: error: no object of 'menu.json' has the key 'nane.de'; did you mean 'name.de'?"
    ),
    (
      "\"name.de\"", "\"name.en\"",
      "map.json:3:28: error: no object of 'menu.json' has the key 'name.en'; did you mean 'name.de'?"
    ),
    (
      "{\"key\": \"at\", \"date\"", "{\"key\": \"when\", \"date\"",
      "map.json:5:38: error: no object of 'menu.json' has the key 'when'"
    ),
    (
      "\"cook\": \"chef\"", "\"cook\": \"chief\"",
      "map.json:7:30: error: no object of 'menu.json' has the key 'chief'; did you mean 'chef'?"
    ),
    (
      "\"name\": \"n\"", "\"name\": \"m\"",
      "map.json:8:82: error: no object of 'menu.json' has the key 'm'; did you mean 'n'?"
    ),
    (
      "\"path\": \"people\", \"entity\": \"Cook\", \"id\": \"no\"",
      "\"path\": \"people\", \"entity\": \"Cook\", \"id\": \"nr\"",
      "map.json:9:46: error: no object of 'menu.json' has the key 'nr'; did you mean 'no'?"
    ),
    (
      "\"isVegan\": \"vegan\"", "\"isVegan\": {\"key\": \"vegan\", \"optional\": \"yes\"}",
      "map.json:5:101: error: expected true or false, not a string"
    ),
    (
      "dd.MM.yyyy", "yyyy-MM-dd",
      "menu.json:2:64: error: 'since' takes a date as 'yyyy-MM-dd', not a string"
    ),
    (
      "\"id\": \"no\",\n", "\"idd\": \"no\",\n",
      "map.json:2:45: error: no key 'idd' is known here; did you mean 'id'?"
    ),
  ])
  func mistakesAreToldAtTheirPlace(_ old: String, _ new: String, _ text: String) throws {
    let map = Self.map.replacingOccurrences(of: old, with: new)
    #expect(map != Self.map)
    try withRun(map: map) { run, fetch in
      #expect(run.status == 65)
      #expect(run.error.contains(text), "\(run.error)")
      #expect(fetch("--entity", "Dish", "--select", "title") == "title\n")
    }
  }

  @Test func aKeyThatFilesMayLackIsWrittenSo() throws {
    let map = Self.map
      .replacingOccurrences(
        of: "\"isVegan\": \"vegan\"",
        with: "\"isVegan\": {\"key\": \"vegn\", \"optional\": true}"
      )
      .replacingOccurrences(
        of: "\"cook\": \"chef\"", with: "\"cook\": {\"key\": \"chief\", \"optional\": true}")
    try withRun(map: map) { run, fetch in
      #expect(run.status == 0, "\(run.error)")
      #expect(
        fetch("--entity", "Dish", "--select", "isVegan", "--select", "cook", "--sort", "objectID")
          == "isVegan,cook\n,\n,\n")
    }
  }

  @Test(arguments: [
    #"{"menu": {"dishes": []}, "people": []}"#, #"{"menu": {"dishes": null}, "people": []}"#,
  ])
  func aListWithoutObjectsShowsNothing(_ data: String) throws {
    try withRun(data: data) { run, fetch in
      #expect(run.status == 0, "\(run.error)")
      #expect(fetch("--entity", "Dish", "--select", "title") == "title\n")
    }
  }

  @Test func anIdOfNoObjectIsToldAtItsPlace() throws {
    let data = Self.data.replacingOccurrences(of: "\"chef\": 1", with: "\"chef\": 2")
    try withRun(data: data) { run, _ in
      #expect(run.status == 65)
      #expect(run.error.contains("menu.json:3:"), "\(run.error)")
      #expect(run.error.contains("no object has the id 'Cook 2'"), "\(run.error)")
    }
  }
}

import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What two versions of a model have in common, and what only one of them has.
@Suite struct VersionComparisonTests {
  private static let places = """
    <composite name="Place">
      <attribute name="city" optional="YES" attributeType="String"/>
      <attribute name="zip" optional="YES" attributeType="String"/>
    </composite>
    """

  private static let club = """
    <entity name="Club" syncable="YES">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="motto" optional="YES" attributeType="String"/>
      <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
      <attribute name="big" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(title)"/>
      <relationship name="members" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Member" inverseName="club" inverseEntity="Member"/>
      <relationship name="patron" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Member"/>
    </entity>
    <entity name="Member" syncable="YES">
      <relationship name="club" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Club" inverseName="members" inverseEntity="Club"/>
    </entity>
    <entity name="Zoo" syncable="YES"/>
    <entity name="Attic" syncable="YES"/>
    <entity name="Shape" isAbstract="YES" syncable="YES"/>
    """ + places

  private static let association = """
    <entity name="Association" elementID="Club" syncable="YES">
      <attribute name="name" optional="YES" attributeType="String" elementID="title"/>
      <attribute name="rank" attributeType="Integer 16" defaultValueString="3" usesScalarValueType="YES"/>
      <attribute name="label" optional="YES" attributeType="String"/>
      <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
      <attribute name="big" optional="YES" attributeType="String" derived="YES" derivationExpression="lowercase:(name)"/>
      <relationship name="people" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Member" inverseName="club" inverseEntity="Member" elementID="members"/>
      <relationship name="patron" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Guest"/>
      <relationship name="guests" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Guest" inverseName="hosts" inverseEntity="Guest"/>
    </entity>
    <entity name="Member" syncable="YES">
      <relationship name="club" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Association" inverseName="people" inverseEntity="Association"/>
    </entity>
    <entity name="Guest" syncable="YES">
      <relationship name="hosts" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Association" inverseName="guests" inverseEntity="Association"/>
    </entity>
    <entity name="Cellar" syncable="YES"/>
    <entity name="Shape" isAbstract="YES" syncable="YES"/>
    <composite name="Place">
      <attribute name="country" optional="YES" attributeType="String" defaultValueString="DE"/>
      <attribute name="city" optional="YES" attributeType="String"/>
    </composite>
    """

  private func compare(
    _ versions: (String, String), _ old: String, _ new: String,
    _ options: StoreComparison.Options = .init()
  ) throws -> StoreComparison {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        ("One", versions.0), ("Two", versions.1),
      ])
      let helper = try MigrationTestHelper(bundle: bundle)
      let before = try helper.makeStore(of: "One", objects: "{\"objects\": [\(old)]}")
      let after = try helper.makeStore(of: "Two", objects: "{\"objects\": [\(new)]}")
      try TestingFixture.run(
        after, "ATTACH '\(before)' AS old",
        "UPDATE Z_METADATA SET Z_UUID = (SELECT Z_UUID FROM old.Z_METADATA)")
      return try StoreComparison.compare(
        before, of: helper.version("One").compiled, with: after,
        of: helper.version("Two").compiled, options: options)
    }
  }

  @Test func whatIsPairedIsComparedAndTheRestIsListed() throws {
    let found = try compare(
      (Self.club, Self.association),
      """
      {"entity": "Club", "id": "c1", "attributes": {"title": "A", "motto": "m", "place": {"city": "Bern", "zip": "3000"}}, "relationships": {"members": ["m1"], "patron": "m1"}},
      {"entity": "Club", "id": "c2", "attributes": {"title": "B", "place": {"city": "Genf", "zip": "1200"}}},
      {"entity": "Member", "id": "m1"}, {"entity": "Zoo", "id": "z"}, {"entity": "Attic", "id": "a"}
      """,
      """
      {"entity": "Association", "id": "c1", "attributes": {"name": "A", "rank": 3, "label": "x", "place": {"city": "Bern", "country": "CH"}}, "relationships": {"patron": "g1", "guests": ["g1", "g2"]}},
      {"entity": "Association", "id": "c2", "attributes": {"name": "C", "rank": 4, "place": {"city": "Chur", "country": "DE"}}, "relationships": {"people": ["m1"]}},
      {"entity": "Member", "id": "m1"}, {"entity": "Guest", "id": "g1"}, {"entity": "Guest", "id": "g2"},
      {"entity": "Cellar", "id": "x"}
      """)
    expectText(
      found.text,
      """
      Association, once Club: 2 rows
        'name', once 'title', differs in 1 row (Z_PK 2)
        'place.city' differs in 1 row (Z_PK 2)
        'people', once 'members',: 1 link (1 → 1) only before, 1 link (2 → 1) only after
        'place.zip' is gone with 2 values
        'motto' is gone with 1 value
        'patron' is gone with 1 link
        'place.country' is new with 2 values, 1 of them the default
        'rank' is new with 2 values, 1 of them the default
        'label' is new with 1 value, 0 of them the default
        'patron' is new with 1 link
        'guests' is new with 2 links
      Cellar, which is new: 1 row
        1 row added
      Guest, which is new: 2 rows
        2 rows added
      Member: 1 row
        'club': 1 link (1 → 1) only before, 1 link (1 → 2) only after
      Attic, which is gone: 1 row
        1 row dropped
      Zoo, which is gone: 1 row
        1 row dropped

      """)
    // By another rule, so it is not compared.
    #expect(found["Association"]?.removedAttributes.map(\.name) == ["place.zip", "motto", "big"])
    #expect(
      found["Association"]?.addedAttributes.map(\.name) == [
        "place.country", "rank", "label", "big",
      ])
    #expect(found["Shape"] == nil, "an abstract entity has no rows")
    #expect(found["Attic"]?.newName == nil)
  }

  /// Rows of an entity that is abstract now are left over, and those of one that was abstract are new.
  @Test func anEntityThatIsAbstractOnOneSideIsCompared() throws {
    func model(_ isAbstract: Bool) -> String {
      """
      <entity name="Shape" \(isAbstract ? "isAbstract=\"YES\"" : "") syncable="YES"/>
      <entity name="Circle" parentEntity="Shape" syncable="YES"/>
      """
    }
    let circle = "{\"entity\": \"Circle\", \"id\": \"c\"}"
    let shape = "{\"entity\": \"Shape\", \"id\": \"s\"}"
    expectText(
      try compare((model(false), model(true)), "\(circle), \(shape)", circle).text,
      """
      Shape: 1 row before, 0 after
        1 row (Z_PK 2) only before
      Z_MAX of Shape: 2 before, 1 after

      """)
    expectText(
      try compare((model(true), model(false)), circle, "\(circle), \(shape)").text,
      """
      Shape: 0 rows before, 1 after
        1 row (Z_PK 2) only after
      Z_MAX of Shape: 1 before, 2 after

      """)
  }

  /// Two tables became one: its last key is the greater of theirs.
  @Test func theLastKeyOfOneTableIsTheGreatestOfThoseItCameFrom() throws {
    let apart =
      "<entity name=\"Cat\" syncable=\"YES\"/><entity name=\"Dog\" syncable=\"YES\"/>"
    let joined = """
      <entity name="Pet" syncable="YES"/>
      <entity name="Cat" parentEntity="Pet" syncable="YES"/>
      <entity name="Dog" parentEntity="Pet" syncable="YES"/>
      """
    func objects(_ entity: String, _ count: Int) -> String {
      (0..<count).map { "{\"entity\": \"\(entity)\", \"id\": \"\(entity)\($0)\"}" }
        .joined(separator: ", ")
    }
    let found = try compare(
      (apart, joined), objects("Cat", 2) + ", " + objects("Dog", 3),
      objects("Cat", 2) + ", " + objects("Dog", 3))
    #expect(
      found.lastKeys.map { "\($0.oldName) \($0.newName) \($0.old) \($0.new)" } == ["Cat Pet 3 5"])
    let equal = try compare((apart, joined), objects("Dog", 3), objects("Dog", 3))
    #expect(equal.lastKeys.isEmpty)
  }

  /// A relationship to another entity has other links, though it kept its name: they are not compared.
  @Test func aRelationshipToAnotherTableIsAnotherOne() throws {
    func model(_ destination: String) -> String {
      """
      <entity name="A" syncable="YES"><relationship name="r" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="\(destination)"/></entity>
      <entity name="B" syncable="YES"/><entity name="C" syncable="YES"/>
      <entity name="D" parentEntity="C" syncable="YES"/>
      """
    }
    func objects(_ destination: String) -> String {
      "{\"entity\": \"A\", \"id\": \"a\", \"relationships\": {\"r\": \"t\"}}, "
        + "{\"entity\": \"\(destination)\", \"id\": \"t\"}"
    }
    let other = try compare((model("B"), model("C")), objects("B"), objects("C"))
    #expect(other["A"]?.removedRelationships.map(\.count) == [1])
    #expect(other["A"]?.addedRelationships.map(\.count) == [1])
    #expect(other["A"]?.isEqual == true)
    let same = try compare((model("C"), model("D")), objects("D"), objects("D"))
    #expect(same["A"]?.removedRelationships.isEmpty == true && same["A"]?.isEqual == true)
  }
}

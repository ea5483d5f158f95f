import Foundation
import MomentumMigrationTesting
import MomentumTestSupport
import Testing

/// Which properties an object of a seed has, and values that are made of others.
@Suite struct SeedContentTests {
  private func objects(
    _ entities: String, rows: Int, number: UInt64 = 1
  ) throws -> SeededObjects {
    StoreSeed(rowsPerEntity: rows, number: number)
      .objects(of: try TestingFixture.compiled(entities))
  }

  /// The rows after the first five are drawn by the entity's name and the number.
  @Test func objectsOfAllTypesAreAsRecorded() throws {
    let types = [
      "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean",
      "Date", "UUID", "URI", "Binary",
    ]
    let attributes = types.enumerated().map {
      "<attribute name=\"a\($0)\" optional=\"YES\" attributeType=\"\($1)\"/>"
    }.joined()
    let found = try objects(
      "<entity name=\"All\" syncable=\"YES\">\(attributes)</entity>", rows: 12, number: 7)
    let bytes = Data((0..<16).flatMap { _ in UInt8.min...UInt8.max })
    let text = found.text.replacing(bytes.base64EncodedString(), with: "4096 bytes")
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/Seeds/all-types.json")
  }

  @Test func onlyWhatIsStoredIsGiven() throws {
    let found = try objects(
      """
      <entity name="A" syncable="YES">
        <attribute name="kept" attributeType="Boolean"/>
        <attribute name="gone" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="made" optional="YES" attributeType="String" derived="YES" derivationExpression="kept"/>
      </entity>
      """, rows: 1)
    expectText(
      found.text,
      """
      {"objects": [
      {"entity":"A","id":"o0","attributes":{"kept":false},"relationships":{}}
      ]}

      """)
  }

  @Test func aCompositeIsAnObjectOfItsElements() throws {
    let found = try objects(
      """
      <entity name="A" syncable="YES">
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <attribute name="home" attributeType="Composite" composite="Place"/>
      </entity>
      <composite name="Place">
        <attribute name="city" optional="YES" attributeType="String" maxValueString="6"/>
        <attribute name="spot" attributeType="Composite" composite="Spot"/>
      </composite>
      <composite name="Spot">
        <attribute name="x" attributeType="Integer 16"/>
        <attribute name="y" optional="YES" attributeType="Integer 16"/>
      </composite>
      """, rows: 4)
    expectText(
      found.text,
      """
      {"objects": [
      {"entity":"A","id":"o0","attributes":{"place":{"city":"city 1","spot":{"x":1,"y":1}},"home":{"city":"city 1","spot":{"x":1,"y":1}}},"relationships":{}},
      {"entity":"A","id":"o1","attributes":{"place":null,"home":{"city":null,"spot":{"x":2,"y":null}}},"relationships":{}},
      {"entity":"A","id":"o2","attributes":{"place":{"city":"","spot":{"x":-32768,"y":-32768}},"home":{"city":"","spot":{"x":-32768,"y":-32768}}},"relationships":{}},
      {"entity":"A","id":"o3","attributes":{"place":{"city":"zzzzzz","spot":{"x":32767,"y":32767}},"home":{"city":"zzzzzz","spot":{"x":32767,"y":32767}}},"relationships":{}}
      ]}

      """)
  }

  /// A composite is missing where one of its required elements is, and then the object.
  @Test(arguments: [true, false]) func anElementWithoutAValueIsMissing(isOptional: Bool) throws {
    let found = try objects(
      """
      <entity name="A" syncable="YES">
        <attribute name="place" \(isOptional ? "optional=\"YES\"" : "") attributeType="Composite" composite="Place"/>
      </entity>
      <composite name="Place">
        <attribute name="city" attributeType="String" minValueString="301"/>
      </composite>
      """, rows: 1)
    #expect(found.counts == ["A": isOptional ? 1 : 0])
    #expect(found.unfilled == (isOptional ? [:] : ["A": "attribute 'place' needs a value"]))
    #expect(found.values(of: "place") == (isOptional ? ["null"] : []))
  }

  /// The class of a transformable attribute, and what its archive holds.
  @Test(arguments: [
    ("", "seed 0"), ("NSString", "seed 0"), ("NSDictionary", "[:]"), ("[String: Int]", "[:]"),
    ("NSMutableDictionary", "[:]"), ("NSArray", "[]"), ("[String]", "[]"), ("Color", "seed 0"),
  ])
  func aTransformableIsAnArchive(name: String, expected: String) throws {
    let values = try objects(transformable("customClassName=\"\(name)\""), rows: 1).values(of: "a")
    let text = try #require(values.first).dropFirst().dropLast()
    let data = try #require(Data(base64Encoded: String(text)))
    let object = try #require(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSString.self, NSArray.self, NSDictionary.self], from: data))
    switch object {
    case let text as String: #expect(text == expected)
    case let list as [Any]: #expect(list.isEmpty && expected == "[]")
    case let table as [AnyHashable: Any]: #expect(table.isEmpty && expected == "[:]")
    case _: Issue.record("\(object)")
    }
  }

  private func transformable(_ rules: String) -> String {
    "<entity name=\"A\" syncable=\"YES\"><attribute name=\"a\" attributeType=\"Transformable\" \(rules)/></entity>"
  }

  @Test func anOptionalTransformableOfAnotherClassIsNull() throws {
    for (name, isNull) in [("Color", true), ("NSString", false), ("[Int]", false), ("", false)] {
      let values = try objects(
        transformable("optional=\"YES\" customClassName=\"\(name)\""), rows: 1
      ).values(of: "a")
      #expect((values == ["null"]) == isNull, "\(name)")
    }
  }

  @Test func aListOfTextsNumbersItsRows() throws {
    let values = try objects(transformable(""), rows: 3).values(of: "a")
    #expect(Set(values).count == 3)
  }

  /// The values of two attributes together are unique; NULL makes no two rows equal.
  @Test func rowsThatRepeatUniqueValuesAreLeftOut() throws {
    let found = try objects(
      """
      <entity name="A" syncable="YES">
        <attribute name="one" optional="YES" attributeType="Boolean"/>
        <attribute name="other" attributeType="Boolean"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="one"/><constraint value="other"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """, rows: 5)
    // The second row has no 'one'. Of the others, each third and fifth repeats the first.
    #expect(found.counts == ["A": 3])
    #expect(
      found.text.matches(of: /"id":"(o\d)"/).map { String($0.1) } == ["o0", "o1", "o3"])
  }

  /// An attribute of a sub-entity hides that of its parent.
  @Test func eachNameIsGivenOnce() throws {
    let found = try objects(
      """
      <entity name="Root" syncable="YES"><attribute name="a" attributeType="Boolean"/></entity>
      <entity name="Sub" parentEntity="Root" syncable="YES"><attribute name="b" attributeType="Boolean"/></entity>
      """, rows: 1)
    expectText(
      found.text,
      """
      {"objects": [
      {"entity":"Root","id":"o0","attributes":{"a":false},"relationships":{}},
      {"entity":"Sub","id":"o1","attributes":{"a":false,"b":false},"relationships":{}}
      ]}

      """)
  }
}

import MomentumModel
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelCheckerAttributeTests {
  /// The attributes of one entity and what was said about them.
  private func check(_ attributes: String) -> (attributes: [Attribute], findings: String) {
    let findings = FindingsText("<entity name=\"E\">\(attributes)</entity>")
    return (findings.model?.entities.first?.attributes ?? [], findings.text)
  }

  @Test func typesHaveTheirNames() {
    let names = [
      "Undefined", "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String",
      "Boolean", "Date", "Binary", "UUID", "URI", "Transformable", "ObjectID",
    ]
    let result = check(
      names.enumerated().map {
        "<attribute name=\"a\($0)\" transient=\"YES\" attributeType=\"\($1)\"/>"
      }.joined())
    #expect(result.attributes.map(\.type.xmlName) == names)
    expectText(result.findings, "")
  }

  @Test func anUnknownTypeSaysWhatIsValid() {
    expectText(
      check("<attribute name=\"a\" attributeType=\"1️⃣Integr 16\"/>").findings,
      """
      1 error: attribute 'a' of entity 'E': no attribute type 'Integr 16'; valid are 'Undefined', 'Integer 16', 'Integer 32', 'Integer 64', \
      'Decimal', 'Double', 'Float', 'String', 'Boolean', 'Date', 'Binary', 'UUID', 'URI', 'Transformable', \
      'ObjectID', 'Composite'; did you mean 'Integer 16'? [model.unknown-type]
        fix 1: Integr 16 → Integer 16
      """)
  }

  @Test func onlyATransientAttributeCanDoWithoutAType() {
    expectText(
      check(
        "<1️⃣attribute name=\"a\"/><attribute name=\"b\" transient=\"YES\"/><attribute name=\"c\" attributeType=\"2️⃣Undefined\"/>"
      ).findings,
      """
      1 warning: attribute 'a' of entity 'E': only a transient attribute can do without a type [model.undefined-type]
      2 warning: attribute 'c' of entity 'E': only a transient attribute can do without a type [model.undefined-type]
      """)
  }

  @Test(arguments: [
    ("Integer 16", "-12", AttributeValue.integer(-12)),
    ("Integer 32", "0.0", .integer(0)),
    ("Integer 64", "9223372036854775807", .integer(.max)),
    ("Double", "1e-3", .double(0.001)),
    ("Float", ".5", .double(0.5)),
    ("Decimal", "12345678901234567890.5", .decimal(Decimal(string: "12345678901234567890.5") ?? 0)),
    ("Boolean", "YES", .boolean(true)),
    ("Boolean", "0", .boolean(false)),
    ("String", " kept ", .string(" kept ")),
    ("String", "", .string("")),
    ("URI", "https://example.org/", .uri("https://example.org/")),
  ])
  func defaultsAreReadByType(type: String, text: String, value: AttributeValue) {
    let result = check(
      "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>")
    #expect(result.attributes.first?.defaultValue == value)
    expectText(result.findings, "")
  }

  @Test(arguments: [
    ("Integer 32", "NO", "0", AttributeValue.integer(0)),
    ("Integer 16", "70000", "32767", .integer(32767)),
    ("Integer 16", "-1e300", "-32768", .integer(-32768)),
    ("Integer 64", "99999999999999999999", "9223372036854775807", .integer(.max)),
    ("Integer 64", "1.5", "1", .integer(1)),
    ("Double", "YES", "1.0", .double(1)),
    ("Boolean", "0.0", "NO", .boolean(false)),
    ("Boolean", "No", "NO", .boolean(false)),
  ])
  func defaultsLeftFromAnotherTypeAreReadWithAWarning(
    type: String, text: String, used: String, value: AttributeValue
  ) {
    let result = check(
      "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"1️⃣\(text)\"/>")
    #expect(result.attributes.first?.defaultValue == value)
    expectText(
      result.findings,
      "1 warning: attribute 'a' of entity 'E': default '\(text)' is not of type '\(type)'; it is read as \(used) [model.adjusted-value]"
    )
  }

  @Test(arguments: [
    ("Integer 16", "ten", "a whole number from -32768 to 32767"),
    ("Integer 32", "0x10", "a whole number from -2147483648 to 2147483647"),
    ("Double", "nan", "a number such as 0.5"), ("Float", "1,5", "a number such as 0.5"),
    ("Decimal", "12abc", "a number such as 0.5"), ("Boolean", "maybe", "YES or NO"),
    ("Double", ".", "a number such as 0.5"), ("Double", "1e", "a number such as 0.5"),
  ])
  func defaultsThatAreNoValueAreLeftOut(type: String, text: String, expected: String) {
    expectText(
      check("<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"1️⃣\(text)\"/>")
        .findings,
      "1 warning: attribute 'a' of entity 'E': default '\(text)' cannot be read as '\(type)' and is left out; \(expected) is expected [model.bad-value]"
    )
  }

  @Test(arguments: ["UUID", "Binary", "Transformable", "Date"])
  func defaultsWithoutMeaningAreIgnored(type: String) {
    let result = check(
      "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"1️⃣empy\"/>")
    #expect(result.attributes.first?.defaultValue == nil && !result.attributes.isEmpty)
    expectText(
      result.findings,
      "1 info: attribute 'a' of entity 'E': default 'empy' has no meaning for type '\(type)'; it is ignored [model.ignored-value]"
    )
  }

  @Test func aDateHasTimeIntervals() {
    let result = check(
      """
      <attribute name="a" attributeType="Date" defaultDateTimeInterval="-31626000" \
      defaultValueString="2000-01-01" minDateTimeInterval="0" minValueString="12/4/2013" maxDateTimeInterval="1.5"/>
      """)
    #expect(result.attributes.first?.defaultValue == .date(-31_626_000))
    #expect(result.attributes.first?.minimum == .date(0))
    #expect(result.attributes.first?.maximum == .date(1.5))
    expectText(result.findings, "")
  }

  @Test func boundsAreOfTheTypeOrOfAStringsLength() {
    let result = check(
      """
      <attribute name="a" attributeType="String" minValueString="1" maxValueString="10" regularExpressionString="a.*"/>
      <attribute name="b" attributeType="Decimal" minValueString="-4.5" maxValueString=""/>
      <attribute name="c" attributeType="Integer 16" minValueString="1️⃣9" maxValueString="3"/>
      <attribute name="d" attributeType="Boolean" maxValueString="2️⃣1"/>
      """)
    #expect(result.attributes[0].minimum == .integer(1))
    #expect(result.attributes[0].maximum == .integer(10))
    #expect(result.attributes[0].regularExpression == "a.*")
    #expect(result.attributes[1].minimum == .decimal(Decimal(string: "-4.5") ?? 0))
    #expect(result.attributes[1].maximum == nil)
    expectText(
      result.findings,
      """
      1 warning: attribute 'c' of entity 'E': the minimum is above the maximum [model.minimum-above-maximum]
      2 info: attribute 'd' of entity 'E': maximum '1' has no meaning for type 'Boolean'; it is ignored [model.ignored-value]
      """)
  }

  @Test func everythingElseIsCarriedOver() throws {
    let result = check(
      """
      <attribute name="a" optional="YES" transient="YES" indexed="YES" attributeType="Transformable" \
      usesScalarValueType="YES" customClassName="[Int]" valueTransformerName="T" syncable="NO" \
      allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES" allowsCloudEncryption="YES" \
      spotlightIndexingEnabled="YES" storedInTruthFile="YES" renamingIdentifier="old" versionHashModifier="2">
      <userInfo><entry key="k" value="v"/><entry key="l"/></userInfo></attribute>
      <attribute name="b" attributeType="Date" derived="YES" derivationExpression="now()"/>
      <2️⃣attribute name="c" attributeType="Date" derived="YES"/>
      """)
    expectText(
      result.findings,
      "2 warning: attribute 'c' of entity 'E': a derived attribute without an expression is read as a plain one [model.missing-derivation]"
    )
    let expected = Attribute(
      name: "a", type: .transformable, isOptional: true, isTransient: true, isIndexed: true,
      usesScalarType: true, valueClassName: "[Int]", valueTransformerName: "T",
      allowsExternalStorage: true, preservesValueInHistoryOnDeletion: true,
      allowsCloudEncryption: true, isIndexedBySpotlight: true, isStoredInExternalRecord: true,
      renamingIdentifier: "old", versionHashModifier: "2", isSyncable: false,
      userInfo: [UserInfoEntry(key: "k", value: "v"), UserInfoEntry(key: "l", value: "")])
    #expect(result.attributes.first == expected)
    #expect(result.attributes[1].derivation == "now()")
  }
}

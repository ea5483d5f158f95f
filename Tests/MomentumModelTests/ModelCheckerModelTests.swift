import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct ModelCheckerModelTests {
  @Test func entitiesRequestsAndConfigurationsAreCarriedOver() throws {
    let findings = FindingsText(
      """
      <entity name="Base" isAbstract="YES" representedClassName="NSManagedObject"/>
      <entity name="Book" representedClassName=".Book" codeGenerationType="class" parentEntity="Base" syncable="NO" \
      elementID="Volume" versionHashModifier="3">
        <attribute name="code" attributeType="String"/>
        <fetchedProperty name="same" optional="YES"><fetchRequest name="fetchedPropertyFetchRequest" entity="Book" \
      predicateString="code == &quot;x&quot;"/></fetchedProperty>
        <fetchIndex name="byCode"><fetchIndexElement property="code" type="RTree" order="descending"/>
        <fetchIndexElement expression="self" expressionType="String"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
        <userInfo><entry key="k" value="v"/></userInfo>
      </entity>
      <fetchRequest name="all" entity="Book" resultType="2" fetchLimit="3" fetchBatchSize="20" \
      includeSubentities="NO" returnDistinctResults="YES"/>
      <configuration name="Cloud" usedWithCloudKit="true"><memberEntity name="Book"/></configuration>
      """)
    expectText(findings.text, "")
    let book = EntityID(1)
    let expected = ObjectModel(
      entities: [
        Entity(name: "Base", isAbstract: true),
        Entity(
          name: "Book", className: ".Book", codeGeneration: .classDefinition, parent: EntityID(0),
          attributes: [Attribute(name: "code", type: .string)],
          fetchedProperties: [
            FetchedProperty(
              name: "same",
              request: StoredFetchRequest(
                name: "fetchedPropertyFetchRequest", entity: book,
                predicateFormat: "code == \"x\""))
          ], uniquenessConstraints: [["code"]],
          fetchIndexes: [
            FetchIndex(
              name: "byCode",
              elements: [
                FetchIndex.Element(.property("code"), kind: .rTree, isAscending: false),
                FetchIndex.Element(.expression("self")),
              ])
          ], renamingIdentifier: "Volume", versionHashModifier: "3", isSyncable: false,
          userInfo: [UserInfoEntry(key: "k", value: "v")]),
      ], configurations: [Configuration(name: "Cloud", members: [book], usedWithCloudKit: true)],
      fetchRequests: [
        StoredFetchRequest(
          name: "all", entity: book, resultType: .dictionary, fetchLimit: 3, fetchBatchSize: 20,
          includesSubentities: false, returnsDistinctResults: true)
      ])
    #expect(findings.model == expected)
  }

  @Test func choicesSayWhatIsValid() {
    expectText(
      FindingsText(
        """
        <entity name="A" codeGenerationType="1️⃣klass"><attribute name="x" attributeType="Float"/>
        <fetchIndex name="i"><fetchIndexElement property="x" type="2️⃣Hash" order="3️⃣ascendin"/></fetchIndex></entity>
        <fetchRequest name="f" entity="A" resultType="4️⃣9" fetchLimit="5️⃣many"/>
        """
      ).text,
      """
      1 warning: entity 'A': 'codeGenerationType' cannot be 'klass' and is read as 'none'; valid are 'class', 'category', 'none'; did you mean 'class'? [model.unknown-choice]
        fix 1: klass → class
      2 warning: fetch index 'i' of entity 'A': 'type' cannot be 'Hash' and is read as 'Binary'; valid are 'Binary', 'RTree' [model.unknown-choice]
      3 warning: fetch index 'i' of entity 'A': 'order' cannot be 'ascendin' and is read as 'ascending'; valid are 'ascending', 'descending'; did you mean 'ascending'? [model.unknown-choice]
        fix 3: ascendin → ascending
      4 warning: fetch request 'f': 'resultType' cannot be '9' and is read as '0'; valid are '0', '1', '2', '4' [model.unknown-choice]
      5 warning: fetch request 'f': 'fetchLimit' has to be a whole number, not 'many'; it is read as if it were not there [model.bad-count]
      """)
  }

  @Test func aFloodOfFindingsIsCounted() {
    let entity = "<entity name=\"A\"><relationship name=\"r\" destinationEntity=\"B\"/></entity>"
    let findings = FindingsText(String(repeating: entity, count: 2000))
    let lines = findings.text.split(separator: "\n")
    #expect(
      lines.last?.hasSuffix("warning: 2999 more findings in this model [model.more-findings]")
        == true)
    #expect(findings.model == nil)
  }

  @Test func idsLeadBackToTheSyntax() throws {
    let file = SourceFile(
      path: "contents",
      text:
        "<model><entity name=\"A\"/><entity name=\"B\"><attribute name=\"x\" attributeType=\"Float\"/><relationship name=\"r\" destinationEntity=\"A\"/></entity></model>"
    )
    var diagnostics = Diagnostics()
    let syntax = try #require(ModelReader.read(contents: file, &diagnostics))
    let entity = EntityID(1)
    #expect(syntax.element(of: entity)?[.name]?.value == "B")
    #expect(syntax.element(of: AttributeID(entity, 0))?[.name]?.value == "x")
    #expect(syntax.element(of: RelationshipID(entity, 0))?[.name]?.value == "r")
    #expect(syntax.element(of: EntityID(2)) == nil)
    #expect(syntax.element(of: AttributeID(entity, 1)) == nil)
    #expect(syntax.element(of: RelationshipID(EntityID(9), 0)) == nil)
  }
}

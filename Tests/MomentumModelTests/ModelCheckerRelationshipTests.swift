import MomentumModel
import MomentumTestSupport
import Testing

@Suite struct ModelCheckerRelationshipTests {
  @Test func anInverseHasToPointBack() {
    expectText(
      FindingsText(
        """
        <entity name="A"><relationship name="b" destinationEntity="B" inverseName="1️⃣a" inverseEntity="B"/>
        <relationship name="c" destinationEntity="B" inverseName="a" inverseEntity="B"/>
        <relationship name="d" destinationEntity="B" inverseName="2️⃣z" inverseEntity="B"/></entity>
        <entity name="B"><relationship name="a" destinationEntity="A" inverseName="3️⃣c" inverseEntity="A"/>
        <relationship name="4️⃣z" destinationEntity="A"/></entity>
        """
      ).text,
      """
      1 warning: relationship 'b' of entity 'A': its inverse 'a' of entity 'B' does not name it as its own inverse [model.inverse-not-mutual]
        note 3: its inverse is 'c'
      2 warning: relationship 'd' of entity 'A': its inverse 'z' of entity 'B' does not name it as its own inverse [model.inverse-not-mutual]
        note 4: 'z' has no inverse
      4 warning: relationship 'z' of entity 'B' has no inverse [model.missing-inverse]
      """)
  }

  @Test func anInverseIsARelationshipThatExists() {
    expectText(
      FindingsText(
        """
        <entity name="A"><attribute name="title" attributeType="String"/>
        <relationship name="books" destinationEntity="A" inverseName="1️⃣title" inverseEntity="A"/>
        <relationship name="other" destinationEntity="A" inverseName="2️⃣boks"/></entity>
        """
      ).text,
      """
      1 warning: relationship 'books' of entity 'A': no relationship 'title' in entity 'A' to be the inverse, so there is none; there are 'books', 'other' [model.unknown-inverse]
      2 warning: relationship 'other' of entity 'A': no relationship 'boks' in entity 'A' to be the inverse, so there is none; did you mean 'books'? [model.unknown-inverse]
        fix 2: boks → books
      """)
  }

  @Test func anInverseElsewhereIsAWarning() {
    let findings = FindingsText(
      """
      <entity name="A"><relationship name="b" destinationEntity="C" inverseName="a" inverseEntity="1️⃣B"/></entity>
      <entity name="B"><relationship name="a" destinationEntity="A" inverseName="b" inverseEntity="A"/></entity>
      <entity name="C"/>
      """)
    expectText(
      findings.text,
      """
      1 warning: relationship 'b' of entity 'A': inverse 'a' belongs to entity 'B', but the destination is 'C' [model.inverse-elsewhere]
      """)
    #expect(findings.model != nil)
  }

  @Test func anInverseMayBeInheritedOrTheRelationshipItself() throws {
    let findings = FindingsText(
      """
      <entity name="Base"><relationship name="owner" destinationEntity="Owner" inverseName="items" inverseEntity="Owner"/>
      </entity>
      <entity name="Sub" parentEntity="Base"/>
      <entity name="Owner">
      <relationship name="items" toMany="YES" destinationEntity="Sub" inverseName="owner" inverseEntity="Sub"/>
      <relationship name="friends" toMany="YES" destinationEntity="Owner" inverseName="friends" inverseEntity="Owner"/>
      </entity>
      """)
    expectText(findings.text, "")
    let model = try #require(findings.model)
    let owner = try #require(model.entity(named: "Owner"))
    let base = try #require(model.entity(named: "Base"))
    #expect(model[RelationshipID(owner, 0)].inverse == RelationshipID(base, 0))
    #expect(model[RelationshipID(base, 0)].inverse == RelationshipID(owner, 0))
    #expect(model[RelationshipID(owner, 1)].inverse == RelationshipID(owner, 1))
  }

  @Test func countsAndRulesAreRead() throws {
    let findings = FindingsText(
      """
      <entity name="A">
      <relationship name="one" destinationEntity="A" inverseName="one" maxCount="1" deletionRule="Deny"/>
      <relationship name="many" toMany="YES" ordered="YES" optional="YES" destinationEntity="A" inverseName="many" minCount="1"/>
      <relationship name="few" toMany="YES" destinationEntity="A" inverseName="few" maxCount="9" deletionRule="No Action"/>
      <relationship name="none" transient="YES" syncable="NO" destinationEntity="A" inverseName="none" elementID="old"/>
      </entity>
      """)
    expectText(findings.text, "")
    let relationships = try #require(findings.model?.entities.first?.relationships)
    #expect(relationships.map(\.maximumCount) == [1, 0, 9, 1])
    #expect(relationships.map(\.minimumCount) == [0, 1, 0, 0])
    #expect(relationships.map(\.deleteRule) == [.deny, .nullify, .noAction, .nullify])
    #expect(relationships.map(\.isOrdered) == [false, true, false, false])
    #expect(relationships.map(\.isOptional) == [false, true, false, false])
    #expect(relationships.map(\.isSyncable) == [true, true, true, false])
    #expect(relationships[3].renamingIdentifier == "old")
  }

  @Test func countsAndRulesThatCannotBeReadAreWarnings() {
    expectText(
      FindingsText(
        """
        <entity name="A"><relationship name="a" destinationEntity="A" inverseName="a" toMany="1️⃣Ja" \
        minCount="-1" maxCount="3️⃣99999999999999999999" deletionRule="4️⃣Nulify"/>
        <relationship name="b" destinationEntity="A" inverseName="b" minCount="5️⃣5" maxCount="2"/></entity>
        """
      ).text,
      """
      1 warning: relationship 'a' of entity 'A': 'toMany' has to be YES or NO, not 'Ja'; it is read as NO [model.bad-flag]
      3 warning: relationship 'a' of entity 'A': 'maxCount' has to be a whole number, not '99999999999999999999'; it is read as if it were not there [model.bad-count]
      4 warning: relationship 'a' of entity 'A': 'deletionRule' cannot be 'Nulify' and is read as 'Nullify'; valid are 'Nullify', 'Cascade', 'Deny', 'No Action'; \
      did you mean 'Nullify'? [model.unknown-choice]
        fix 4: Nulify → Nullify
      5 warning: relationship 'b' of entity 'A': the minimum is above the maximum [model.minimum-above-maximum]
      """)
  }
}

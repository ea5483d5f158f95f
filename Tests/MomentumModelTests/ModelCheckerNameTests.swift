import MomentumModel
import MomentumTestSupport
import Testing

/// Names that stand twice, are missing, or lead nowhere.
@Suite struct ModelCheckerNameTests {
  @Test func namesStandOnce() {
    let findings = FindingsText(
      """
      <entity name="1️⃣Book"><attribute name="2️⃣title" attributeType="String"/>
        <fetchedProperty name="3️⃣title"/>
        <fetchIndex name="4️⃣a"/><fetchIndex name="5️⃣a"/></entity>
      <entity name="6️⃣Book"/>
      <fetchRequest name="7️⃣all" entity="Book"/><fetchRequest name="8️⃣all" entity="Book"/>
      """)
    expectText(
      findings.text,
      """
      6 error: entity 'Book' is declared twice; rename or remove one [model.duplicate-entity]
        note 1: 'Book' stands here first
      3 error: property 'title' is declared twice in entity 'Book'; rename or remove one [model.duplicate-property]
        note 2: 'title' stands here first
      5 warning: fetch index 'a' is declared twice in entity 'Book'; the first one is used; rename or remove one [model.duplicate-fetch-index]
        note 4: 'a' stands here first
      8 warning: fetch request 'all' is declared twice; the first one is used; rename or remove one [model.duplicate-fetch-request]
        note 7: 'all' stands here first
      """)
    #expect(findings.model == nil)
  }

  @Test func compositesAndConfigurationsStandOnce() {
    expectText(
      FindingsText(
        """
        <composite name="1️⃣P"><attribute name="2️⃣x" attributeType="Double"/>\
        <attribute name="3️⃣x" attributeType="Double"/></composite><composite name="4️⃣P"/>
        <configuration name="5️⃣C"/><configuration name="6️⃣C"/>
        """
      ).text,
      """
      4 warning: composite 'P' is declared twice; the first one is used; rename or remove one [model.duplicate-composite]
        note 1: 'P' stands here first
      3 error: property 'x' is declared twice in composite 'P'; rename or remove one [model.duplicate-property]
        note 2: 'x' stands here first
      6 warning: configuration 'C' is declared twice; the first one is used; rename or remove one [model.duplicate-configuration]
        note 5: 'C' stands here first
      """)
  }

  @Test func namesThatDifferOnlyInCaseAreAWarning() {
    let findings = FindingsText(
      """
      <entity name="1️⃣Book"/><entity name="2️⃣BOOK"/>
      """)
    expectText(
      findings.text,
      """
      2 warning: entity 'BOOK' differs from 'Book' only in case [model.case-differs]
        note 1: 'Book' stands here
      """)
    #expect(findings.model?.entities.map(\.name) == ["Book", "BOOK"])
  }

  @Test func requiredAttributesAreMissed() {
    expectText(
      FindingsText(
        """
        <1️⃣entity/>
        <entity name="A"><attribute name="2️⃣" attributeType="String"/><3️⃣relationship name="r"/>
          <fetchIndex name="i"><4️⃣fetchIndexElement type="Binary"/></fetchIndex>
          <userInfo><5️⃣entry value="v"/></userInfo></entity>
        <6️⃣fetchRequest name="f"/>
        """
      ).text,
      """
      1 error: element 'entity' needs a value for 'name' [model.missing-attribute]
      2 error: entity 'A': element 'attribute' needs a value for 'name' [model.missing-attribute]
      3 error: relationship 'r' of entity 'A': element 'relationship' needs a value for 'destinationEntity' [model.missing-attribute]
      4 warning: fetch index 'i' of entity 'A': element 'fetchIndexElement' needs a value for 'property'; it is left out [model.incomplete-element]
      5 warning: entity 'A': element 'entry' needs a value for 'key'; it is left out [model.incomplete-element]
      6 warning: fetch request 'f': element 'fetchRequest' needs a value for 'entity'; it is left out [model.incomplete-element]
      """)
  }

  @Test func entitiesThatAreNamedExist() {
    expectText(
      FindingsText(
        """
        <entity name="Venue" parentEntity="1️⃣Plaec"><relationship name="x" destinationEntity="3️⃣Vennue"/>
        <relationship name="y" destinationEntity="Venue" inverseName="x" inverseEntity="4️⃣Venu"/></entity>
        <entity name="Place"/>
        <fetchRequest name="f" entity="5️⃣Zzzzz"/>
        <configuration name="c"><memberEntity name="6️⃣Placee"/></configuration>
        """
      ).text,
      """
      1 error: parent entity 'Plaec' is not in the model; did you mean 'Place'? [model.unknown-parent]
        fix 1: Plaec → Place
      3 error: relationship 'x' of entity 'Venue': destination entity 'Vennue' is not in the model; did you mean 'Venue'? [model.unknown-destination]
        fix 3: Vennue → Venue
      4 warning: relationship 'y' of entity 'Venue': inverse entity 'Venu' is not in the model, so there is no inverse; did you mean 'Venue'? [model.unknown-inverse-entity]
        fix 4: Venu → Venue
      6 warning: configuration 'c': configuration member 'Placee' is not in the model; the member is left out; did you mean 'Place'? [model.unknown-member]
        fix 6: Placee → Place
      5 warning: fetch request 'f': fetch request entity 'Zzzzz' is not in the model; the fetch request is left out; there are 'Place', 'Venue' [model.unknown-request-entity]
      """)
  }

  @Test func propertiesInListsExist() {
    expectText(
      FindingsText(
        """
        <entity name="A"><attribute name="code" attributeType="String"/></entity>
        <entity name="B" parentEntity="A"><attribute name="place" composite="P"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/><constraint value="1️⃣kode"/>\
        </uniquenessConstraint></uniquenessConstraints>
        <compoundIndexes><compoundIndex><index value="2️⃣none"/></compoundIndex></compoundIndexes>
        <fetchIndex name="i"><fetchIndexElement property="3️⃣cod"/><fetchIndexElement property="place.x"/>\
        <fetchIndexElement property="4️⃣place.z"/><fetchIndexElement property="5️⃣code.x"/></fetchIndex></entity>
        <composite name="P"><attribute name="x" attributeType="Double"/></composite>
        """
      ).text,
      """
      1 warning: no property 'kode' in entity 'B'; the uniqueness constraint is left out; did you mean 'code'? [model.unknown-property]
        fix 1: kode → code
      3 warning: no property 'cod' in entity 'B'; the fetch index is left out; did you mean 'code'? [model.unknown-property]
        fix 3: cod → code
      4 warning: no property 'place.z' in entity 'B'; the fetch index is left out; did you mean 'place'? [model.unknown-property]
        fix 4: place.z → place
      5 warning: no property 'code.x' in entity 'B'; the fetch index is left out; did you mean 'code'? [model.unknown-property]
        fix 5: code.x → code
      2 warning: no property 'none' in entity 'B'; the compound index is left out; there are 'code', 'place' [model.unknown-property]
      """)
  }

  @Test func aNearNameThatNeedsEscapingGivesNoRepair() {
    expectText(
      FindingsText(
        """
        <entity name="R&amp;D"/><fetchRequest name="f" entity="1️⃣R&amp;E"/>
        """
      ).text,
      """
      1 warning: fetch request 'f': fetch request entity 'R&E' is not in the model; the fetch request is left out; did you mean 'R&D'? [model.unknown-request-entity]
      """)
  }
}

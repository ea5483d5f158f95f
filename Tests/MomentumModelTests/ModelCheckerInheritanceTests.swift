import MomentumModel
import MomentumTestSupport
import Testing

@Suite struct ModelCheckerInheritanceTests {
  @Test func aCycleIsToldOnceAtItsFirstEntity() {
    expectText(
      FindingsText(
        """
        <entity name="A" parentEntity="B"/>
        <entity name="B" parentEntity="1️⃣C"/>
        <entity name="C" parentEntity="2️⃣B"/>
        <entity name="D" parentEntity="3️⃣D"/>
        """
      ).text,
      """
      1 error: entity 'B' inherits from itself; give it another parent or none [model.inheritance-cycle]
        note 2: by way of 'C'
      3 error: entity 'D' inherits from itself; give it another parent or none [model.inheritance-cycle]
      """)
  }

  @Test func anInheritedPropertyCannotBeDeclaredAgain() {
    expectText(
      FindingsText(
        """
        <entity name="A"><attribute name="1️⃣x" attributeType="String"/></entity>
        <entity name="B" parentEntity="A"/>
        <entity name="C" parentEntity="B"><attribute name="2️⃣x" attributeType="String"/></entity>
        """
      ).text,
      """
      2 error: property 'x' of entity 'C' is inherited from 'A' already [model.inherited-property]
        note 1: 'x' is declared here
      """)
  }

  @Test func sixtyFourAncestorsAreEnough() {
    func chain(_ count: Int) -> String {
      (0..<count).map { index in
        let parent = index == 0 ? "" : " parentEntity=\"E\(index - 1)\""
        return "<entity name=\"E\(index)\"\(parent)/>"
      }.joined(separator: "\n")
    }
    #expect(FindingsText(chain(65)).text.isEmpty)
    let tooDeep = FindingsText(chain(66))
    #expect(
      tooDeep.text.contains("entity 'E65' has more than 64 ancestors [model.inheritance-limit]"))
    // Ten thousand would take minutes if each entity walked all the way up.
    #expect(FindingsText(chain(10_000)).model == nil)
  }

  @Test func compositesCannotContainThemselvesOrGrowWithoutEnd() {
    expectText(
      FindingsText(
        """
        <composite name="1️⃣P"><attribute name="q" composite="Q"/></composite>
        <composite name="2️⃣Q"><attribute name="p" attributeType="Composite" composite="P"/></composite>
        <composite name="Place"/>
        <entity name="A"><attribute name="a" composite="3️⃣Plase"/>\
        <4️⃣attribute name="b" attributeType="Composite"/></entity>
        """
      ).text,
      """
      1 error: composite 'P' contains itself [model.composite-cycle]
      2 error: composite 'Q' contains itself [model.composite-cycle]
      3 error: attribute 'a' of entity 'A': no composite 'Plase' in the model; did you mean 'Place'? [model.unknown-composite]
        fix 3: Plase → Place
      4 error: attribute 'b' of entity 'A': element 'attribute' needs a value for 'composite' [model.missing-attribute]
      """)
    let doubling = (0..<40).map { index in
      """
      <composite name="C\(index)"><attribute name="a" composite="C\(index + 1)"/>\
      <attribute name="b" composite="C\(index + 1)"/></composite>
      """
    }
    let bomb = FindingsText(
      doubling.joined()
        + "<composite name=\"C40\"><attribute name=\"x\" attributeType=\"Float\"/></composite>")
    #expect(
      bomb.text.contains(
        "composite 'C0' can nest at most 16 deep and have at most 1000 elements in all"))
    #expect(!bomb.text.contains("'C31' can"))
  }
}

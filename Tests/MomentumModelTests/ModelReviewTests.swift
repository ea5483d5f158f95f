import MomentumModel
import MomentumTestSupport
import Testing

@Suite struct ModelReviewTests {
  private func expect(
    _ marked: String, _ findings: String, cloudKit: Bool = false,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectText(
      FindingsText(marked, review: true, cloudKit: cloudKit).text, findings,
      sourceLocation: sourceLocation)
  }

  @Test func requiredAttributesWantADefault() {
    expect(
      """
      <entity name="A"><attribute name="1️⃣a" attributeType="String"/><attribute name="b" attributeType="Date"/>
      <attribute name="c" attributeType="String" defaultValueString=""/><attribute name="d" attributeType="Binary"/>
      <attribute name="e" attributeType="String" optional="YES"/><attribute name="f" attributeType="String" transient="YES"/>
      </entity>
      """,
      """
      1 info: 'a', 'b' of 'A' are required without a default; a new object cannot be saved before they are set, and migration has no value for old ones [model.required-without-default]
      """)
  }

  @Test func anOptionalScalarHasNoNil() {
    expect(
      """
      <entity name="A"><attribute name="1️⃣a" attributeType="Integer 32" optional="YES" usesScalarValueType="YES"/>
      <attribute name="b" attributeType="Boolean" optional="YES" usesScalarValueType="YES" defaultValueString="NO"/>
      <attribute name="c" attributeType="String" optional="YES" usesScalarValueType="YES"/></entity>
      """,
      """
      1 info: entity 'A': 'a' is optional, but a scalar Int32 has no nil; a missing value reads as 0 [model.optional-scalar]
      """)
  }

  @Test func aTransformerShouldCheckClasses() {
    expect(
      """
      <entity name="A"><attribute name="1️⃣a"2️⃣ attributeType="Transformable" optional="YES" customClassName="[String]"/>
      <attribute name="4️⃣u" attributeType="Transformable" optional="YES" customClassName="UIColor"/>
      <attribute name="b" attributeType="Transformable" optional="YES" customClassName="NSArray" valueTransformerName="3️⃣NSKeyedUnarchiveFromData"/>
      <attribute name="c" attributeType="Transformable" optional="YES" valueTransformerName="ColorTransformer"/></entity>
      """,
      """
      1 warning: entity 'A': transformable 'a' uses the default transformer, which decodes any class; 'NSSecureUnarchiveFromData' does not [model.insecure-transformer]
        fix 2:  →  valueTransformerName="NSSecureUnarchiveFromData"
      4 warning: entity 'A': transformable 'u' uses the default transformer, which decodes any class; 'NSSecureUnarchiveFromData' does not [model.insecure-transformer]
      3 warning: entity 'A': transformable 'b' uses 'NSKeyedUnarchiveFromData', which decodes any class; 'NSSecureUnarchiveFromData' does not [model.insecure-transformer]
        fix 3: NSKeyedUnarchiveFromData → NSSecureUnarchiveFromData
      """)
  }

  @Test func twoElementsCannotHaveBeenOne() {
    expect(
      """
      <entity name="6️⃣A"><attribute name="4️⃣rate" attributeType="String" optional="YES"/>
      <attribute name="newRate" elementID="1️⃣rate" attributeType="String" optional="YES"/>
      <attribute name="5️⃣a" elementID="old" attributeType="String" optional="YES"/>
      <attribute name="b" renamingIdentifier="2️⃣old" attributeType="String" optional="YES"/>
      <attribute name="left" elementID="right" attributeType="String" optional="YES"/>
      <attribute name="right" elementID="left" attributeType="String" optional="YES"/>
      <attribute name="c" optional="YES" attributeType="String"/></entity>
      <entity name="B" elementID="3️⃣A"><attribute name="rate" attributeType="String" optional="YES"/></entity>
      """,
      """
      3 warning: 'B' has the renaming identifier 'A', but 'A' is still there under that name [model.repeated-renaming-identifier]
        note 6: 'A' is here
      1 warning: entity 'A': 'newRate' has the renaming identifier 'rate', but 'rate' is still there under that name [model.repeated-renaming-identifier]
        note 4: 'rate' is here
      2 warning: entity 'A': 'b' and 'a' have one renaming identifier, 'old'; the old values can go to one of them only [model.repeated-renaming-identifier]
        note 5: 'a' is here
      """)
  }

  @Test func namesThatAreTaken() {
    expect(
      """
      <entity name="A"><attribute name="1️⃣description" attributeType="String" optional="YES"/>
      <attribute name="2️⃣objectID" attributeType="String" optional="YES"/>
      <attribute name="3️⃣default" attributeType="String" optional="YES"/>
      <attribute name="descriptions" attributeType="String" optional="YES"/></entity>
      """,
      """
      1 error: entity 'A': a property cannot be called 'description', which is a method of NSObject [model.reserved-name]
      2 error: entity 'A': a property cannot be called 'objectID', which is a method of NSManagedObject [model.reserved-name]
      3 info: entity 'A': 'default' is a keyword of Swift; code has to write it in backticks [model.swift-keyword]
      """)
  }

  @Test func aDefaultHasToPassItsOwnBounds() {
    expect(
      """
      <entity name="A"><attribute name="a" attributeType="Integer 16" minValueString="1" maxValueString="5" defaultValueString="1️⃣0"/>
      <attribute name="b" attributeType="String" minValueString="3" defaultValueString="2️⃣no"/>
      <attribute name="c" attributeType="Double" maxValueString="5" defaultValueString="5"/></entity>
      """,
      """
      1 warning: entity 'A': the default of 'a' is outside its bounds; an object that keeps it cannot be saved [model.default-out-of-bounds]
      2 warning: entity 'A': the default of 'b' is outside its bounds; an object that keeps it cannot be saved [model.default-out-of-bounds]
      """)
  }

  @Test func deleteRulesThatFailLater() {
    expect(
      """
      <entity name="A"><relationship name="bs" optional="YES" toMany="YES" deletionRule="1️⃣Nullify" destinationEntity="B" inverseName="a"/>
      <relationship name="cs" optional="YES" toMany="YES" deletionRule="2️⃣Cascade" destinationEntity="C" inverseName="a"/>
      <relationship name="ds" optional="YES" toMany="YES" deletionRule="3️⃣No Action" destinationEntity="D" inverseName="a"/></entity>
      <entity name="B"><relationship name="4️⃣a" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="bs"/></entity>
      <entity name="C"><relationship name="5️⃣a" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="A" inverseName="cs"/></entity>
      <entity name="D"><relationship name="a" optional="YES" maxCount="1" ordered="6️⃣YES" deletionRule="Nullify" destinationEntity="A" inverseName="ds"/></entity>
      """,
      """
      1 warning: entity 'A': deleting an object nullifies 'a' of its 'B' objects, which is required, so the save fails; give 'bs' the rule Cascade or Deny [model.nullify-required]
        note 4: 'a' is required
      2 warning: entity 'A': 'cs' and its inverse 'a' both cascade; deleting one object deletes all that hang together [model.cascade-cycle]
        note 5: 'a' cascades back
      3 warning: entity 'A': the delete rule No Action of 'ds' leaves 'D' objects that refer to what is deleted [model.no-action-rule]
        fix 3: No Action → Nullify
      6 info: entity 'D': 'a' leads to one object, so being ordered has no meaning [model.ordered-to-one]
        fix 6: YES → NO
      """)
  }

  @Test func constraintsAreOverStoredRequiredProperties() {
    expect(
      """
      <entity name="A"><attribute name="a" attributeType="String" optional="YES"/>
      <attribute name="b" attributeType="String" optional="YES" transient="YES"/>
      <relationship name="all" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="A" inverseName="all"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="1️⃣a"/></uniquenessConstraint>
      <uniquenessConstraint><constraint value="2️⃣b"/><constraint value="3️⃣all"/></uniquenessConstraint></uniquenessConstraints></entity>
      """,
      """
      1 warning: 'a' is optional; any number of 'A' objects may lack it in spite of the uniqueness constraint [model.optional-unique]
      2 error: 'b' cannot be unique in 'A': it is transient, so it has no column [model.bad-uniqueness]
      3 error: 'all' cannot be unique in 'A': it leads to many objects [model.bad-uniqueness]
      """)
  }

  @Test func indexesAreOverColumns() {
    expect(
      """
      <entity name="A"><attribute name="a" attributeType="String" optional="YES"/>
      <relationship name="up" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="down"/>
      <relationship name="down" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="A" inverseName="up"/>
      <fetchIndex name="1️⃣none"/>
      <fetchIndex name="2️⃣byUp"><fetchIndexElement property="up" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byDown"><fetchIndexElement property="3️⃣down"/><fetchIndexElement property="4️⃣a" type="RTree"/></fetchIndex></entity>
      """,
      """
      1 warning: entity 'A': fetch index 'none' has no elements [model.empty-index]
      2 info: entity 'A': fetch index 'byUp' is not created: Core Data indexes relationship 'up' by itself [model.redundant-index]
      3 warning: entity 'A': 'down' cannot stand in fetch index 'byDown': it leads to many objects [model.bad-index-element]
      4 warning: entity 'A': 'a' cannot stand in fetch index 'byDown': an R-tree holds numbers [model.bad-index-element]
      """)
  }

  @Test func derivationsHaveToBeComputable() {
    let model = { (expression: String, type: String) in
      """
      <entity name="A"><attribute name="x" optional="YES" attributeType="\(type)" derived="YES" derivationExpression="1️⃣\(expression)"/>
      <attribute name="title" attributeType="String" optional="YES"/>
      <relationship name="bs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="B" inverseName="a"/></entity>
      <entity name="B"><attribute name="price" attributeType="Double" optional="YES"/>
      <relationship name="a" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="bs"/></entity>
      """
    }
    for (expression, type) in [
      ("bs.@count", "Integer 64"), ("bs.price.@sum", "Double"), ("bs.@sum.price", "Double"),
      ("canonical:(title)", "String"), ("title", "String"), ("now()", "Date"),
    ] {
      expect(model(expression, type), "")
    }
    for (expression, type, reason) in [
      ("bs.@count", "String", "'@count' is a number"),
      ("title.@count", "Integer 64", "no relationship 'title' in entity 'A'"),
      ("bs.@sum", "Double", "'@sum' needs an attribute behind the relationship"),
      ("bs.name.@sum", "Double", "no property 'name' in entity 'B'"),
      ("titel", "String", "no property 'titel' in entity 'A'"),
      ("title", "Date", "'title': it is of type 'String', not 'Date'"),
      ("uppercase:(bs)", "String", "'bs' is a relationship"),
      ("now()", "String", "'now()' is a date"), ("x", "String", "it is derived from itself"),
      ("bs.price", "Double", "relationship 'bs' leads to many objects"),
      ("bs.a.bs.@count", "Integer 64", "relationship 'bs' leads to many objects"),
      (
        "title + 1", "String",
        "only a key path, '@count', '@sum', 'canonical:()', 'uppercase:()', 'lowercase:()' and 'now()' are supported"
      ),
    ] {
      expect(
        model(expression, type),
        "1 error: entity 'A': the derivation of 'x' cannot be computed: \(reason) [model.bad-derivation]"
      )
    }
  }

  @Test func listsThatCascadeFromOneToTheNext() {
    expect(
      """
      <entity name="N"><relationship name="next" optional="YES" maxCount="1" deletionRule="1️⃣Cascade" destinationEntity="N" inverseName="last"/>
      <relationship name="2️⃣last" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="N" inverseName="next"/></entity>
      """,
      """
      1 warning: entity 'N': 'next' and its inverse 'last' both cascade; deleting one object deletes all that hang together [model.cascade-cycle]
        note 2: 'last' cascades back
      """)
  }

  @Test func aRuleThatCannotBeNullifiedHasNoRepair() {
    expect(
      """
      <entity name="A"><relationship name="bs" optional="YES" toMany="YES" deletionRule="1️⃣No Action" destinationEntity="B" inverseName="a"/></entity>
      <entity name="B"><relationship name="a" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="bs"/></entity>
      """,
      """
      1 warning: entity 'A': the delete rule No Action of 'bs' leaves 'B' objects that refer to what is deleted [model.no-action-rule]
      """)
  }

  @Test func entitiesAndTheirClasses() {
    expect(
      """
      <entity name="1️⃣A" isAbstract="YES" representedClassName="Thing" codeGenerationType="class">
      <fetchedProperty name="2️⃣some" optional="YES"/></entity>
      <entity name="B" representedClassName="3️⃣Thing" codeGenerationType="class"/>
      """,
      """
      1 info: entity 'A' is abstract and has no sub-entities; no object of it can be made [model.abstract-leaf]
      2 warning: entity 'A': fetched property 'some' has no fetch request; reading it fails [model.fetched-property-without-request]
      3 warning: class 'Thing' would be generated for both 'B' and 'A' [model.duplicate-class]
        note 1: 'A' has it first
      """)
  }

  @Test func relationshipsStayInOneConfiguration() {
    expect(
      """
      <entity name="A"><relationship name="b" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="1️⃣B" inverseName="a"/></entity>
      <entity name="B"><relationship name="a" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="2️⃣A" inverseName="b"/></entity>
      <configuration name="One"><memberEntity name="A"/></configuration><configuration name="Two"><memberEntity name="B"/></configuration>
      """,
      """
      1 warning: relationship 'b' leads from 'A' to 'B', which share no configuration; objects of two stores cannot refer to each other [model.across-configurations]
      2 warning: relationship 'a' leads from 'B' to 'A', which share no configuration; objects of two stores cannot refer to each other [model.across-configurations]
      """)
  }

  @Test func cloudKitHasRulesOfItsOwn() {
    expect(
      """
      <entity name="1️⃣CD_A"><attribute name="2️⃣a"3️⃣ attributeType="Binary"/>
      <attribute name="b" attributeType="4️⃣ObjectID" optional="YES"/>
      <relationship name="5️⃣bs"6️⃣ toMany="YES" ordered="7️⃣YES" deletionRule="8️⃣Deny" destinationEntity="CD_A"/>
      <9️⃣uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints></entity>
      """,
      """
      5 warning: relationship 'bs' of entity 'CD_A' has no inverse [model.missing-inverse]
      1 warning: Core Data puts 'CD_' before names in CloudKit; 'CD_A' has it already [cloudkit.reserved-name]
      9 error: CloudKit cannot keep the uniqueness constraints of entity 'CD_A' [cloudkit.unique-constraint]
      2 error: entity 'CD_A': CloudKit needs 'a' to be optional or to have a default [cloudkit.required-property]
        fix 3:  →  optional="YES"
      4 error: entity 'CD_A': CloudKit has no field for 'b' of type 'ObjectID' [cloudkit.unsupported-type]
      5 error: entity 'CD_A': CloudKit needs 'bs' to be optional [cloudkit.required-property]
        fix 6:  →  optional="YES"
      5 error: entity 'CD_A': CloudKit needs an inverse for relationship 'bs' [cloudkit.missing-inverse]
      8 error: entity 'CD_A': CloudKit cannot sync the delete rule Deny of 'bs' [cloudkit.deny-rule]
      7 error: entity 'CD_A': CloudKit cannot sync the ordered relationship 'bs' [cloudkit.ordered-relationship]
      """, cloudKit: true)
  }

  @Test func aSoundModelGetsNoFinding() {
    expect(
      """
      <entity name="A" representedClassName="A" codeGenerationType="class">
      <attribute name="title" attributeType="String" defaultValueString="x"/>
      <relationship name="bs" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="B" inverseName="a"/></entity>
      <entity name="B" representedClassName="B" codeGenerationType="class">
      <relationship name="a" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="bs"/></entity>
      """, "")
  }
}

import MomentumArchive
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPropertyList
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// Compiled models that are written and read back.
@Suite(.tags(.corpus)) struct ModelArchiveTests {
  private let place = SourceLocation(SourceFile(path: "Model", utf8: []), SourceRange(0, 0))

  private func checked(_ text: String, _ name: String = "contents") -> ObjectModel? {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: name, text: text)
    return ModelReader.read(contents: file, &diagnostics)
      .flatMap { ModelChecker.check($0, &diagnostics) }
  }

  private func compiled(_ model: ObjectModel) throws -> (model: ObjectModel, bytes: [UInt8]) {
    var diagnostics = Diagnostics()
    let bytes = ModelArchive.bytes(of: model, module: nil, at: place, &diagnostics)
    let again = CompiledModelReader.read(bytes, path: "Model.mom", &diagnostics)
    return (try #require(again, "\(TextRenderer().render(diagnostics.all))"), bytes)
  }

  @Test func everyModelReadsBackWithItsHashes() throws {
    var count = 0
    for entry in ModelTexts.most {
      guard let model = checked(entry.text, entry.name) else { continue }
      count += 1
      let again = try compiled(model).model
      let (old, new) = (ModelHashes(of: model), ModelHashes(of: again))
      for (one, two) in zip(old.entities, new.entities) {
        #expect(one == two, "\(entry.name): \(one.name)")
      }
      #expect(old.digest == new.digest, "\(entry.name)")
      // What a compiled model does not keep is lost once: after that it is the same model.
      let second = try compiled(again)
      let third = try compiled(second.model)
      #expect(third.bytes == second.bytes, "\(entry.name)")
    }
    #expect(count * 10 > ModelTexts.most.count * 9)
  }

  @Test func whatACompiledModelKeepsIsKept() throws {
    let model = try #require(checked(wholeModel))
    let again = try compiled(model).model
    expectEqual(
      again.entities.map(\.name), ["Guest", "House", "Person"], "a compiled model keeps it")
    for (name, entity) in zip(again.entities.map(\.name), again.entities) {
      let original = try #require(model.entities.first { $0.name == name })
      expectEqual(entity.className, original.className, "a compiled model keeps it")
      expectEqual(entity.isAbstract, original.isAbstract, "a compiled model keeps it")
      expectEqual(
        entity.parent.map { again[$0].name }, original.parent.map { model[$0].name },
        "a compiled model keeps it")
      expectEqual(
        entity.uniquenessConstraints, original.uniquenessConstraints, "a compiled model keeps it")
      expectEqual(entity.fetchIndexes, original.fetchIndexes, "a compiled model keeps it")
      expectEqual(
        entity.renamingIdentifier, original.renamingIdentifier, "a compiled model keeps it")
      expectEqual(
        entity.versionHashModifier, original.versionHashModifier, "a compiled model keeps it")
      expectEqual(
        entity.userInfo, original.userInfo.sorted { $0.key < $1.key }, "a compiled model keeps it")
      for attribute in entity.attributes {
        let before = try #require(original.attributes.first { $0.name == attribute.name })
        var expected = before
        expected.usesScalarType = false
        expected.isIndexed = attribute.isIndexed
        if case .composite = before.type { expected.type = attribute.type }
        expectEqual(attribute, expected, "a compiled model keeps it")
      }
      for relationship in entity.relationships {
        let before = try #require(
          original.relationships.first { $0.name == relationship.name })
        expectEqual(
          again[relationship.destination].name, model[before.destination].name,
          "a compiled model keeps it")
        expectEqual(
          relationship.inverse.map { again[$0].name }, before.inverse.map { model[$0].name },
          "a compiled model keeps it")
        expectEqual(relationship.deleteRule, before.deleteRule, "a compiled model keeps it")
        expectEqual(relationship.minimumCount, before.minimumCount, "a compiled model keeps it")
        expectEqual(relationship.maximumCount, before.maximumCount, "a compiled model keeps it")
        expectEqual(relationship.isOrdered, before.isOrdered, "a compiled model keeps it")
        expectEqual(relationship.isOptional, before.isOptional, "a compiled model keeps it")
        expectEqual(relationship.userInfo, before.userInfo, "a compiled model keeps it")
      }
    }
    expectEqual(again.configurations.map(\.name), ["Cloud"], "a compiled model keeps it")
    expectEqual(
      again.configurations.map { $0.members.map { again[$0].name } }, [["Guest", "Person"]],
      "a compiled model keeps it")
    expectEqual(again.fetchRequests.map(\.name), ["old", "some"], "a compiled model keeps it")
    let some = try #require(again.fetchRequests.last)
    let before = try #require(model.fetchRequests.first { $0.name == "some" })
    expectEqual(some.fetchLimit, before.fetchLimit, "a compiled model keeps it")
    expectEqual(some.fetchBatchSize, before.fetchBatchSize, "a compiled model keeps it")
    expectEqual(some.resultType, before.resultType, "a compiled model keeps it")
    expectEqual(some.includesSubentities, before.includesSubentities, "a compiled model keeps it")
    expectEqual(
      some.returnsDistinctResults, before.returnsDistinctResults, "a compiled model keeps it")
    expectEqual(
      some.returnsObjectsAsFaults, before.returnsObjectsAsFaults, "a compiled model keeps it")
    expectEqual(
      some.includesPropertyValues, before.includesPropertyValues, "a compiled model keeps it")
  }

  /// The settings of a property as one number; each row was observed in a compiled model or in the
  /// cache of a store, but for the last.
  @Test(arguments: [
    ("optional=\"YES\" attributeType=\"String\"", 243), ("attributeType=\"String\"", 241),
    ("optional=\"YES\" transient=\"YES\" attributeType=\"String\"", 251),
    ("transient=\"YES\" attributeType=\"String\"", 249),
    ("optional=\"YES\" versionHashModifier=\"2\" attributeType=\"String\"", 115),
    ("versionHashModifier=\"2\" attributeType=\"String\"", 113),
    ("minValueString=\"0\" attributeType=\"Double\"", 193),
    ("optional=\"YES\" derived=\"YES\" derivationExpression=\"now()\" attributeType=\"Date\"", 247),
    ("minValueString=\"0\" versionHashModifier=\"2\" attributeType=\"Double\"", 65),
  ])
  func theSettingsOfAPropertyAreOneNumber(attributes: String, number: Int64) throws {
    let text =
      "<model><entity name=\"A\"><attribute name=\"a\" \(attributes)/></entity></model>"
    let archive = try KeyedArchive(compiled(try #require(checked(text))).bytes)
    let root = try #require(archive.object(archive.root))
    let entity = try #require(
      archive.pairs(root.members["NSEntities"]).first.flatMap { archive.object($0.value) })
    let property = try #require(
      archive.pairs(entity.members["NSProperties"]).first.flatMap { archive.object($0.value) })
    #expect(property.members["_P"] == .integer(number))
  }

  @Test func aClassOfTheModuleGetsItsName() throws {
    let text = """
      <model><entity name="A" representedClassName=".A"/><entity name="B" representedClassName="B"/>\
      <entity name="C"/><entity name="D" representedClassName="Other.D"/></model>
      """
    var diagnostics = Diagnostics()
    let bytes = ModelArchive.bytes(
      of: try #require(checked(text)), module: "Shop", at: place, &diagnostics)
    let again = try #require(CompiledModelReader.read(bytes, path: "a.mom", &diagnostics))
    #expect(again.entities.map(\.className) == ["Shop.A", "B", nil, "Other.D"])
    #expect(try compiled(try #require(checked(text))).model.entities[0].className == ".A")
  }

  @Test func whatHasNoFormIsReportedAndLeftOut() throws {
    let text = """
      <model><entity name="A"><attribute name="a" optional="YES" attributeType="String"/></entity>
      <fetchRequest name="kind" entity="A" predicateString="a UTI-EQUALS 'public.text'"/>
      <fetchRequest name="kept" entity="A" predicateString="a == 'x'"/></model>
      """
    var diagnostics = Diagnostics()
    let bytes = ModelArchive.bytes(
      of: try #require(checked(text)), module: nil, at: place, &diagnostics)
    #expect(
      diagnostics.all.map(\.text) == [
        "fetch request 'kind' is left out of the compiled model: no archived object means 'UTI-EQUALS'"
      ])
    #expect(diagnostics.all.map(\.id) == ["archive.left-out"])
    let again = try #require(CompiledModelReader.read(bytes, path: "a.mom", &diagnostics))
    #expect(again.fetchRequests.map(\.name) == ["kept"])
  }

  @Test func equalModelsMakeEqualBytes() throws {
    let one = try #require(checked(wholeModel))
    var two = one
    two.fetchRequests.reverse()
    #expect(try compiled(one).bytes == compiled(two).bytes)
  }
}

/// A model with a setting of each kind.
private let wholeModel = """
  <model userDefinedModelVersionIdentifier="7">
    <entity name="Person" representedClassName=".Person" isAbstract="YES" elementID="Human" versionHashModifier="3">
      <attribute name="name" attributeType="String" minValueString="1" maxValueString="9" \
  regularExpressionString="[a-z]+" defaultValueString="é &amp; e"/>
      <attribute name="born" optional="YES" attributeType="Date" usesScalarValueType="NO" \
  defaultDateTimeInterval="-1000.5" minDateTimeInterval="-2000" maxDateTimeInterval="100"/>
      <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="-12.505" \
  minValueString="-99999999999999999999.5" maxValueString="0.001"/>
      <attribute name="small" attributeType="Integer 16" defaultValueString="-3" minValueString="-5" maxValueString="5" \
  usesScalarValueType="YES"/>
      <attribute name="whole" attributeType="Integer 64" defaultValueString="9223372036854775807"/>
      <attribute name="ratio" attributeType="Double" defaultValueString="0.1" elementID="share"/>
      <attribute name="flag" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
      <attribute name="id" optional="YES" attributeType="UUID" defaultValueString="7A1C0000-0000-4000-8000-00000000000F"/>
      <attribute name="home" optional="YES" attributeType="URI" defaultValueString="https://example.org/a?b=c"/>
      <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" \
  preservesValueInHistoryOnDeletion="YES"/>
      <attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer" \
  customClassName="Tint" versionHashModifier="x"/>
      <attribute name="key" optional="YES" transient="YES" attributeType="String"/>
      <attribute name="upper" optional="YES" attributeType="String" derived="YES" \
  derivationExpression="uppercase:(name)"/>
      <relationship name="houses" optional="YES" toMany="YES" ordered="YES" minCount="1" maxCount="4" \
  deletionRule="Cascade" destinationEntity="House" inverseName="owner" inverseEntity="House">
        <userInfo><entry key="k" value="v"/></userInfo>
      </relationship>
      <fetchIndex name="byName">
        <fetchIndexElement property="name" type="Binary" order="descending"/>
      </fetchIndex>
      <fetchIndex name="byBoth" where="small &gt; 2">
        <fetchIndexElement property="name" type="Binary" order="ascending"/>
        <fetchIndexElement property="small" type="Binary" order="ascending"/>
      </fetchIndex>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="name"/><constraint value="small"/></uniquenessConstraint>
      </uniquenessConstraints>
      <userInfo><entry key="b" value="2"/><entry key="a" value="1"/></userInfo>
    </entity>
    <entity name="Guest" parentEntity="Person" representedClassName="Guest">
      <attribute name="nights" optional="YES" attributeType="Integer 32"/>
      <fetchedProperty name="neighbours" optional="YES">
        <fetchRequest name="fetchedPropertyFetchRequest" entity="Guest" \
  predicateString="nights == $FETCH_SOURCE.nights"/>
      </fetchedProperty>
    </entity>
    <entity name="House">
      <relationship name="owner" maxCount="1" deletionRule="Deny" destinationEntity="Person" \
  inverseName="houses" inverseEntity="Person"/>
    </entity>
    <fetchRequest name="some" entity="Person" predicateString="name ==[c] $NAME AND ANY houses.owner.small IN {1, 2}" \
  fetchLimit="3" fetchBatchSize="20" resultType="2" includeSubentities="NO" returnDistinctResults="YES" \
  returnObjectsAsFaults="NO" includePropertyValues="NO"/>
    <fetchRequest name="old" entity="Guest" predicateString="TRUEPREDICATE"/>
    <configuration name="Cloud"><memberEntity name="Person"/><memberEntity name="Guest"/></configuration>
  </model>
  """

import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPropertyList
import MomentumTestSupport
import Testing

@Suite struct CompiledModelTests {
  /// Two entities, one inheriting from the other, with a property of each kind.
  private func archive() -> [UInt8] {
    let builder = ArchiveBuilder()
    let guest = builder.reserve()
    let friend = builder.reserve()
    let host = builder.reserve()
    let friends = builder.reserve()
    let name = builder.object(
      "NSAttributeDescription",
      [
        "NSPropertyName": builder.string("name"), "NSAttributeType": .integer(700),
        "NSIsOptional": .boolean(true), "NSIsIndexed": .boolean(true),
        "NSDefaultValue": builder.string("a & \"b\""),
        "NSRenamingIdentifier": builder.string("title"), "NSEntity": guest,
        "NSValidationPredicates": builder.array([
          builder.comparison(builder.keyPath("length"), 3, builder.constant(.integer(2))),
          builder.comparison(builder.keyPath("length"), 1, builder.constant(.integer(9))),
          builder.comparison(
            builder.object("NSSelfExpression", [:]), 6, builder.constant(.string("[a-z]+"))),
        ]),
      ])
    let photo = builder.object(
      "NSAttributeDescription",
      [
        "NSPropertyName": builder.string("photo"), "NSAttributeType": .integer(1000),
        "NSFlagsKey": .integer(4 | 16), "NSVersionHashModifier": builder.string("2"),
      ])
    let count = builder.object(
      "NSDerivedAttributeDescription",
      [
        "NSPropertyName": builder.string("count"), "NSAttributeType": .integer(300),
        "NSDerivationExpression": builder.function("count:", [builder.keyPath("friends")]),
      ])
    builder.fill(
      host, "NSRelationshipDescription",
      [
        "NSPropertyName": builder.string("host"), "NSDestinationEntity": guest,
        "NSInverseRelationship": friends, "NSEntity": friend, "NSMaxCount": .integer(1),
        "NSMinCount": .integer(1), "NSDeleteRule": .integer(1),
      ])
    builder.fill(
      friends, "NSRelationshipDescription",
      [
        "NSPropertyName": builder.string("friends"), "NSDestinationEntity": friend,
        "NSInverseRelationship": host, "NSEntity": guest, "NSMaxCount": .integer(0),
        "NSIsOrdered": .boolean(true), "NSIsOptional": .boolean(true),
        "NSDeleteRule": .integer(2),
      ])
    let index = builder.object(
      "NSFetchIndexDescription",
      [
        "NSIndexName": builder.string("byName"),
        "NSIndexElements": builder.array([
          builder.object(
            "NSFetchIndexElementDescription",
            [
              "NSPropertyName": builder.string("name"), "NSFetchIndexElementType": .integer(0),
              "NSAscending": .boolean(false),
            ])
        ]),
        "NSPartialIndexPredicate": builder.comparison(
          builder.keyPath("name"), 5, builder.constant(.string("$null"))),
      ])
    builder.fill(
      guest, "NSEntityDescription",
      [
        "NSEntityName": builder.string("Guest"),
        "NSClassNameForEntity": builder.string("NSManagedObject"),
        "NSProperties": builder.dictionary([
          ("photo", photo), ("name", name), ("count", count), ("friends", friends),
        ]),
        "NSUniqueTuples": builder.array([builder.array([builder.string("name")])]),
        // A model used for several stores has its indexes several times over.
        "NSFetchIndexDescriptions": builder.array([index, index]),
        "NSUserInfo": builder.dictionary([("k", builder.string("v"))]),
      ])
    let proxy = builder.object("_NSPropertyDescriptionProxy", ["NSUnderlyingProperty": name])
    builder.fill(
      friend, "NSEntityDescription",
      [
        "NSEntityName": builder.string("Friend"), "NSSuperentity": guest,
        "NSClassNameForEntity": builder.string("App.Friend"), "NSIsAbstract": .boolean(true),
        // Inherited properties stand here as proxies or as copies.
        "NSProperties": builder.dictionary([("name", proxy), ("photo", photo), ("host", host)]),
      ])
    let request = builder.object(
      "NSFetchRequest",
      [
        "NSEntity": guest, "NSFetchLimit": .integer(5),
        "NSPredicate": builder.comparison(
          builder.keyPath("name"), 8,
          builder.object("NSVariableExpression", ["NSVariable": builder.string("NAME")]),
          options: 3),
      ])
    return builder.archive(
      root: builder.object(
        "NSManagedObjectModel",
        [
          "NSEntities": builder.knownKeys([("Guest", guest), ("Friend", friend)]),
          "NSVersionIdentifiers": builder.array([builder.string("7")]),
          "NSFetchRequestTemplates": builder.dictionary([("byName", request)]),
        ]))
  }

  private func decompiled(_ bytes: [UInt8]) -> String {
    var diagnostics = Diagnostics()
    let file = ModelBundle.decompiled(bytes, path: "M.mom", &diagnostics)
    let findings = diagnostics.all.map { "\($0.severity): \($0.text) [\($0.id)]\n" }.joined()
    return findings + (file?.text ?? "nothing\n")
  }

  @Test func everyKindOfPropertyIsRead() {
    expectText(
      decompiled(archive()),
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="7" listsAllIndexes="YES">
          <entity name="Friend" representedClassName="App.Friend" isAbstract="YES" parentEntity="Guest" syncable="YES">
              <relationship name="host" minCount="1" maxCount="1" deletionRule="Nullify" destinationEntity="Guest" inverseName="friends" inverseEntity="Guest"/>
          </entity>
          <entity name="Guest" syncable="YES">
              <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="friends.@count"/>
              <attribute name="name" optional="YES" indexed="YES" attributeType="String" defaultValueString="a &amp; &quot;b&quot;" minValueString="2" maxValueString="9" regularExpressionString="[a-z]+" elementID="title"/>
              <attribute name="photo" attributeType="Binary" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES" versionHashModifier="2"/>
              <relationship name="friends" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Friend" inverseName="host" inverseEntity="Friend"/>
              <fetchIndex name="byName" partialIndexPredicate="name != nil">
                  <fetchIndexElement property="name" type="Binary" order="descending"/>
              </fetchIndex>
              <uniquenessConstraints>
                  <uniquenessConstraint>
                      <constraint value="name"/>
                  </uniquenessConstraint>
              </uniquenessConstraints>
              <userInfo>
                  <entry key="k" value="v"/>
              </userInfo>
          </entity>
          <fetchRequest name="byName" entity="Guest" predicateString="name BEGINSWITH[cd] $NAME" fetchLimit="5"/>
      </model>

      """)
  }

  /// A to-many relationship to the entity itself, with the count that models made in code have for "no limit",
  /// and compound lists as compilers write them beside fetch indexes.
  private func archiveOfIndexes(listsFetchIndexes: Bool) -> [UInt8] {
    let builder = ArchiveBuilder()
    let berth = builder.reserve()
    let neighbours = builder.object(
      "NSRelationshipDescription",
      [
        "NSPropertyName": builder.string("neighbours"), "NSDestinationEntity": berth,
        "NSEntity": berth, "NSMaxCount": .integer(-1), "NSIsOptional": .boolean(true),
        "NSDeleteRule": .integer(1),
      ])
    let depth = builder.object(
      "NSAttributeDescription",
      [
        "NSPropertyName": builder.string("depth"), "NSAttributeType": .integer(500),
        "NSIsOptional": .boolean(true), "NSIsIndexed": .boolean(true),
      ])
    let element = builder.object(
      "NSFetchIndexElementDescription",
      ["NSPropertyName": builder.string("depth"), "NSFetchIndexElementType": .integer(0)])
    let index = builder.object(
      "NSFetchIndexDescription",
      ["NSIndexName": builder.string("byDepth"), "NSIndexElements": builder.array([element])])
    let lists = [["depth", "self"], ["entity", "depth"], ["length(name)"]].map {
      builder.array($0.map(builder.string))
    }
    var members = [
      "NSEntityName": builder.string("Berth"),
      "NSProperties": builder.dictionary([("depth", depth), ("neighbours", neighbours)]),
      "NSCompoundIndexes": builder.array(lists),
    ]
    if listsFetchIndexes { members["NSFetchIndexDescriptions"] = builder.array([index]) }
    builder.fill(berth, "NSEntityDescription", members)
    return builder.archive(
      root: builder.object(
        "NSManagedObjectModel", ["NSEntities": builder.dictionary([("Berth", berth)])]))
  }

  @Test func compoundIndexesCanNameTheObjectAndItsEntity() {
    expectText(
      decompiled(archiveOfIndexes(listsFetchIndexes: true)),
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="" listsAllIndexes="YES">
          <entity name="Berth" syncable="YES">
              <attribute name="depth" optional="YES" indexed="YES" attributeType="Double"/>
              <relationship name="neighbours" optional="YES" toMany="YES" maxCount="-1" deletionRule="Nullify" destinationEntity="Berth"/>
              <fetchIndex name="byDepth">
                  <fetchIndexElement property="depth" type="Binary" order="ascending"/>
              </fetchIndex>
              <compoundIndexes>
                  <compoundIndex>
                      <index value="depth"/>
                      <index value="self"/>
                  </compoundIndex>
                  <compoundIndex>
                      <index value="entity"/>
                      <index value="depth"/>
                  </compoundIndex>
              </compoundIndexes>
          </entity>
      </model>

      """)
  }

  @Test(arguments: [true, false])
  func aDecompiledModelIsAcceptedAndKeepsItsFacts(listsFetchIndexes: Bool) throws {
    var diagnostics = Diagnostics()
    let bytes = archiveOfIndexes(listsFetchIndexes: listsFetchIndexes)
    let file = try #require(ModelBundle.decompiled(bytes, path: "M.mom", &diagnostics))
    let syntax = try #require(ModelReader.read(contents: file, &diagnostics))
    let model = try #require(ModelChecker.check(syntax, &diagnostics))
    #expect(!diagnostics.hasErrors)
    #expect(model.listsAllIndexes == listsFetchIndexes)
    #expect(model[RelationshipID(EntityID(0), 0)].maximumCount == -1)
    #expect(model[EntityID(0)].compoundIndexes == [["depth", "self"], ["entity", "depth"]])
  }

  @Test func whatIsNoCompiledModelSaysSo() {
    let builder = ArchiveBuilder()
    let other = builder.archive(root: builder.object("NSMappingModel", [:]))
    expectText(
      [Array("bplist00".utf8), BinaryPropertyListWriter.write(.string("x")), other]
        .map(decompiled).joined(),
      """
      error: the compiled model cannot be read: the list is cut off [compiled.bad-archive]
      nothing
      error: the compiled model cannot be read: the list is not a keyed archive [compiled.bad-archive]
      nothing
      error: the archive holds a 'NSMappingModel'; a compiled model holds a 'NSManagedObjectModel' [compiled.no-model]
      nothing

      """)
  }

  @Test func noByteOfAnArchiveCanStopTheReader() {
    let bytes = archive()
    for index in bytes.indices {
      var changed = bytes
      changed[index] = changed[index] == 0xFF ? 0 : 0xFF
      _ = decompiled(changed)
      if index % 7 == 0 { _ = decompiled(Array(bytes[..<index])) }
    }
  }

  @Test func referencesInACircleEnd() {
    let builder = ArchiveBuilder()
    let list = builder.reserve()
    builder.fill(list, "NSArray", ["NS.objects": .array([list])])
    let predicate = builder.reserve()
    builder.fill(
      predicate, "NSCompoundPredicate",
      ["NSCompoundPredicateType": .integer(1), "NSSubpredicates": builder.array([predicate])])
    let entity = builder.reserve()
    builder.fill(
      entity, "NSEntityDescription",
      [
        "NSEntityName": builder.string("E"), "NSSuperentity": entity, "NSUniqueTuples": list,
        "NSProperties": builder.dictionary([]),
      ])
    let request = builder.object("NSFetchRequest", ["NSEntity": entity, "NSPredicate": predicate])
    let bytes = builder.archive(
      root: builder.object(
        "NSManagedObjectModel",
        [
          "NSEntities": builder.dictionary([("E", entity)]),
          "NSFetchRequestTemplates": builder.dictionary([("r", request)]),
        ]))
    // The inheritance from itself is for the checker to report.
    expectText(
      decompiled(bytes),
      """
      warning: the archived predicate or expression of fetch request 'r' is of an unknown kind; it is left out [compiled.lost-expression]
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
          <entity name="E" parentEntity="E" syncable="YES"/>
      </model>

      """)
  }

  /// Forty predicates, each of which holds the next one twice: 2^40 in all.
  @Test func anObjectThatIsReferredToOverAndOverEnds() {
    let builder = ArchiveBuilder()
    var predicate = builder.object("NSTruePredicate", [:])
    for _ in 0..<40 {
      predicate = builder.object(
        "NSCompoundPredicate",
        [
          "NSCompoundPredicateType": .integer(1),
          "NSSubpredicates": builder.array([predicate, predicate]),
        ])
    }
    let entity = builder.object(
      "NSEntityDescription",
      ["NSEntityName": builder.string("E"), "NSProperties": builder.dictionary([])])
    let request = builder.object("NSFetchRequest", ["NSEntity": entity, "NSPredicate": predicate])
    let bytes = builder.archive(
      root: builder.object(
        "NSManagedObjectModel",
        [
          "NSEntities": builder.dictionary([("E", entity)]),
          "NSFetchRequestTemplates": builder.dictionary([("r", request)]),
        ]))
    expectText(
      decompiled(bytes),
      """
      error: the compiled model cannot be read: it refers to its objects too often [compiled.bad-archive]
      nothing

      """)
  }

  /// A default of a Decimal is an archived number: mantissa, exponent and sign are three members.
  @Test(
    arguments: [
      (mantissa: [5], exponent: -1, isNegative: true, text: "-0.5"),
      ([5], -1, false, "0.5"), ([0xD2, 0x04], 0, true, "-1234"), ([7], 3, true, "-7000"),
      ([0xD2, 0x04], -2, false, "12.34"),
    ] as [(mantissa: [UInt8], exponent: Int64, isNegative: Bool, text: String)])
  func aDecimalDefaultKeepsItsSign(
    mantissa: [UInt8], exponent: Int64, isNegative: Bool, text: String
  ) {
    let builder = ArchiveBuilder()
    let number = builder.object(
      "NSDecimalNumberPlaceholder",
      [
        "NS.mantissa": .data(mantissa), "NS.exponent": .integer(exponent),
        "NS.negative": .boolean(isNegative), "NS.compact": .boolean(true),
      ])
    let price = builder.object(
      "NSAttributeDescription",
      [
        "NSPropertyName": builder.string("price"), "NSAttributeType": .integer(400),
        "NSDefaultValue": number,
      ])
    let entity = builder.object(
      "NSEntityDescription",
      [
        "NSEntityName": builder.string("Ticket"),
        "NSProperties": builder.dictionary([("price", price)]),
      ])
    let bytes = builder.archive(
      root: builder.object(
        "NSManagedObjectModel", ["NSEntities": builder.knownKeys([("Ticket", entity)])]))
    let model = decompiled(bytes)
    #expect(model.contains("defaultValueString=\"\(text)\""), "\(model)")
  }

  @Test func aCompiledFolderNamesItsCurrentVersion() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let momd = folder.appendingPathComponent("M.momd")
      try FileManager.default.createDirectory(at: momd, withIntermediateDirectories: true)
      for name in ["M", "M 2", "M 10"] {
        try Data(archive()).write(to: momd.appendingPathComponent("\(name).mom"))
      }
      try Data("x".utf8).write(to: momd.appendingPathComponent("M 2.omo"))
      let info = BinaryPropertyListWriter.write(
        .dictionary([
          "NSManagedObjectModel_CurrentVersionName": .string("M 2"),
          "NSManagedObjectModel_VersionHashes": .dictionary([:]),
        ]))
      try Data(info).write(to: momd.appendingPathComponent("VersionInfo.plist"))
      var diagnostics = Diagnostics()
      let versions = try ModelBundle.versions(path: momd.path, &diagnostics)
      #expect(versions.map(\.name) == ["M", "M 2", "M 10"])
      #expect(versions.filter(\.isCurrent).map(\.name) == ["M 2"])
      let loaded = try ModelBundle.load(path: momd.path, version: "M 10.mom", &diagnostics)
      #expect(loaded?.versionName == "M 10")
      #expect(diagnostics.isEmpty)
      let optimized = momd.appendingPathComponent("M 2.omo").path
      #expect(try ModelBundle.load(path: optimized, &diagnostics) == nil)
      #expect(diagnostics.all.map(\.id) == ["compiled.optimized-model"])
    }
  }
}

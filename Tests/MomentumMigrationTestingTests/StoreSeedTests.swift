import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct StoreSeedTests {
  @Test(arguments: TestingFixture.bundles)
  func everyVersionTakesItsObjects(bundle: String) throws {
    let helper = try MigrationTestHelper(bundle: bundle)
    for version in helper.versions {
      let objects = StoreSeed().objects(of: version.compiled)
      #expect(objects.unfilled.isEmpty, "\(version.name): \(objects.unfilled)")
      let store = try helper.makeStore(of: version.name)
      let report = try StoreInspector().inspect(store)
      #expect(report.integrity == .ok)
      for entity in report.entities {
        #expect(Int(entity.rowCount ?? 0) == objects.counts[entity.name] ?? 0, "\(entity.name)")
      }
    }
  }

  @Test func theSameSeedGivesTheSameObjects() throws {
    let helper = try MigrationTestHelper(bundle: TestingFixture.bubbleTea)
    let compiled = try helper.version().compiled
    let one = StoreSeed(rowsPerEntity: 20).objects(of: compiled)
    #expect(one == StoreSeed(rowsPerEntity: 20).objects(of: compiled))
    #expect(one != StoreSeed(rowsPerEntity: 20, number: 2).objects(of: compiled))
    // The first rows are there to try limits, whatever the number.
    #expect(
      StoreSeed(rowsPerEntity: 5).objects(of: compiled)
        == StoreSeed(rowsPerEntity: 5, number: 2).objects(of: compiled)
        || compiled.model.entities.contains { $0.attributes.contains { $0.type == .uuid } })
  }

  @Test func everyTypeHasNullsAndLimits() throws {
    let types = [
      "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean",
      "Date", "Binary", "UUID", "URI", "Transformable",
    ]
    let attributes = types.enumerated().map {
      "<attribute name=\"a\($0)\" optional=\"YES\" attributeType=\"\($1)\"/>"
    }.joined()
    try withStore("<entity name=\"All\" syncable=\"YES\">\(attributes)</entity>") { store in
      for index in types.indices {
        let column = "ZA\(index)"
        let nulls = try TestingFixture.value(
          store, "SELECT COUNT(*) FROM ZALL WHERE \(column) IS NULL")
        let values = try TestingFixture.value(store, "SELECT COUNT(\(column)) FROM ZALL")
        #expect(nulls != .integer(0) && values != .integer(0), "\(types[index])")
      }
      let limits = [
        try TestingFixture.value(store, "SELECT min(ZA0) FROM ZALL"),
        try TestingFixture.value(store, "SELECT max(ZA2) FROM ZALL"),
      ]
      #expect(limits == [.integer(-32768), .integer(.max)])
    }
  }

  @Test func rulesOfTheModelAreKept() throws {
    let entity = """
      <entity name="Rule" syncable="YES">
        <attribute name="stars" attributeType="Integer 16" minValueString="1" maxValueString="5" usesScalarValueType="YES"/>
        <attribute name="zip" attributeType="String" regularExpressionString="[0-9]{5}(-[0-9]{4})?"/>
        <attribute name="mail" attributeType="String" regularExpressionString="^[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,6}$"/>
        <attribute name="short" attributeType="String" minValueString="2" maxValueString="4"/>
        <attribute name="price" attributeType="Decimal" minValueString="0.5" maxValueString="9.5"/>
        <attribute name="key" attributeType="Integer 32" usesScalarValueType="YES"/>
        <relationship name="parts" toMany="YES" minCount="1" maxCount="3" deletionRule="Cascade" destinationEntity="Part" inverseName="rule" inverseEntity="Part"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="key"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Part" syncable="YES">
        <relationship name="rule" maxCount="1" deletionRule="Nullify" destinationEntity="Rule" inverseName="parts" inverseEntity="Rule"/>
      </entity>
      """
    try withStore(entity) { store in
      let counts = try TestingFixture.value(
        store,
        "SELECT COUNT(*) || ' ' || COUNT(DISTINCT ZKEY) || ' ' || "
          + "(SELECT COUNT(DISTINCT ZRULE) FROM ZPART) FROM ZRULE")
      #expect(counts == .text("8 8 8"))
    }
  }

  @Test func whatCannotBeHadIsSaid() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([
        (
          "Shop",
          """
          <entity name="Child" syncable="YES">
            <relationship name="parent" maxCount="1" deletionRule="Nullify" destinationEntity="Nobody" inverseName="children" inverseEntity="Nobody"/>
          </entity>
          <entity name="Nobody" isAbstract="YES" syncable="YES">
            <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Child" inverseName="parent" inverseEntity="Child"/>
          </entity>
          """
        )
      ])
      let objects = StoreSeed().objects(
        of: try MigrationTestHelper(bundle: bundle).version().compiled)
      #expect(objects.unfilled == ["Child": "relationship 'parent' needs objects of 'Nobody'"])
    }
  }

  /// Core Data saves a parent without a child too, but a seed gives a required relationship its objects.
  @Test func aRequiredToManyLeavesNoParentWithoutChildren() throws {
    let entities = """
      <entity name="Rule" syncable="YES">
        <relationship name="parts" toMany="YES" deletionRule="Nullify" destinationEntity="Part" inverseName="rule" inverseEntity="Part"/>
      </entity>
      <entity name="Part" syncable="YES">
        <relationship name="rule" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Rule" inverseName="parts" inverseEntity="Rule"/>
      </entity>
      """
    try withStore(entities) { store in
      let counts = try TestingFixture.value(
        store,
        "SELECT COUNT(*) || ' ' || (SELECT COUNT(DISTINCT ZRULE) FROM ZPART) FROM ZRULE")
      #expect(counts == .text("8 8"))
    }
  }

  @Test func numbersByChanceAreNegativeToo() throws {
    let entity = """
      <entity name="All" syncable="YES"><attribute name="a" optional="YES" attributeType="Double"/></entity>
      """
    try withStore(entity, StoreSeed(rowsPerEntity: 60)) { store in
      let negative = try TestingFixture.value(
        store, "SELECT COUNT(*) > 0 FROM ZALL WHERE ZA BETWEEN -500 AND -0.25")
      #expect(negative == .integer(1))
    }
  }

  /// A Boolean has two values, so that no more than two objects can differ in it.
  @Test func objectsThatAUniqueValueForbidsAreLeftOut() throws {
    let entity = """
      <entity name="Flag" syncable="YES">
        <attribute name="isOn" attributeType="Boolean" usesScalarValueType="YES"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="isOn"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      """
    try withStore(entity) { store in
      let counts = try TestingFixture.value(
        store, "SELECT COUNT(*) || ' ' || COUNT(DISTINCT ZISON) FROM ZFLAG")
      #expect(counts == .text("2 2"))
    }
  }

  /// One character is all there is room for, and the letter needs it.
  @Test func aStarMayStandForNothing() throws {
    let entity = """
      <entity name="Code" syncable="YES">
        <attribute name="letter" attributeType="String" minValueString="1" maxValueString="1" regularExpressionString="[0-9]*[a-z]"/>
      </entity>
      """
    try withStore(entity) { store in
      let lengths = try TestingFixture.value(
        store, "SELECT COUNT(*) || ' ' || MAX(LENGTH(ZLETTER)) FROM ZCODE")
      #expect(lengths == .text("8 1"))
    }
  }

  private func withStore(
    _ entities: String, _ seed: StoreSeed = StoreSeed(), _ body: (String) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = try TestingFixture(folder).bundle([("Shop", entities)])
      let helper = try MigrationTestHelper(bundle: bundle)
      try body(try helper.makeStore(of: "Shop", seed: seed))
    }
  }
}

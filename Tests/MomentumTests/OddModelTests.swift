import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumStore
import MomentumVersionHash
import Testing

/// Models that Xcode would not write, but that were compiled and shipped: everything reads them.
@Suite struct OddModelTests {
  private func compile(_ text: String) throws -> (model: CompiledModel, findings: [Diagnostic]) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: "<model>\(text)</model>")
    let model = CompiledModel.compile(source, &diagnostics)
    return (try #require(model), diagnostics.all)
  }

  @Test func noneIsManualCodeGeneration() throws {
    let entity = """
      <entity name="Boat" representedClassName="Boat"%><attribute name="keel" optional="YES" attributeType="Double"/></entity>
      """
    let none = try compile(entity.replacing("%", with: " codeGenerationType=\"none\""))
    let absent = try compile(entity.replacing("%", with: ""))
    #expect(none.findings.isEmpty)
    #expect(none.model.model == absent.model.model)
    #expect(none.model.model.entities[0].codeGeneration == .manual)
  }

  /// A boat has a captain and a cook, and both say that the captain's boat is their inverse.
  private static let oneSided = """
    <entity name="Boat">
      <relationship name="captain" optional="YES" maxCount="1" destinationEntity="Sailor" inverseName="boat" inverseEntity="Sailor"/>
      <relationship name="cook" optional="YES" maxCount="1" destinationEntity="Sailor" inverseName="boat" inverseEntity="Sailor"/>
    </entity>
    <entity name="Sailor">
      <relationship name="boat" optional="YES" maxCount="1" destinationEntity="Boat" inverseName="captain" inverseEntity="Boat"/>
    </entity>
    """

  @Test func anInverseThatNamesAnotherIsHashedAsWritten() throws {
    let odd = try compile(Self.oneSided)
    #expect(odd.findings.map(\.id) == ["model.inverse-not-mutual"])
    #expect(odd.findings.allSatisfy { $0.severity == .warning })
    let boat = EntityID(0)
    #expect(odd.model.model[RelationshipID(boat, 1)].inverse == RelationshipID(EntityID(1), 0))
    #expect(
      odd.model.model.storedInverse(of: RelationshipID(boat, 0)) == RelationshipID(EntityID(1), 0))
    #expect(odd.model.model.storedInverse(of: RelationshipID(boat, 1)) == nil)
    let none = try compile(
      Self.oneSided.replacing(
        "name=\"cook\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Sailor\" inverseName=\"boat\" inverseEntity=\"Sailor\"",
        with: "name=\"cook\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Sailor\""))
    let hashes = [odd, none].map { ModelHashes(of: $0.model.model).entities }
    #expect(hashes[0][0].hash != hashes[1][0].hash)
    #expect(hashes[0][1].hash == hashes[1][1].hash)
    // The tables are the same: a column for each of the three.
    #expect(odd.model.schemaScript == none.model.schemaScript)
    #expect(odd.model.schemaScript.contains("ZCOOK INTEGER"))
  }

  @Test func aToManySideWithoutAnInverseOfItsOwnReadsTheKey() throws {
    let odd = try compile(
      """
      <entity name="Boat">
        <relationship name="crew" optional="YES" toMany="YES" destinationEntity="Sailor" inverseName="boat" inverseEntity="Sailor"/>
        <relationship name="former" optional="YES" toMany="YES" destinationEntity="Sailor" inverseName="boat" inverseEntity="Sailor"/>
        <relationship name="ports" optional="YES" toMany="YES" destinationEntity="Port" inverseName="boats" inverseEntity="Port"/>
        <relationship name="seen" optional="YES" toMany="YES" destinationEntity="Port" inverseName="boats" inverseEntity="Port"/>
      </entity>
      <entity name="Sailor">
        <relationship name="boat" optional="YES" maxCount="1" destinationEntity="Boat" inverseName="crew" inverseEntity="Boat"/>
      </entity>
      <entity name="Port">
        <relationship name="boats" optional="YES" toMany="YES" destinationEntity="Boat" inverseName="ports" inverseEntity="Boat"/>
      </entity>
      """)
    let schema = odd.model.schema
    let boat = EntityID(0)
    #expect(
      schema.relationships[RelationshipID(boat, 1)] == schema.relationships[RelationshipID(boat, 0)]
    )
    // A second many-to-many side is stored as if it had no inverse, and takes nothing from the first.
    #expect(schema.relationships[RelationshipID(boat, 2)] != nil)
    #expect(schema.relationships[RelationshipID(boat, 3)] != nil)
    #expect(
      schema.relationships[RelationshipID(boat, 2)] != schema.relationships[RelationshipID(boat, 3)]
    )
  }

  @Test func whatChangesNoTableIsLeftOutWithAWarning() throws {
    let odd = try compile(
      """
      <entity name="Boat" codeGenerationType="later"><attribute name="keel" optional="yes" attributeType="Double" defaultValueString="deep"/>
        <relationship name="port" optional="YES" maxCount="-1" destinationEntity="Boat" inverseName="gone" deletionRule="Sink"/>
        <fetchIndex name="byKeel"><fetchIndexElement property="keel"/></fetchIndex>
        <fetchIndex name="byKeel"><fetchIndexElement property="port"/></fetchIndex>
        <fetchIndex name="byMast"><fetchIndexElement property="keel"/><fetchIndexElement property="mast"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="mast"/></uniquenessConstraint></uniquenessConstraints></entity>
      <fetchRequest name="lost" entity="Ship"/><fetchRequest name="all" entity="Boat" predicateString="keel =="/>
      <fetchRequest name="deep" entity="Boat" predicateString="keel &gt; 2"/>
      <configuration name="c"><memberEntity name="Ship"/><memberEntity name="Boat"/></configuration>
      <configuration name="c"/>
      """)
    let model = odd.model.model
    #expect(odd.findings.filter { $0.severity == .error }.map(\.id) == ["predicate.syntax"])
    #expect(model.entities[0].fetchIndexes.map(\.name) == ["byKeel"])
    #expect(model.entities[0].uniquenessConstraints.isEmpty)
    #expect(model.entities[0].attributes[0].isOptional)
    #expect(model.entities[0].relationships[0].maximumCount == -1)
    #expect(model.configurations == [Configuration(name: "c", members: [EntityID(0)])])
    // A request that is left out moves no predicate to its neighbour.
    #expect(odd.model.storedRequests.map(\.request.name) == ["all", "deep"])
    #expect(odd.model.storedRequests.map(\.isUsable) == [false, true])
    #expect(!odd.model.schemaScript.isEmpty)
  }
}

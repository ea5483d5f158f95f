import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// The bits of `ACHANGE.ZCOLUMNS`: to-one relationships, attributes, to-many relationships, each kind from
/// the root entity down and by name.
@Suite struct HistoryColumnTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Place" syncable="YES">
        <attribute name="zip" optional="YES" attributeType="String"/>
        <attribute name="Area" optional="YES" attributeType="String"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="places" inverseEntity="Person"/>
        <relationship name="city" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="City" inverseName="places" inverseEntity="City"/>
        <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="visited" inverseEntity="Person"/>
      </entity>
      <entity name="Shop" parentEntity="Place" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="boss" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="shops" inverseEntity="Person"/>
        <relationship name="agent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Agent" inverseName="shops" inverseEntity="Agent"/>
        <relationship name="awards" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="City" inverseName="awarded" inverseEntity="City"/>
      </entity>
      <entity name="Person" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="places" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="owner" inverseEntity="Place"/>
        <relationship name="shops" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Shop" inverseName="boss" inverseEntity="Shop"/>
        <relationship name="visited" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="friends" inverseEntity="Place"/>
      </entity>
      <entity name="Agent" parentEntity="Person" syncable="YES">
        <attribute name="code" optional="YES" attributeType="Composite" composite="Code"/>
        <relationship name="shops2" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="City"/>
        <relationship name="agencies" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Shop" inverseName="agent" inverseEntity="Shop"/>
      </entity>
      <entity name="City" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="places" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Place" inverseName="city" inverseEntity="Place"/>
        <relationship name="awarded" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Shop" inverseName="awards" inverseEntity="Shop"/>
      </entity>
      <composite name="Code">
        <attribute name="b" optional="YES" attributeType="String"/>
        <attribute name="a" optional="YES" attributeType="String"/>
      </composite>
    </model>
    """

  /// The bits in the order in which they stand, as text.
  private func bits(_ entity: String, _ names: [String]) throws -> String {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: Self.contents), &diagnostics),
      "\(diagnostics.all.map(\.text))")
    let id = try #require(compiled.model.entity(named: entity))
    var changed: Set<ChangedProperty> = []
    for name in names {
      switch try #require(compiled.model.property(named: name, in: id)) {
      case .attribute(let attribute): changed.insert(.attribute(attribute))
      case .relationship(let relationship): changed.insert(.relationship(relationship))
      case .fetchedProperty: break
      }
    }
    let columns = HistoryColumns(id, compiled.model, compiled.schema)
    let bytes = columns.bits(changed)
    // Reading gives back what was written; transient properties have no bit.
    let stored = changed.filter { columns.bits([$0]).contains { $0 != 0 } }
    #expect(columns.changed(in: bytes) == stored)
    #expect(columns.changed(in: Array(bytes.prefix(0))).isEmpty)
    #expect(columns.changed(in: bytes + [0xFF]) == stored)
    return bytes.map { byte in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined(separator: " ")
  }

  /// A person has sub-entities, so `owner` and `boss` take two bits; an agent and a city have none.
  @Test(arguments: [
    ("Place", [], "00000000"),
    ("Place", ["city"], "10000000"),
    ("Place", ["owner"], "01000000"),
    ("Place", ["Area"], "00010000"),
    ("Place", ["zip"], "00001000"),
    ("Place", ["friends"], "00000100"),
    ("Place", ["shown"], "00000000"),
    ("Place", ["city", "zip", "shown", "friends"], "10001100"),
    ("Shop", ["city"], "10000000 00000000"),
    ("Shop", ["owner"], "01000000 00000000"),
    ("Shop", ["agent"], "00010000 00000000"),
    ("Shop", ["boss"], "00001000 00000000"),
    ("Shop", ["Area"], "00000010 00000000"),
    ("Shop", ["zip"], "00000001 00000000"),
    ("Shop", ["name"], "00000000 10000000"),
    ("Shop", ["friends"], "00000000 01000000"),
    ("Shop", ["awards"], "00000000 00100000"),
    ("Person", ["name"], "10000000"),
    ("Person", ["visited"], "00010000"),
    ("Agent", ["name"], "10000000"),
    ("Agent", ["code"], "01100000"),
    ("Agent", ["places"], "00010000"),
    ("Agent", ["shops"], "00001000"),
    ("Agent", ["visited"], "00000100"),
    ("Agent", ["agencies"], "00000010"),
    ("Agent", ["shops2"], "00000001"),
  ])
  func eachPropertyHasItsBit(_ entity: String, _ names: [String], _ expected: String) throws {
    #expect(try bits(entity, names) == expected)
  }
}

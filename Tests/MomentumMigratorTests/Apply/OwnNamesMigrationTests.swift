import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrationTesting
import MomentumMigrator
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Migrations of stores whose catalogue has other names than the layout computes.
@Suite struct OwnNamesMigrationTests {
  private static func contents(_ attribute: String, works: String) -> String {
    """
    <model>
    <entity name="Hall"><attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="works" optional="YES" toMany="YES" ordered="YES" destinationEntity="Work" inverseName="halls" inverseEntity="Work"/></entity>
    <entity name="Show"><attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="\(works)" optional="YES" toMany="YES" destinationEntity="Work" inverseName="shows" inverseEntity="Work" elementID="works"/></entity>
    <entity name="Work"><attribute name="title" optional="YES" attributeType="String"/>\(attribute)
    <relationship name="halls" optional="YES" toMany="YES" destinationEntity="Hall" inverseName="works" inverseEntity="Hall"/>
    <relationship name="shows" optional="YES" toMany="YES" destinationEntity="Show" inverseName="\(works)" inverseEntity="Show"/></entity>
    </model>
    """
  }

  private static let seed = """
    {"objects": [
    {"entity": "Hall", "id": "h1", "attributes": {"name": "North"}, "relationships": {"works": ["w3", "w1"]}},
    {"entity": "Hall", "id": "h2", "attributes": {"name": "South"}, "relationships": {"works": ["w2", "w3", "w1"]}},
    {"entity": "Show", "id": "s1", "attributes": {"name": "Spring"}, "relationships": {"works": ["w1", "w2"]}},
    {"entity": "Show", "id": "s2", "attributes": {"name": "Autumn"}, "relationships": {"works": ["w2"]}},
    {"entity": "Work", "id": "w1", "attributes": {"title": "Tides"}},
    {"entity": "Work", "id": "w2", "attributes": {"title": "Winds"}},
    {"entity": "Work", "id": "w3", "attributes": {"title": "Dunes"}}]}
    """

  private static func model(_ contents: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: contents)
    return try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
  }

  /// The columns of works change their numbers, and tables are named by their other sides.
  private static func disguise(_ path: String, _ compiled: CompiledModel) throws {
    let connection = try Connection(path: path, access: .readWrite)
    let (model, schema) = (compiled.model, compiled.schema)
    var sides: [(JoinTableSide, String)] = []
    for name in ["Hall", "Show"] {
      let entity = try #require(model.entity(named: name))
      let id = RelationshipID(entity, 0)
      guard case .joinTable(let side)? = schema.relationships[id],
        let inverse = model[id].inverse
      else { continue }
      let names = [id, inverse].map {
        "Z_\(schema[$0.entity].number)\(model[$0].name.uppercased())"
      }
      sides.append((side, names[0] == side.table ? names[1] : names[0]))
    }
    try #require(sides.count == 2)
    for (index, (side, name)) in sides.enumerated() {
      let other = sides[1 - index].0.destinationColumn
      try connection.execute(
        sql: "ALTER TABLE \(side.table) RENAME COLUMN \(side.destinationColumn) TO \(other)")
      if let order = side.orderColumn {
        try connection.execute(
          sql: "ALTER TABLE \(side.table) RENAME COLUMN \(order) TO Z_FOK_\(other.dropFirst(2))")
      }
      try connection.execute(sql: "ALTER TABLE \(side.table) RENAME TO \(name)")
    }
  }

  static let ways: [MigrationOptions] = [
    MigrationOptions(), MigrationOptions(isInPlace: true),
    MigrationOptions(style: .asCoreData), MigrationOptions(style: .asCoreData, isInPlace: true),
  ]

  /// A disguised store becomes what a store of the computed names becomes.
  @Test(arguments: 0..<4, ["works", "pieces"]) func allWaysGiveTheSameStore(
    way: Int, works: String
  ) throws {
    let old = try Self.model(Self.contents("", works: "works"))
    let new = try Self.model(
      Self.contents(
        "<attribute name=\"year\" optional=\"YES\" attributeType=\"Integer 16\"/>", works: works))
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("plain.sqlite").path
      let other = folder.appendingPathComponent("disguised.sqlite").path
      try old.createStore(at: path)
      var diagnostics = Diagnostics()
      let seed = SourceFile(path: "seed", text: Self.seed)
      try #require(try old.importObjects(of: seed, into: path, &diagnostics) != nil)
      try FileManager.default.copyItem(atPath: path, toPath: other)
      try Self.disguise(other, old)
      let before = try StoreComparison.compare(path, of: old, with: other, of: old)
      #expect(before.isEqual, "\(before.text)")
      for store in [path, other] {
        _ = try StoreMigrator(options: Self.ways[way]).migrate(store: store, among: [old], to: new)
      }
      let comparison = try StoreComparison.compare(
        path, of: new, with: other, of: new, options: .init(comparesTables: way < 2))
      #expect(comparison.isEqual, "\(comparison.text)")
    }
  }

  @Test func aMissingJoinTableIsNamedWithItsRelationship() throws {
    let old = try Self.model(Self.contents("", works: "works"))
    let new = try Self.model(
      Self.contents(
        "<attribute name=\"year\" optional=\"YES\" attributeType=\"Integer 16\"/>", works: "works"))
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("plain.sqlite").path
      try old.createStore(at: path)
      let entity = try #require(old.model.entity(named: "Show"))
      guard case .joinTable(let side)? = old.schema.relationships[RelationshipID(entity, 0)] else {
        return
      }
      try Connection(path: path, access: .readWrite).execute(sql: "DROP TABLE \(side.table)")
      #expect(throws: (any Error).self) {
        _ = try StoreMigrator().migrate(store: path, among: [old], to: new)
      }
      do {
        _ = try StoreMigrator().migrate(store: path, among: [old], to: new)
      } catch { #expect("\(error)".contains("the store has no table \(side.table)"), "\(error)") }
    }
  }
}

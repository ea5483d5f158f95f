import MomentumModel
import MomentumStore
import Testing

/// From which framework on a store has what.
///
/// The versions that were observed lie on both sides of each boundary; the boundary itself is Momentum's choice, and a
/// store that is written for a version in between has to stay the same in each release of it.
@Suite struct FrameworkVersionTests {
  private static let model = ObjectModel(entities: [
    Entity(
      name: "Note",
      attributes: [
        Attribute(name: "title", type: .string, isIndexed: true),
        Attribute(name: "changed", type: .date, isOptional: true, derivation: "now()"),
      ],
      relationships: [many("tags", 1)], uniquenessConstraints: [["title"]]),
    Entity(name: "Tag", relationships: [many("notes", 0)]),
  ])

  private static func many(_ name: String, _ entity: Int) -> Relationship {
    Relationship(
      name: name, destination: EntityID(entity), inverse: RelationshipID(EntityID(entity), 0),
      isToMany: true)
  }

  enum Trait: Sendable {
    case indexNamedByEntity, uniqueIndex, joinIndexOfTwoColumns, typedJoinTable, modelCache
    case indexesLast, history, historyStrings, hashesDigest, modelChecksum, derivedTriggers
    case noCacheSize
  }

  private func has(_ trait: Trait, _ number: Int) -> Bool {
    let layout = CoreDataLayout(frameworkVersion: number, keepsHistory: true) { _, _ in nil }
    let statements = layout.layOut(Self.model).creationStatements(framework: layout.framework)
    func place(_ prefix: String) -> Int? { statements.firstIndex { $0.hasPrefix(prefix) } }
    switch trait {
    case .indexNamedByEntity: return place("CREATE INDEX Z_Note_title ") != nil
    case .uniqueIndex: return place("CREATE UNIQUE INDEX Z_Note_UNIQUE_title ") != nil
    case .joinIndexOfTwoColumns:
      return place("CREATE INDEX Z_1TAGS_Z_2TAGS_INDEX ON Z_1TAGS (Z_2TAGS, Z_1NOTES)") != nil
    case .typedJoinTable: return place("CREATE TABLE Z_1TAGS ( Z_1NOTES INTEGER, ") != nil
    case .modelCache: return place("CREATE TABLE Z_MODELCACHE ") != nil
    case .indexesLast:
      guard let index = place("CREATE INDEX"), let table = place("CREATE TABLE ZTAG ") else {
        return false
      }
      return index > table
    case .history: return place("CREATE TABLE ACHANGE ") != nil && layout.framework.hasHistory
    case .historyStrings: return place("CREATE TABLE ATRANSACTIONSTRING ") != nil
    case .hashesDigest: return layout.framework.hasHashesDigest
    case .modelChecksum: return layout.framework.hasModelChecksum
    case .derivedTriggers: return place("CREATE TRIGGER ") != nil
    case .noCacheSize: return !layout.framework.setsCacheSize
    }
  }

  @Test(arguments: [
    (Trait.typedJoinTable, 386), (.noCacheSize, 500), (.joinIndexOfTwoColumns, 540),
    (.modelCache, 637), (.indexesLast, 637), (.indexNamedByEntity, 830), (.history, 830),
    (.uniqueIndex, 860), (.historyStrings, 860), (.hashesDigest, 970), (.derivedTriggers, 1030),
    (.modelChecksum, 1300),
  ])
  func aTraitBeginsAtItsVersion(trait: Trait, first: Int) {
    #expect(!has(trait, first - 1), "\(trait) before \(first)")
    #expect(has(trait, first), "\(trait) in \(first)")
    #expect(has(trait, 1526), "\(trait) in the newest known version")
  }

  /// Mac OS X 10.5 wrote types, 10.6 did not.
  @Test func joinTablesLoseTheirTypesAt300() {
    #expect(has(.typedJoinTable, 299) && !has(.typedJoinTable, 300))
  }
}

import MomentumModel
import Testing

@testable import MomentumVersionHash

/// In which order the parts of a hash stand, and which of two declarations counts: the digests are put together here from
/// their parts, byte by byte, and not by the hasher.
@Suite struct HashOrderTests {
  // MARK: - The parts, by hand

  private func number16(_ value: UInt8) -> [UInt8] { [value, 0] }
  private func number32(_ value: UInt8) -> [UInt8] { [value, 0, 0, 0] }

  /// Name, flags, modifier.
  private func base(_ name: String, optional: Bool = false, modifier: String = "") -> [UInt8] {
    SecureHash.sha256(Array(name.utf8) + number16(optional ? 1 : 0) + Array(modifier.utf8))
  }

  private func hash(_ model: ObjectModel, _ name: String) -> [UInt8]? {
    ModelHashes(of: model)[name]
  }

  // MARK: - Entities

  @Test func anEntityIsItsNameItsKindItsPropertiesItsModifierAndItsConstraints() {
    let string: UInt8 = 188  // 700 is 0x2BC
    let entity = Entity(
      name: "Book", isAbstract: true,
      attributes: [
        Attribute(name: "title", type: .string, isOptional: true, versionHashModifier: "t2"),
        Attribute(name: "Isbn", type: .string),
      ], uniquenessConstraints: [["title", "Isbn"], ["Isbn"]], versionHashModifier: "m1")
    let isbn = SecureHash.sha256(base("Isbn") + [string, 2, 0, 0])
    let title = SecureHash.sha256(
      base("title", optional: true, modifier: "t2") + [string, 2, 0, 0])
    let parts =
      Array("Book".utf8) + [1] + isbn + title + Array("m1".utf8) + Array("Isbn".utf8)
      + Array("title.Isbn".utf8)
    #expect(hash(ObjectModel(entities: [entity]), "Book") == SecureHash.sha256(parts))
  }

  @Test func theHashOfTheParentStandsBehindTheKind() {
    let model = ObjectModel(entities: [
      Entity(name: "Leaf", parent: EntityID(1)), Entity(name: "Base", parent: EntityID(2)),
      Entity(name: "Root", isAbstract: true),
    ])
    let root = SecureHash.sha256(Array("Root".utf8) + [1])
    let base = SecureHash.sha256(Array("Base".utf8) + [0] + root)
    #expect(hash(model, "Root") == root)
    #expect(hash(model, "Base") == base)
    #expect(hash(model, "Leaf") == SecureHash.sha256(Array("Leaf".utf8) + [0] + base))
  }

  // MARK: - Properties

  @Test func aRelationshipIsItsNameItsDestinationItsInverseItsCountsAndItsOrder() {
    let pages = Relationship(
      name: "pages", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 1),
      isOrdered: true, minimumCount: 2, maximumCount: 7, versionHashModifier: "p2")
    let model = ObjectModel(entities: [
      Entity(name: "Book", relationships: [pages]),
      Entity(
        name: "Page",
        relationships: [
          Relationship(name: "other", destination: EntityID(0)),
          Relationship(
            name: "book", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0)),
        ]),
    ])
    let digest = SecureHash.sha256(
      base("pages", optional: pages.isOptional, modifier: "p2") + Array("Pagebook".utf8)
        + number32(7) + number32(2) + number16(1))
    #expect(hash(model, "Book") == SecureHash.sha256(Array("Book".utf8) + [0] + digest))
  }

  @Test func aRelationshipThatIsItsOwnInverseHasNoInverse() {
    func model(_ inverse: RelationshipID?) -> ObjectModel {
      ObjectModel(entities: [
        Entity(
          name: "Person",
          relationships: [Relationship(name: "friend", destination: EntityID(0), inverse: inverse)])
      ])
    }
    let own = model(RelationshipID(EntityID(0), 0))
    #expect(hash(own, "Person") == hash(model(nil), "Person"))
    #expect(HashDifference.describe(entity: "Person", in: own, and: model(nil)) == [])
  }

  /// External storage and the history flag are a byte each, in this order and of the same value.
  @Test func anAttributeWithBothFlagsHasTwoMoreBytes() {
    let attribute = Attribute(
      name: "cover", type: .binary, allowsExternalStorage: true,
      preservesValueInHistoryOnDeletion: true)
    let digest = SecureHash.sha256(base("cover") + [232, 3, 0, 0] + [1, 1])  // 1000 is 0x3E8
    #expect(
      hash(ObjectModel(entities: [Entity(name: "Book", attributes: [attribute])]), "Book")
        == SecureHash.sha256(Array("Book".utf8) + [0] + digest))
  }

  @Test func theElementsOfACompositeCountAscendingByName() {
    let elements = ["zip", "city", "Area"].map { Attribute(name: $0, type: .binary) }
    let model = ObjectModel(
      entities: [
        Entity(
          name: "Shop",
          attributes: [Attribute(name: "place", type: .composite(CompositeID(0)))])
      ], composites: [CompositeType(name: "Place", elements: elements)])
    let leaves = ["Area", "city", "zip"].flatMap {
      SecureHash.sha256(base($0) + [232, 3, 0, 0])
    }
    #expect(
      hash(model, "Shop")
        == SecureHash.sha256(Array("Shop".utf8) + [0] + SecureHash.sha256(leaves)))
  }

  /// An entity of the user info names attributes of its own only, and no elements of a composite.
  @Test func aNearerDeclarationHidesAnyKindOfProperty() {
    let link = Relationship(name: "x", destination: EntityID(0))
    let attribute = Attribute(name: "x", type: .binary)
    func model(_ inherited: Entity, _ own: Entity) -> ObjectModel {
      var leaf = own
      leaf.name = "Leaf"
      leaf.parent = EntityID(0)
      return ObjectModel(entities: [inherited, leaf])
    }
    func properties(_ model: ObjectModel) -> [UInt8] {
      // The parent's hash is known, so what is left of the leaf's is one digest.
      let parent = hash(model, "Base") ?? []
      return Array("Leaf".utf8) + [0] + parent
    }
    let attributeDigest = SecureHash.sha256(base("x") + [232, 3, 0, 0])
    let linkDigest = SecureHash.sha256(
      base("x", optional: link.isOptional) + Array("Base".utf8) + number32(1) + number32(0))
    let cases: [(String, Entity, Entity, [UInt8])] = [
      (
        "relationship over attribute", Entity(name: "Base", attributes: [attribute]),
        Entity(name: "", relationships: [link]), linkDigest
      ),
      (
        "attribute over relationship", Entity(name: "Base", relationships: [link]),
        Entity(name: "", attributes: [attribute]), attributeDigest
      ),
      (
        "relationship over relationship",
        Entity(
          name: "Base",
          relationships: [Relationship(name: "x", destination: EntityID(0), maximumCount: 4)]),
        Entity(name: "", relationships: [link]), linkDigest
      ),
    ]
    for (name, inherited, own, digest) in cases {
      let model = model(inherited, own)
      #expect(hash(model, "Leaf") == SecureHash.sha256(properties(model) + digest), "\(name)")
    }
  }

  // MARK: - The two digests of a model

  @Test func theTwoDigestsAreOverTheSortedEntities() {
    let entities = [("b", 2), ("a", 1), ("C", 3)].map {
      ModelHashes.EntityHash(name: $0.0, hash: [UInt8](repeating: $0.1, count: 32))
    }
    let hashes = ModelHashes(entities: entities)
    func bytes(_ value: UInt8) -> [UInt8] { [UInt8](repeating: value, count: 32) }
    #expect(hashes.entities.map(\.name) == ["C", "a", "b"])
    #expect(hashes.checksum == base64(SecureHash.sha256(bytes(3) + bytes(1) + bytes(2))))
    let named = [UInt8(ascii: "C")] + bytes(3) + [UInt8(ascii: "a")] + bytes(1)
    #expect(hashes.digest == base64(SecureHash.sha512(named + [UInt8(ascii: "b")] + bytes(2))))
    #expect(hashes.byEntity == ["a": bytes(1), "b": bytes(2), "C": bytes(3)])
  }

  /// RFC 4648, without Foundation's.
  private func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      var letter: [Character] = []
      for _ in 0..<4 {
        letter.insert(letters[bits & 63], at: 0)
        bits >>= 6
      }
      text += letter.prefix(group.count + 1) + String(repeating: "=", count: 3 - group.count)
    }
    return text
  }
}

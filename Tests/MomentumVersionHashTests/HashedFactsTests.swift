import MomentumModel
import MomentumVersionHash
import Testing

/// Single facts that count for a hash, and how a difference is said.
@Suite struct HashedFactsTests {
  private func hash(
    _ attributes: [Attribute], userInfo: [UserInfoEntry] = [], composites: [CompositeType] = []
  ) -> String? {
    let book = Entity(name: "Book", attributes: attributes, userInfo: userInfo)
    let model = ObjectModel(entities: [book], composites: composites)
    return ModelHashes(of: model).entities.first?.hexadecimal
  }

  @Test func theUserInfoKeepsAttributesAsTheirOwnFlagDoes() {
    let plain = ["note", "shelf", "title"].map { Attribute(name: $0, type: .string) }
    var kept = plain
    for index in 0...1 { kept[index].preservesValueInHistoryOnDeletion = true }
    let key = "NSPersistentHistoryTombstoneAttributes"
    let names = [UserInfoEntry(key: key, value: "note , shelf")]
    #expect(hash(plain, userInfo: names) == hash(kept), "the named attributes are hashed as kept")
    #expect(hash(plain, userInfo: names) != hash(plain))
  }

  @Test func everyFlagOfAnAttributeIsOneMoreByteOfOne() {
    var external = Attribute(name: "cover", type: .binary)
    external.allowsExternalStorage = true
    var kept = Attribute(name: "cover", type: .binary)
    kept.preservesValueInHistoryOnDeletion = true
    #expect(hash([external]) == hash([kept]), "both add the same byte behind the type")
    #expect(hash([kept]) != hash([Attribute(name: "cover", type: .binary)]))
  }

  @Test func aCompositeThatHoldsItselfEnds() {
    let loop = CompositeType(
      name: "Place",
      elements: [
        Attribute(name: "city", type: .string),
        Attribute(name: "inner", type: .composite(CompositeID(0))),
      ])
    #expect(
      hash([Attribute(name: "place", type: .composite(CompositeID(0)))], composites: [loop]) != nil)
  }

  // MARK: - Differences

  @Test func aDifferenceNamesTheFactAndBothValues() {
    let author = Entity(
      name: "Author", attributes: [Attribute(name: "born", type: .date)],
      relationships: [
        Relationship(
          name: "books", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
          isToMany: true)
      ])
    let book = Entity(
      name: "Book", attributes: [Attribute(name: "title", type: .string)],
      relationships: [
        Relationship(
          name: "author", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0))
      ])
    let old = ObjectModel(entities: [author, book])
    var new = old
    new.entities[0].isAbstract = true
    new.entities[0].attributes[0].isOptional = true
    new.entities[1].attributes = [Attribute(name: "name", type: .string)]
    #expect(
      HashDifference.describe(entity: "Author", in: old, and: new) == [
        "abstract: no → yes", "attribute 'born': optional no → yes",
      ])
    #expect(
      HashDifference.describe(entity: "Book", in: old, and: new) == [
        "attribute 'name': added", "attribute 'title': removed",
      ])
    #expect(HashDifference.describe(entity: "Book", in: old, and: old) == [])
  }

  /// The user info of an entity is hashed like the flag of the attribute that it names.
  @Test func anAttributeThatUserInfoKeepsInHistoryIsADifference() {
    let attributes = [
      Attribute(name: "title", type: .string), Attribute(name: "year", type: .date),
    ]
    let old = ObjectModel(entities: [Entity(name: "Book", attributes: attributes)])
    var new = old
    new.entities[0].userInfo = [
      UserInfoEntry(key: "NSPersistentHistoryTombstoneAttributes", value: "year, isbn")
    ]
    #expect(
      HashDifference.describe(entity: "Book", in: old, and: new) == [
        "attribute 'year': kept in history no → yes"
      ])
    var flagged = old
    flagged.entities[0].attributes[1].preservesValueInHistoryOnDeletion = true
    #expect(HashDifference.describe(entity: "Book", in: flagged, and: new) == [])
  }

  @Test func anEntityOfOneModelAloneHasNoDifference() {
    let old = ObjectModel(entities: [Entity(name: "Book")])
    let new = ObjectModel(entities: [Entity(name: "Novel")])
    #expect(HashDifference.describe(entity: "Book", in: old, and: new) == nil)
    #expect(HashDifference.describe(entity: "Novel", in: old, and: new) == nil)
  }
}

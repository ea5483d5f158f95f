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

  /// Sixteen composites within one another count; what lies deeper does not.
  @Test func sixteenLevelsOfCompositesCount() {
    func chain(_ levels: Int) -> String? {
      let composites = (0..<levels).map { level in
        var elements = [Attribute(name: "leaf\(level)", type: .string)]
        if level + 1 < levels {
          elements.append(Attribute(name: "inner", type: .composite(CompositeID(level + 1))))
        }
        return CompositeType(name: "C\(level)", elements: elements)
      }
      return hash(
        [Attribute(name: "place", type: .composite(CompositeID(0)))], composites: composites)
    }
    #expect(chain(16) != chain(15), "the sixteenth level counts")
    #expect(chain(17) == chain(16), "the seventeenth does not")
    let leaves = (0..<16).map { Attribute(name: "leaf\($0)", type: .string) }
    #expect(
      chain(16)
        == hash(
          [Attribute(name: "place", type: .composite(CompositeID(0)))],
          composites: [CompositeType(name: "Flat", elements: leaves)]),
      "the leaves count, not how they are nested")
  }

  @Test func aTransientElementDoesNotCount() {
    let place = [Attribute(name: "place", type: .composite(CompositeID(0)))]
    let city = Attribute(name: "city", type: .string)
    let shown = Attribute(name: "shown", type: .string, isTransient: true)
    let street = Attribute(name: "street", type: .string)
    func composite(_ elements: [Attribute]) -> [CompositeType] {
      [CompositeType(name: "Place", elements: elements)]
    }
    #expect(
      hash(place, composites: composite([city, shown]))
        == hash(place, composites: composite([city])))
    #expect(
      hash(place, composites: composite([city, street]))
        == hash(place, composites: composite([street, city])), "elements count by name")
    #expect(
      hash(place, composites: composite([city, street]))
        != hash(place, composites: composite([city])))
  }

  /// The nearest declaration of a name counts, whatever the parent declares.
  @Test func anEntityHidesPropertiesOfItsParent() {
    func digest(_ inherited: AttributeType, _ own: AttributeType?) -> [UInt8]? {
      ModelHashes(
        of: ObjectModel(entities: [
          Entity(name: "Base", attributes: [Attribute(name: "a", type: inherited)]),
          Entity(
            name: "Leaf", parent: EntityID(0),
            attributes: own.map { [Attribute(name: "a", type: $0)] } ?? []),
        ]))["Leaf"]
    }
    #expect(digest(.string, .string) == digest(.string, nil))
    #expect(digest(.string, .date) != digest(.string, nil))
    func model(_ inherited: AttributeType, _ own: AttributeType) -> ObjectModel {
      ObjectModel(entities: [
        Entity(name: "Base", attributes: [Attribute(name: "a", type: inherited)]),
        Entity(
          name: "Leaf", parent: EntityID(0), attributes: [Attribute(name: "a", type: own)]),
      ])
    }
    func told(_ new: ObjectModel) -> [String]? {
      HashDifference.describe(entity: "Leaf", in: model(.string, .string), and: new)
    }
    #expect(told(model(.date, .string)) == [], "the hidden declaration is not told of")
    #expect(told(model(.string, .date)) == ["attribute 'a': type String → Date"])
  }

  // MARK: - Differences

  @Test func everyFactOfAPropertyIsNamed() {
    let other = Entity(
      name: "Other",
      relationships: [
        Relationship(
          name: "one", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0)),
        Relationship(name: "two", destination: EntityID(0)),
      ])
    let link = Relationship(
      name: "link", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
      isOrdered: false, isOptional: true, minimumCount: 0, maximumCount: 1)
    let own = Entity(
      name: "E",
      attributes: [
        Attribute(name: "a", type: .string), Attribute(name: "c", type: .composite(CompositeID(0))),
        Attribute(name: "d", type: .integer64, derivation: "link.@count"),
        Attribute(name: "shown", type: .string, isTransient: true),
      ], relationships: [link])
    let old = ObjectModel(
      entities: [own, other, Entity(name: "Parent")],
      composites: [
        CompositeType(name: "C", elements: [Attribute(name: "x", type: .string)]),
        CompositeType(
          name: "D",
          elements: [Attribute(name: "y", type: .string), Attribute(name: "x", type: .string)]),
      ])
    func told(_ change: (inout Entity) -> Void) -> [String]? {
      var new = old
      change(&new.entities[0])
      return HashDifference.describe(entity: "E", in: old, and: new)
    }
    #expect(told { $0.parent = EntityID(2) } == ["parent: none → Parent"])
    #expect(told { $0.versionHashModifier = "2" } == ["hash modifier: none → '2'"])
    #expect(
      told { $0.uniquenessConstraints = [["c", "a"], ["a"]] } == ["unique:  → a, c+a"])
    #expect(told { $0.attributes[0].type = .date } == ["attribute 'a': type String → Date"])
    #expect(
      told { $0.attributes[0].versionHashModifier = "m" }
        == ["attribute 'a': hash modifier none → 'm'"])
    #expect(
      told { $0.attributes[0].allowsExternalStorage = true }
        == ["attribute 'a': external storage no → yes"])
    #expect(
      told { $0.attributes[0].preservesValueInHistoryOnDeletion = true }
        == ["attribute 'a': kept in history no → yes"])
    #expect(
      told {
        $0.attributes[0].isOptional = true
        $0.attributes[0].type = .date
      } == ["attribute 'a': optional no → yes, type String → Date"])
    #expect(
      told { $0.attributes[1].type = .composite(CompositeID(1)) }
        == ["attribute 'c': elements x String → x String, y String"])
    #expect(
      told { $0.attributes[2].derivation = "now()" }
        == ["attribute 'd': derivation count:(link) → now()"])
    #expect(told { $0.attributes[3].isTransient = false } == ["attribute 'shown': added"])
    #expect(told { $0.attributes[0].isTransient = true } == ["attribute 'a': removed"])
    func linked(_ change: (inout Relationship) -> Void) -> [String]? {
      told { change(&$0.relationships[0]) }
    }
    let start = "relationship 'link': "
    #expect(linked { $0.isOptional = false } == [start + "optional yes → no"])
    #expect(linked { $0.destination = EntityID(2) } == [start + "destination Other → Parent"])
    #expect(
      linked { $0.inverse = RelationshipID(EntityID(1), 1) } == [start + "inverse one → two"])
    #expect(linked { $0.inverse = nil } == [start + "inverse one → none"])
    #expect(linked { $0.minimumCount = 1 } == [start + "minimum 0 → 1"])
    #expect(linked { $0.maximumCount = 4 } == [start + "maximum 1 → 4"])
    #expect(linked { $0.isOrdered = true } == [start + "ordered no → yes"])
    #expect(linked { $0.versionHashModifier = "m" } == [start + "hash modifier none → 'm'"])
    #expect(linked { $0.isTransient = true } == [start + "removed"])
  }

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

import MomentumModel
import Testing

@testable import MomentumVersionHash

/// What a difference says of facts that one side does not have, of composites and of inherited properties.
@Suite struct HashDifferenceTests {
  private func told(
    _ old: [Attribute], _ new: [Attribute], composites: [CompositeType] = []
  ) -> [String]? {
    func model(_ attributes: [Attribute]) -> ObjectModel {
      ObjectModel(entities: [Entity(name: "E", attributes: attributes)], composites: composites)
    }
    return HashDifference.describe(entity: "E", in: model(old), and: model(new))
  }

  @Test func aFactThatOneSideDoesNotHaveIsNone() {
    let plain = Attribute(name: "a", type: .string)
    let derived = Attribute(name: "a", type: .string, derivation: "b")
    #expect(
      told([plain], [derived]) == [
        """
        attribute 'a': external storage no → none, hash modifier none → none, \
        kept in history no → none, optional no → none, type String → none, derivation b
        """
      ])
    #expect(
      told([derived], [plain]) == [
        """
        attribute 'a': derivation b → none, external storage no, hash modifier none, \
        kept in history no, optional no, type String
        """
      ])
  }

  @Test func theNamesOfTheFactsStandInTheOrderOfTheText() {
    var changed = Attribute(name: "a", type: .date, isOptional: true)
    changed.versionHashModifier = "m"
    let old = ObjectModel(entities: [
      Entity(name: "E", attributes: [Attribute(name: "a", type: .string)])
    ])
    let new = ObjectModel(entities: [
      Entity(
        name: "E", isAbstract: true, attributes: [changed, Attribute(name: "b", type: .date)],
        versionHashModifier: "v")
    ])
    #expect(
      HashDifference.differences(entity: "E", in: old, and: new) == [
        .init(property: nil, facts: ["abstract"], text: "abstract: no → yes"),
        .init(property: nil, facts: ["hash modifier"], text: "hash modifier: none → 'v'"),
        .init(
          property: "a", facts: ["hash modifier", "optional", "type"],
          text: "attribute 'a': hash modifier none → 'm', optional no → yes, type String → Date"),
        .init(property: "b", facts: [], text: "attribute 'b': added"),
      ])
  }

  @Test func everySettingOfAnElementIsNamed() {
    let settings: [(String, Attribute)] = [
      ("x String", Attribute(name: "x", type: .string)),
      ("x optional String", Attribute(name: "x", type: .string, isOptional: true)),
      ("x external Binary", Attribute(name: "x", type: .binary, allowsExternalStorage: true)),
      (
        "x kept String",
        Attribute(name: "x", type: .string, preservesValueInHistoryOnDeletion: true)
      ),
      ("x 'm' String", Attribute(name: "x", type: .string, versionHashModifier: "m")),
      ("x now() Date", Attribute(name: "x", type: .date, derivation: "now()")),
    ]
    let composites = settings.map { CompositeType(name: $0.0, elements: [$0.1]) }
    func place(_ index: Int) -> [Attribute] {
      [Attribute(name: "place", type: .composite(CompositeID(index)))]
    }
    for index in settings.indices.dropFirst() {
      #expect(
        told(place(0), place(index), composites: composites)
          == ["attribute 'place': elements x String → \(settings[index].0)"])
    }
  }

  @Test func aTransientElementIsNotToldOf() {
    let city = Attribute(name: "city", type: .string)
    let shown = Attribute(name: "shown", type: .string, isTransient: true)
    let composites = [[city], [city, shown]].map { CompositeType(name: "P", elements: $0) }
    #expect(
      told(
        [Attribute(name: "place", type: .composite(CompositeID(0)))],
        [Attribute(name: "place", type: .composite(CompositeID(1)))], composites: composites) == [])
  }

  /// As deep as hashes go: sixteen composites within one another.
  @Test func aDifferenceFollowsSixteenComposites() {
    func model(_ levels: Int) -> ObjectModel {
      let composites = (0..<levels).map { level in
        let next = Attribute(name: "inner", type: .composite(CompositeID(level + 1)))
        let leaf = Attribute(name: "leaf\(level)", type: .string)
        return CompositeType(name: "C", elements: level + 1 < levels ? [next, leaf] : [leaf])
      }
      let place = Attribute(name: "place", type: .composite(CompositeID(0)))
      return ObjectModel(
        entities: [Entity(name: "E", attributes: [place])], composites: composites)
    }
    func leaves(_ levels: Int) -> String {
      (0..<levels).map { "leaf\($0) String" }.sorted().joined(separator: ", ")
    }
    func told(_ old: Int, _ new: Int) -> [String]? {
      HashDifference.describe(entity: "E", in: model(old), and: model(new))
    }
    #expect(told(15, 16) == ["attribute 'place': elements \(leaves(15)) → \(leaves(16))"])
    #expect(told(16, 17) == [])
    let loop = CompositeType(
      name: "Loop",
      elements: [
        Attribute(name: "city", type: .string),
        Attribute(name: "inner", type: .composite(CompositeID(0))),
      ])
    let place = [Attribute(name: "place", type: .composite(CompositeID(0)))]
    #expect(self.told(place, place, composites: [loop]) == [])
  }

  @Test func anInheritedPropertyIsToldOfUnlessANearerOneHidesIt() {
    func model(_ maximum: Int, hidden: Bool) -> ObjectModel {
      ObjectModel(entities: [
        Entity(
          name: "Base",
          relationships: [
            Relationship(name: "link", destination: EntityID(0), maximumCount: maximum)
          ]),
        Entity(
          name: "Leaf", parent: EntityID(0),
          relationships: hidden ? [Relationship(name: "link", destination: EntityID(1))] : []),
      ])
    }
    func told(hidden: Bool) -> [String]? {
      HashDifference.describe(
        entity: "Leaf", in: model(1, hidden: hidden), and: model(4, hidden: hidden))
    }
    #expect(told(hidden: false) == ["relationship 'link': maximum 1 → 4"])
    #expect(told(hidden: true) == [])
  }
}

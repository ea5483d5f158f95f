import MomentumDiff
import MomentumModel
import Testing

struct ModelCorrespondenceTests {
  private func model(_ attributes: [(String, String?)], entity: String = "Venue") -> ObjectModel {
    ObjectModel(entities: [
      Entity(
        name: entity,
        attributes: attributes.map {
          Attribute(name: $0.0, type: .string, renamingIdentifier: $0.1)
        })
    ])
  }

  private func pairs(_ old: ObjectModel, _ new: ObjectModel) -> [String] {
    ModelCorrespondence(old: old, new: new).attributePairs(old: EntityID(0), new: EntityID(0)).map {
      "\(old[$0.old].name) → \(new[$0.new].name)"
    }
  }

  @Test func equalNamesBelongTogether() {
    #expect(pairs(model([("a", nil), ("b", nil)]), model([("b", nil), ("c", nil)])) == ["b → b"])
  }

  @Test func anIdentifierNamesTheOldName() {
    #expect(pairs(model([("title", nil)]), model([("headline", "title")])) == ["title → headline"])
  }

  @Test func aChainOfRenamesKeepsTheFirstName() {
    let first = model([("color", nil)])
    let second = model([("paint", "color")])
    let third = model([("shade", "color")])
    #expect(pairs(first, third) == ["color → shade"])
    #expect(pairs(second, third) == ["paint → shade"])
  }

  @Test func aNameStillCountsWhenItsIdentifierWasTakenAway() {
    #expect(pairs(model([("b", "a")]), model([("b", nil)])) == ["b → b"])
  }

  @Test func anIdentifierMayBeThePreviousNameOfAnElementThatHasOneToo() {
    let second = model([("b", "a")])
    let third = model([("c", "b")])
    #expect(pairs(second, third) == ["b → c"])
    #expect(pairs(third, second) == ["c → b"])
    #expect(pairs(model([("a", nil)]), third) == [])
  }

  @Test func twoNamesCanBeExchanged() {
    #expect(
      pairs(model([("a", nil), ("b", nil)]), model([("a", "b"), ("b", "a")])) == ["b → a", "a → b"])
  }

  @Test func anIdentifierThatTwoElementsHaveNamesNeither() {
    #expect(pairs(model([("a", nil)]), model([("b", "a"), ("c", "a")])) == [])
  }

  @Test func entitiesAreFoundByIdentifierToo() {
    let old = ObjectModel(entities: [Entity(name: "Shop"), Entity(name: "Gone")])
    let new = ObjectModel(entities: [
      Entity(name: "New"), Entity(name: "Venue", renamingIdentifier: "Shop"),
    ])
    let both = ModelCorrespondence(old: old, new: new)
    #expect(both.source(of: EntityID(1)) == EntityID(0))
    #expect(both.destination(of: EntityID(0)) == EntityID(1))
    #expect(both.source(of: EntityID(0)) == nil)
    #expect(both.destination(of: EntityID(1)) == nil)
  }
}

import MomentumModel
import Testing

@testable import MomentumDiff

/// Which entities of two forms of a version differ, and which may: where sources do not say how something is stored.
@Suite struct FormComparisonTests {
  private func attribute(
    _ name: String, _ type: AttributeType = .string, form: String? = nil, optional: Bool = false
  ) -> Attribute {
    var attribute = Attribute(name: name, type: type, isOptional: optional)
    attribute.unknownForm = form
    return attribute
  }

  private func link(_ name: String, form: String? = nil, inverse: RelationshipID? = nil)
    -> Relationship
  {
    Relationship(name: name, destination: EntityID(0), inverse: inverse, unknownForm: form)
  }

  /// `changed: E; undecided: E text` of two models.
  private func compared(_ old: ObjectModel, _ new: ObjectModel) -> String {
    let found = FormComparison(DiffedModel(old), DiffedModel(new))
    #expect(found.isSame == (found.changed.isEmpty && found.undecided.isEmpty))
    let open = found.undecided.map { "\($0.entity ?? "-") \($0.text)" }
    return (found.changed.map { "!" + $0 } + open).joined(separator: "; ")
  }

  private func compared(_ old: [Attribute], _ new: [Attribute]) -> String {
    compared(
      ObjectModel(entities: [Entity(name: "E", attributes: old)]),
      ObjectModel(entities: [Entity(name: "E", attributes: new)]))
  }

  // MARK: - Properties

  @Test func whatIsKnownIsChangedOrNot() {
    #expect(compared([attribute("a")], [attribute("a")]) == "")
    #expect(compared([attribute("a")], [attribute("a", .date)]) == "!E")
    #expect(compared([attribute("a")], [attribute("a"), attribute("b")]) == "!E")
    #expect(compared([attribute("a"), attribute("b")], [attribute("a")]) == "!E")
  }

  @Test func theTypeOfAnAttributeOfAnUnknownFormIsUndecided() {
    let open = "E attribute 'a': type String → Date"
    #expect(compared([attribute("a", form: "x")], [attribute("a", .date, form: "x")]) == open)
    #expect(compared([attribute("a")], [attribute("a", .date, form: "x")]) == open)
    #expect(compared([attribute("a", form: "x")], [attribute("a", .date)]) == open)
    #expect(
      compared([attribute("a", form: "x")], [attribute("a", form: "x", optional: true)]) == "!E",
      "whether it is optional can be read")
    #expect(
      compared(
        [attribute("a", form: "x"), attribute("b")],
        [attribute("a", .date, form: "x"), attribute("b", .date)]) == "!E",
      "another attribute changed for certain")
  }

  @Test func theInverseOfARelationshipOfAnUnknownFormIsUndecided() {
    func model(_ relationship: Relationship) -> ObjectModel {
      ObjectModel(entities: [
        Entity(
          name: "E",
          relationships: [relationship, Relationship(name: "r", destination: EntityID(0))])
      ])
    }
    let other = RelationshipID(EntityID(0), 1)
    #expect(
      compared(model(link("l", form: "x")), model(link("l", form: "x", inverse: other)))
        == "E relationship 'l': inverse none → r")
    for change in [
      { $0.isOptional.toggle() }, { $0.isOrdered.toggle() }, { $0.minimumCount = 1 },
      { $0.maximumCount = 7 },
    ] as [(inout Relationship) -> Void] {
      var changed = link("l", form: "x")
      change(&changed)
      #expect(compared(model(link("l", form: "x")), model(changed)) == "!E")
    }
  }

  @Test func aPropertyOfOneFormIsUndecidedInsideACondition() {
    #expect(compared([], [attribute("a", form: "#if DEBUG")]) == "E attribute 'a': added")
    #expect(compared([attribute("a", form: "#if DEBUG")], []) == "E attribute 'a': removed")
    #expect(compared([], [attribute("a", form: "x")]) == "!E")
    // The kind changed: the name is in both.
    let relationship = ObjectModel(entities: [
      Entity(name: "E", relationships: [link("a", form: "x")])
    ])
    #expect(
      compared(
        ObjectModel(entities: [Entity(name: "E", attributes: [attribute("a")])]), relationship)
        == "E attribute 'a': removed; E relationship 'a': added")
  }

  @Test func anotherSpellingOfWhatIsNotKnownIsUndecided() {
    #expect(
      compared([attribute("a", form: "x")], [attribute("a", form: "y")]) == "E 'a': written x → y")
    #expect(
      compared([attribute("a")], [attribute("a", form: "y")]) == "E 'a': written otherwise → y")
    #expect(
      compared([attribute("a", form: "x")], [attribute("a")]) == "E 'a': written x → otherwise")
    #expect(compared([attribute("a", form: "x")], [attribute("a", form: "x")]) == "")
    // `written ` and ` → y` take 14 bytes, and 200 are shown.
    for (count, isShown) in [(186, true), (187, false)] {
      let form = String(repeating: "x", count: count)
      let text = isShown ? "written \(form) → y" : "what is stored is written in another way"
      #expect(
        compared([attribute("a", form: form)], [attribute("a", form: "y")]) == "E 'a': \(text)")
    }
  }

  // MARK: - Entities

  @Test func anEntityOfOneFormIsChangedUnlessTheOtherIsNotReadWhole() {
    let one = ObjectModel(entities: [Entity(name: "E")])
    let two = ObjectModel(entities: [Entity(name: "E"), Entity(name: "F")])
    #expect(compared(one, two) == "!F")
    #expect(compared(two, one) == "!F")
    var part = one
    part.unknownForm = "#if X"
    let unread = "- not all of its classes can be read in the sources"
    #expect(compared(part, two) == unread)
    #expect(compared(two, part) == unread)
    var whole = two
    whole.unknownForm = "#if X"
    #expect(compared(one, whole) == "!F; " + unread, "the side with the entity does not count")
    #expect(compared(part, part) == "")
  }

  @Test func anEntityOfAnUnknownFormIsUndecided() {
    func model(_ form: String?) -> ObjectModel {
      ObjectModel(entities: [Entity(name: "E", unknownForm: form)])
    }
    #expect(compared(model("x"), model("y")) == "E written x → y")
    #expect(compared(model(nil), model("y")) == "E written otherwise → y")
    #expect(compared(model("x"), model("x")) == "")
  }

  /// What only the parent's hash shows: the sub-entity has no difference of its own.
  @Test func aChangeOfTheParentReachesItsSubentities() {
    func model(abstract: Bool, unknownHash: Bool) -> ObjectModel {
      ObjectModel(entities: [
        Entity(name: "Base", isAbstract: abstract),
        Entity(name: "Leaf", parent: EntityID(0), hasUnknownHash: unknownHash),
      ])
    }
    #expect(
      compared(
        model(abstract: false, unknownHash: false), model(abstract: true, unknownHash: false))
        == "!Base; !Leaf")
    #expect(
      compared(model(abstract: false, unknownHash: true), model(abstract: true, unknownHash: false))
        == "!Base; Leaf its parent entity")
    #expect(
      compared(model(abstract: false, unknownHash: false), model(abstract: true, unknownHash: true))
        == "!Base; Leaf its parent entity")
  }
}

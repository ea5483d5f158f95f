import MomentumDiff
import MomentumModel
import Testing

/// How much has to be alike before a removed element and an added one are taken for one: each rule with the last case
/// that counts and the first one that does not.
@Suite struct RenameRuleTests {
  private func suspected(_ old: [Entity], _ new: [Entity]) -> [String] {
    ModelDiffer.diff(
      DiffedModel(ObjectModel(entities: old)), DiffedModel(ObjectModel(entities: new))
    )
    .suspectedRenames.map { "\($0.old.path) → \($0.new.path)" }
  }

  private func attribute(_ name: String, _ type: AttributeType = .string) -> Attribute {
    Attribute(name: name, type: type, isOptional: true)
  }

  // MARK: - Entities

  private func entity(_ name: String, _ attributes: String...) -> Entity {
    Entity(name: name, attributes: attributes.map { attribute($0) })
  }

  @Test func anEntityOfAlikeNameNeedsTwoFifthsOfItsProperties() {
    let old = entity("UserPhoto", "a", "b", "c")
    #expect(
      suspected([old], [entity("User_photo", "a", "b", "d", "e")]) == ["UserPhoto → User_photo"],
      "two of five")
    #expect(suspected([old], [entity("User_photo", "a", "d")]) == [], "one of four")
    #expect(
      suspected([entity("UserPhoto")], [entity("User_photo")]) == ["UserPhoto → User_photo"],
      "without properties the names decide")
  }

  @Test func anEntityWhoseWordsAreContainedNeedsHalfOfItsProperties() {
    let old = entity("Photo", "a", "b")
    #expect(suspected([old], [entity("PhotoItem", "a")]) == ["Photo → PhotoItem"], "one of two")
    #expect(suspected([old], [entity("PhotoItem", "a", "c")]) == [], "one of three")
    #expect(suspected([entity("Photo")], [entity("PhotoItem")]) == [], "at least one is needed")
  }

  /// A relationship that led to the old entity and leads to the new one is evidence without a name.
  @Test func anEntityThatARelationshipNowLeadsToNeedsHalfOfItsProperties() {
    func owner(_ destination: String, _ attributes: String...) -> [Entity] {
      [
        Entity(
          name: "Owner",
          relationships: [Relationship(name: "thing", destination: EntityID(1))]),
        Entity(name: destination, attributes: attributes.map { attribute($0) }),
      ]
    }
    #expect(suspected(owner("Car", "a", "b"), owner("Bike", "a")) == ["Car → Bike"])
    #expect(suspected(owner("Car", "a", "b"), owner("Bike", "a", "c")) == [])
    #expect(suspected(owner("Car"), owner("Bike")) == ["Car → Bike"])
    #expect(suspected([entity("Car", "a")], [entity("Bike", "a")]) == [])
  }

  @Test func relationshipsCountAsPropertiesOfAnEntity() {
    func model(_ name: String, _ links: [(String, Bool)]) -> [Entity] {
      [
        Entity(
          name: name,
          relationships: links.map {
            Relationship(name: $0.0, destination: EntityID(1), isToMany: $0.1)
          }), entity("Other"),
      ]
    }
    let old = model("Photo", [("x", true), ("y", false)])
    #expect(suspected(old, model("PhotoItem", [("x", true)])) == ["Photo → PhotoItem"])
    #expect(suspected(old, model("PhotoItem", [("x", false)])) == [], "to one is not to many")
  }

  // MARK: - Properties

  private func properties(_ old: [Attribute], _ new: [Attribute]) -> [String] {
    suspected([Entity(name: "E", attributes: old)], [Entity(name: "E", attributes: new)])
  }

  @Test func anAttributeIsOfTheSameKindOfType() {
    #expect(
      properties([attribute("userName")], [attribute("user_name")]) == ["E.userName → E.user_name"])
    #expect(properties([attribute("userName")], [attribute("user_name", .binary)]) == [])
    var transient = attribute("user_name")
    transient.isTransient = true
    #expect(properties([attribute("userName")], [transient]) == [])
    #expect(properties([transient], [attribute("userName")]) == [])
    var derived = attribute("user_name")
    derived.derivation = "other"
    #expect(
      properties([attribute("userName"), attribute("other")], [derived, attribute("other")]) == [])
  }

  @Test func aRelationshipHasTheSameDestinationAndNumber() {
    func model(_ name: String, _ destination: Int, toMany: Bool, transient: Bool = false)
      -> [Entity]
    {
      [
        Entity(
          name: "E",
          relationships: [
            Relationship(
              name: name, destination: EntityID(destination), isToMany: toMany,
              isTransient: transient)
          ]), entity("A"), entity("B"),
      ]
    }
    let old = model("mainPhoto", 1, toMany: false)
    #expect(suspected(old, model("main_photo", 1, toMany: false)) == ["E.mainPhoto → E.main_photo"])
    #expect(suspected(old, model("main_photo", 2, toMany: false)) == [])
    #expect(suspected(old, model("main_photo", 1, toMany: true)) == [])
    #expect(suspected(old, model("main_photo", 1, toMany: false, transient: true)) == [])
  }

  @Test func equallyGoodPairsAreTakenByTheirNames() {
    let old = [attribute("color")]
    #expect(properties(old, [attribute("colour"), attribute("colors")]) == ["E.color → E.colors"])
    #expect(properties(old, [attribute("colors"), attribute("colour")]) == ["E.color → E.colors"])
  }

  @Test func pairsAreSortedByEntityKindAndName() {
    func entities(_ suffix: String) -> [Entity] {
      [
        Entity(
          name: "B", attributes: [attribute("userName" + suffix), attribute("areaCode" + suffix)],
          relationships: [Relationship(name: "homeTown" + suffix, destination: EntityID(1))]),
        Entity(name: "A", attributes: [attribute("zipCode" + suffix)]),
      ]
    }
    #expect(
      suspected(entities(""), entities("_")) == [
        "A.zipCode → A.zipCode_", "B.areaCode → B.areaCode_", "B.userName → B.userName_",
        "B.homeTown → B.homeTown_",
      ])
  }

  // MARK: - What went along

  /// `name` → `fullName` beside a second pair, so that something else has to speak for it.
  private func followed(
    _ old: (inout Entity) -> Void, _ new: (inout Entity) -> Void
  ) -> Bool {
    func model(_ names: [String], _ change: (inout Entity) -> Void) -> [Entity] {
      var entity = Entity(name: "E", attributes: (names + ["x", "y"]).map { attribute($0) })
      change(&entity)
      return [entity]
    }
    let found = suspected(model(["name", "note"], old), model(["fullName", "remark"], new))
    #expect(found.isEmpty || found == ["E.name → E.fullName"])
    return !found.isEmpty
  }

  private func index(_ name: String, _ properties: String...) -> FetchIndex {
    FetchIndex(name: name, elements: properties.map { .init(.property($0)) })
  }

  @Test func anIndexThatFollowsANameSpeaksForIt() {
    #expect(!followed({ _ in }, { _ in }))
    #expect(
      followed(
        { $0.fetchIndexes = [index("i", "x", "name")] },
        { $0.fetchIndexes = [index("i", "x", "fullName")] }))
    #expect(
      !followed(
        { $0.fetchIndexes = [index("i", "name")] }, { $0.fetchIndexes = [index("j", "fullName")] }),
      "an index of another name is another index")
    #expect(
      !followed(
        { $0.fetchIndexes = [index("i", "x", "name")] },
        { $0.fetchIndexes = [index("i", "y", "fullName")] }), "two names changed")
    #expect(
      !followed(
        { $0.fetchIndexes = [index("i", "name")] },
        { $0.fetchIndexes = [index("i", "fullName", "x")] }), "a name was added")
  }

  @Test func aCompoundIndexOrAConstraintThatFollowsANameSpeaksForIt() {
    #expect(
      followed(
        { $0.compoundIndexes = [["x"], ["name", "y"]] },
        { $0.compoundIndexes = [["x"], ["fullName", "y"]] }))
    #expect(
      !followed(
        { $0.compoundIndexes = [["name", "x"]] }, { $0.compoundIndexes = [["fullName", "y"]] }))
    #expect(
      followed(
        { $0.uniquenessConstraints = [["name", "x"]] },
        { $0.uniquenessConstraints = [["fullName", "x"]] }))
    #expect(
      !followed(
        { $0.uniquenessConstraints = [["name", "x"]] },
        { $0.uniquenessConstraints = [["fullName", "x"], ["name", "x"]] }),
      "a constraint that stays names what it named")
  }

  @Test func aDerivationThatFollowsANameSpeaksForIt() {
    func derived(_ expression: String) -> Attribute {
      Attribute(name: "d", type: .string, isOptional: true, derivation: expression)
    }
    #expect(
      followed(
        { $0.attributes.append(derived("canonical:(name)")) },
        { $0.attributes.append(derived("canonical:(fullName)")) }))
    #expect(
      !followed(
        { $0.attributes.append(derived("canonical:(name)")) },
        { $0.attributes.append(derived("uppercase:(fullName)")) }), "the function changed too")
  }

  /// Lists of more than 64 constraints are not compared.
  @Test func veryManyConstraintsAreNotCompared() {
    func constraints(_ count: Int, _ name: String) -> [[String]] {
      [[name]] + (1..<count).map { ["x", "c\($0)"] }
    }
    for (count, isFollowed) in [(64, true), (65, false)] {
      #expect(
        followed(
          { $0.compoundIndexes = constraints(count, "name") },
          { $0.compoundIndexes = constraints(count, "fullName") }) == isFollowed, "\(count)")
    }
  }
}

import MomentumModel
import Testing

@testable import MomentumDiff

/// Relationships that have another name and the same inverse: they are one, and nothing is lost or gained.
@Suite struct ModelPairTests {
  private static let (owner, item, sub) = (EntityID(0), EntityID(1), EntityID(2))

  /// `Owner.NAME` ↔ `Item.back`, and an entity below Owner.
  private func model(_ name: String, _ change: (inout ObjectModel) -> Void = { _ in })
    -> ObjectModel
  {
    var model = ObjectModel(entities: [
      Entity(
        name: "Owner",
        relationships: [
          Relationship(
            name: name, destination: Self.item, inverse: RelationshipID(Self.item, 0),
            isToMany: true)
        ]),
      Entity(
        name: "Item",
        relationships: [
          Relationship(
            name: "back", destination: Self.owner, inverse: RelationshipID(Self.owner, 0))
        ]),
      Entity(name: "Sub", parent: Self.owner), Entity(name: "Other"),
    ])
    change(&model)
    return model
  }

  private func pair(_ old: ObjectModel, _ new: ObjectModel) -> ModelPair {
    ModelPair(DiffedModel(old), DiffedModel(new))
  }

  @Test func anInverseJoinsARelationshipOfAnotherName() {
    let pair = pair(model("items"), model("things"))
    let link = RelationshipID(Self.owner, 0)
    #expect(pair.isJoinedByInverse(link))
    #expect(pair.destinations(of: link) == [link] && pair.sources(of: link) == [link])
    for entity in [Self.owner, Self.sub] {
      #expect(pair.lost(below: entity).links.isEmpty, "\(entity) lost nothing")
      #expect(pair.gained(below: entity).links.isEmpty, "\(entity) gained nothing")
    }
    #expect(pair.entitiesLosing(link).isEmpty && pair.entitiesGaining(link).isEmpty)
  }

  @Test func withTheSameNameNoInverseIsNeeded() {
    let pair = pair(model("items"), model("items"))
    #expect(!pair.isJoinedByInverse(RelationshipID(Self.owner, 0)))
    #expect(pair.lost(below: Self.owner).links.isEmpty)
  }

  /// Each condition alone keeps the two relationships apart: both entities then lose one and gain one.
  @Test func oneDifferenceKeepsThemApart() {
    let changes: [(String, isOld: Bool, (inout ObjectModel) -> Void)] = [
      ("the old one has no inverse", true, { $0.entities[0].relationships[0].inverse = nil }),
      ("the new one has no inverse", false, { $0.entities[0].relationships[0].inverse = nil }),
      ("the old inverse has none", true, { $0.entities[1].relationships[0].inverse = nil }),
      ("the new inverse has none", false, { $0.entities[1].relationships[0].inverse = nil }),
      (
        "the new inverse has another name", false,
        { $0.entities[1].relationships[0].name = "owner" }
      ),
      (
        "the new one leads elsewhere", false,
        { $0.entities[0].relationships[0].destination = EntityID(3) }
      ),
      ("the old one is transient", true, { $0.entities[0].relationships[0].isTransient = true }),
      ("the new one is transient", false, { $0.entities[0].relationships[0].isTransient = true }),
      (
        "the old inverse is transient", true, { $0.entities[1].relationships[0].isTransient = true }
      ),
      (
        "the new inverse is transient", false,
        { $0.entities[1].relationships[0].isTransient = true }
      ),
      (
        "another entity declares it", false,
        { model in
          model.entities[3].relationships = model.entities[0].relationships
          model.entities[0].relationships = []
          model.entities[1].relationships[0].inverse = RelationshipID(EntityID(3), 0)
          model.entities[1].relationships[0].destination = EntityID(3)
        }
      ),
    ]
    for (name, isOld, change) in changes {
      let found =
        isOld
        ? pair(model("items", change), model("things"))
        : pair(model("items"), model("things", change))
      let link = RelationshipID(Self.owner, 0)
      #expect(!found.isJoinedByInverse(link), "\(name)")
      #expect(found.lost(below: Self.sub).links.contains(link), "\(name)")
    }
  }
}

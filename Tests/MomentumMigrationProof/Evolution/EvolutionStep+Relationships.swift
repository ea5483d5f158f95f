import MomentumDifferential
import MomentumModel

// Relationships that come, go and change their kind.

extension EvolutionStep {
  static let relationships: [EvolutionStep] = [
    EvolutionStep("add relationship", 5) { addRelationship(&$0, &$1) },
    EvolutionStep("remove relationship", 2) { model, dice in
      guard let spot = model.relationshipSpots({ _ in true }).randomElement(&dice) else {
        return nil
      }
      let path = model.path(spot, relationship: true)
      model.removeRelationship(model.entities[spot.entity].relationships[spot.index].tag)
      return path
    },
    EvolutionStep("rename relationship", 4) { model, dice in
      guard let spot = model.relationshipSpots({ _ in true }).randomElement(&dice) else {
        return nil
      }
      let path = model.path(spot, relationship: true)
      let old = model.entities[spot.entity].relationships[spot.index].relationship
      guard !model.isDerivedFrom(old.name) else { return nil }
      let new = model.newName(EvolvingModel.stem(&dice, upper: false))
      model.entities[spot.entity].relationships[spot.index].relationship.name = new
      model.entities[spot.entity].relationships[spot.index].relationship.renamingIdentifier =
        old.renamingIdentifier ?? old.name
      model.renameInLists(old.name, new, near: spot.entity)
      return "\(path) to \(new)"
    },
    change(
      "to-one becomes to-many", 5, { !$0.relationship.isToMany },
      { member, dice in
        member.relationship.isToMany = true
        member.relationship.maximumCount = 0
        member.relationship.isOrdered = member.inverse != member.tag && dice.chance(25)
      }),
    change(
      "to-many becomes to-one", 2, { $0.relationship.isToMany },
      { member, _ in
        member.relationship.isToMany = false
        member.relationship.isOrdered = false
        member.relationship.maximumCount = 1
      }),
    change(
      "becomes ordered", 3, { $0.canBeOrdered && !$0.relationship.isOrdered },
      { member, _ in
        member.relationship.isOrdered = true
      }),
    change(
      "becomes unordered", 3, { $0.relationship.isOrdered },
      { member, _ in
        member.relationship.isOrdered = false
      }),
    change(
      "becomes required", 1, { $0.relationship.isOptional },
      { member, _ in
        member.relationship.isOptional = false
        if member.relationship.isToMany { member.relationship.minimumCount = 1 }
      }),
    change(
      "delete rule", 1, { _ in true },
      { member, dice in
        member.relationship.deleteRule = dice.one(.cascade, .deny, .nullify, .noAction)
      }),
    change(
      "maximum count", 1, { $0.relationship.isToMany },
      { member, dice in
        member.relationship.maximumCount = dice.int(2...9)
      }),
    EvolutionStep("add inverse", 2) { model, dice in
      let spots = model.relationshipSpots { $0.inverse == nil }
      guard let spot = spots.randomElement(&dice) else { return nil }
      let path = model.path(spot, relationship: true)
      let near = model.entities[spot.entity].relationships[spot.index]
      guard let destination = model.index(of: near.destination) else { return nil }
      let tag = model.newTag()
      var inverse = Relationship(
        name: model.newName("inverse"), destination: EntityID(0), isToMany: dice.chance(60))
      inverse.isOrdered = inverse.isToMany && dice.chance(20)
      model.entities[spot.entity].relationships[spot.index].inverse = tag
      model.entities[destination].relationships.append(
        .init(
          tag: tag, relationship: inverse, destination: model.entities[spot.entity].tag,
          inverse: near.tag))
      return path
    },
    EvolutionStep("remove inverse", 2) { model, dice in
      let spots = model.relationshipSpots { $0.inverse != nil && $0.inverse != $0.tag }
      guard let spot = spots.randomElement(&dice) else { return nil }
      let path = model.path(spot, relationship: true)
      let tag = model.entities[spot.entity].relationships[spot.index].tag
      model.removeRelationship(tag, keepsInverse: true)
      return path
    },
    // Another relationship with the same inverse: the links are found by the side that stays.
    EvolutionStep("replace one side", 4) { model, dice in
      let spots = model.relationshipSpots { $0.inverse != nil && $0.inverse != $0.tag }
      guard let spot = spots.randomElement(&dice) else { return nil }
      let path = model.path(spot, relationship: true)
      let old = model.entities[spot.entity].relationships[spot.index]
      guard !model.isDerivedFrom(old.relationship.name),
        let inverse = old.inverse.flatMap({ model.position(ofRelationship: $0) })
      else { return nil }
      let tag = model.newTag()
      var new = old
      new.tag = tag
      new.relationship.name = model.newName(EvolvingModel.stem(&dice, upper: false))
      new.relationship.renamingIdentifier = nil
      model.entities[spot.entity].relationships[spot.index] = new
      model.entities[inverse.entity].relationships[inverse.index].inverse = tag
      for member in model.kin(spot.entity) {
        model.dropMentions(of: old.relationship.name, in: member)
      }
      return "\(path) by \(new.relationship.name)"
    },
    EvolutionStep("change destination", 1) { model, dice in
      let spots = model.relationshipSpots { $0.inverse == nil }
      guard let spot = spots.randomElement(&dice) else { return nil }
      let path = model.path(spot, relationship: true)
      guard
        !model.isDerivedFrom(
          model.entities[spot.entity].relationships[spot.index].relationship.name),
        let other = model.entities.randomElement(&dice)
      else { return nil }
      model.entities[spot.entity].relationships[spot.index].destination = other.tag
      return "\(path) to \(other.entity.name)"
    },
  ]

  private static func change(
    _ name: String, _ weight: Int,
    _ accepts: @escaping @Sendable (EvolvingModel.EvolvingRelationship) -> Bool,
    _ body:
      @escaping @Sendable (inout EvolvingModel.EvolvingRelationship, inout Dice) -> Void
  ) -> EvolutionStep {
    EvolutionStep(name, weight) { model, dice in
      guard let spot = model.relationshipSpots(accepts).randomElement(&dice) else { return nil }
      let old = model.entities[spot.entity].relationships[spot.index]
      body(&model.entities[spot.entity].relationships[spot.index], &dice)
      let new = model.entities[spot.entity].relationships[spot.index]
      if new.relationship.isToMany != old.relationship.isToMany {
        // Constraints, indexes and derivations speak of one kind only.
        for member in model.kin(spot.entity) {
          model.dropMentions(of: old.relationship.name, in: member)
        }
        if let inverse = new.inverse.flatMap({ model.relationship($0) }) {
          for member in model.entities.indices {
            model.dropMentions(of: inverse.relationship.name, in: member)
          }
        }
      }
      return model.path(spot, relationship: true)
    }
  }

  private static func addRelationship(
    _ model: inout EvolvingModel, _ dice: inout Dice
  ) -> String? {
    let source = dice.int(0...model.entities.count - 1)
    let destination = dice.chance(25) ? source : dice.int(0...model.entities.count - 1)
    let isToMany = dice.chance(60)
    let tag = model.newTag()
    var first = Relationship(
      name: model.newName(EvolvingModel.stem(&dice, upper: false)), destination: EntityID(0),
      isToMany: isToMany)
    first.isOrdered = isToMany && dice.chance(20)
    guard dice.chance(75) else {
      model.entities[source].relationships.append(
        .init(tag: tag, relationship: first, destination: model.entities[destination].tag))
      return "\(model.entities[source].entity.name).\(first.name)"
    }
    let other = model.newTag()
    var second = Relationship(
      name: model.newName("inverse"), destination: EntityID(0), isToMany: dice.chance(50))
    second.isOrdered = second.isToMany && dice.chance(15)
    model.entities[source].relationships.append(
      .init(
        tag: tag, relationship: first, destination: model.entities[destination].tag,
        inverse: other))
    model.entities[destination].relationships.append(
      .init(
        tag: other, relationship: second, destination: model.entities[source].tag, inverse: tag))
    return "\(model.entities[source].entity.name).\(first.name) with inverse"
  }
}

extension EvolvingModel.EvolvingRelationship {
  /// A position in one's own inverse has no column of its own.
  var canBeOrdered: Bool { relationship.isToMany && inverse != tag }
}

import MomentumDifferential
import MomentumModel

// Attributes that move up and down a hierarchy, and one that becomes a relationship.

extension EvolutionStep {
  static let attributePlaces: [EvolutionStep] = [
    EvolutionStep("move attribute up", 4) { model, dice in
      let spots = model.attributeSpots(\.isMovable).filter { spot in
        model.entities[spot.entity].parent != nil
      }
      guard let spot = spots.randomElement(&dice),
        let parent = model.entities[spot.entity].parent.flatMap({ model.index(of: $0) })
      else { return nil }
      let path = model.path(spot)
      let moved = model.entities[spot.entity].attributes[spot.index]
      let others = model.kin(parent).filter { $0 != spot.entity }
      guard !others.contains(where: { model.declares(moved.attribute.name, $0) }),
        !model.isDerivedFrom(moved.attribute.name)
      else { return nil }
      model.entities[spot.entity].attributes.remove(at: spot.index)
      model.entities[parent].attributes.append(moved)
      return path
    },
    EvolutionStep("merge attributes of two children", 3) { mergeUp(&$0, &$1) },
    EvolutionStep("move attribute down", 3) { moveDown(&$0, &$1) },
    EvolutionStep("attribute becomes relationship", 1) { model, dice in
      guard let spot = model.attributeSpots(\.isPlain).randomElement(&dice) else { return nil }
      let path = model.path(spot)
      let name = model.entities[spot.entity].attributes[spot.index].attribute.name
      model.removeAttribute(at: spot.index, of: spot.entity)
      let destination = dice.int(0...model.entities.count - 1)
      let tag = model.newTag()
      model.entities[spot.entity].relationships.append(
        .init(
          tag: tag, relationship: Relationship(name: name, destination: EntityID(0)),
          destination: model.entities[destination].tag))
      return path
    },
  ]

  /// Attributes of one name and type in two children become one of the parent.
  private static func mergeUp(_ model: inout EvolvingModel, _ dice: inout Dice) -> String? {
    let parents = model.entities.indices.filter { model.children($0).count > 1 }
    guard let parent = parents.randomElement(&dice) else { return nil }
    let children = dice.shuffled(model.children(parent))
    guard
      let near = model.entities[children[0]].attributes.filter({ $0.attribute.isMovable })
        .randomElement(&dice)
    else { return nil }
    let name = near.attribute.name
    guard !model.isDerivedFrom(name) else { return nil }
    let holders = model.family(parent).filter { model.declares(name, $0) }
    // All declarations of the name become one, so all have to be alike.
    guard holders.count > 1, !model.declares(name, parent) else { return nil }
    var tags: Set<Int> = []
    for holder in holders {
      guard
        let other = model.entities[holder].attributes.first(where: { $0.attribute.name == name }),
        other.attribute.type == near.attribute.type, other.attribute.isMovable,
        other.attribute.renamingIdentifier == near.attribute.renamingIdentifier
      else { return nil }
      tags.formUnion(other.tags)
    }
    let ancestors = model.lineage(parent)
    guard !ancestors.contains(where: { model.declares(name, $0) }) else { return nil }
    for holder in holders {
      model.entities[holder].attributes.removeAll { $0.attribute.name == name }
    }
    var merged = near.attribute
    merged.isOptional = merged.isOptional || dice.chance(70)
    model.entities[parent].attributes.append(.init(tags: tags, attribute: merged))
    return "\(model.entities[parent].entity.name).\(name) of \(holders.count)"
  }

  private static func moveDown(_ model: inout EvolvingModel, _ dice: inout Dice) -> String? {
    let spots = model.attributeSpots(\.isMovable).filter { !model.children($0.entity).isEmpty }
    guard let spot = spots.randomElement(&dice) else { return nil }
    let path = model.path(spot)
    let moved = model.entities[spot.entity].attributes[spot.index]
    guard !model.isDerivedFrom(moved.attribute.name) else { return nil }
    let all = model.children(spot.entity)
    let children = dice.chance(50) ? all : Array(dice.shuffled(all).prefix(1))
    model.forget(property: moved.attribute.name, of: spot.entity)
    model.entities[spot.entity].attributes.removeAll { $0.tags == moved.tags }
    for child in children { model.entities[child].attributes.append(moved) }
    return "\(path) to \(children.map { model.entities[$0].entity.name }.joined(separator: ", "))"
  }
}

extension Attribute {
  var isMovable: Bool { isPlain && !isComposite }
}

extension EvolvingModel {
  func declares(_ name: String, _ entity: Int) -> Bool {
    entities[entity].attributes.contains { $0.attribute.name == name }
      || entities[entity].relationships.contains { $0.relationship.name == name }
  }
}

import MomentumDifferential
import MomentumModel

// Entities that come, go, and change their names and parents.

extension EvolutionStep {
  static let entities: [EvolutionStep] = [
    EvolutionStep("add entity", 5) { model, dice in
      let parent = dice.chance(50) ? model.entities.randomElement(&dice) : nil
      return addEntity(&model, &dice, parent: parent?.tag)
    },
    EvolutionStep("remove entity", 2) { model, dice in
      guard model.entities.count > 1 else { return nil }
      let leaves = model.entities.indices.filter {
        model.family($0).count < model.entities.count
      }
      guard let index = leaves.randomElement(&dice) else { return nil }
      let name = model.entities[index].entity.name
      model.removeFamily(index)
      return name
    },
    EvolutionStep("rename entity", 5) { model, dice in
      let index = dice.int(0...model.entities.count - 1)
      let old = model.entities[index].entity
      let new = model.newName(EvolvingModel.stem(&dice, upper: true))
      model.entities[index].entity.name = new
      model.entities[index].entity.renamingIdentifier = old.renamingIdentifier ?? old.name
      return "\(old.name) to \(new)"
    },
    EvolutionStep("entity hash modifier", 1) { model, dice in
      let index = dice.int(0...model.entities.count - 1)
      model.entities[index].entity.versionHashModifier = "\(dice.int(1...99))"
      return model.entities[index].entity.name
    },
    EvolutionStep("entity not abstract", 1) { model, dice in
      let index = model.entities.indices.filter { model.entities[$0].entity.isAbstract }
      guard let index = index.randomElement(&dice) else { return nil }
      model.entities[index].entity.isAbstract = false
      return model.entities[index].entity.name
    },
    EvolutionStep("insert a parent over one entity", 3) { model, dice in
      let index = dice.int(0...model.entities.count - 1)
      let tag = model.entities[index].tag
      guard let told = addEntity(&model, &dice, parent: model.entities[index].parent) else {
        return nil
      }
      model.entities[model.entities.count - 1].entity.isAbstract = dice.chance(60)
      let above = model.entities[model.entities.count - 1].tag
      guard let below = model.index(of: tag) else { return nil }
      model.entities[below].parent = above
      return "\(told) over \(model.entities[below].entity.name)"
    },
    EvolutionStep("move out of a hierarchy", 2) { model, dice in
      let children = model.entities.indices.filter { model.entities[$0].parent != nil }
      guard let index = children.randomElement(&dice) else { return nil }
      let inherited = Set(
        model.lineage(index).dropFirst().flatMap { model.inheritableNames($0) })
      // Indexes and derivations of the family may name what is not inherited any more.
      for name in inherited.sorted() {
        for member in model.family(index) { model.dropMentions(of: name, in: member) }
      }
      model.entities[index].parent = nil
      return model.entities[index].entity.name
    },
    EvolutionStep("put two roots under one parent", 1) { model, dice in
      let roots = model.entities.indices.filter { model.entities[$0].parent == nil }
      guard roots.count > 1 else { return nil }
      let two = dice.shuffled(roots).prefix(2).map { model.entities[$0].tag }
      guard let told = addEntity(&model, &dice, parent: nil) else { return nil }
      let above = model.entities[model.entities.count - 1].tag
      model.entities[model.entities.count - 1].attributes = []
      for tag in two {
        if let index = model.index(of: tag) { model.entities[index].parent = above }
      }
      return told
    },
  ]

  private static func addEntity(
    _ model: inout EvolvingModel, _ dice: inout Dice, parent: Int?
  ) -> String? {
    guard model.entities.count < 10 else { return nil }
    let tag = model.newTag()
    let name = model.newName(EvolvingModel.stem(&dice, upper: true))
    model.entities.append(.init(tag: tag, entity: Entity(name: name), parent: parent))
    for _ in 0..<dice.int(0...3) {
      let type = randomType(&dice)
      model.append(
        Attribute(
          name: model.newName(EvolvingModel.stem(&dice, upper: false)), type: type,
          isOptional: true), to: model.entities.count - 1)
    }
    return name
  }
}

extension EvolvingModel {
  func inheritableNames(_ entity: Int) -> [String] {
    entities[entity].attributes.map(\.attribute.name)
      + entities[entity].relationships.map(\.relationship.name)
  }

  /// Takes a name out of the constraints, indexes and derivations of just one entity.
  mutating func dropMentions(of name: String, in entity: Int) {
    entities[entity].entity.uniquenessConstraints.removeAll { $0.contains(name) }
    entities[entity].entity.fetchIndexes.removeAll { index in
      index.elements.contains { $0.key == .property(name) }
    }
    for owner in entities.indices {
      entities[owner].attributes.removeAll { attribute in
        attribute.attribute.derivation?.split(whereSeparator: { ".:()".contains($0) })
          .contains(Substring(name)) ?? false
      }
    }
  }
}

import MomentumDifferential
import MomentumModel

extension EvolvingModel {
  /// The first version of a seed: 1 to 8 entities with everything that a model can have.
  package static func first(seed: UInt64) -> EvolvingModel {
    var dice = Dice(seed: seed, part: 11)
    var base = ModelGenerator.model(seed: seed)
    for id in base.composites.indices {
      for element in base.composites[id].elements.indices {
        // Whether a row lacks a composite as a whole is not stored, so no element can be required of it.
        base.composites[id].elements[element].isOptional = true
      }
    }
    for entity in base.entities.indices {
      for index in base.entities[entity].attributes.indices {
        let attribute = base.entities[entity].attributes[index]
        if attribute.isComposite { base.entities[entity].attributes[index].isOptional = true }
        guard attribute.isPlain, !attribute.isComposite, dice.chance(35) else { continue }
        base.entities[entity].attributes[index].defaultValue = ValueGenerator.defaultValue(
          attribute.type, &dice)
      }
    }
    var model = EvolvingModel(base)
    let growth =
      EvolutionStep.constraints + EvolutionStep.entities.filter { $0.name == "add entity" }
      + EvolutionStep.attributes.filter { $0.name == "add derived attribute" }
    for _ in 0..<dice.int(0...6) {
      _ = growth[dice.weighted(growth.map(\.weight))].apply(&model, &dice)
    }
    model.dropHopelessConstraints()
    return model
  }

  /// A Boolean has two values, which no two dozen objects can have each for itself.
  private mutating func dropHopelessConstraints() {
    for index in entities.indices {
      let attributes = lineage(index).flatMap { entities[$0].attributes }.map(\.attribute)
      entities[index].entity.uniquenessConstraints.removeAll { list in
        attributes.filter { list.contains($0.name) }.allSatisfy { $0.type == .boolean }
      }
    }
  }
}

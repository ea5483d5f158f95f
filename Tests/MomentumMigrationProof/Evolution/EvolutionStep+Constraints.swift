import MomentumDifferential
import MomentumModel

// Uniqueness constraints and fetch indexes.

extension EvolutionStep {
  static let constraints: [EvolutionStep] = [
    EvolutionStep("add uniqueness constraint", 4) { model, dice in
      let entity = dice.int(0...model.entities.count - 1)
      let names = model.constrainable(entity)
      guard !names.isEmpty else { return nil }
      let list = Array(dice.shuffled(names).prefix(dice.chance(70) ? 1 : 2)).sorted()
      let known = model.kin(entity).flatMap { model.entities[$0].entity.uniquenessConstraints }
      guard !known.contains(list) else { return nil }
      model.entities[entity].entity.uniquenessConstraints.append(list)
      return "\(model.entities[entity].entity.name).\(list.joined(separator: ","))"
    },
    EvolutionStep("remove uniqueness constraint", 2) { model, dice in
      let owners = model.entities.indices.filter {
        !model.entities[$0].entity.uniquenessConstraints.isEmpty
      }
      guard let entity = owners.randomElement(&dice) else { return nil }
      let list = model.entities[entity].entity.uniquenessConstraints.removeLast()
      return "\(model.entities[entity].entity.name).\(list.joined(separator: ","))"
    },
    EvolutionStep("add fetch index", 3) { model, dice in
      let entity = dice.int(0...model.entities.count - 1)
      let names = model.constrainable(entity)
      guard !names.isEmpty else { return nil }
      let name = model.newName("by")
      model.entities[entity].entity.fetchIndexes.append(
        FetchIndex(
          name: name,
          elements: dice.shuffled(names).prefix(dice.int(1...2)).map {
            FetchIndex.Element(.property($0), isAscending: dice.chance(80))
          }))
      return "\(model.entities[entity].entity.name).\(name)"
    },
    EvolutionStep("remove fetch index", 2) { model, dice in
      let owners = model.entities.indices.filter { !model.entities[$0].entity.fetchIndexes.isEmpty }
      guard let entity = owners.randomElement(&dice) else { return nil }
      let gone = model.entities[entity].entity.fetchIndexes.removeLast()
      return "\(model.entities[entity].entity.name).\(gone.name)"
    },
  ]
}

extension EvolvingModel {
  /// Own and inherited attributes that a constraint or an index can name.
  func constrainable(_ entity: Int) -> [String] {
    lineage(entity).flatMap { entities[$0].attributes }.map(\.attribute)
      .filter { $0.isPlain && !$0.isComposite }.map(\.name)
  }
}

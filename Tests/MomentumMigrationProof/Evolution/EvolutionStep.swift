import MomentumDifferential
import MomentumModel

/// A random change of a model.
package struct EvolutionStep: Sendable {
  package var name: String
  /// How often it is taken beside the others.
  var weight: Int
  /// Changes the model and says how, or leaves it alone where nothing in it fits.
  var apply: @Sendable (inout EvolvingModel, inout Dice) -> String?

  init(
    _ name: String, _ weight: Int,
    _ apply: @escaping @Sendable (inout EvolvingModel, inout Dice) -> String?
  ) {
    self.name = name
    self.weight = weight
    self.apply = apply
  }

  /// Every kind of change that the decision table has and the generator makes.
  package static let all: [EvolutionStep] =
    attributes + attributePlaces + entities + relationships + constraints

  /// Applies a random step that fits and tells it; each has dice of its own, so that leaving one out
  /// leaves the others as they are.
  static func take(_ model: inout EvolvingModel, _ dice: inout Dice) -> String? {
    for _ in 0..<6 {
      let step = all[dice.weighted(all.map(\.weight))]
      guard let text = step.apply(&model, &dice) else { continue }
      model.dropBrokenDerivations()
      return "\(step.name): \(text)"
    }
    return nil
  }
}

extension EvolvingModel {
  /// A place of an attribute: indexes of the entity and in it.
  typealias Spot = (entity: Int, index: Int)

  func attributeSpots(_ accepts: (Attribute) -> Bool) -> [Spot] {
    entities.indices.flatMap { entity in
      entities[entity].attributes.indices.compactMap { index in
        accepts(entities[entity].attributes[index].attribute) ? (entity, index) : nil
      }
    }
  }

  func relationshipSpots(_ accepts: (EvolvingRelationship) -> Bool) -> [Spot] {
    entities.indices.flatMap { entity in
      entities[entity].relationships.indices.compactMap { index in
        accepts(entities[entity].relationships[index]) ? (entity, index) : nil
      }
    }
  }

  func path(_ spot: Spot, relationship: Bool = false) -> String {
    let owner = entities[spot.entity]
    let name =
      relationship
      ? owner.relationships[spot.index].relationship.name
      : owner.attributes[spot.index].attribute.name
    return "\(owner.entity.name).\(name)"
  }

  /// A stem that puts the name before, among or behind the others, which decides numbers and columns;
  /// now and then one that no statement may take at its word.
  static func stem(_ dice: inout Dice, upper: Bool) -> String {
    if dice.chance(8) {
      return dice.one(
        "it's", "a b", "say \"x\"", "x]; --", "x\"); DROP TABLE Z_METADATA; --", "%s_", "é", "日本")
    }
    let stem = dice.one("a", "added", "mid", "order", "size", "t", "value", "zz")
    return upper ? stem.prefix(1).uppercased() + stem.dropFirst() : stem
  }
}

extension Attribute {
  /// Whether it has columns whose values only objects change.
  var isPlain: Bool { !isTransient && derivation == nil }

  var isComposite: Bool {
    if case .composite = type { true } else { false }
  }
}

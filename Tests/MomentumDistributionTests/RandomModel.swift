import MomentumModel
import MomentumTestSupport

/// Random models with many required to-one relationships, so that most have a root: trees, diamonds,
/// cycles, sub-entities, every kind of relationship, and names that are words of SQL.
enum RandomModel {
  private static let names = [
    "Order", "Group", "User", "Table", "Select", "Café", "Ünit", "A\"b", "Item", "Node",
  ]

  static func model(seed: UInt64) -> ObjectModel {
    var random = SeededGenerator(seed: seed)
    var model = ObjectModel()
    let count = Int.random(in: 1...8, using: &random)
    for name in names.shuffled(using: &random).prefix(count) {
      var entity = Entity(name: name)
      if let parent = model.entityIDs.randomElement(using: &random),
        Int.random(in: 0..<6, using: &random) == 0
      {
        entity.parent = parent
      }
      entity.attributes = [
        Attribute(name: "a\(count)\(model.entities.count)", type: .integer32, isOptional: false),
        Attribute(name: "b\(count)\(model.entities.count)", type: .string),
      ]
      if Bool.random(using: &random) {
        entity.uniquenessConstraints = [[entity.attributes[1].name]]
      }
      model.entities.append(entity)
    }
    for index in model.entities.indices { relate(EntityID(index), &model, &random) }
    return model
  }

  private static func relate(
    _ source: EntityID, _ model: inout ObjectModel, _ random: inout SeededGenerator
  ) {
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      guard let destination = model.entityIDs.randomElement(using: &random) else { return }
      let number = model.entities.map(\.relationships.count).reduce(0, +)
      let id = RelationshipID(source, model[source].relationships.count)
      let kind = Int.random(in: 0..<10, using: &random)
      var first = Relationship(
        name: "r\(number)", destination: destination, isToMany: kind > 7, isOptional: kind > 4,
        deleteRule: [.nullify, .cascade, .deny, .noAction].randomElement(using: &random) ?? .nullify
      )
      guard Int.random(in: 0..<4, using: &random) > 0 else {
        model.entities[source.index].relationships.append(first)
        continue
      }
      let isOwn = source == destination
      let inverse = RelationshipID(
        destination, model[destination].relationships.count + (isOwn ? 1 : 0))
      first.inverse = inverse
      model.entities[source.index].relationships.append(first)
      model.entities[destination.index].relationships.append(
        Relationship(
          name: "i\(number)", destination: source, inverse: id, isToMany: kind != 4,
          isOrdered: kind == 3))
    }
  }
}

package import MomentumModel

/// Random objects of a model: many NULLs, many equal values, every kind of link.
package struct GraphGenerator {
  private var graph: ObjectGraph
  private var dice: Dice
  private var model: ObjectModel { graph.model }

  /// The objects of a seed.
  package static func graph(of model: ObjectModel, seed: UInt64) -> ObjectGraph {
    var generator = GraphGenerator(
      graph: ObjectGraph(model: model), dice: Dice(seed: seed, part: 2))
    generator.generate()
    return generator.graph
  }

  private mutating func generate() {
    let concrete = model.entityIDs.filter { !model[$0].isAbstract }
    guard !concrete.isEmpty else { return }
    var keys: [EntityID: Int64] = [:]
    for _ in 0..<dice.int(10...50) {
      let entity = concrete[dice.int(0...concrete.count - 1)]
      let root = model.root(of: entity)
      keys[root, default: 0] += 1
      var object = ObjectGraph.Object(entity: entity, primaryKey: keys[root] ?? 1)
      fill(&object)
      graph.objects.append(object)
    }
    linkAll()
  }

  /// The objects with random links of all their relationships.
  package static func linked(_ graph: ObjectGraph, _ dice: inout Dice) -> ObjectGraph {
    var generator = GraphGenerator(graph: graph, dice: dice)
    generator.linkAll()
    dice = generator.dice
    return generator.graph
  }

  private mutating func linkAll() {
    for entity in model.entityIDs {
      for index in model[entity].relationships.indices { link(RelationshipID(entity, index)) }
    }
  }

  private mutating func fill(_ object: inout ObjectGraph.Object) {
    for id in model.attributes(of: object.entity) {
      let attribute = model[id]
      if attribute.isOptional, dice.chance(30) { continue }
      fill(&object, ObjectGraph.Leaf(id), attribute)
    }
  }

  private mutating func fill(
    _ object: inout ObjectGraph.Object, _ leaf: ObjectGraph.Leaf, _ attribute: Attribute
  ) {
    if case .composite(let id) = attribute.type {
      for element in model[id].elements {
        if element.isOptional, dice.chance(30) { continue }
        let inner = ObjectGraph.Leaf(leaf.attribute, path: leaf.path + [element.name])
        fill(&object, inner, element)
      }
      return
    }
    object.values[leaf] = ValueGenerator.value(attribute.type, &dice)
  }

  // MARK: - Links

  /// Links the objects of a relationship and its inverse, once for the two.
  private mutating func link(_ id: RelationshipID) {
    let relationship = model[id]
    let inverse = relationship.inverse
    if let inverse, (inverse.entity, inverse.index) < (id.entity, id.index) { return }
    let sources = graph.members(of: id.entity)
    let destinations = graph.members(of: relationship.destination)
    guard !sources.isEmpty, !destinations.isEmpty else { return }
    let isInverseToMany = inverse.map { model[$0].isToMany }
    switch (relationship.isToMany, isInverseToMany) {
    case (true, true?): linkMany(id, sources, destinations)
    // Without inverse too, since Core Data keeps the key in the destination's row.
    case (true, false?), (true, nil):
      for destination in dice.shuffled(destinations) where dice.chance(75) {
        if let source = dice.pick(sources) { graph.link(source, id, destination) }
      }
    case (false, true?), (false, nil):
      for source in dice.shuffled(sources) where dice.chance(75) {
        if let destination = dice.pick(destinations) { graph.link(source, id, destination) }
      }
    case (false, false?): linkPairs(id, sources, destinations)
    }
  }

  private mutating func linkMany(
    _ id: RelationshipID, _ sources: [Int], _ destinations: [Int]
  ) {
    for source in sources where dice.chance(70) {
      for destination in dice.shuffled(destinations).prefix(dice.int(1...4)) {
        let isThere = graph.objects[source].links[id]?.contains(destination) ?? false
        if !isThere { graph.link(source, id, destination) }
      }
    }
  }

  private mutating func linkPairs(
    _ id: RelationshipID, _ sources: [Int], _ destinations: [Int]
  ) {
    let isOwn = model[id].inverse == id
    var taken: Set<Int> = []
    for (source, destination) in zip(dice.shuffled(sources), dice.shuffled(destinations))
    where dice.chance(70) {
      if isOwn {
        guard source != destination, !taken.contains(source), !taken.contains(destination) else {
          continue
        }
        taken.formUnion([source, destination])
      }
      graph.link(source, id, destination)
    }
  }
}

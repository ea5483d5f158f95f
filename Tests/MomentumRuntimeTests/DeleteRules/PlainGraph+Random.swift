import MomentumTestSupport

extension PlainGraph {
  /// Objects of every entity with links by chance; relationships that lead to objects everywhere may become
  /// required.
  static func random(_ model: inout RuleModel, _ random: inout SeededGenerator) -> PlainGraph {
    var graph = PlainGraph()
    for index in 0..<Int.random(in: 6...14, using: &random) {
      guard let entity = model.entities.randomElement(using: &random)?.name else { continue }
      var object = Object(entity: entity)
      for relationship in model.relationships(of: entity) { object.links[relationship.name] = [] }
      graph.objects["o\(index)"] = object
    }
    for relationship in model.relationships {
      let sources = graph.names(of: relationship.source, in: model)
      let destinations = graph.names(of: relationship.destination, in: model)
      for _ in 0..<Int.random(in: 0...max(1, sources.count), using: &random) {
        guard let source = sources.randomElement(using: &random),
          let destination = destinations.randomElement(using: &random)
        else { continue }
        graph.connect(source, relationship, destination, in: model)
      }
    }
    graph.requireSome(&model, &random)
    graph.sort(model)
    return graph
  }

  func names(of entity: String, in model: RuleModel) -> [String] {
    objects.filter { model.inherits($0.value.entity, from: entity) }.keys.sorted()
  }

  /// One object, or some of one entity.
  func someObjects(
    of model: RuleModel, _ random: inout SeededGenerator
  ) -> (entity: String, names: Set<String>)? {
    guard let name = objects.keys.sorted().randomElement(using: &random) else { return nil }
    let root = model.root(of: objects[name]?.entity ?? "")
    guard Int.random(in: 0..<3, using: &random) == 0 else { return (root, [name]) }
    let others = names(of: root, in: model).shuffled(using: &random)
    return (root, Set([name] + others.prefix(Int.random(in: 1...3, using: &random))))
  }

  /// A link on both sides, where both have room for it.
  mutating func connect(
    _ source: String, _ relationship: RuleModel.Relationship, _ destination: String,
    in model: RuleModel
  ) {
    let inverse = relationship.inverse.flatMap { model[$0] }
    let own = objects[source]?.links[relationship.name] ?? []
    guard !own.contains(destination), relationship.isToMany || own.isEmpty else { return }
    if let inverse {
      let isTaken = objects[destination]?.links[inverse.name]?.isEmpty == false
      guard inverse.isToMany || !isTaken else { return }
      // An object that is its own neighbour on both sides would need two links.
      guard source != destination else { return }
      objects[destination]?.links[inverse.name]?.append(source)
    } else if relationship.isToMany {
      // One key in the row of the destination.
      let isHeld = objects.values.contains {
        $0.links[relationship.name]?.contains(destination) == true
      }
      guard !isHeld else { return }
    }
    objects[source]?.links[relationship.name]?.append(destination)
  }

  private func requireSome(_ model: inout RuleModel, _ random: inout SeededGenerator) {
    for index in model.relationships.indices {
      let relationship = model.relationships[index]
      let counts = names(of: relationship.source, in: model).map {
        objects[$0]?.links[relationship.name]?.count ?? 0
      }
      guard let least = counts.min(), Int.random(in: 0..<3, using: &random) == 0 else { continue }
      let leastSome = counts.filter { $0 > 0 }.min() ?? 0
      // Optional with a smallest number: none, or so many.
      if relationship.isToMany { model.relationships[index].minimum = leastSome }
      if least > 0 { model.relationships[index].isOptional = false }
    }
  }

  private mutating func sort(_ model: RuleModel) {
    for relationship in model.relationships where !relationship.isOrdered {
      for name in objects.keys { objects[name]?.links[relationship.name]?.sort() }
    }
  }
}

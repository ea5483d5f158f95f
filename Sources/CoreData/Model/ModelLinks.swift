/// What leads from one entity of a model to another: sub-entities, destinations and inverses.
struct ModelLinks {
  private let entities: [NSEntityDescription]

  init(_ entities: [NSEntityDescription]) { self.entities = entities }

  /// Leads relationships that were copied or read to the entities of this model with the names of
  /// their destinations.
  func connect() {
    let known = Dictionary(entities.map { ($0.name ?? "", $0) }) { first, _ in first }
    for relationship in relationships {
      let name = relationship.destinationEntity?.name ?? relationship.destinationName
      guard let name, let destination = known[name] else { continue }
      if relationship.destinationEntity !== destination {
        relationship.destinationEntity = destination
      }
    }
    for relationship in relationships {
      let name = relationship.inverseRelationship?.name ?? relationship.inverseName
      guard let name, let inverse = relationship.destinationEntity?.relationshipsByName[name] else {
        continue
      }
      if relationship.inverseRelationship !== inverse {
        relationship.inverseRelationship = inverse
      }
    }
  }

  private var relationships: [NSRelationshipDescription] {
    entities.flatMap { $0.ownProperties.compactMap { $0 as? NSRelationshipDescription } }
  }

  /// Copies of the entities, in their order, with the sub-entities among them.
  func copies() -> [NSEntityDescription] {
    var copies: [ObjectIdentifier: NSEntityDescription] = [:]
    for entity in entities {
      let isCopied = entity.superentity.map { parent in entities.contains { $0 === parent } }
      guard isCopied != true, let copy = entity.copy() as? NSEntityDescription else { continue }
      pair(entity, copy, &copies)
    }
    return entities.compactMap { copies[ObjectIdentifier($0)] }
  }

  /// A copy of an entity has copies of its sub-entities, in the same order.
  private func pair(
    _ entity: NSEntityDescription, _ copy: NSEntityDescription,
    _ copies: inout [ObjectIdentifier: NSEntityDescription]
  ) {
    copies[ObjectIdentifier(entity)] = copy
    for (one, other) in zip(entity.subentities, copy.subentities) { pair(one, other, &copies) }
  }
}

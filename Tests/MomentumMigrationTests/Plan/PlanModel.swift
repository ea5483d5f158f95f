import MomentumModel

/// Models for tests of plans, by names instead of ids.
struct PlanEntity {
  struct Link {
    var relationship: Relationship
    var destination: String
    var inverse: String?
  }

  var entity: Entity
  var parent: String?
  var links: [Link]

  init(
    _ name: String, parent: String? = nil, was identifier: String? = nil, isAbstract: Bool = false,
    _ attributes: [Attribute] = [], _ links: [Link] = [], unique: [[String]] = [],
    indexes: [FetchIndex] = [], modifier: String? = nil
  ) {
    entity = Entity(
      name: name, isAbstract: isAbstract, attributes: attributes, uniquenessConstraints: unique,
      fetchIndexes: indexes, renamingIdentifier: identifier, versionHashModifier: modifier)
    self.parent = parent
    self.links = links
  }
}

func model(_ entities: PlanEntity..., composites: [CompositeType] = []) -> ObjectModel {
  var positions: [String: EntityID] = [:]
  for (index, entity) in entities.enumerated() { positions[entity.entity.name] = EntityID(index) }
  var result: [Entity] = []
  for item in entities {
    var entity = item.entity
    entity.parent = item.parent.flatMap { positions[$0] }
    entity.relationships = item.links.map { link in
      var relationship = link.relationship
      let destination = positions[link.destination] ?? EntityID(0)
      relationship.destination = destination
      relationship.inverse = link.inverse.flatMap { inverse in
        entities[destination.index].links.firstIndex { $0.relationship.name == inverse }
          .map { RelationshipID(destination, $0) }
      }
      return relationship
    }
    result.append(entity)
  }
  return ObjectModel(entities: result, composites: composites)
}

func one(
  _ name: String, _ destination: String, inverse: String? = nil, was identifier: String? = nil,
  isOptional: Bool = true
) -> PlanEntity.Link {
  PlanEntity.Link(
    relationship: Relationship(
      name: name, destination: EntityID(0), isOptional: isOptional, renamingIdentifier: identifier),
    destination: destination, inverse: inverse)
}

func many(
  _ name: String, _ destination: String, inverse: String? = nil, was identifier: String? = nil,
  isOrdered: Bool = false
) -> PlanEntity.Link {
  PlanEntity.Link(
    relationship: Relationship(
      name: name, destination: EntityID(0), isToMany: true, isOrdered: isOrdered,
      renamingIdentifier: identifier),
    destination: destination, inverse: inverse)
}

func attribute(
  _ name: String, _ type: AttributeType = .string, was identifier: String? = nil,
  isOptional: Bool = true, default value: AttributeValue? = nil, derivation: String? = nil
) -> Attribute {
  Attribute(
    name: name, type: type, isOptional: isOptional, defaultValue: value, derivation: derivation,
    renamingIdentifier: identifier)
}

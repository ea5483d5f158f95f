import MomentumModel

/// Builds the mapping model that Core Data infers for a pair of models.
struct InferredMapping {
  let pair: ModelPair

  /// The entity mappings: removed entities first, then the entities of the new model by name.
  /// Abstract entities have no objects and therefore no mapping.
  var mapping: MappingModel {
    let old = pair.old.model
    let new = pair.new.model
    let removed = old.entityIDs.filter { pair.destination(of: $0) == nil && !old[$0].isAbstract }
      .sorted { old[$0].name < old[$1].name }
    let kept = new.entityIDs.filter { !new[$0].isAbstract }
      .sorted { new[$0].name < new[$1].name }
    return MappingModel(entityMappings: removed.map(removal) + kept.map(mapping(to:)))
  }

  private func removal(of id: EntityID) -> EntityMapping {
    let name = pair.old.model[id].name
    return EntityMapping(
      name: "IEM_Remove_\(name)", kind: .remove, sourceEntity: name,
      sourceHash: pair.old.hashesByEntity[id.index], sourceExpression: fetch(name))
  }

  private func mapping(to id: EntityID) -> EntityMapping {
    let entity = pair.new.model[id]
    guard let source = pair.source(of: id) else {
      return EntityMapping(
        name: mappingName(of: id), kind: .add, destinationEntity: entity.name,
        destinationHash: pair.new.hashesByEntity[id.index],
        attributeMappings: pair.new.model.attributes(of: id).compactMap { attribute(nil, $0) },
        relationshipMappings: pair.new.model.relationships(of: id).compactMap {
          relationship(nil, $0)
        })
    }
    return EntityMapping(
      name: mappingName(of: id), kind: pair.isHashEqual(source) ? .copy : .transform,
      sourceEntity: pair.old.model[source].name, destinationEntity: entity.name,
      sourceHash: pair.old.hashesByEntity[source.index],
      destinationHash: pair.new.hashesByEntity[id.index],
      sourceExpression: fetch(pair.old.model[source].name),
      attributeMappings: attributes(source, id), relationshipMappings: relationships(source, id))
  }

  func mappingName(of id: EntityID) -> String {
    let name = pair.new.model[id].name
    guard let source = pair.source(of: id) else { return "IEM_Add_\(name)" }
    return pair.isHashEqual(source) ? "IEM_Copy_\(name)" : "IEM_Transform_\(name)"
  }

  // MARK: - Properties

  private func attributes(_ source: EntityID, _ id: EntityID) -> [PropertyMapping] {
    let pairs = pair.correspondence.attributePairs(old: source, new: id)
    let sources = Dictionary(pairs.map { ($0.new, $0.old) }) { first, _ in first }
    return pair.new.model.attributes(of: id).compactMap { attribute(sources[$0], $0) }
  }

  private func attribute(_ source: AttributeID?, _ id: AttributeID) -> PropertyMapping? {
    let attribute = pair.new.model[id]
    // Transient and derived attributes have no property mapping.
    guard !attribute.isTransient, attribute.derivation == nil else { return nil }
    let before = source.map { pair.old.model[$0] }.flatMap { $0.isTransient ? nil : $0 }
    return PropertyMapping(
      name: attribute.name, valueExpression: before.map { "$source.\($0.name)" })
  }

  private func relationships(_ source: EntityID, _ id: EntityID) -> [PropertyMapping] {
    let pairs = pair.correspondence.relationshipPairs(old: source, new: id)
    let sources = Dictionary(pairs.map { ($0.new, $0.old) }) { first, _ in first }
    return pair.new.model.relationships(of: id).compactMap { relationship(sources[$0], $0) }
  }

  private func relationship(_ source: RelationshipID?, _ id: RelationshipID) -> PropertyMapping? {
    let relationship = pair.new.model[id]
    guard !relationship.isTransient else { return nil }
    guard let before = source.map({ pair.old.model[$0] }), !before.isTransient else {
      return PropertyMapping(name: relationship.name)
    }
    let targets = pair.new.families[relationship.destination.index].filter {
      !pair.new.model[$0].isAbstract && pair.source(of: $0) != nil
    }
    if targets.count == 1 {
      return PropertyMapping(
        name: relationship.name,
        valueExpression: "FUNCTION($manager, "
          + "\"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
          + "\"\(mappingName(of: targets[0]))\", $source.\(before.name))")
    }
    return PropertyMapping(
      name: relationship.name,
      valueExpression: "FUNCTION($manager, "
        + "\"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", "
        + "\"\(before.name)\", $source.\(before.name))")
  }

  private func fetch(_ entity: String) -> String {
    "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"\(entity)\", "
      + "\"TRUEPREDICATE\"), $manager.sourceContext, NO)"
  }
}

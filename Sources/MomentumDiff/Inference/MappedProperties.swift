package import MomentumModel

/// What an inferred mapping does with the attributes and relationships of an entity, inherited ones
/// included, by their names.
package struct MappedProperties: Sendable, Hashable {
  /// The properties of the new entity that take a value of the old one.
  package var mapped: Set<String> = []
  /// The properties of the new entity that the old one does not have.
  package var added: Set<String> = []
  /// The properties of the old entity that the new one does not have.
  package var removed: Set<String> = []
}

extension MappingInference {
  /// The properties of each inferred entity mapping, by the name of the mapping. Transient properties
  /// are left out, as the mappings leave them out; derived ones are among them.
  package static func properties(
    old: ObjectModel, new: ObjectModel
  ) -> [String: MappedProperties] {
    let diff = ModelDiffer.diff(DiffedModel(old), DiffedModel(new))
    return diff.origin.map { InferredMapping(pair: $0.pair).properties } ?? [:]
  }
}

extension InferredMapping {
  /// The properties of each entity that both models have, by the name of its mapping.
  var properties: [String: MappedProperties] {
    let new = pair.new.model
    var result: [String: MappedProperties] = [:]
    for id in new.entityIDs where !new[id].isAbstract {
      guard let source = pair.source(of: id) else { continue }
      result[mappingName(of: id)] = properties(from: source, to: id)
    }
    return result
  }

  private func properties(from source: EntityID, to id: EntityID) -> MappedProperties {
    let (old, new) = (pair.old.model, pair.new.model)
    let attributes = pair.correspondence.attributePairs(old: source, new: id).filter {
      !old[$0.old].isTransient && !new[$0.new].isTransient
    }
    let relationships = pair.correspondence.relationshipPairs(old: source, new: id).filter {
      !old[$0.old].isTransient && !new[$0.new].isTransient
    }
    let taken = Set(attributes.map { old[$0.old].name } + relationships.map { old[$0.old].name })
    var result = MappedProperties()
    result.mapped = Set(
      attributes.map { new[$0.new].name } + relationships.map { new[$0.new].name })
    result.added = Self.names(of: id, in: new).subtracting(result.mapped)
    result.removed = Self.names(of: source, in: old).subtracting(taken)
    return result
  }

  private static func names(of id: EntityID, in model: ObjectModel) -> Set<String> {
    let attributes = model.attributes(of: id).map { model[$0] }.filter { !$0.isTransient }
    let relationships = model.relationships(of: id).map { model[$0] }.filter { !$0.isTransient }
    return Set(attributes.map(\.name) + relationships.map(\.name))
  }
}

package import MomentumModel

/// The part of a model that a finding is about. A number is the index of the part in the list of
/// its entity, its composite type or the model.
package enum SwiftDataPlace: Sendable, Hashable {
  case entity(EntityID)
  case attribute(AttributeID)
  case relationship(RelationshipID)
  case fetchedProperty(EntityID, Int)
  case fetchIndex(EntityID, Int)
  /// An element of a composite type.
  case element(CompositeID, Int)
  case configuration(Int)
  case fetchRequest(Int)
}

extension ObjectModel {
  /// The two names by which a finding shows a place: the entity or composite type, and its member
  /// if the place is one. A configuration or a fetch request has a heading as its first name.
  package func names(of place: SwiftDataPlace) -> (owner: String, member: String?) {
    switch place {
    case .entity(let id): (self[id].name, nil)
    case .attribute(let id): (self[id.entity].name, self[id].name)
    case .relationship(let id): (self[id.entity].name, self[id].name)
    case .fetchedProperty(let id, let index):
      (self[id].name, self[id].fetchedProperties[index].name)
    case .fetchIndex(let id, let index): (self[id].name, self[id].fetchIndexes[index].name)
    case .element(let id, let index): (self[id].name, self[id].elements[index].name)
    case .configuration(let index): ("Configurations", configurations[index].name)
    case .fetchRequest(let index): ("Fetch requests", fetchRequests[index].name)
    }
  }

  /// The entities whose version hash a finding may change: the entity that contains the place, or
  /// all entities that use the composite type.
  package func entities(with place: SwiftDataPlace) -> [EntityID] {
    switch place {
    case .entity(let id), .fetchedProperty(let id, _), .fetchIndex(let id, _): return [id]
    case .attribute(let id): return [id.entity]
    case .relationship(let id): return [id.entity]
    case .element(let id, _):
      let all = composites(using: id)
      return entityIDs.filter { entity in
        // Transient attributes are not hashed, and derived attributes are hashed without their
        // type.
        self[entity].attributes.contains { attribute in
          guard !attribute.isTransient, attribute.derivation == nil else { return false }
          return if case .composite(let used) = attribute.type { all.contains(used) } else { false }
        }
      }
    case .configuration, .fetchRequest: return []
    }
  }

  /// A composite type and all composite types that contain it.
  private func composites(using id: CompositeID) -> Set<CompositeID> {
    var found: Set = [id]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (index, composite) in composites.enumerated() {
        let uses = composite.elements.contains { element in
          guard !element.isTransient else { return false }
          return if case .composite(let inner) = element.type { found.contains(inner) } else {
            false
          }
        }
        if uses, found.insert(CompositeID(index)).inserted { isGrowing = true }
      }
    }
    return found
  }
}

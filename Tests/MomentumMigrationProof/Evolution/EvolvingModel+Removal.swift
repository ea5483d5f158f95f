import MomentumModel

// Taking elements out with all that names them.

extension EvolvingModel {
  /// Drops what names a property: indexes, constraints and derivations of the entity's kin.
  mutating func forget(property name: String, of entity: Int) {
    for member in kin(entity) {
      entities[member].entity.uniquenessConstraints.removeAll { $0.contains(name) }
      entities[member].entity.fetchIndexes.removeAll { index in
        index.elements.contains { $0.key == .property(name) }
      }
    }
    for owner in entities.indices {
      entities[owner].attributes.removeAll { attribute in
        guard let text = attribute.attribute.derivation else { return false }
        return text.split(whereSeparator: { ".:()".contains($0) }).contains(Substring(name))
      }
    }
  }

  mutating func removeAttribute(at index: Int, of entity: Int) {
    let name = entities[entity].attributes[index].attribute.name
    entities[entity].attributes.remove(at: index)
    forget(property: name, of: entity)
  }

  /// The inverse goes too, unless it is to stay alone.
  mutating func removeRelationship(_ tag: Int, keepsInverse: Bool = false) {
    guard let (owner, index) = position(ofRelationship: tag) else { return }
    let removed = entities[owner].relationships.remove(at: index)
    forget(property: removed.relationship.name, of: owner)
    guard let inverse = removed.inverse, inverse != tag,
      let (other, position) = self.position(ofRelationship: inverse)
    else { return }
    if keepsInverse {
      entities[other].relationships[position].inverse = nil
    } else {
      let gone = entities[other].relationships.remove(at: position)
      forget(property: gone.relationship.name, of: other)
    }
  }

  /// Removes an entity with all below it, and the relationships that lead to them.
  mutating func removeFamily(_ entity: Int) {
    let tags = Set(family(entity).map { entities[$0].tag })
    let leading = entities.flatMap { owner in
      owner.relationships.filter { tags.contains($0.destination) || tags.contains(owner.tag) }
        .map(\.tag)
    }
    for tag in leading { removeRelationship(tag) }
    entities.removeAll { tags.contains($0.tag) }
    dropBrokenDerivations()
  }

  /// Derivations that name what is not there any more.
  mutating func dropBrokenDerivations() {
    let model = self.model
    for owner in entities.indices {
      entities[owner].attributes.removeAll { attribute in
        attribute.attribute.derivation.map {
          EvolvingModel.isBroken($0, EntityID(owner), model)
        } ?? false
      }
    }
  }

  private static func isBroken(_ text: String, _ owner: EntityID, _ model: ObjectModel) -> Bool {
    let path: [String]
    switch Derivation(text) {
    case .keyPath(let keys), .aggregate(_, let keys): path = keys
    case .text, .now, nil: return false
    }
    guard case .relationship(let id)? = path.first.flatMap({ model.property(named: $0, in: owner) })
    else { return true }
    guard path.count == 2 else { return false }
    guard case .attribute? = model.property(named: path[1], in: model[id].destination) else {
      return true
    }
    return false
  }
}

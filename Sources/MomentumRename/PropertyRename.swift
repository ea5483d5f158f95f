import MomentumDiagnostics
package import MomentumModel
package import MomentumPredicate

/// A property and its new name.
package struct PropertyRename: Sendable {
  package let model: ObjectModel
  /// The entity that declares the property.
  package let entity: EntityID
  package let name: String
  package let newName: String

  /// - Parameter place: `Entity.property`.
  package init(
    _ place: (entity: String, property: String), to newName: String, in model: ObjectModel
  ) throws(RenameFailure) {
    let entity = try RenameFailure.entity(place.entity, in: model)
    guard let property = model.property(named: place.property, in: entity) else {
      let names = model.propertyNames(of: entity)
      throw .noProperty(
        place.property, of: place.entity, near: nearName(to: place.property, among: names))
    }
    let owner = PropertyRename.owner(of: property, named: place.property, in: entity, model)
    guard owner == entity else { throw .inherited(place.property, from: model[owner].name) }
    guard RenameFailure.isName(newName) else { throw .notAName(newName) }
    guard newName != place.property else { throw .sameName(newName) }
    for other in model.entityIDs {
      let isRelated =
        model.lineage(of: other).contains(entity) || model.lineage(of: entity).contains(other)
      guard isRelated, model.ownPropertyNames(of: other).contains(newName) else { continue }
      throw .taken(newName, by: model[other].name)
    }
    self.model = model
    self.entity = entity
    name = place.property
    self.newName = newName
  }

  /// Whether the property is a to-many relationship, which has accessors for single objects.
  var isToMany: Bool {
    guard case .relationship(let id)? = model.property(named: name, in: entity) else {
      return false
    }
    return model[id].isToMany
  }

  private static func owner(
    of property: PropertyReference, named name: String, in entity: EntityID, _ model: ObjectModel
  ) -> EntityID {
    switch property {
    case .attribute(let id): id.entity
    case .relationship(let id): id.entity
    case .fetchedProperty:
      model.lineage(of: entity).first { owner in
        model[owner].fetchedProperties.contains { $0.name == name }
      } ?? entity
    }
  }

  /// Whether a key that was looked up in an entity is the property.
  package func isRenamed(_ use: KeyUse) -> Bool {
    use.name == name && isRenamed(lookedUpIn: use.entity)
  }

  /// Whether the property is found by its name in an entity: the declaring entity and its
  /// sub-entities have it.
  package func isRenamed(lookedUpIn other: EntityID) -> Bool {
    model.lineage(of: other).contains(entity)
  }
}

import MomentumDiagnostics
package import MomentumModel
package import MomentumPredicate

/// A property and its new name.
package struct PropertyRename: Sendable {
  package let syntax: ModelSyntax
  package let model: ObjectModel
  /// The entity that declares the property.
  package let entity: EntityID
  package let name: String
  package let newName: String

  /// Why a property cannot get a name.
  package enum Failure: Error, Sendable, Hashable {
    case noEntity(String, near: String?)
    case noProperty(String, of: String, near: String?)
    /// The entity inherits the property.
    case inherited(String, from: String)
    case notAName(String)
    case sameName(String)
    /// Another property of the entity, of an ancestor or of a sub-entity has the new name.
    case taken(String, by: String)
  }

  /// - Parameter place: `Entity.property`.
  package init(
    _ place: (entity: String, property: String), to newName: String, in syntax: ModelSyntax,
    _ model: ObjectModel
  ) throws(Failure) {
    guard let entity = model.entity(named: place.entity) else {
      throw .noEntity(
        place.entity, near: nearName(to: place.entity, among: model.entities.map(\.name)))
    }
    guard let property = model.property(named: place.property, in: entity) else {
      let names = model.lineage(of: entity).flatMap { PropertyRename.names(of: model[$0]) }
      throw .noProperty(
        place.property, of: place.entity, near: nearName(to: place.property, among: names))
    }
    let owner = PropertyRename.owner(of: property, named: place.property, in: entity, model)
    guard owner == entity else { throw .inherited(place.property, from: model[owner].name) }
    guard PropertyRename.isName(newName) else { throw .notAName(newName) }
    guard newName != place.property else { throw .sameName(newName) }
    for other in model.entityIDs {
      let isRelated =
        model.lineage(of: other).contains(entity) || model.lineage(of: entity).contains(other)
      guard isRelated, PropertyRename.names(of: model[other]).contains(newName) else { continue }
      throw .taken(newName, by: model[other].name)
    }
    self.syntax = syntax
    self.model = model
    self.entity = entity
    name = place.property
    self.newName = newName
  }

  private static func names(of entity: Entity) -> [String] {
    entity.attributes.map(\.name) + entity.relationships.map(\.name)
      + entity.fetchedProperties.map(\.name)
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

  /// Core Data takes a letter, then letters, digits and underscores.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Whether a name that is looked up in an entity is that of the property.
  package func isRenamed(_ use: KeyUse) -> Bool {
    use.name == name && isRenamed(lookedUpIn: use.entity)
  }

  /// Whether the property is looked up there: the entity itself and its sub-entities have it.
  package func isRenamed(lookedUpIn other: EntityID) -> Bool {
    model.lineage(of: other).contains(entity)
  }
}

extension PropertyRename.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noEntity(let name, let near):
      "the model has no entity '\(name)'" + didYouMean(near)
    case .noProperty(let name, let entity, let near):
      "entity '\(entity)' has no property '\(name)'" + didYouMean(near)
    case .inherited(let name, let owner):
      "'\(name)' is declared by '\(owner)': rename '\(owner).\(name)'"
    case .notAName(let name):
      "'\(name)' is not a name: letters, digits and underscores, not beginning with a digit"
    case .sameName(let name): "'\(name)' is the name that it has"
    case .taken(let name, let owner): "'\(owner)' has a property '\(name)'"
    }
  }
}

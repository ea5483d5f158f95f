package import MomentumModel

/// The properties of an entity, with the index of each property's value in an object.
///
/// An object keeps its values in arrays, and the plan tells the index of each property, so that
/// reading a value needs no dictionary. Inherited properties come first, from the root entity down,
/// so that a property has the same index in an entity and in its sub-entities.
package final class EntityPlan: Sendable {
  package let id: EntityID
  package let name: String
  package let isAbstract: Bool
  /// Whether a relationship of any entity may lead to an object of this one.
  let isReferenced: Bool
  /// The entity and its ancestors, the root last.
  package let lineage: [EntityID]
  package let attributes: [AttributePlan]
  package let toOnes: [ObjectRelationship]
  package let toManys: [ObjectRelationship]
  package let fetchedProperties: [FetchedProperty]
  /// The values of the attributes, stored and transient ones. An attribute has one value, a
  /// composite has one for each of its innermost elements.
  package let leaves: [LeafPlan]
  /// The indexes of the attributes that the model has validation rules for.
  let attributesWithRules: [Int]
  /// The validation rules for each value of the attributes in `attributesWithRules`.
  let checks: [LeafCheck]
  /// The values of a new object, by index in ``leaves``.
  package let defaults: [AttributeValue?]
  /// An array with `nil` for each value in ``leaves``, which objects without set values begin with.
  let noValues: [AttributeValue?]
  let allLeaves: SmallSet
  let transientLeaves: SmallSet
  /// Whether the entity has relationships or fetched properties.
  var hasRelatedObjects: Bool {
    !toOnes.isEmpty || !toManys.isEmpty || !fetchedProperties.isEmpty
  }
  private let places: [String: PropertyPlace]
  /// The kinds and indexes of all relationships.
  let relationshipPlaces: [PropertyPlace]
  /// The kinds and indexes of all attributes and relationships.
  let propertyPlaces: [PropertyPlace]

  /// - Parameters:
  ///   - destinations: The destinations of all relationships of the model.
  ///   - data: The defaults of transformable attributes, by names of entity and attribute.
  init(
    _ id: EntityID, _ model: ObjectModel, _ relationships: [RelationshipID: PropertyPlace],
    _ destinations: Set<EntityID>, _ data: [String: [String: [UInt8]]], _ hasTransformers: Bool
  ) {
    let entity = model[id]
    self.id = id
    name = entity.name
    isAbstract = entity.isAbstract
    lineage = model.lineage(of: id)
    isReferenced = lineage.contains { destinations.contains($0) }
    var leaves: [LeafPlan] = []
    let attributes = model.attributes(of: id).map {
      AttributePlan($0, model, &leaves, hasTransformers)
    }
    self.attributes = attributes
    self.leaves = leaves
    attributesWithRules = attributes.indices.filter { index in
      !attributes[index].isTransient
        && attributes[index].leaves.contains {
          !leaves[$0].isOptional || !leaves[$0].bounds.isEmpty
        }
    }
    checks = attributesWithRules.flatMap { index in
      attributes[index].leaves.map { LeafCheck($0, of: leaves[$0]) }
    }
    defaults = leaves.map { leaf in
      let own = data[model[leaf.attribute.entity].name]?[leaf.element.name]
      return own.map { .binary($0) } ?? leaf.defaultValue
    }
    noValues = Array(repeating: nil, count: leaves.count)
    allLeaves = SmallSet(leaves.indices)
    transientLeaves = SmallSet(leaves.indices.filter { leaves[$0].isTransient })
    hasDerivedAttributes = attributes.contains(where: \.isDerived)
    let all = model.relationships(of: id).map { ObjectRelationship($0, model, relationships) }
    toOnes = all.filter { !$0.isToMany }
    toManys = all.filter(\.isToMany)
    fetchedProperties = lineage.reversed().flatMap { model[$0].fetchedProperties }
    var places: [String: PropertyPlace] = [:]
    for (index, attribute) in attributes.enumerated() { places[attribute.name] = .attribute(index) }
    for (index, relationship) in toOnes.enumerated() { places[relationship.name] = .toOne(index) }
    for (index, relationship) in toManys.enumerated() {
      places[relationship.name] = .toMany(index)
    }
    for (index, property) in fetchedProperties.enumerated() {
      places[property.name] = .fetchedProperty(index)
    }
    self.places = places
    let relationshipPlaces =
      toOnes.indices.map { PropertyPlace.toOne($0) }
      + toManys.indices.map { PropertyPlace.toMany($0) }
    self.relationshipPlaces = relationshipPlaces
    propertyPlaces = attributes.indices.map { .attribute($0) } + relationshipPlaces
  }

  /// Whether the entity has derived attributes, whose values the store computes.
  let hasDerivedAttributes: Bool
  /// Whether the entity has transient attributes, whose values are never saved.
  var hasTransientLeaves: Bool { !transientLeaves.isEmpty }

  package var root: EntityID { lineage[lineage.count - 1] }

  /// The kind and index of a property; `nil` if the entity has no property of that name.
  package func place(of name: String) -> PropertyPlace? { places[name] }

  /// Whether another entity is this one or an ancestor of it.
  package func inherits(from other: EntityID) -> Bool { lineage.contains(other) }

  /// The name of the property with this kind and index.
  package func name(of place: PropertyPlace) -> String {
    switch place {
    case .attribute(let index): attributes[index].name
    case .toOne(let index): toOnes[index].name
    case .toMany(let index): toManys[index].name
    case .fetchedProperty(let index): fetchedProperties[index].name
    }
  }
}

/// The kind of a property, and its index among the properties of this kind.
package enum PropertyPlace: Sendable, Hashable {
  case attribute(Int)
  case toOne(Int)
  case toMany(Int)
  case fetchedProperty(Int)
}

/// An attribute with the indexes of its values.
///
/// This is a class, like the plans of values and relationships: each use of a property reads it,
/// and a copy of a struct would retain all parts of the attribute.
package final class AttributePlan: Sendable {
  package let id: AttributeID
  package let attribute: Attribute
  /// The indexes of the attribute's values in ``EntityPlan/leaves``; one index unless it is a
  /// composite.
  package let leaves: Range<Int>

  package let name: String
  package let isComposite: Bool
  package let isTransformable: Bool
  /// Whether data of the store is turned into values by a registered transformer.
  let isDecoded: Bool
  package let isDerived: Bool
  package let isTransient: Bool
  /// Whether the value is saved to a store.
  package var isPersistent: Bool { !isTransient }

  init(
    _ id: AttributeID, _ model: ObjectModel, _ leaves: inout [LeafPlan], _ hasTransformers: Bool
  ) {
    let attribute = model[id]
    self.id = id
    self.attribute = attribute
    name = attribute.name
    isComposite = if case .composite = attribute.type { true } else { false }
    isTransformable = attribute.type == .transformable
    isDecoded = isTransformable && hasTransformers
    isDerived = attribute.derivation != nil
    isTransient = attribute.isTransient
    let first = leaves.count
    LeafPlan.append(attribute, [], id, model, &leaves)
    self.leaves = first..<leaves.count
  }
}

/// One value of an attribute: the attribute's own, or that of an innermost element of a composite.
package final class LeafPlan: Sendable {
  package let attribute: AttributeID
  /// The names of the elements that lead from a composite to the value; empty for an attribute that
  /// is no composite.
  package let path: [String]
  /// The attribute itself, or the element of the composite.
  package let element: Attribute
  package let isTransient: Bool
  /// Whether a value may be missing.
  package let isOptional: Bool
  /// The name for messages: `address.city`.
  package let name: String
  /// The validation rules for the value.
  let bounds: LeafBounds

  package var type: AttributeType { element.type }
  var defaultValue: AttributeValue? { element.defaultValue }

  private init(_ element: Attribute, _ path: [String], _ id: AttributeID, _ owner: Attribute) {
    attribute = id
    self.path = path
    self.element = element
    isTransient = owner.isTransient
    isOptional = element.isOptional
    name = ([owner.name] + path).joined(separator: ".")
    bounds = LeafBounds(element)
  }

  fileprivate static func append(
    _ element: Attribute, _ path: [String], _ id: AttributeID, _ model: ObjectModel,
    _ leaves: inout [LeafPlan]
  ) {
    guard case .composite(let composite) = element.type else {
      leaves.append(LeafPlan(element, path, id, model[id]))
      return
    }
    // The recursion ends, because a checked model has no composite that contains itself.
    for inner in model[composite].elements {
      append(inner, path + [inner.name], id, model, &leaves)
    }
  }
}

/// A relationship, with the kind and index of its inverse in the destination.
package final class ObjectRelationship: Sendable {
  package let id: RelationshipID
  package let relationship: Relationship
  /// The kind and index of the inverse in objects of the destination; `nil` if there is no inverse.
  package let inverse: PropertyPlace?

  package let name: String
  package let isToMany: Bool
  package let isOrdered: Bool
  package let isTransient: Bool
  package let isOptional: Bool
  package let destination: EntityID

  init(
    _ id: RelationshipID, _ model: ObjectModel, _ places: [RelationshipID: PropertyPlace]
  ) {
    let relationship = model[id]
    self.id = id
    self.relationship = relationship
    name = relationship.name
    isToMany = relationship.isToMany
    isOrdered = relationship.isOrdered
    isTransient = relationship.isTransient
    isOptional = relationship.isOptional
    destination = relationship.destination
    inverse = model.storedInverse(of: id).flatMap { places[$0] }
  }
}

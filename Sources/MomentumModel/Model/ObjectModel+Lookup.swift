// Finds elements of a model: by name, and from an entity to its ancestors and sub-entities.

/// A property that a name was resolved to.
package enum PropertyReference: Sendable, Hashable {
  case attribute(AttributeID)
  case relationship(RelationshipID)
  case fetchedProperty(FetchedProperty)
}

extension ObjectModel {
  /// All ids in declared order.
  public var entityIDs: [EntityID] { entities.indices.map { EntityID($0) } }

  /// The entity with this exact name. Scans all entities.
  public func entity(named name: String) -> EntityID? {
    entities.firstIndex { $0.name == name }.map { EntityID($0) }
  }

  /// The stored fetch request with this name.
  package func fetchRequest(named name: String) -> StoredFetchRequest? {
    fetchRequests.first { $0.name == name }
  }

  /// The entity and its ancestors, nearest first, ending with the root.
  public func lineage(of id: EntityID) -> [EntityID] {
    var result = [id]
    while let parent = self[result[result.count - 1]].parent {
      // A checked model has no cycles, but a model made in code may have one, and this loop would
      // not end.
      guard !result.contains(parent) else { break }
      result.append(parent)
    }
    return result
  }

  /// The topmost ancestor, which may be the entity itself.
  package func root(of id: EntityID) -> EntityID {
    let lineage = lineage(of: id)
    return lineage[lineage.count - 1]
  }

  /// The entities whose parent is this entity, in declared order. Scans all entities.
  public func children(of id: EntityID) -> [EntityID] {
    entityIDs.filter { self[$0].parent == id }
  }

  /// Whether `id` is `ancestor` or inherits from it.
  package func inherits(_ id: EntityID, from ancestor: EntityID) -> Bool {
    lineage(of: id).contains(ancestor)
  }

  /// The attributes of an entity, own and inherited: those of the root first, each entity's in
  /// declared order.
  public func attributes(of id: EntityID) -> [AttributeID] {
    lineage(of: id).reversed().flatMap { owner in
      self[owner].attributes.indices.map { AttributeID(owner, $0) }
    }
  }

  /// The relationships of an entity, own and inherited: those of the root first, each entity's in
  /// declared order.
  public func relationships(of id: EntityID) -> [RelationshipID] {
    lineage(of: id).reversed().flatMap { owner in
      self[owner].relationships.indices.map { RelationshipID(owner, $0) }
    }
  }

  /// The own or inherited property with this name; a sub-entity's declaration hides an ancestor's.
  package func property(named name: String, in id: EntityID) -> PropertyReference? {
    if let property = ownProperty(named: name, of: id) { return property }
    for ancestor in lineage(of: id).dropFirst() {
      if let property = ownProperty(named: name, of: ancestor) { return property }
    }
    return nil
  }

  /// Finds a property that the entity itself declares. The loops use indices: a closure would get a
  /// copy of each element, with all its parts retained.
  private func ownProperty(named name: String, of id: EntityID) -> PropertyReference? {
    let attributes = entities[id.index].attributes
    for index in attributes.indices where attributes[index].name == name {
      return .attribute(AttributeID(id, index))
    }
    let relationships = entities[id.index].relationships
    for index in relationships.indices where relationships[index].name == name {
      return .relationship(RelationshipID(id, index))
    }
    let fetched = entities[id.index].fetchedProperties
    for index in fetched.indices where fetched[index].name == name {
      return .fetchedProperty(fetched[index])
    }
    return nil
  }

  /// The relationship that is stored in the same place as this one: a change of one side is a
  /// change of the other.
  ///
  /// That is the inverse, if the inverse names this relationship as its own inverse. A model can
  /// also have an inverse that names another relationship (observed: stores of such models, with a
  /// key column for each of the three to-one relationships). The inverse's name is part of the
  /// version hash in any case, but a to-one relationship then has a column of its own. A to-many
  /// relationship whose inverse is to-one reads the column of that inverse (assumed); any other is
  /// stored as if it had no inverse.
  package func storedInverse(of id: RelationshipID) -> RelationshipID? {
    guard let inverse = self[id].inverse else { return nil }
    if self[inverse].inverse == id { return inverse }
    guard self[id].isToMany, !self[inverse].isToMany,
      isOneLineage(self[inverse].destination, id.entity),
      isOneLineage(inverse.entity, self[id].destination)
    else { return nil }
    return inverse
  }

  private func isOneLineage(_ one: EntityID, _ other: EntityID) -> Bool {
    inherits(one, from: other) || inherits(other, from: one)
  }

  /// The names of all own and inherited properties, sorted.
  package func propertyNames(of id: EntityID) -> [String] {
    lineage(of: id).flatMap { ownPropertyNames(of: $0) }.sorted()
  }

  /// The names of the properties that an entity declares itself.
  package func ownPropertyNames(of id: EntityID) -> [String] {
    self[id].attributes.map(\.name) + self[id].relationships.map(\.name)
      + self[id].fetchedProperties.map(\.name)
  }
}

// Ways through a model: by name, up to the ancestors, down to the sub-entities.

/// A property that a name was resolved to.
public enum PropertyReference: Sendable, Hashable {
  case attribute(AttributeID)
  case relationship(RelationshipID)
  case fetchedProperty(FetchedProperty)
}

extension ObjectModel {
  /// All ids in declared order.
  public var entityIDs: [EntityID] { entities.indices.map { EntityID($0) } }

  /// The entity of a name, matched exactly. Costs a scan.
  public func entity(named name: String) -> EntityID? {
    entities.firstIndex { $0.name == name }.map { EntityID($0) }
  }

  /// The stored fetch request of a name.
  public func fetchRequest(named name: String) -> StoredFetchRequest? {
    fetchRequests.first { $0.name == name }
  }

  /// The entity and its ancestors, nearest first, ending with the root.
  public func lineage(of id: EntityID) -> [EntityID] {
    var result = [id]
    while let parent = self[result[result.count - 1]].parent {
      // A checked model has no cycles; a model made by hand may not hang us.
      guard !result.contains(parent) else { break }
      result.append(parent)
    }
    return result
  }

  /// The topmost ancestor, which may be the entity itself.
  public func root(of id: EntityID) -> EntityID {
    let lineage = lineage(of: id)
    return lineage[lineage.count - 1]
  }

  /// The entities whose parent this is, in declared order. Costs a scan.
  public func children(of id: EntityID) -> [EntityID] {
    entityIDs.filter { self[$0].parent == id }
  }

  /// Whether `id` is `ancestor` or inherits from it.
  public func inherits(_ id: EntityID, from ancestor: EntityID) -> Bool {
    lineage(of: id).contains(ancestor)
  }

  /// Own and inherited attributes: the root's first, each entity's in declared order.
  public func attributes(of id: EntityID) -> [AttributeID] {
    lineage(of: id).reversed().flatMap { owner in
      self[owner].attributes.indices.map { AttributeID(owner, $0) }
    }
  }

  /// Own and inherited relationships: the root's first, each entity's in declared order.
  public func relationships(of id: EntityID) -> [RelationshipID] {
    lineage(of: id).reversed().flatMap { owner in
      self[owner].relationships.indices.map { RelationshipID(owner, $0) }
    }
  }

  /// The own or inherited property of a name; a sub-entity's declaration hides an ancestor's.
  public func property(named name: String, in id: EntityID) -> PropertyReference? {
    for owner in lineage(of: id) {
      let entity = self[owner]
      if let index = entity.attributes.firstIndex(where: { $0.name == name }) {
        return .attribute(AttributeID(owner, index))
      }
      if let index = entity.relationships.firstIndex(where: { $0.name == name }) {
        return .relationship(RelationshipID(owner, index))
      }
      if let property = entity.fetchedProperties.first(where: { $0.name == name }) {
        return .fetchedProperty(property)
      }
    }
    return nil
  }

  /// The relationship that shares its links with this one: what is set on one side shows on the other.
  ///
  /// That is the inverse when it names this relationship back. A model can also have an inverse that names
  /// another one (observed: stores of such models, with a key column for each of the three to-one
  /// relationships). Its name counts in the version hash all the same, but a to-one relationship then keeps
  /// its own column and nothing else follows. A to-many relationship whose inverse is to-one reads the
  /// column of that inverse (assumed); any other is stored as if it had no inverse.
  public func storedInverse(of id: RelationshipID) -> RelationshipID? {
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
  public func propertyNames(of id: EntityID) -> [String] {
    lineage(of: id).flatMap { ownPropertyNames(of: $0) }.sorted()
  }

  /// The names of the properties that an entity declares itself.
  public func ownPropertyNames(of id: EntityID) -> [String] {
    self[id].attributes.map(\.name) + self[id].relationships.map(\.name)
      + self[id].fetchedProperties.map(\.name)
  }
}

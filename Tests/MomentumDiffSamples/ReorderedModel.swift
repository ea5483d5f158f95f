package import MomentumModel

extension ObjectModel {
  /// The same model with its entities, their attributes and their relationships declared in the opposite order.
  ///
  /// An element then has another position than its partner, so an id that is looked up in the wrong model
  /// finds another element.
  package var reversed: ObjectModel {
    func entity(_ id: EntityID) -> EntityID { EntityID(entities.count - 1 - id.index) }
    func link(_ id: RelationshipID) -> RelationshipID {
      RelationshipID(entity(id.entity), self[id.entity].relationships.count - 1 - id.index)
    }
    var result = self
    result.entities = entities.reversed().map { item in
      var copy = item
      copy.parent = item.parent.map(entity)
      copy.attributes.reverse()
      copy.relationships = item.relationships.reversed().map { relationship in
        var moved = relationship
        moved.destination = entity(relationship.destination)
        moved.inverse = relationship.inverse.map(link)
        return moved
      }
      copy.fetchedProperties = item.fetchedProperties.map { property in
        var moved = property
        moved.request = property.request.map { request in
          var other = request
          other.entity = entity(request.entity)
          return other
        }
        return moved
      }
      return copy
    }
    result.configurations = configurations.map { configuration in
      var moved = configuration
      moved.members = configuration.members.map(entity)
      return moved
    }
    result.fetchRequests = fetchRequests.map { request in
      var moved = request
      moved.entity = entity(request.entity)
      return moved
    }
    return result
  }
}

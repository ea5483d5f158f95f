package import MomentumModel

/// A model whose elements have tags that no rename or move changes, so that what became of an object can be
/// said without looking at names and renaming identifiers.
///
/// Tags are given once and never again, nor are names: an element that is removed and one that is added are
/// two.
package struct EvolvingModel: Sendable {
  package struct EvolvingEntity: Sendable {
    package var tag: Int
    /// Without properties; its parent is `parent`.
    package var entity: Entity
    /// A tag.
    package var parent: Int?
    package var attributes: [EvolvingAttribute] = []
    package var relationships: [EvolvingRelationship] = []
  }

  package struct EvolvingAttribute: Sendable {
    /// Several where attributes of several entities were merged into one of their parent.
    package var tags: Set<Int>
    package var attribute: Attribute
  }

  package struct EvolvingRelationship: Sendable {
    package var tag: Int
    /// Destination and inverse are those below.
    package var relationship: Relationship
    package var destination: Int
    package var inverse: Int?
  }

  package var entities: [EvolvingEntity] = []
  package var composites: [CompositeType] = []
  private var lastTag = 0
  private var lastName = 0

  package init(_ model: ObjectModel) {
    composites = model.composites
    let entityTags = model.entityIDs.map { _ in newTag() }
    var relationshipTags: [RelationshipID: Int] = [:]
    for id in model.entityIDs {
      for index in model[id].relationships.indices {
        relationshipTags[RelationshipID(id, index)] = newTag()
      }
    }
    for id in model.entityIDs {
      var bare = model[id]
      bare.attributes = []
      bare.relationships = []
      bare.parent = nil
      var entity = EvolvingEntity(
        tag: entityTags[id.index], entity: bare,
        parent: model[id].parent.map { entityTags[$0.index] })
      entity.attributes = model[id].attributes.map {
        EvolvingAttribute(tags: [newTag()], attribute: $0)
      }
      entity.relationships = model[id].relationships.enumerated().map { index, relationship in
        EvolvingRelationship(
          tag: relationshipTags[RelationshipID(id, index)] ?? 0, relationship: relationship,
          destination: entityTags[relationship.destination.index],
          inverse: relationship.inverse.flatMap { relationshipTags[$0] })
      }
      entities.append(entity)
    }
  }

  package mutating func newTag() -> Int {
    lastTag += 1
    return lastTag
  }

  /// A name that no element of any version has had.
  package mutating func newName(_ stem: String) -> String {
    lastName += 1
    return "\(stem)\(lastName)"
  }

  // MARK: - Ways through it

  package func index(of tag: Int) -> Int? { entities.firstIndex { $0.tag == tag } }

  package func position(ofRelationship tag: Int) -> (entity: Int, index: Int)? {
    for (entity, value) in entities.enumerated() {
      if let index = value.relationships.firstIndex(where: { $0.tag == tag }) {
        return (entity, index)
      }
    }
    return nil
  }

  package func relationship(_ tag: Int) -> EvolvingRelationship? {
    position(ofRelationship: tag).map { entities[$0.entity].relationships[$0.index] }
  }

  /// The entity and its ancestors by index, nearest first.
  package func lineage(_ index: Int) -> [Int] {
    var result = [index]
    while let parent = entities[result[result.count - 1]].parent.flatMap({ self.index(of: $0) }),
      !result.contains(parent)
    {
      result.append(parent)
    }
    return result
  }

  package func root(_ index: Int) -> Int {
    let lineage = lineage(index)
    return lineage[lineage.count - 1]
  }

  package func children(_ index: Int) -> [Int] {
    entities.indices.filter { entities[$0].parent == entities[index].tag }
  }

  /// The entity and all below it, by index.
  package func family(_ index: Int) -> [Int] {
    entities.indices.filter { lineage($0).contains(index) }
  }

  /// The entity, all above it and all below it: where a property's name must be free.
  package func kin(_ index: Int) -> [Int] {
    entities.indices.filter { lineage($0).contains(index) || lineage(index).contains($0) }
  }

  package func isTaken(_ name: String, near index: Int) -> Bool {
    kin(index).contains { member in
      entities[member].attributes.contains { $0.attribute.name == name }
        || entities[member].relationships.contains { $0.relationship.name == name }
    }
  }

  // MARK: - The model

  /// The model that it stands for now; entities in the same order.
  package var model: ObjectModel {
    var model = ObjectModel(composites: composites)
    for value in entities {
      var entity = value.entity
      entity.parent = value.parent.flatMap { index(of: $0) }.map { EntityID($0) }
      entity.attributes = value.attributes.map(\.attribute)
      entity.relationships = value.relationships.map { member in
        var relationship = member.relationship
        relationship.destination = EntityID(index(of: member.destination) ?? 0)
        relationship.inverse = member.inverse.flatMap { position(ofRelationship: $0) }
          .map { RelationshipID(EntityID($0.entity), $0.index) }
        return relationship
      }
      model.entities.append(entity)
    }
    return model
  }
}

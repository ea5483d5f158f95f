public import MomentumModel

/// A model whose elements have tags that no rename or move changes, so that what became of an object can be
/// said without looking at names and renaming identifiers.
///
/// Tags are given once and never again, nor are names: an element that is removed and one that is added are
/// two.
public struct EvolvingModel: Sendable {
  public struct EvolvingEntity: Sendable {
    public var tag: Int
    /// Without properties; its parent is `parent`.
    public var entity: Entity
    /// A tag.
    public var parent: Int?
    public var attributes: [EvolvingAttribute] = []
    public var relationships: [EvolvingRelationship] = []
  }

  public struct EvolvingAttribute: Sendable {
    /// Several where attributes of several entities were merged into one of their parent.
    public var tags: Set<Int>
    public var attribute: Attribute
  }

  public struct EvolvingRelationship: Sendable {
    public var tag: Int
    /// Destination and inverse are those below.
    public var relationship: Relationship
    public var destination: Int
    public var inverse: Int?
  }

  public var entities: [EvolvingEntity] = []
  public var composites: [CompositeType] = []
  private var lastTag = 0
  private var lastName = 0

  public init(_ model: ObjectModel) {
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

  public mutating func newTag() -> Int {
    lastTag += 1
    return lastTag
  }

  /// A name that no element of any version has had.
  public mutating func newName(_ stem: String) -> String {
    lastName += 1
    return "\(stem)\(lastName)"
  }

  // MARK: - Ways through it

  public func index(of tag: Int) -> Int? { entities.firstIndex { $0.tag == tag } }

  public func position(ofRelationship tag: Int) -> (entity: Int, index: Int)? {
    for (entity, value) in entities.enumerated() {
      if let index = value.relationships.firstIndex(where: { $0.tag == tag }) {
        return (entity, index)
      }
    }
    return nil
  }

  public func relationship(_ tag: Int) -> EvolvingRelationship? {
    position(ofRelationship: tag).map { entities[$0.entity].relationships[$0.index] }
  }

  /// The entity and its ancestors by index, nearest first.
  public func lineage(_ index: Int) -> [Int] {
    var result = [index]
    while let parent = entities[result[result.count - 1]].parent.flatMap({ self.index(of: $0) }),
      !result.contains(parent)
    {
      result.append(parent)
    }
    return result
  }

  public func root(_ index: Int) -> Int {
    let lineage = lineage(index)
    return lineage[lineage.count - 1]
  }

  public func children(_ index: Int) -> [Int] {
    entities.indices.filter { entities[$0].parent == entities[index].tag }
  }

  /// The entity and all below it, by index.
  public func family(_ index: Int) -> [Int] {
    entities.indices.filter { lineage($0).contains(index) }
  }

  /// The entity, all above it and all below it: where a property's name must be free.
  public func kin(_ index: Int) -> [Int] {
    entities.indices.filter { lineage($0).contains(index) || lineage(index).contains($0) }
  }

  public func isTaken(_ name: String, near index: Int) -> Bool {
    kin(index).contains { member in
      entities[member].attributes.contains { $0.attribute.name == name }
        || entities[member].relationships.contains { $0.relationship.name == name }
    }
  }

  // MARK: - The model

  /// The model that it stands for now; entities in the same order.
  public var model: ObjectModel {
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

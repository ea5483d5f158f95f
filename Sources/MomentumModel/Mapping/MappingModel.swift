/// The rules by which the objects of one model become objects of another: the content of an
/// `NSMappingModel`.
///
/// Expressions are texts in the predicate format language, also those of a compiled mapping model,
/// which are decoded: `$source.name`, `FUNCTION($manager, "…", …)`. Names of entities and
/// properties are not looked up in the models. Documented:
/// <https://developer.apple.com/documentation/coredata/nsmappingmodel>.
package struct MappingModel: Sendable, Hashable {
  /// The entity mappings, in the order in which they run.
  package var entityMappings: [EntityMapping]

  package init(entityMappings: [EntityMapping] = []) { self.entityMappings = entityMappings }
}

/// The rule by which the objects of one source entity become objects of one destination entity.
package struct EntityMapping: Sendable, Hashable {
  /// The kind of an entity mapping; the raw values are the numbers of `NSEntityMappingType`.
  package enum Kind: Int, Sendable, Hashable, CaseIterable {
    case undefined = 0
    /// The objects are made by a migration policy, a class that the app's author wrote.
    case custom = 1
    /// Only the new model has the entity, so the mapping makes no objects.
    case add = 2
    /// Only the old model has the entity, so its objects are not migrated.
    case remove = 3
    /// In an inferred mapping, the entity has the same hash in both models. Compiled files have
    /// this kind for changed entities too (observed).
    case copy = 4
    case transform = 5
  }

  package var name: String
  package var kind: Kind
  package var sourceEntity: String?
  package var destinationEntity: String?
  /// The version hashes, 32 bytes each; empty if the file has no hashes.
  package var sourceHash: [UInt8]
  package var destinationHash: [UInt8]
  package var policyClassName: String?
  /// The `FETCH(…)` that finds the source objects; `nil` for all objects, and for a mapping without
  /// a source.
  package var sourceExpression: String?
  /// The predicate that chooses source objects; `nil` for all.
  package var sourceFilter: String?
  package var attributeMappings: [PropertyMapping]
  package var relationshipMappings: [PropertyMapping]
  package var userInfo: [UserInfoEntry]

  package init(
    name: String, kind: Kind, sourceEntity: String? = nil, destinationEntity: String? = nil,
    sourceHash: [UInt8] = [], destinationHash: [UInt8] = [], policyClassName: String? = nil,
    sourceExpression: String? = nil, sourceFilter: String? = nil,
    attributeMappings: [PropertyMapping] = [], relationshipMappings: [PropertyMapping] = [],
    userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.kind = kind
    self.sourceEntity = sourceEntity
    self.destinationEntity = destinationEntity
    self.sourceHash = sourceHash
    self.destinationHash = destinationHash
    self.policyClassName = policyClassName
    self.sourceExpression = sourceExpression
    self.sourceFilter = sourceFilter
    self.attributeMappings = attributeMappings
    self.relationshipMappings = relationshipMappings
    self.userInfo = userInfo
  }
}

/// The expression that computes the value of one destination property.
package struct PropertyMapping: Sendable, Hashable {
  package var name: String
  /// The expression of the value. With `nil`, an attribute keeps its default, and a relationship
  /// has no objects.
  package var valueExpression: String?

  package init(name: String, valueExpression: String? = nil) {
    self.name = name
    self.valueExpression = valueExpression
  }
}

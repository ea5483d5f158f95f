/// The rules by which the objects of one model become objects of another: the content of an
/// `NSMappingModel`.
///
/// Expressions are texts in the predicate format language, the form that a compiled mapping model
/// is decoded to (`$source.name`, `FUNCTION($manager, "…", …)`); names are those of the two models,
/// unresolved. Documented: <https://developer.apple.com/documentation/coredata/nsmappingmodel>.
public struct MappingModel: Sendable, Hashable {
  /// The entity mappings, in the order in which they run.
  public var entityMappings: [EntityMapping]

  public init(entityMappings: [EntityMapping] = []) { self.entityMappings = entityMappings }
}

/// The rule by which the objects of one source entity become objects of one destination entity.
public struct EntityMapping: Sendable, Hashable {
  /// The numbers of `NSEntityMappingType`.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    case undefined = 0
    /// A policy class makes the objects.
    case custom = 1
    /// The destination entity has no source, so the mapping makes no objects.
    case add = 2
    /// The source entity has no destination, so its objects are not migrated.
    case remove = 3
    /// Source and destination have equal hashes in an inferred mapping; compiled files have this
    /// kind for changed entities too (observed).
    case copy = 4
    case transform = 5
  }

  public var name: String
  public var kind: Kind
  public var sourceEntity: String?
  public var destinationEntity: String?
  /// The version hashes, 32 bytes each; empty if the file has no hashes.
  public var sourceHash: [UInt8]
  public var destinationHash: [UInt8]
  public var policyClassName: String?
  /// The `FETCH(…)` that finds the source objects; `nil` for all objects, and for a mapping without
  /// a source.
  public var sourceExpression: String?
  /// The predicate that chooses source objects; `nil` for all.
  public var sourceFilter: String?
  public var attributeMappings: [PropertyMapping]
  public var relationshipMappings: [PropertyMapping]
  public var userInfo: [UserInfoEntry]

  public init(
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
public struct PropertyMapping: Sendable, Hashable {
  public var name: String
  /// `nil` keeps the default of an attribute, and leaves a relationship without objects.
  public var valueExpression: String?

  public init(name: String, valueExpression: String? = nil) {
    self.name = name
    self.valueExpression = valueExpression
  }
}

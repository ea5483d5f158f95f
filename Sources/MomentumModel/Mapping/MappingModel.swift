/// How the objects of one model become those of another: what `NSMappingModel` holds.
///
/// Expressions are texts in the predicate format language, as a compiled mapping model decodes to
/// (`$source.name`, `FUNCTION($manager, "…", …)`); names are those of the two models, unresolved.
/// Documented: <https://developer.apple.com/documentation/coredata/nsmappingmodel>.
public struct MappingModel: Sendable, Hashable {
  /// In the order in which they run.
  public var entityMappings: [EntityMapping]

  public init(entityMappings: [EntityMapping] = []) { self.entityMappings = entityMappings }
}

/// How the objects of one source entity become objects of one destination entity.
public struct EntityMapping: Sendable, Hashable {
  /// The numbers of `NSEntityMappingType`.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    case undefined = 0
    /// A policy class makes the objects.
    case custom = 1
    /// The destination entity has no source; nothing is made.
    case add = 2
    /// The source entity has no destination; its objects go.
    case remove = 3
    /// Both are equal by hash in an inferred mapping; a compiled file has it for changed ones too (observed).
    case copy = 4
    case transform = 5
  }

  public var name: String
  public var kind: Kind
  public var sourceEntity: String?
  public var destinationEntity: String?
  /// 32 bytes each; empty where the file has none.
  public var sourceHash: [UInt8]
  public var destinationHash: [UInt8]
  public var policyClassName: String?
  /// Which source objects there are: a `FETCH(…)`; `nil` for all, and for a mapping without a source.
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

/// Where the value of one destination property comes from.
public struct PropertyMapping: Sendable, Hashable {
  public var name: String
  /// `nil` leaves the destination's default, or no link.
  public var valueExpression: String?

  public init(name: String, valueExpression: String? = nil) {
    self.name = name
    self.valueExpression = valueExpression
  }
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MomentumModel

/// The variables of value expressions: `$source.name`, `FUNCTION($manager, …)`.
public let NSMigrationManagerKey = "manager"
public let NSMigrationSourceObjectKey = "source"
public let NSMigrationDestinationObjectKey = "destination"
public let NSMigrationEntityMappingKey = "entityMapping"
public let NSMigrationPropertyMappingKey = "propertyMapping"
public let NSMigrationEntityPolicyKey = "entityPolicy"

/// What an entity mapping does with the source objects. Source of the numbers: documented.
public enum NSEntityMappingType: UInt, Sendable {
  case undefinedEntityMappingType = 0
  case customEntityMappingType = 1
  case addEntityMappingType = 2
  case removeEntityMappingType = 3
  case copyEntityMappingType = 4
  case transformEntityMappingType = 5
}

/// The expression that computes the value of one destination property.
open class NSPropertyMapping: NSObject {
  open var name: String?
  /// The value. Without one, an attribute keeps its default, and a relationship has no objects.
  open var valueExpression: NSExpression?
  open var userInfo: [AnyHashable: Any]?

  public override init() { super.init() }

  convenience init(_ mapping: PropertyMapping) {
    self.init()
    name = mapping.name
    valueExpression = mapping.valueExpression.map { NSExpression(written: $0) }
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyMapping else { return false }
    return name == other.name
      && valueExpression?.description == other.valueExpression?.description
  }

  open override var hash: Int { name.hashValue }
}

/// The rule by which the objects of one source entity become objects of one destination entity.
open class NSEntityMapping: NSObject {
  open var name: String! = ""
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType
  open var sourceEntityName: String?
  open var sourceEntityVersionHash: Data?
  open var destinationEntityName: String?
  open var destinationEntityVersionHash: Data?
  open var attributeMappings: [NSPropertyMapping]?
  open var relationshipMappings: [NSPropertyMapping]?
  /// The source objects; `nil` for all objects of the source entity, without those of its
  /// sub-entities.
  open var sourceExpression: NSExpression?
  open var userInfo: [AnyHashable: Any]?
  /// The name of a subclass of `NSEntityMigrationPolicy`, with its module: `App.CarPolicy`.
  open var entityMigrationPolicyClassName: String?

  public override init() { super.init() }

  convenience init(_ mapping: EntityMapping) {
    self.init()
    name = mapping.name
    mappingType =
      NSEntityMappingType(rawValue: UInt(mapping.kind.rawValue)) ?? .undefinedEntityMappingType
    sourceEntityName = mapping.sourceEntity
    sourceEntityVersionHash = mapping.sourceHash.isEmpty ? nil : Data(mapping.sourceHash)
    destinationEntityName = mapping.destinationEntity
    destinationEntityVersionHash =
      mapping.destinationHash.isEmpty ? nil : Data(mapping.destinationHash)
    attributeMappings = mapping.attributeMappings.map { NSPropertyMapping($0) }
    relationshipMappings = mapping.relationshipMappings.map { NSPropertyMapping($0) }
    sourceExpression = mapping.sourceExpression.map { NSExpression(written: $0) }
    entityMigrationPolicyClassName = mapping.policyClassName
    var info: [AnyHashable: Any] = [:]
    for entry in mapping.userInfo { info[entry.key] = entry.value }
    userInfo = info.isEmpty ? nil : info
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityMapping else { return false }
    return name == other.name && mappingType == other.mappingType
      && sourceEntityName == other.sourceEntityName
      && destinationEntityName == other.destinationEntityName
      && sourceEntityVersionHash == other.sourceEntityVersionHash
      && destinationEntityVersionHash == other.destinationEntityVersionHash
      && entityMigrationPolicyClassName == other.entityMigrationPolicyClassName
      && (attributeMappings ?? []) == (other.attributeMappings ?? [])
      && (relationshipMappings ?? []) == (other.relationshipMappings ?? [])
  }

  open override var hash: Int { name?.hashValue ?? 0 }
}

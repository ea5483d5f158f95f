import MomentumModel
import MomentumObjects

/// The effect of deleting an object on related ones. Source of the numbers: documented.
public enum NSDeleteRule: UInt, Sendable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3

  init(_ rule: Relationship.DeleteRule) {
    switch rule {
    case .noAction: self = .noActionDeleteRule
    case .nullify: self = .nullifyDeleteRule
    case .cascade: self = .cascadeDeleteRule
    case .deny: self = .denyDeleteRule
    }
  }

  var rule: Relationship.DeleteRule {
    switch self {
    case .noActionDeleteRule: .noAction
    case .nullifyDeleteRule: .nullify
    case .cascadeDeleteRule: .cascade
    case .denyDeleteRule: .deny
    }
  }
}

/// A relationship to objects of an entity.
open class NSRelationshipDescription: NSPropertyDescription {
  /// The model keeps its entities alive; two entities with relationships to each other would never
  /// be released otherwise.
  open weak var destinationEntity: NSEntityDescription? { didSet { noteChange() } }
  open weak var inverseRelationship: NSRelationshipDescription? { didSet { noteChange() } }
  open var maxCount = 0 { didSet { noteChange() } }
  open var minCount = 0 { didSet { noteChange() } }
  open var deleteRule = NSDeleteRule.nullifyDeleteRule { didSet { noteChange() } }
  open var isOrdered = false { didSet { noteChange() } }
  open var isToMany: Bool { maxCount != 1 }
  /// The names of destination and inverse, for a copy whose entities are not copied yet.
  var destinationName: String?
  var inverseName: String?

  override func makeCopy() -> NSPropertyDescription { NSRelationshipDescription() }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    guard let relationship = copy as? NSRelationshipDescription else { return copy }
    relationship.maxCount = maxCount
    relationship.minCount = minCount
    relationship.deleteRule = deleteRule
    relationship.isOrdered = isOrdered
    relationship.destinationEntity = destinationEntity
    relationship.inverseRelationship = inverseRelationship
    relationship.destinationName = destinationEntity?.name ?? destinationName
    relationship.inverseName = inverseRelationship?.name ?? inverseName
    return relationship
  }

  /// Takes what a relationship of a model says. Its destination and inverse are set later.
  func take(_ relationship: Relationship, in model: ObjectModel) {
    name = relationship.name
    isOptional = relationship.isOptional
    isTransient = relationship.isTransient
    isIndexed = relationship.isIndexed
    minCount = relationship.minimumCount
    maxCount = relationship.isToMany ? relationship.maximumCount : 1
    deleteRule = NSDeleteRule(relationship.deleteRule)
    isOrdered = relationship.isOrdered
    versionHashModifier = relationship.versionHashModifier
    renamingIdentifier = relationship.renamingIdentifier
    isSyncable = relationship.isSyncable
    userInfo = [AnyHashable: Any](relationship.userInfo)
    destinationName = model[relationship.destination].name
    inverseName = relationship.inverse.map { model[$0].name }
  }

  /// The relationship for a model, without its inverse.
  func relationship(to destination: EntityID) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: isToMany, isOrdered: isOrdered,
      isOptional: isOptional, isTransient: isTransient, isIndexed: isIndexed,
      deleteRule: deleteRule.rule, minimumCount: minCount, maximumCount: maxCount,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
      isSyncable: isSyncable, userInfo: userInfo?.entries ?? [])
  }
}

/// A property whose value is the result of a fetch request.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { didSet { noteChange() } }

  override func makeCopy() -> NSPropertyDescription { NSFetchedPropertyDescription() }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? NSFetchedPropertyDescription)?.fetchRequest = fetchRequest
    return copy
  }

  /// The order of the objects, and the values of `$FETCHED_PROPERTY.userInfo`, as they are now.
  var settings: FetchedPropertySettings {
    let values = (userInfo ?? [:]).compactMap { key, value in
      AttributeValue(foundation: value).map { ("\(key)", $0) }
    }
    return FetchedPropertySettings(
      sortKeys: (fetchRequest?.sortDescriptors ?? []).map { ObjectSort($0) },
      userInfo: Dictionary(values) { $1 })
  }
}

/// A value that a request computes for a dictionary.
open class NSExpressionDescription: NSPropertyDescription {
  open var expression: NSExpression?
  open var expressionResultType = NSAttributeType.undefinedAttributeType
  open var resultType: NSAttributeDescription.AttributeType {
    get { NSAttributeDescription.AttributeType(rawValue: expressionResultType.rawValue) }
    set {
      expressionResultType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
    }
  }

  override func makeCopy() -> NSPropertyDescription { NSExpressionDescription() }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    guard let description = copy as? NSExpressionDescription else { return copy }
    description.expression = expression
    description.expressionResultType = expressionResultType
    return description
  }
}

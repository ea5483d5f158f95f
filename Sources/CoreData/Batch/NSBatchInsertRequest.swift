import MomentumObjects

/// New rows without objects, with the values of dictionaries or of a closure.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  public let entityName: String
  open private(set) var entity: NSEntityDescription?
  open var resultType = NSBatchInsertRequestResultType.statusOnly
  open var objectsToInsert: [[String: Any]]?
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?

  private init(_ entityName: String, _ entity: NSEntityDescription?) {
    self.entityName = entityName
    self.entity = entity
    super.init()
  }

  public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.init(entityName, nil)
    objectsToInsert = dictionaries
  }

  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(entity.name ?? "", entity)
    objectsToInsert = dictionaries
  }

  public convenience init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entityName, nil)
    dictionaryHandler = handler
  }

  public convenience init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entity.name ?? "", entity)
    dictionaryHandler = handler
  }

  public convenience init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entityName, nil)
    managedObjectHandler = handler
  }

  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entity.name ?? "", entity)
    managedObjectHandler = handler
  }

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  func request(in context: NSManagedObjectContext) -> BatchRequest {
    let entity = context.entity(named: entityName)
    let values = BatchValues(entity)
    if let handler = dictionaryHandler {
      return .insertDictionaries(entityName) { row in
        let dictionary = NSMutableDictionary()
        let isDone = handler(dictionary)
        row = values.row(dictionary as? [String: Any] ?? [:])
        return isDone
      }
    }
    if let handler = managedObjectHandler {
      return .insertObjects(entityName) { object in
        guard let core = object as? ObjectCore else { return true }
        ObjectBirth.core = core
        return handler(
          ManagedObjectClasses.shared.type(of: entity).init(entity: entity, insertInto: nil))
      }
    }
    return .insert(entityName, (objectsToInsert ?? []).map(values.row))
  }
}

/// New values for all rows that satisfy a condition.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  public let entityName: String
  private var entityDescription: NSEntityDescription?
  open var predicate: NSPredicate?
  open var includesSubentities = true
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
  /// Constants and expressions, by properties or their names.
  open var propertiesToUpdate: [AnyHashable: Any]?

  public init(entityName: String) {
    self.entityName = entityName
    super.init()
  }

  public init(entity: NSEntityDescription) {
    entityName = entity.name ?? ""
    entityDescription = entity
    super.init()
  }

  /// The entity. A request that was made with a name has one when a context has used it.
  open var entity: NSEntityDescription {
    guard let entityDescription else {
      CoreDataException.raise(
        "NSObjectInaccessibleException", "no context has used the request for '\(entityName)' yet.")
    }
    return entityDescription
  }

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  func request(in context: NSManagedObjectContext) -> BatchRequest {
    let entity = context.entity(named: entityName)
    entityDescription = entity
    var constants: [String: Any] = [:]
    var expressions: [String: String] = [:]
    for (key, value) in propertiesToUpdate ?? [:] {
      let name = (key.base as? NSPropertyDescription)?.name ?? "\(key.base)"
      guard let expression = value as? NSExpression else {
        constants[name] = value
        continue
      }
      if expression.expressionType == .constantValue {
        constants[name] = expression.constantValue ?? NSNull()
      } else {
        expressions[name] = expression.text
      }
    }
    return .update(
      entityName, where: predicate.map { PredicateText($0).objectPredicate },
      set: BatchValues(entity).row(constants), computing: expressions,
      includesSubentities: includesSubentities)
  }
}

/// Deletes rows without objects.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
  private let ids: [NSManagedObjectID]?

  public init<T>(fetchRequest fetch: NSFetchRequest<T>) {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.take(fetch)
    fetchRequest = request
    ids = nil
    super.init()
  }

  /// Deletes objects of one entity.
  public init(objectIDs objects: [NSManagedObjectID]) {
    fetchRequest = NSFetchRequest(entityName: objects.first?.core.entityName ?? "")
    fetchRequest.predicate = NSPredicate(format: "SELF IN %@", objects)
    ids = objects
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  func request(in context: NSManagedObjectContext) -> BatchRequest {
    if let ids { return .deleteObjects(ids.map(\.core)) }
    return .delete(fetchRequest.objectRequest(in: context))
  }
}

/// The values of a batch request.
private struct BatchValues {
  private let conversion: PropertyConversion

  init(_ entity: NSEntityDescription) { conversion = PropertyConversion(entity) }

  func row(_ values: [String: Any]) -> [String: PropertyValue] {
    Dictionary(
      values.map { ($0, conversion.propertyValue(of: $1, forKey: $0)) }
    ) { $1 }
  }
}

extension NSManagedObjectContext {
  /// The entity with a name. Stops the program if the model has none.
  func entity(named name: String) -> NSEntityDescription {
    guard let entity = model?.entitiesByName[name] else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "+entityForName: could not locate an entity named '\(name)' in this model.")
    }
    return entity
  }
}
